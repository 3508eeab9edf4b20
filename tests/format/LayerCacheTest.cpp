// SPDX-License-Identifier: Apache-2.0
#include "engine/format/LayerCache.h"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <mutex>
#include <new>
#include <thread>

#include "engine/base/Parallel.h"
#include "engine/format/LayerFormat.h"
#include "engine/layer/LayerBuilder.h"

namespace usdscope {
namespace {

// Files in memory. Counts the openings of each.
class MemoryResolver : public AssetResolver {
 public:
  std::vector<std::string> candidates(std::string_view authored, std::string_view) const override {
    return {std::string(authored)};
  }
  bool exists(const std::string& identifier) const override { return files.contains(identifier); }
  FileBytesResult open(const std::string& identifier) const override {
    const std::lock_guard lock(mutex);
    ++openCounts[identifier];
    if (failuresLeft > 0) {
      --failuresLeft;
      throw std::bad_alloc();
    }
    const auto found = files.find(identifier);
    if (found == files.end()) return {std::nullopt, "No such file."};
    return {FileBytes::fromText(found->second), {}};
  }
  std::optional<std::int64_t> modificationTime(const std::string&) const override { return 7; }
  void forget(const std::string& identifier) override { forgotten.push_back(identifier); }

  std::map<std::string, std::string> files;
  std::vector<std::string> forgotten;
  mutable std::mutex mutex;
  mutable std::map<std::string, int> openCounts;
  mutable int failuresLeft = 0;  // Openings that find no memory.
};

std::shared_ptr<const Layer> layerWithPrim(const char* identifier, const char* prim) {
  LayerBuilder builder;
  builder.addPrim(LayerBuilder::kRoot, Token(prim));
  return builder.build({identifier});
}

}  // namespace

TEST(LayerCache, ReadsALayer) {
  const auto resolver = std::make_shared<MemoryResolver>();
  resolver->files["/a.usda"] = "#usda 1.0\n\ndef \"A\"\n{\n}\n";
  LayerCache cache(resolver);
  EXPECT_EQ(cache.find("/a.usda"), nullptr);
  const auto opened = cache.findOrOpen("/a.usda");
  ASSERT_TRUE(opened->layer);
  EXPECT_TRUE(opened->diagnostics.isEmpty());
  EXPECT_EQ(opened->layer->identifier(), "/a.usda");
  EXPECT_EQ(opened->layer->pseudoRoot().childCount(), 1u);
  EXPECT_EQ(opened->modificationTime, 7);
  EXPECT_EQ(cache.find("/a.usda"), opened);
  EXPECT_EQ(cache.identifiers(), std::vector<std::string>{"/a.usda"});
}

TEST(LayerCache, OpensEachFileOnceFromManyThreads) {
  const auto resolver = std::make_shared<MemoryResolver>();
  constexpr std::size_t kFiles = 20;
  for (std::size_t i = 0; i < kFiles; ++i) {
    resolver->files["/" + std::to_string(i)] = "#usda 1.0\n\ndef \"A\"\n{\n}\n";
  }
  LayerCache cache(resolver);
  std::vector<std::shared_ptr<const OpenedLayer>> opened(2000);
  parallelFor(opened.size(), 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      opened[i] = cache.findOrOpen("/" + std::to_string(i % kFiles));
    }
  });
  for (std::size_t i = 0; i < opened.size(); ++i) {
    ASSERT_TRUE(opened[i]->layer);
    EXPECT_EQ(opened[i], opened[i % kFiles]);
  }
  for (const auto& [name, count] : resolver->openCounts) EXPECT_EQ(count, 1) << name;
  EXPECT_EQ(resolver->openCounts.size(), kFiles);
}

TEST(LayerCache, FailuresAreReportedAndKept) {
  const auto resolver = std::make_shared<MemoryResolver>();
  resolver->files["/empty.usda"] = "";
  LayerCache cache(resolver);
  const struct {
    const char* identifier;
    DiagnosticCode code;
  } cases[] = {{"/missing.usda", kUnreadableFile}, {"/empty.usda", kEmptyFile}};
  for (const auto& c : cases) {
    const auto opened = cache.findOrOpen(c.identifier);
    EXPECT_FALSE(opened->layer);
    ASSERT_EQ(opened->diagnostics.entries().size(), 1u);
    EXPECT_EQ(opened->diagnostics.entries()[0].code, c.code);
    EXPECT_EQ(opened->diagnostics.entries()[0].site.layer, c.identifier);
    EXPECT_EQ(cache.findOrOpen(c.identifier), opened);
    EXPECT_EQ(resolver->openCounts[c.identifier], 1);
  }
  EXPECT_TRUE(cache.identifiers().empty());
  EXPECT_EQ(cache.unreadableIdentifiers().size(), std::size(cases));
}

TEST(LayerCache, OpensAnewAfterALackOfMemory) {
  const auto resolver = std::make_shared<MemoryResolver>();
  resolver->files["/a.usda"] = "#usda 1.0\n\ndef \"A\"\n{\n}\n";
  resolver->failuresLeft = 2;
  LayerCache cache(resolver);
  for (int i = 0; i < 2; ++i) {
    EXPECT_THROW(cache.findOrOpen("/a.usda"), std::bad_alloc);
    EXPECT_EQ(cache.find("/a.usda"), nullptr);
    EXPECT_TRUE(cache.identifiers().empty());
    EXPECT_TRUE(cache.unreadableIdentifiers().empty());
  }
  EXPECT_TRUE(cache.findOrOpen("/a.usda")->layer);
  EXPECT_EQ(resolver->openCounts["/a.usda"], 3);
}

TEST(LayerCache, LackOfMemoryEndsAllThatWait) {
  const auto resolver = std::make_shared<MemoryResolver>();
  resolver->files["/a.usda"] = "#usda 1.0\n\ndef \"A\"\n{\n}\n";
  resolver->failuresLeft = 1;
  LayerCache cache(resolver);
  std::atomic<int> openedCount{0};
  std::atomic<int> failedCount{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      try {
        if (cache.findOrOpen("/a.usda")->layer) ++openedCount;
      } catch (const std::bad_alloc&) {
        ++failedCount;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_GE(failedCount, 1);
  EXPECT_EQ(openedCount + failedCount, 8);
  EXPECT_TRUE(cache.findOrOpen("/a.usda")->layer);
}

TEST(LayerCache, ReplaceGivesTheNextVersion) {
  LayerCache cache(std::make_shared<MemoryResolver>());
  const auto first = layerWithPrim("anon:1", "A");
  cache.replace(first);
  EXPECT_EQ(cache.findOrOpen("anon:1")->layer, first);
  const auto second = layerWithPrim("anon:1", "B");
  cache.replace(second);
  EXPECT_EQ(cache.findOrOpen("anon:1")->layer, second);
  EXPECT_TRUE(first->findPrim(Path::root().child(Token("A"))));
}

TEST(LayerCache, ReloadReadsAgainAndKeepsTheOldOneWhenBroken) {
  const auto resolver = std::make_shared<MemoryResolver>();
  resolver->files["/a.usda"] = "#usda 1.0\n\ndef \"A\"\n{\n}\n";
  LayerCache cache(resolver);
  const auto first = cache.findOrOpen("/a.usda");

  resolver->files["/a.usda"] = "#usda 1.0\n\ndef \"B\"\n{\n}\n";
  const auto second = cache.reload("/a.usda");
  EXPECT_EQ(resolver->forgotten, std::vector<std::string>{"/a.usda"});
  ASSERT_TRUE(second->layer);
  EXPECT_TRUE(second->layer->findPrim(Path::root().child(Token("B"))));
  EXPECT_TRUE(first->layer->findPrim(Path::root().child(Token("A"))));
  EXPECT_EQ(cache.findOrOpen("/a.usda"), second);

  resolver->files["/a.usda"] = "";
  const auto broken = cache.reload("/a.usda");
  EXPECT_FALSE(broken->layer);
  EXPECT_TRUE(broken->diagnostics.hasErrors());
  EXPECT_EQ(cache.findOrOpen("/a.usda"), second);
}

}  // namespace usdscope
