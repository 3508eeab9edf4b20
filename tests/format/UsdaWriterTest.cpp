// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usda/UsdaWriter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "engine/format/usda/UsdaReader.h"
#include "tests/support/Corpora.h"
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

// From the second line on: the first has the version.
std::string withoutHeader(const std::string& text) {
  return text.substr(std::min(text.find('\n'), text.size()));
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

TEST(UsdaWriter, VersionIsTheLowestThatSaysItAll) {
  const struct {
    const char* statement;
    char minor;
  } cases[] = {
      {"double a.spline = { 1: 2; post curve (1, 2) }", '0'},
      {"double a.spline = { 1: 2; post curve (1, 2, custom) }", '1'},
      {"double a.spline = { pre: loop reset (3) }", '3'},
      {"duration a = 1", '4'},
      {"duration a", '4'},
  };
  for (const auto& c : cases) {
    const auto layer =
        layerOf(std::string("#usda 1.0\ndef \"A\" {\n") + c.statement + "\n}\n", "a");
    ASSERT_TRUE(layer);
    EXPECT_EQ(writeUsda(*layer)[8], c.minor) << c.statement;
  }
}

TEST(UsdaWriter, BaselinesOfTheParserTests) {
  // Paths of ours are absolute; a plug-in registers metadata that we keep as text; a text that is
  // refused has a baseline all the same.
  const std::set<std::string> kOther = {"139_relocates_metadata", "192_listop_metadata",
                                        "194_bad_customLayerData_metadata"};
  const auto corpora = corporaPath();
  if (!corpora) GTEST_SKIP() << kNoCorpora;
  const fs::path folder = *corpora / "conformance" / "openusd" / "sdf" / "testSdfParsing";
  int count = 0;
  for (const fs::path& baseline : filesIn(folder / "baseline", ".sdf")) {
    const fs::path source = folder / baseline.filename();
    if (!fs::exists(source) || kOther.contains(source.stem().string())) continue;
    const auto layer = layerOf(textOf(source), source);
    ASSERT_TRUE(layer);
    EXPECT_EQ(withoutHeader(writeUsda(*layer)), withoutHeader(textOf(baseline))) << source;
    ++count;
  }
  EXPECT_GT(count, 40);
}

TEST(UsdaWriter, WhatIsWrittenReadsBackTheSame) {
  const auto corpora = corporaPath();
  if (!corpora) GTEST_SKIP() << kNoCorpora;
  int count = 0;
  for (const char* part : {"assets", "conformance"}) {
    for (const auto& entry : fs::recursive_directory_iterator(*corpora / part)) {
      if (entry.path().extension() != ".usda") continue;
      Diagnostics diagnostics;
      const FileBytesResult file = readFileBytes(entry.path().string());
      ASSERT_TRUE(file.bytes) << entry.path();
      const auto layer = readUsda(*file.bytes, {entry.path().string()}, diagnostics);
      if (!layer) continue;
      const std::string text = writeUsda(*layer);
      const auto again = layerOf(text, entry.path());
      ASSERT_TRUE(again);
      EXPECT_EQ(writeUsda(*again), text) << entry.path();
      ++count;
    }
  }
  EXPECT_GT(count, 1000);
}

}  // namespace usdscope
