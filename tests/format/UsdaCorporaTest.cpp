// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>

#include "engine/base/Json.h"
#include "engine/format/LayerFormat.h"
#include "engine/format/usda/UsdaReader.h"
#include "engine/format/usda/UsdaWriter.h"
#include "tests/support/Corpora.h"
#include "tests/support/ResultTable.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

// Texts that we read and the reference refuses: see engine/format/DIFFERENCES.md.
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

// Checks of the parser where we differ on purpose: see engine/format/DIFFERENCES.md. The baseline
// without a source has attributes below relationships, which are no longer supported.
const std::set<std::string> kReadThoughAnError = {"testSdfParsing/19_bad_relationshipaccess"};
const std::set<std::string> kOtherThanBaseline = {"testSdfParsing/139_relocates_metadata",
                                                  "testSdfParsing/192_listop_metadata"};

struct ReadText {
  std::shared_ptr<const Layer> layer;
  std::string problem;  // The first problem, if there is no layer.
  bool hasLine = false;
};

ReadText readTextFile(const std::filesystem::path& path) {
  const FileBytesResult file = readFileBytes(path.string());
  if (!file.bytes) return {nullptr, file.problem, false};
  Diagnostics diagnostics;
  auto layer = readUsda(*file.bytes, {path.string()}, diagnostics);
  if (layer || diagnostics.isEmpty())
    return {layer, layer ? "" : "refused without an error", false};
  const Diagnostic& first = diagnostics.entries().front();
  return {nullptr, toText(first), first.site.line > 0};
}

// Returns the text from the second line on. The first line has the version.
std::string withoutHeader(std::string_view text) {
  return std::string(text.substr(std::min(text.find('\n'), text.size())));
}

// Returns why a check of conformance/index.json fails; empty when it passes.
std::string problemOfCheck(const Json& check, const std::filesystem::path& conformance) {
  const std::string name = check["name"];
  const std::string kind = check["check"];
  const Json& file = kind == "orphan_baseline" ? check["baseline"][0] : check["root"];
  const ReadText read = readTextFile(conformance / file.get<std::string>());
  const bool isRefused = kind == "parse_error" || kind == "orphan_baseline";
  if (isRefused && !kReadThoughAnError.contains(name)) {
    if (read.layer) return "is read, and should be refused";
    return read.hasLine ? "" : "is refused without a line: " + read.problem;
  }
  if (!read.layer) return read.problem;
  if (kind != "parse_roundtrip" || check["baseline"].empty()) return {};
  const auto baseline = conformance / check["baseline"][0].get<std::string>();
  const bool isSame = withoutHeader(writeUsda(*read.layer)) ==
                      withoutHeader(readFileBytes(baseline.string()).bytes->text());
  if (isSame == !kOtherThanBaseline.contains(name)) return {};
  return isSame ? "equals its baseline, which is not known here" : "differs from its baseline";
}

}  // namespace

TEST(UsdaCorpora, ChecksOfTheParser) {
  const auto corpora = corporaPath();
  if (!corpora) GTEST_SKIP() << kNoCorpora;
  std::ifstream file(*corpora / "conformance/index.json");
  ResultTable results;
  for (const Json& check : parseJson(file)) {
    if (check["area"] != "sdf") continue;
    results.add(check["name"], problemOfCheck(check, *corpora / "conformance"), check["check"]);
  }
  EXPECT_EQ(results.size(), 125u);
  results.expectAllPass();
}

TEST(UsdaCorpora, ReadsAndRefusesLikeTheReference) {
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
