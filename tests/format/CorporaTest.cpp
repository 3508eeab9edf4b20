// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "engine/asset/DefaultResolver.h"
#include "engine/base/Parallel.h"
#include "engine/format/LayerCache.h"
#include "engine/format/LayerFormat.h"
#include "engine/format/usda/UsdaWriter.h"
#include "engine/format/usdc/UsdcWriter.h"
#include "engine/layer/FieldDefinitions.h"
#include "tests/support/Corpora.h"
#include "tests/support/ResultTable.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

// Layers that the reference refuses and we read on purpose: see engine/format/DIFFERENCES.md.
const std::set<std::string> kLenient = {
    "assets/tinyusdz/tests/usda/need-investigation/uint2-timesamples-001.usda",
};

// Layers in whose text empty edits leave only empty parentheses, as in the reference.
const std::set<std::string> kEmptyEdits = {
    "conformance/openusd/pcp_other/testPcpRegressionBugs_bug92955/bug92955/root.sdf",
};

std::vector<std::vector<std::string>> readTable(const std::filesystem::path& file) {
  std::vector<std::vector<std::string>> rows;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    std::istringstream cells(line);
    rows.emplace_back();
    for (std::string cell; std::getline(cells, cell, '\t');) rows.back().push_back(cell);
  }
  return rows;
}

std::vector<std::string> corporaLayers(const std::filesystem::path& corpora) {
  std::vector<std::string> files;
  for (const auto& row : readTable(corpora / "assets/INDEX.tsv")) {
    if (row[0] != "path") files.push_back("assets/" + row[0]);
  }
  const std::set<std::string> endings = {".usd", ".usda", ".usdc", ".usdz", ".sdf"};
  std::error_code error;
  for (std::filesystem::recursive_directory_iterator it(corpora / "conformance", error), end;
       it != end; it.increment(error)) {
    if (!it->is_regular_file(error) || !endings.contains(it->path().extension().string())) continue;
    files.push_back(std::filesystem::relative(it->path(), corpora, error).string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// Returns the difference after writing a layer as text and as crate; empty when there is none.
std::string findLoss(const Layer& layer) {
  const std::string text = writeUsda(layer);
  Diagnostics lost;
  Diagnostics problems;
  const std::string crate = writeUsdc(layer, FieldDefinitions::builtin(), lost);
  const auto back = readLayer(FileBytes::fromText(crate), {"back"}, problems);
  if (!back) return "its crate cannot be read";
  // Crates cannot hold paths as values, and text that is not UTF-8 is reported.
  if (lost.isEmpty() && problems.isEmpty() && writeUsda(*back) != text)
    return "crate loses something";
  if (!problems.isEmpty()) return {};
  const auto again = readLayer(FileBytes::fromText(text), {"again"}, problems);
  if (!again) return "its text cannot be read: " + toText(problems.entries().front());
  return writeUsda(*again) == text ? "" : "text loses something";
}

// Requests every value once, so that lazy values are decoded too.
std::size_t decodeAll(const Layer& layer) {
  std::size_t count = 0;
  const auto decode = [&](const auto& spec) {
    for (const Token name : spec.fieldNames()) count += spec.field(name).isEmpty() ? 0 : 1;
  };
  for (std::uint32_t row = 0; row < layer.primRowCount(); ++row) decode(PrimSpec(&layer, row));
  for (std::uint32_t row = 0; row < layer.propertyRowCount(); ++row) {
    decode(PropertySpec(&layer, row));
  }
  return count;
}

}  // namespace

// tests/oracle/refused_layers.py lists the layers that the reference refuses. It does not know the
// extension .sdf; UsdaCorporaTest covers these files.
TEST(Corpora, EveryLayerIsReadAndWrittenOrRefusedAsByTheReference) {
  const auto corpora = corporaPath();
  if (!corpora) GTEST_SKIP() << kNoCorpora;
  std::map<std::string, std::vector<std::string>> refused;
  for (const auto& row : readTable(testAssetsPath() / "format/refused.tsv")) refused[row[0]] = row;
  ASSERT_GT(refused.size(), 50u);
  const std::vector<std::string> files = corporaLayers(*corpora);
  ASSERT_GT(files.size(), 5000u);

  LayerCache cache(std::make_shared<DefaultResolver>());
  std::vector<std::string> complaints(files.size());
  std::vector<std::string> notes(files.size());
  std::vector<std::size_t> values(files.size());
  parallelFor(files.size(), 8, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const auto opened = cache.findOrOpen((*corpora / files[i]).string());
      if (opened->layer) values[i] = decodeAll(*opened->layer);
      const bool isRefused = !opened->layer || opened->diagnostics.hasErrors();
      const auto expected = refused.find(files[i]);
      if (!opened->layer && !opened->diagnostics.hasErrors()) {
        complaints[i] = "no layer and no error";
      } else if (expected == refused.end() && isRefused && !files[i].ends_with(".sdf")) {
        complaints[i] = toText(opened->diagnostics.entries().front());
      } else if (expected != refused.end() && !isRefused && expected->second[1] == "bad" &&
                 !kLenient.contains(files[i])) {
        complaints[i] = "reads; the reference says: " + expected->second[2];
      } else if (opened->layer && !kEmptyEdits.contains(files[i])) {
        complaints[i] = findLoss(*opened->layer);
      }
      notes[i] = isRefused ? "refused" : fmt::format("{} values", values[i]);
    }
  });
  std::size_t total = 0;
  ResultTable results;
  for (std::size_t i = 0; i < files.size(); ++i) {
    results.add(files[i], complaints[i], notes[i]);
    total += values[i];
  }
  results.expectAllPass();
  EXPECT_GT(total, 100'000u);
}

}  // namespace usdscope
