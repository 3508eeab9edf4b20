// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>

#include "engine/format/LayerFormat.h"
#include "engine/format/usda/UsdaReader.h"
#include "tests/support/Corpora.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

// What the reference refuses for its age, and what it trips over; we read it. See usda/README.md.
const std::set<std::string> kReadByUs = {
    "assets/tinyusdz/tests/usda/need-investigation/uint2-timesamples-001.usda",
    "conformance/openusd/pcp_other/testPcpRegressionBugs_bug101300/bug101300/root.sdf",
    "conformance/openusd/sdf/testSdfParsing/07_end.sdf",
    "conformance/openusd/sdf/testSdfParsing/139_relocates_metadata.sdf",
    "conformance/openusd/sdf/testSdfParsing/baseline/139_relocates_metadata.sdf",
};

std::set<std::string> linesOf(const std::filesystem::path& path) {
  std::set<std::string> lines;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) lines.insert(line);
  return lines;
}

std::vector<std::filesystem::path> textLayers(const std::filesystem::path& corpora) {
  std::vector<std::filesystem::path> paths;
  for (const char* part : {"assets", "conformance"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(corpora / part)) {
      const std::string ending = entry.path().extension().string();
      if (ending == ".usda" || ending == ".usd" || ending == ".sdf") paths.push_back(entry.path());
    }
  }
  std::ranges::sort(paths);
  return paths;
}

}  // namespace

TEST(UsdaCorpora, WhatTheReferenceReadsIsReadAndWhatItRefusesIsRefused) {
  const auto corpora = corporaPath();
  if (!corpora) GTEST_SKIP() << kNoCorpora;
  const std::set<std::string> refused = linesOf(testAssetsPath() / "usda" / "refused.txt");
  ASSERT_FALSE(refused.empty());

  std::size_t count = 0;
  for (const auto& path : textLayers(*corpora)) {
    const FileBytesResult file = readFileBytes(path.string());
    ASSERT_TRUE(file.bytes) << path << ": " << file.problem;
    const auto format = detectLayerFormat(file.bytes->text());
    if (path.extension() == ".usd" && format && *format != LayerFormat::Usda) continue;
    const std::string name = path.lexically_relative(*corpora).generic_string();
    Diagnostics diagnostics;
    const auto layer = readUsda(*file.bytes, {name}, diagnostics);
    const bool isRefused = refused.contains(name) && !kReadByUs.contains(name);
    EXPECT_EQ(layer == nullptr, isRefused)
        << name << (diagnostics.isEmpty() ? "" : ": " + toText(diagnostics.entries()[0]));
    if (!layer) {
      EXPECT_GT(diagnostics.entries()[0].site.line, 0) << name;
    }
    ++count;
  }
  EXPECT_GT(count, 6000u);
}

}  // namespace usdscope
