// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <atomic>
#include <chrono>
#include <fstream>
#include <latch>
#include <memory>
#include <new>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "engine/asset/DefaultResolver.h"
#include "engine/format/usdc/UsdcWriter.h"
#include "engine/layer/FieldDefinitions.h"
#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"
#include "engine/stage/clips/ClipPins.h"
#include "engine/stage/clips/ClipSetCache.h"
#include "engine/stage/detail/StageRows.h"
#include "engine/stage/resolve/SampleTimes.h"
#include "tests/support/TemporaryFolder.h"
#include "tests/support/scene/LayerTexts.h"

namespace usdscope {
namespace {

/// A scene that plays any number of clip files, one a frame. Clip `i` has the
/// value `i`.
class PlayedClips {
 public:
  /// Counts the clips that are read. Clip 1 cannot be read while `lacksMemory`.
  class Resolver : public DefaultResolver {
   public:
    FileBytesResult open(const std::string& identifier) const override {
      if (identifier.ends_with("manifest.usda")) return DefaultResolver::open(identifier);
      ++opened;
      if (lacksMemory && identifier.ends_with("c1.usda")) throw std::bad_alloc();
      return DefaultResolver::open(identifier);
    }
    mutable std::atomic<int> opened = 0;
    std::atomic<bool> lacksMemory = false;
  };

  explicit PlayedClips(int count, bool hasManifest = true) {
    std::string paths;
    std::string active;
    for (int i = 0; i < count; ++i) {
      writeClip(i, i);
      const std::string number = std::to_string(i);
      paths += "@./c" + number + ".usda@, ";
      active += "(" + number + ", " + number + "), ";
    }
    write("manifest.usda", "over \"C\" {\n double x\n}\n");
    write("root.usda",
          "def \"A\" (clips = { dictionary default = {\n asset[] assetPaths = [" + paths +
              "]\n double2[] active = [" + active + "]\n string primPath = \"/C\"\n" +
              (hasManifest ? "asset manifestAssetPath = @./manifest.usda@\n" : "") + "} }) {\n}\n");
    result_ = composeStage({.rootLayer = (folder_ / "root.usda").string()},
                           std::make_shared<LayerCache>(resolver_));
  }

  void writeClip(int clip, double value) const {
    const std::string padding(2000, '#');
    write("c" + std::to_string(clip) + ".usda",
          "def \"C\" {\n double x.timeSamples = {" + std::to_string(clip) + ": " +
              std::to_string(value) + "}\n}\n" + padding + "\n");
  }
  void removeClip(int clip) const {
    std::filesystem::remove(folder_ / ("c" + std::to_string(clip) + ".usda"));
  }

  const Stage& stage() const { return *result_.stage; }
  const ClipSetCache& cache() const { return *stage().rows().clips; }
  Resolver& resolver() const { return *resolver_; }
  AttributeQuery query() const {
    return AttributeQuery(Attribute(stage().primAt(Path::fromText("/A")), Token("x")));
  }

 private:
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << "#usda 1.0\n" << text;
  }

  const std::shared_ptr<Resolver> resolver_ = std::make_shared<Resolver>();
  TemporaryFolder folder_;
  StageResult result_;
};

// More than one clip and less than two.
constexpr std::size_t kClipAndAHalf = 13000;

}  // namespace

TEST(ClipResidency, PlayingInALoopStaysWithinTheBudget) {
  const PlayedClips scene(60);
  const std::size_t budget = 8 * kClipAndAHalf;
  scene.cache().setByteBudget(budget);
  const AttributeQuery query = scene.query();
  std::size_t largest = 0;
  for (int round = 0; round < 3; ++round) {
    for (int frame = 0; frame < 60; ++frame) {
      ASSERT_EQ(query.value(frame), Value(double(frame))) << round;
      largest = std::max(largest, scene.cache().residentByteSize());
    }
  }
  EXPECT_LE(largest, budget);
  EXPECT_GT(largest, budget / 2);
  scene.cache().setByteBudget(0);
  EXPECT_LT(scene.cache().residentByteSize(), kClipAndAHalf);
  EXPECT_TRUE(scene.stage().clipDiagnostics().isEmpty());
}

TEST(ClipResidency, AGeneratedManifestKeepsNoClips) {
  const PlayedClips scene(300, /*hasManifest=*/false);
  const std::size_t budget = 8 * kClipAndAHalf;
  scene.cache().setByteBudget(budget);
  const AttributeQuery query = scene.query();
  EXPECT_EQ(query.source(5.0), ValueSource::Clips);
  EXPECT_EQ(query.timeSamples().size(), 300u);
  EXPECT_LE(scene.cache().residentByteSize(), budget);
}

TEST(ClipResidency, ReadingAllClipsOnceKeepsNone) {
  const PlayedClips scene(60);
  const Attribute attribute(scene.stage().primAt(Path::fromText("/A")), Token("x"));
  EXPECT_EQ(attribute.value(7.0), Value(7.0));
  const std::size_t before = scene.cache().residentByteSize();
  EXPECT_EQ(unionOfSampleTimes(std::span(&attribute, 1)).size(), 60u);
  EXPECT_EQ(scene.cache().residentByteSize(), before);
  scene.removeClip(9);
  EXPECT_EQ(unionOfSampleTimes(std::span(&attribute, 1)).size(), 60u);
  EXPECT_EQ(unionOfSampleTimes(std::span(&attribute, 1)).size(), 60u);
  EXPECT_EQ(scene.stage().clipDiagnostics().entries().size(), 1u);
}

#ifdef __GLIBC__
// The tables of a crate with many specs are larger than its file.
TEST(ClipResidency, TablesOfCratesCountAsMemory) {
  constexpr int kClips = 24;
  const TemporaryFolder folder;
  for (int clip = 0; clip < kClips; ++clip) {
    std::string text = "over \"C\"\n{\n double x.timeSamples = { 1: 1 }\n";
    for (int i = 0; i < 2000; ++i) {
      text += fmt::format("over \"P{}\"\n{{\ndouble y.timeSamples = {{ 1: {}, 2: {} }}\n}}\n", i, i,
                          clip);
    }
    Diagnostics problems;
    std::ofstream(folder / fmt::format("c.{}.usdc", clip), std::ios::binary)
        << writeUsdc(*layerFromText(text + "}\n"), FieldDefinitions::builtin(), problems);
  }
  std::ofstream(folder / "manifest.usda") << "#usda 1.0\nover \"C\" {\n double x\n}\n";
  std::ofstream(folder / "root.usda")
      << "#usda 1.0\ndef \"A\" (clips = { dictionary default = {\n"
         "string templateAssetPath = \"./c.#.usdc\"\n double templateStartTime = 0\n"
         "double templateEndTime = 23\n double templateStride = 1\n"
         "string primPath = \"/C\"\n asset manifestAssetPath = @./manifest.usda@\n"
         "} }) {\n}\n";
  const StageResult result =
      composeStage({.rootLayer = (folder / "root.usda").string()},
                   std::make_shared<LayerCache>(std::make_shared<DefaultResolver>()));
  ASSERT_TRUE(result.stage);
  const ClipSetCache& cache = *result.stage->rows().clips;
  const AttributeQuery query(Attribute(result.stage->primAt(Path::fromText("/A")), Token("x")));
  // The names of the first clip are those of all.
  ASSERT_EQ(query.value(0.0), Value(1.0));
  const auto allocated = [] {
    const struct mallinfo2 now = mallinfo2();
    return now.uordblks + now.hblkhd;
  };
  const std::size_t shownBefore = cache.residentByteSize();
  const std::size_t before = allocated();
  for (int clip = 1; clip < kClips; ++clip) ASSERT_EQ(query.value(clip), Value(1.0));
  const std::size_t shown = cache.residentByteSize() - shownBefore;
  EXPECT_LE(allocated() - before, shown);
  cache.setByteBudget(shown / 4);
  EXPECT_LE(cache.residentByteSize(), shown / 4);
}
#endif

// A file is read once, however many clips of however many sets it supplies.
TEST(ClipResidency, UnionOfSampleTimesReadsEachFileOnce) {
  class Counting : public DefaultResolver {
   public:
    FileBytesResult open(const std::string& identifier) const override {
      if (identifier.ends_with("clip.usda")) ++opened;
      return DefaultResolver::open(identifier);
    }
    mutable std::atomic<int> opened = 0;
  };
  const TemporaryFolder folder;
  const auto write = [&](const char* name, const std::string& text) {
    std::ofstream(folder / name) << "#usda 1.0\n" << text;
  };
  std::string active;
  for (int i = 0; i < 40; ++i) active += fmt::format("({}, {}), ", 2 * i, i % 2);
  std::string prims;
  for (int i = 0; i < 10; ++i) {
    prims += fmt::format(
        "def \"A{}\" (clips = {{ dictionary default = {{\n"
        "asset[] assetPaths = [@./a.clip.usda@, @./b.clip.usda@]\n"
        "double2[] active = [{}]\n string primPath = \"/C\"\n"
        "asset manifestAssetPath = @./manifest.usda@\n}} }}) {{\n}}\n",
        i, active);
  }
  write("root.usda", prims);
  write("manifest.usda", "over \"C\" {\n double x\n}\n");
  write("a.clip.usda", "def \"C\" {\n double x.timeSamples = {1: 1, 5: 5, 77.5: 7}\n}\n");
  write("b.clip.usda", "def \"C\" {\n double x.timeSamples = {3: 3, 11.25: 7}\n}\n");
  const auto resolver = std::make_shared<Counting>();
  const StageResult result = composeStage({.rootLayer = (folder / "root.usda").string()},
                                          std::make_shared<LayerCache>(resolver));
  ASSERT_TRUE(result.stage);
  std::vector<Attribute> attributes;
  for (int i = 0; i < 10; ++i) {
    const Prim prim = result.stage->primAt(Path::fromText("/A" + std::to_string(i)));
    attributes.emplace_back(prim, Token("x"));
  }
  const std::vector<double> times = unionOfSampleTimes(attributes);
  EXPECT_EQ(resolver->opened, 2);
  EXPECT_EQ(times, attributes.front().timeSamples());
  std::stop_source stopped;
  stopped.request_stop();
  EXPECT_LE(unionOfSampleTimes(attributes, stopped.get_token()).size(), 1u);
}

TEST(ClipResidency, ManyThreadsAskWhileClipsComeAndGo) {
  const PlayedClips scene(40);
  scene.cache().setByteBudget(3 * kClipAndAHalf);
  const AttributeQuery query = scene.query();
  std::atomic<int> wrong = 0;
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 8; ++t) {
      threads.emplace_back([&, t] {
        for (int i = 0; i < 400; ++i) {
          const int frame = (i * (t + 1)) % 40;
          if (query.value(frame) != Value(double(frame))) ++wrong;
        }
      });
    }
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_LE(scene.cache().residentByteSize(), 3 * kClipAndAHalf);
}

TEST(ClipResidency, WithoutABudgetAValueReadsItsClipOnce) {
  const PlayedClips scene(4);
  scene.cache().setByteBudget(0);
  const AttributeQuery query = scene.query();
  for (int frame = 0; frame < 4; ++frame) {
    const int before = scene.resolver().opened;
    ClipPins pins;
    EXPECT_EQ(query.value(frame, &pins), Value(double(frame)));
    EXPECT_EQ(scene.resolver().opened, before + 1) << frame;
  }
}

TEST(ClipResidency, TablesGrowHoweverManyThreadsOpenTheClip) {
  const PlayedClips scene(1);
  const AttributeQuery query = scene.query();
  scene.cache().setByteBudget(0);
  ASSERT_EQ(query.value(0.0), Value(0.0));
  std::size_t whole = 0;
  for (int round = 0; round < 100; ++round) {
    scene.cache().setByteBudget(0);
    scene.cache().setByteBudget(std::size_t{1} << 20);
    if (round > 0) {
      std::latch start(3);
      std::vector<std::jthread> threads;
      for (int t = 0; t < 3; ++t) {
        threads.emplace_back([&] {
          start.arrive_and_wait();
          (void)query.value(0.0);
        });
      }
    }
    ASSERT_EQ(query.value(0.0), Value(0.0));
    if (round == 0) whole = scene.cache().residentByteSize();
    ASSERT_EQ(scene.cache().residentByteSize(), whole) << round;
  }
}

TEST(ClipResidency, AClipThatLackedMemoryIsReadAgain) {
  const PlayedClips scene(3);
  const AttributeQuery query = scene.query();
  scene.resolver().lacksMemory = true;
  for (int i = 0; i < 2; ++i) EXPECT_THROW((void)query.value(1.0), std::bad_alloc);
  scene.resolver().lacksMemory = false;
  EXPECT_EQ(query.value(1.0), Value(1.0));
  EXPECT_TRUE(scene.stage().clipDiagnostics().isEmpty());
}

TEST(ClipResidency, AFileThatChangesIsReadAgainWhenAsked) {
  const PlayedClips scene(3);
  const AttributeQuery query = scene.query();
  EXPECT_EQ(query.value(1.0), Value(1.0));
  EXPECT_EQ(scene.cache().forgetChanged(), 0u);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  scene.writeClip(1, 7);
  EXPECT_EQ(query.value(1.0), Value(1.0));
  EXPECT_EQ(scene.cache().forgetChanged(), 1u);
  EXPECT_EQ(query.value(1.0), Value(7.0));
  EXPECT_TRUE(scene.stage().clipDiagnostics().isEmpty());
}

TEST(ClipResidency, AFileThatChangedAfterEvictionIsReported) {
  const PlayedClips scene(3);
  scene.cache().setByteBudget(0);
  const AttributeQuery query = scene.query();
  EXPECT_EQ(query.value(1.0), Value(1.0));
  EXPECT_EQ(query.value(2.0), Value(2.0));
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  scene.writeClip(1, 7);
  EXPECT_EQ(query.value(1.0), Value(7.0));
  const Diagnostics told = scene.stage().clipDiagnostics();
  ASSERT_EQ(told.entries().size(), 1u);
  EXPECT_EQ(told.entries()[0].code, kChangedClip);

  EXPECT_EQ(query.value(2.0), Value(2.0));
  scene.removeClip(1);
  EXPECT_EQ(query.value(1.0), Value());
  const Diagnostic unreadable = scene.stage().clipDiagnostics().entries().back();
  EXPECT_EQ(unreadable.code, kUnreadableClip);
  EXPECT_EQ(unreadable.site.path, "/A");
  EXPECT_TRUE(unreadable.message.starts_with("Clip set \"default\": The file @"))
      << unreadable.message;
}

}  // namespace usdscope
