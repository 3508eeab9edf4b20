// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/format/usdc/UsdcReader.h"
#include "tests/support/Corpora.h"

namespace usdscope {
namespace {

namespace fs = std::filesystem;

bool isCrateFile(const fs::path& path) {
  const auto extension = path.extension();
  if (extension != ".usd" && extension != ".usdc") return false;
  char magic[8] = {};
  std::ifstream(path, std::ios::binary).read(magic, sizeof magic);
  return std::string_view(magic, sizeof magic) == "PXR-USDC";
}

std::vector<fs::path> crateFiles(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && isCrateFile(entry.path())) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

// Malicious or truncated files, which the reference refuses too.
constexpr std::string_view kRefused[] = {
    "testUsdReadOutOfBounds/corrupt.usd",
    "testUsdUsdcBugGHSA02.testenv/root.usdc",
    "testSdfUsdcInvalidPrimChildren.testenv/root.usdc",
    "testSdfUsdcInvalidPrimChildren.testenv/duplicate_prim_children.usdc",
};

// Files with text that is not UTF-8.
constexpr std::string_view kNotUtf8[] = {"usd-optimize/twoMeshesWithBimData.usd"};

bool isIn(std::span<const std::string_view> list, const fs::path& file) {
  return std::ranges::any_of(list,
                             [&](std::string_view end) { return file.string().ends_with(end); });
}

// Decodes every field and every time sample, and returns the first empty one.
std::string firstEmptyField(const Layer& layer) {
  const auto emptyIn = [](const auto& spec) -> std::string {
    for (const Token name : spec.fieldNames()) {
      const Value value = spec.field(name);
      bool isEmpty = value.isEmpty();
      if (const auto* samples = value.find<TimeSamples>()) {
        for (std::size_t i = 0; i < samples->size(); ++i) {
          isEmpty = isEmpty || samples->value(i).isEmpty();
        }
      }
      if (isEmpty) return spec.path().text() + " " + name.string();
    }
    return {};
  };
  for (std::uint32_t row = 0; row < layer.primRowCount(); ++row) {
    if (const auto empty = emptyIn(PrimSpec(&layer, row)); !empty.empty()) return empty;
  }
  for (std::uint32_t row = 0; row < layer.propertyRowCount(); ++row) {
    if (const auto empty = emptyIn(PropertySpec(&layer, row)); !empty.empty()) return empty;
  }
  return {};
}

}  // namespace

TEST(UsdcCorpora, EveryCrateReadsAndEveryFieldHasAValue) {
  const auto corpora = corporaPath();
  if (!corpora) GTEST_SKIP() << kNoCorpora;
  std::size_t count = 0;
  for (const char* folder : {"assets", "conformance"}) {
    for (const fs::path& file : crateFiles(*corpora / folder)) {
      ++count;
      const auto read = readFileBytes(file.string());
      ASSERT_TRUE(read.bytes) << file;
      Diagnostics diagnostics;
      const auto layer = readUsdc(*read.bytes, {file.string()}, diagnostics);
      EXPECT_EQ(layer == nullptr, isIn(kRefused, file)) << file;
      EXPECT_EQ(diagnostics.hasErrors(), !layer) << file;
      if (!layer) continue;
      EXPECT_EQ(!diagnostics.isEmpty(), isIn(kNotUtf8, file)) << file;
      EXPECT_EQ(firstEmptyField(*layer), "") << file;
    }
  }
  EXPECT_GT(count, 100u);
}

}  // namespace usdscope
