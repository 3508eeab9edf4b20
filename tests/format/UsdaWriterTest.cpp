// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usda/UsdaWriter.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/format/usda/UsdaReader.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

namespace fs = std::filesystem;

std::string textOf(const fs::path& path) {
  const FileBytesResult file = readFileBytes(path.string());
  EXPECT_TRUE(file.bytes) << path << ": " << file.problem;
  return file.bytes ? std::string(file.bytes->text()) : std::string();
}

std::shared_ptr<const Layer> layerOf(const std::string& text, const fs::path& path) {
  Diagnostics diagnostics;
  const auto layer = readUsda(FileBytes::fromText(text), {path.string()}, diagnostics);
  EXPECT_TRUE(layer) << toText(diagnostics.entries()[0]);
  return layer;
}

std::vector<fs::path> filesIn(const fs::path& folder, const char* ending) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ending) paths.push_back(entry.path());
  }
  std::ranges::sort(paths);
  return paths;
}

}  // namespace

TEST(UsdaWriter, WritesWhatTheReferenceExports) {
  const auto paths = filesIn(testAssetsPath() / "usda" / "export", ".usda");
  ASSERT_FALSE(paths.empty());
  for (const fs::path& path : paths) {
    const auto layer = layerOf(textOf(path), path);
    ASSERT_TRUE(layer);
    fs::path expected = path;
    EXPECT_EQ(writeUsda(*layer), textOf(expected.replace_extension(".txt"))) << path;
  }
}

TEST(UsdaWriter, MetadataOfAnotherTypeThanTheirFieldsIsKept) {
  const std::string text =
      "#usda 1.0\n(\n    documentation = {\n    }\n    hasOwnedSubLayers = {\n        "
      "int a = 1\n    }\n)\n\n";
  const auto layer = layerOf(text, "a");
  ASSERT_TRUE(layer);
  EXPECT_EQ(writeUsda(*layer), text);
}

TEST(UsdaWriter, MetadataIsKeptOnSpecsWhereItsNameMeansNothing) {
  const std::string text = R"(#usda 1.0
(
    typeName = "x"
)

def "P" (
    variability = "x"
)
{
    rel r (
        typeName = "foo"
    )
    double y (
        specifier = "x"
    )
}

)";
  const auto layer = layerOf(text, "a");
  ASSERT_TRUE(layer);
  EXPECT_EQ(writeUsda(*layer), text);
}

TEST(UsdaWriter, VersionIsTheLowestThatSaysItAll) {
  const struct {
    const char* statement;
    char minor;
  } cases[] = {
      {"double a.spline = { 1: 2; post curve (1, 2) }", '0'},
      {"double a.spline = { 1: 2; post curve (1, 2, custom) }", '1'},
      {"double a.spline = { pre: loop reset (3) }", '3'},
      {"duration a = 1", '4'},
      {"duration a.timeSamples = { 1: 2 }", '4'},
      {"duration a", '0'},
  };
  for (const auto& c : cases) {
    const auto layer =
        layerOf(std::string("#usda 1.0\ndef \"A\" {\n") + c.statement + "\n}\n", "a");
    ASSERT_TRUE(layer);
    EXPECT_EQ(writeUsda(*layer)[8], c.minor) << c.statement;
  }
}

}  // namespace usdscope
