// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usdc/UsdcWriter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "engine/format/LayerFormat.h"
#include "engine/format/usda/UsdaWriter.h"
#include "engine/layer/LayerBuilder.h"
#include "tests/support/Corpora.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

namespace fs = std::filesystem;

std::shared_ptr<const Layer> read(std::string_view bytes) {
  Diagnostics diagnostics;
  auto layer = readLayer(FileBytes::fromText(bytes), {"test"}, diagnostics);
  EXPECT_TRUE(layer) << bytes.substr(0, 200);
  EXPECT_TRUE(diagnostics.isEmpty()) << toText(diagnostics.entries()[0]);
  return layer;
}

std::shared_ptr<const Layer> withStatement(const std::string& statement) {
  return read("#usda 1.0\ndef \"A\" {\n" + statement + "\n}\n");
}

std::string write(const Layer& layer) {
  Diagnostics diagnostics;
  std::string bytes = writeUsdc(layer, diagnostics);
  EXPECT_TRUE(diagnostics.isEmpty()) << toText(diagnostics.entries()[0]);
  return bytes;
}

// Layers that the test assets hold, of all formats.
std::vector<fs::path> ownLayers() {
  std::vector<fs::path> paths;
  for (const char* folder : {"usda/export", "usdc"}) {
    for (const auto& entry : fs::directory_iterator(testAssetsPath() / folder)) {
      const std::string ending = entry.path().extension().string();
      if (ending == ".usda" || ending == ".usdc") paths.push_back(entry.path());
    }
  }
  std::ranges::sort(paths);
  return paths;
}

}  // namespace

TEST(UsdcWriter, TextOfWhatIsReadBackIsTheSame) {
  const auto paths = ownLayers();
  int wholeCount = 0;
  for (const fs::path& path : paths) {
    const FileBytesResult file = readFileBytes(path.string());
    ASSERT_TRUE(file.bytes) << path;
    Diagnostics diagnostics;
    const auto layer = readLayer(*file.bytes, {path.string()}, diagnostics);
    ASSERT_TRUE(layer) << path;
    const std::string bytes = writeUsdc(*layer, diagnostics);
    EXPECT_EQ(writeUsdc(*layer, diagnostics), bytes) << path;
    for (const Diagnostic& diagnostic : diagnostics.entries()) {
      EXPECT_EQ(diagnostic.code, kValueNotInCrate) << path << toText(diagnostic);
    }
    Diagnostics again;
    const auto back = readLayer(FileBytes::fromText(bytes), {"again"}, again);
    ASSERT_TRUE(back) << path;
    // Paths as values have no place in crates, and text that is not UTF-8 is repaired when read.
    if (diagnostics.isEmpty() && again.isEmpty()) {
      EXPECT_EQ(writeUsda(*back), writeUsda(*layer)) << path;
      ++wholeCount;
    }
  }
  EXPECT_GT(wholeCount, 5);
}

TEST(UsdcWriter, VersionIsTheLowestThatKnowsAllValues) {
  const struct {
    const char* statement;
    int minor;
  } cases[] = {
      {"float3[] a = [(1, 2, 3)]", 8},
      {"duration a", 8},
      {"int a = AnimationBlock", 8},
      {"timecode a = 1", 9},
      {"timecode[] a = [1]", 9},
      {"pathExpression a = \"/A\"", 10},
      {"double a.spline = { 1: 2; post curve (1, 2) }", 12},
      {"double a.spline = { 1: 2; post curve (1, 2, custom) }", 13},
      {"int[] a = edit [append 3]", 14},
      {"double a.spline = { pre: loop reset (3) }", 15},
      {"timecode a.spline = { 1: 2 }", 15},
      {"duration a = 1", 16},
  };
  for (const auto& c : cases) {
    const auto layer = withStatement(c.statement);
    ASSERT_TRUE(layer);
    const std::string bytes = write(*layer);
    EXPECT_EQ(bytes[8], 0) << c.statement;
    EXPECT_EQ(bytes[9], c.minor) << c.statement;
    EXPECT_EQ(bytes[10], 0) << c.statement;
  }
  const auto relocates = read("#usda 1.0\n(\nrelocates = { </A/B>: </A/C> }\n)\ndef \"A\" {\n}\n");
  EXPECT_EQ(write(*relocates)[9], 11);
}

TEST(UsdcWriter, EqualValuesAreStoredOnce) {
  std::string numbers;
  for (int i = 0; i < 1000; ++i) numbers += std::to_string(i * i % 977) + ".125, ";
  const std::string value = " = [" + numbers + "]\n";
  const std::string samples = ".timeSamples = { 1: [" + numbers + "], 2: [" + numbers + "] }\n";
  const std::string one = write(*withStatement("double[] a" + value));
  const std::string many = write(*withStatement("double[] a" + value + "double[] b" + value +
                                                "double[] c" + samples + "double[] d" + samples));
  EXPECT_LT(many.size(), one.size() + 400);
}

TEST(UsdcWriter, NumbersKeepEveryBit) {
  const char* const statements[] = {
      "double a = -0",
      "float3 a = (-0, 0, 0)",
      "double a = 0.1",
      "double a = nan",
      "double a = inf",
      "float a = 1e-45",
      "int64 a = -9223372036854775808",
      "uint64 a = 18446744073709551615",
      "int64 a = -5",
      "matrix4d a = ((1, 0, 0, 0), (0, -0, 0, "
      "0), (0, 0, 1, 0), (0, 0, 0, 1))",
      "half3 a = (1, -128, 127)",
      "int3 a = (128, 0, 0)",
      "quath a = (1, 0, 0, 0)",
      "double[] a = [0, -0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]",
      "float[] a = [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, -0, 0, 0]",
      "half[] a = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]",
      "uint64[] a = [18446744073709551615, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]",
      "int[] a = [2147483647, -2147483648, 0, 40000, -40000, 200, -200, 1, 2, 3, 4, 5, 6, 7, 8, 9]",
      "bool[] a = [true, false, true]",
      "uchar[] a = [0, 255]",
      "string[] a = [\"\", \"x\"]",
      "asset[] a = [@x@, @@]",
      "token a = \"\"",
      "double2[] a = []",
  };
  for (const char* statement : statements) {
    const auto layer = withStatement(statement);
    ASSERT_TRUE(layer) << statement;
    const auto back = read(write(*layer));
    ASSERT_TRUE(back) << statement;
    EXPECT_EQ(writeUsda(*back), writeUsda(*layer)) << statement;
  }
}

// The reference decompresses FIELDS of a layer without any: there must be a block.
TEST(UsdcWriter, AnEmptyLayerHasWholeSections) {
  const std::string bytes = write(*read("#usda 1.0\n"));
  EXPECT_TRUE(read(bytes));
  EXPECT_GT(bytes.size(), 490u);
}

TEST(UsdcWriter, WhatCratesCannotHoldIsReported) {
  const auto layer = withStatement("int a = </B>\nint b = 1");
  Diagnostics diagnostics;
  const std::string bytes = writeUsdc(*layer, diagnostics);
  ASSERT_EQ(diagnostics.entries().size(), 1u);
  EXPECT_EQ(diagnostics.entries()[0].code, kValueNotInCrate);
  EXPECT_EQ(diagnostics.entries()[0].site.path, "/A.a");
  EXPECT_NE(writeUsda(*read(bytes)).find("int b = 1"), std::string::npos);
}

TEST(UsdcWriter, LayersOfTheCollectionsLoseNothing) {
  const auto corpora = corporaPath();
  if (!corpora) GTEST_SKIP() << kNoCorpora;
  int count = 0;
  for (const auto& entry : fs::recursive_directory_iterator(*corpora / "conformance")) {
    const std::string ending = entry.path().extension().string();
    if (ending != ".usda" && ending != ".usd" && ending != ".usdc" && ending != ".sdf") continue;
    const FileBytesResult file = readFileBytes(entry.path().string());
    ASSERT_TRUE(file.bytes) << entry.path();
    Diagnostics diagnostics;
    const auto layer = readLayer(*file.bytes, {entry.path().string()}, diagnostics);
    if (!layer) continue;
    Diagnostics lost;
    const std::string bytes = writeUsdc(*layer, lost);
    Diagnostics problems;
    const auto back = readLayer(FileBytes::fromText(bytes), {"back"}, problems);
    ASSERT_TRUE(back) << entry.path();
    if (!lost.isEmpty() || !problems.isEmpty()) continue;  // Paths as values; no UTF-8.
    EXPECT_EQ(writeUsda(*back), writeUsda(*layer)) << entry.path();
    ++count;
  }
  EXPECT_GT(count, 1000);
}

}  // namespace usdscope
