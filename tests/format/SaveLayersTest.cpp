// SPDX-License-Identifier: Apache-2.0
#include "engine/format/SaveLayers.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#ifndef _WIN32
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#endif

#include "engine/asset/DefaultResolver.h"
#include "engine/format/LayerSave.h"
#include "engine/layer/FieldDefinitions.h"
#include "engine/layer/LayerEdit.h"
#include "tests/support/TemporaryFolder.h"

namespace usdscope {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kText = "#usda 1.0\n\ndef \"A\"\n{\n}\n\n";

class SaveLayers : public ::testing::Test {
 protected:
  ~SaveLayers() override {
    std::error_code ignored;
    fs::permissions(folder_.path(), fs::perms::owner_all, ignored);  // so that it can be removed
  }

  std::string path(const char* name) const { return (folder_ / name).string(); }
  static std::string textOf(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  static void write(const std::string& file, std::string_view text) {
    std::ofstream(file, std::ios::binary) << text;
  }
  std::size_t fileCount() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_.path()), fs::directory_iterator()));
  }

  /// Opens a layer with kText from a new file, and makes it inactive.
  std::shared_ptr<const Layer> editedLayer(const char* name) {
    const std::string file = path(name);
    Diagnostics problems;
    if (!fs::exists(file)) write(file, kText);
    const auto opened = layers_.findOrOpen(file);
    const LayerEdit edit = activeEdit(Path::fromText("/A"), false);
    layers_.replace(edited(*opened->layer, std::span(&edit, 1), problems));
    EXPECT_TRUE(problems.isEmpty());
    return layers_.find(file)->layer;
  }

  SaveLayersResult save(std::initializer_list<std::shared_ptr<const Layer>> versions,
                        bool overwritesChanges = false) {
    return saveLayers(layers_, std::span(versions.begin(), versions.size()), overwritesChanges);
  }

  const TemporaryFolder folder_;
  LayerCache layers_{std::make_shared<DefaultResolver>()};
};

std::string firstMessage(const SaveLayersResult& result) {
  return result.diagnostics.isEmpty() ? "" : result.diagnostics.entries().front().message;
}

}  // namespace

TEST_F(SaveLayers, ReplacesTheFilesAndKnowsWhatTheyHave) {
  const auto a = editedLayer("a.usda");
  const auto b = editedLayer("b.usda");
  EXPECT_TRUE(layers_.find(path("a.usda"))->isModified());
  EXPECT_EQ(modifiedLayers(layers_), (std::vector{a, b}));
  const SaveLayersResult result = save({a, b});
  EXPECT_TRUE(result.diagnostics.isEmpty()) << firstMessage(result);
  EXPECT_EQ(result.saved, (std::vector{path("a.usda"), path("b.usda")}));
  EXPECT_NE(textOf(path("b.usda")).find("active = false"), std::string::npos);
  EXPECT_FALSE(layers_.find(path("a.usda"))->isModified());
  EXPECT_EQ(fileCount(), 2u);
  EXPECT_TRUE(modifiedLayers(layers_).empty());

  // A version of before is modified now, and the saved one is not when it comes back.
  const auto later = editedLayer("a.usda");
  EXPECT_TRUE(layers_.find(path("a.usda"))->isModified());
  layers_.replace(a);
  EXPECT_FALSE(layers_.find(path("a.usda"))->isModified());
  EXPECT_TRUE(save({later}).diagnostics.isEmpty());
}

TEST_F(SaveLayers, AVersionEditedDuringTheSaveStaysModified) {
  const auto first = editedLayer("a.usda");
  const auto second = editedLayer("a.usda");
  EXPECT_TRUE(save({first}).diagnostics.isEmpty());
  EXPECT_EQ(layers_.find(path("a.usda"))->layer, second);
  EXPECT_TRUE(layers_.find(path("a.usda"))->isModified());
}

TEST_F(SaveLayers, KeepsTheFormatOfTheFile) {
  Diagnostics problems;
  const auto layer = readLayer(FileBytes::fromText(kText), {"test"}, problems);
  for (const auto& [name, format] :
       {std::pair("text.usd", LayerFormat::Usda), std::pair("crate.usd", LayerFormat::Usdc),
        std::pair("crate.usdc", LayerFormat::Usdc)}) {
    ASSERT_TRUE(saveLayer(*layer, path(name), format, FieldDefinitions::builtin(), problems));
    EXPECT_TRUE(save({editedLayer(name)}).diagnostics.isEmpty());
    EXPECT_EQ(detectLayerFormat(textOf(path(name))), format) << name;
  }
}

TEST_F(SaveLayers, AFileThatChangedIsNotOverwritten) {
  const auto layer = editedLayer("a.usda");
  const auto other = editedLayer("b.usda");
  write(path("a.usda"), "#usda 1.0\n# by another program\n");
  const SaveLayersResult result = save({other, layer});
  ASSERT_EQ(result.diagnostics.entries().size(), 1u);
  EXPECT_EQ(result.diagnostics.entries()[0].code, kChangedOnDisk);
  EXPECT_EQ(result.diagnostics.entries()[0].site.layer, path("a.usda"));
  EXPECT_EQ(firstMessage(result),
            "The file was changed by another program since it was read. It was not overwritten; "
            "reload the layer or save it under another name.");
  EXPECT_TRUE(result.saved.empty());
  EXPECT_EQ(textOf(path("b.usda")), kText) << "No file is replaced when one cannot be.";
  EXPECT_EQ(textOf(path("a.usda")), "#usda 1.0\n# by another program\n");

  EXPECT_TRUE(save({layer}, true).diagnostics.isEmpty());
  EXPECT_NE(textOf(path("a.usda")).find("active = false"), std::string::npos);

  fs::remove(path("b.usda"));
  EXPECT_NE(firstMessage(save({other})).find("was removed"), std::string::npos);
  EXPECT_FALSE(fs::exists(path("b.usda")));
}

TEST_F(SaveLayers, OnlyAChangeOfTimeCountsToo) {
  const auto layer = editedLayer("a.usda");
  EXPECT_EQ(changeOnDisk(layers_, path("a.usda")), "");
  fs::last_write_time(path("a.usda"),
                      fs::last_write_time(path("a.usda")) + std::chrono::seconds(2));
  EXPECT_NE(changeOnDisk(layers_, path("a.usda")), "");
}

TEST_F(SaveLayers, LayersWithoutOwnFilesAreRefused) {
  const struct {
    const char* identifier;
    const char* reason;
  } cases[] = {
      {"anon:session", "has no file"},
      {"/a/p.usdz", "in a package"},
      {"/a/p.usdz[b.usda]", "in a package"},
      {"/a/model.abc", ".usdc"},
  };
  for (const auto& c : cases) {
    EXPECT_NE(whyNotWritable(c.identifier).find(c.reason), std::string::npos) << c.identifier;
  }
  EXPECT_EQ(whyNotWritable(path("new.usda")), "");
}

#ifndef _WIN32

TEST_F(SaveLayers, AReadOnlyFileIsRefused) {
  const auto layer = editedLayer("a.usda");
  fs::permissions(path("a.usda"), fs::perms::owner_read);
  fs::permissions(folder_.path(), fs::perms::all);
  constexpr uid_t kNobody = 65534;  // The superuser may write read-only files.
  const bool isRoot = ::geteuid() == 0;
  if (isRoot) {
    ASSERT_EQ(::seteuid(kNobody), 0);
  }
  const std::string problem = firstMessage(save({layer}));
  if (isRoot) {
    ASSERT_EQ(::seteuid(0), 0);
  }
  EXPECT_NE(problem.find("may not be written"), std::string::npos) << problem;
  EXPECT_EQ(textOf(path("a.usda")), kText);
}

// A full disk fails in the same place: while the new file is written.
TEST_F(SaveLayers, AFailureWhileWritingLeavesAllFiles) {
  const auto small = editedLayer("small.usda");
  std::string text(kText);
  text.insert(text.find("{\n") + 2, "    string s = \"" + std::string(5000, 'x') + "\"\n");
  write(path("large.usda"), text);
  const auto large = editedLayer("large.usda");

  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit little = before;
  little.rlim_cur = 1000;
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &little), 0);
  const SaveLayersResult result = save({small, large});
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, handler);

  ASSERT_EQ(result.diagnostics.entries().size(), 1u);
  EXPECT_EQ(result.diagnostics.entries()[0].code, kCannotSave);
  EXPECT_EQ(result.diagnostics.entries()[0].site.layer, path("large.usda"));
  EXPECT_TRUE(result.saved.empty());
  EXPECT_EQ(textOf(path("small.usda")), kText);
  EXPECT_EQ(textOf(path("large.usda")), text);
  EXPECT_EQ(fileCount(), 2u);
}

#endif

}  // namespace usdscope
