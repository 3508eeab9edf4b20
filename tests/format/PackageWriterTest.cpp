// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usdz/PackageWriter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>

#include "engine/asset/DefaultResolver.h"
#include "engine/asset/Package.h"
#include "engine/format/usdz/Compliance.h"
#include "engine/format/usdz/Dependencies.h"
#include "engine/format/usdz/Localization.h"
#include "tests/support/TemporaryFolder.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

namespace fs = std::filesystem;

PackagedFile file(std::string name, std::string_view text) {
  return {std::move(name), FileBytes::fromText(text)};
}

// A scene that needs files of all kinds, in a folder of its own.
class Packaging : public ::testing::Test {
 protected:
  Packaging() {
    write("scene/root.usda", R"(#usda 1.0
(
    subLayers = [@./sub/layer.usda@, @missing.usda@]
)
def "A" (
    payload = @../out.usda@
    clips = {
        dictionary default = {
            string primPath = "/A"
            string templateAssetPath = "./clip.##.usda"
        }
    }
)
{
    asset tiles = @tex/u.<UDIM>.png@
    asset again = @tex/../tex/u.1001.png@
    asset[] list = [@../far/x.png@, @@]
    asset frames.timeSamples = { 1: @tex/t1.png@ }
    variantSet "v" = {
        "x" {
            asset chosen = @tex/v.png@
        }
    }
}
)");
    write("scene/sub/layer.usda", "#usda 1.0\ndef \"A\" {\n asset q = @../tex/q.png@\n}\n");
    write("out.usda", "#usda 1.0\ndef \"A\" {\n asset q = @./far/x.png@\n}\n");
    for (const char* clip : {"scene/clip.01.usda", "scene/clip.02.usda", "scene/clip.x.usda"}) {
      write(clip, "#usda 1.0\n");
    }
    for (const char* name :
         {"scene/tex/u.1001.png", "scene/tex/u.1002.png", "scene/tex/u.a.png", "far/x.png",
          "scene/tex/t1.png", "scene/tex/v.png", "scene/tex/q.png"}) {
      write(name, name);
    }
  }

  void write(const std::string& name, std::string_view text) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  const TemporaryFolder folder_;
  LayerCache layers_{std::make_shared<DefaultResolver>(
      AssetSearch{.workingFolder = path("scene"), .rootFolder = path("scene"), .searchPaths = {}})};
  Diagnostics diagnostics_;
};

}  // namespace

TEST(PackageWriter, EntriesAreStoredAndAligned) {
  std::string problem;
  const PackagedFile files[] = {file("root.usda", "#usda 1.0\n"), file("tex/a.png", "123456789"),
                                file("e", ""), file("ä.png", std::string(1000, 'x'))};
  const std::string bytes = writePackage(files, problem);
  EXPECT_EQ(problem, "");
  const auto package = Package::open(FileBytes::fromText(bytes), problem);
  ASSERT_TRUE(package) << problem;
  ASSERT_EQ(package->entries().size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) {
    const PackageEntry& entry = package->entries()[i];
    EXPECT_EQ(entry.name, files[i].name);
    EXPECT_EQ(entry.byteOffset % 64, 0u);
    EXPECT_EQ(entry.method, 0);
    EXPECT_EQ(entry.problem, "");
    EXPECT_EQ(package->bytes(entry).text(), files[i].bytes.text());
  }
  EXPECT_EQ(package->entries()[1].checksum, 0xCBF43926u);  // Of 123456789, as CRC-32 is checked.
  EXPECT_EQ(writePackage(files, problem), bytes);
}

TEST(PackageWriter, BadNamesAreRefused) {
  for (const char* name : {"", "/a", "../a", "a/../b", "a//b", "./a", "a\\b"}) {
    std::string problem;
    const PackagedFile files[] = {file(name, "")};
    EXPECT_EQ(writePackage(files, problem), "") << name;
    EXPECT_NE(problem, "") << name;
  }
  std::string problem;
  const PackagedFile twice[] = {file("a", ""), file("a", "")};
  EXPECT_EQ(writePackage(twice, problem), "");
  EXPECT_NE(problem.find("two"), std::string::npos);
}

TEST_F(Packaging, DependenciesAreFollowedThroughLayersClipsAndPatterns) {
  const auto found = findDependencies(layers_, path("scene/root.usda"), diagnostics_);
  std::map<std::string, bool> isLayer;
  std::vector<std::string> missing;
  for (const Dependency& d : found) {
    if (d.isFound)
      isLayer[fs::path(d.identifier).lexically_relative(folder_.path()).string()] = !!d.layer;
    if (!d.isFound) missing.push_back(fs::path(d.identifier).filename().string());
  }
  const std::map<std::string, bool> expected = {
      {"scene/root.usda", true},       {"scene/sub/layer.usda", true},  {"out.usda", true},
      {"scene/clip.01.usda", true},    {"scene/clip.02.usda", true},    {"far/x.png", false},
      {"scene/tex/u.1001.png", false}, {"scene/tex/u.1002.png", false}, {"scene/tex/t1.png", false},
      {"scene/tex/v.png", false},      {"scene/tex/q.png", false},
  };
  EXPECT_EQ(isLayer, expected);
  EXPECT_EQ(missing, std::vector<std::string>{"missing.usda"});
  EXPECT_EQ(found[0].identifier, path("scene/root.usda"));
}

TEST_F(Packaging, LocalizedLayersFindTheirFiles) {
  const auto files = localize(layers_, path("scene/root.usda"), diagnostics_);
  ASSERT_EQ(files.size(), 11u);
  EXPECT_EQ(files[0].name, "root.usda");
  std::string problem;
  const std::string bytes = writePackage(files, problem);
  ASSERT_EQ(problem, "");
  write("pack.usdz", bytes);
  const auto problems = findPackageProblems(layers_, path("pack.usdz"));
  // What was not found outside is not inside either; all else is.
  ASSERT_EQ(problems.size(), 1u) << problems[1];
  EXPECT_NE(problems[0].find("missing.usda"), std::string::npos);

  LayerCache inside(std::make_shared<DefaultResolver>());
  const auto found = findDependencies(inside, path("pack.usdz[root.usda]"), diagnostics_);
  const auto foundCount =
      std::ranges::count_if(found, [](const Dependency& d) { return d.isFound; });
  EXPECT_GE(foundCount, 7);
}

TEST_F(Packaging, ComplianceNamesWhatReadersObjectTo) {
  const auto assets = testAssetsPath() / "usdz";
  const auto compressed = findPackageProblems(layers_, (assets / "compressed.usdz").string());
  ASSERT_FALSE(compressed.empty());
  EXPECT_NE(compressed[0].find("compressed"), std::string::npos);
  std::string problem;
  const PackagedFile files[] = {file("root.usda", "#usda 1.0\n"), file("a.txt", "")};
  write("text.usdz", writePackage(files, problem));
  const auto type = findPackageProblems(layers_, path("text.usdz"));
  ASSERT_EQ(type.size(), 1u);
  EXPECT_NE(type[0].find("a.txt: is of a type"), std::string::npos);
}

}  // namespace usdscope
