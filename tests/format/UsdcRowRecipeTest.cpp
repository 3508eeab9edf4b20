// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usdc/RowRecipe.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <string_view>

#include "engine/format/LayerFormat.h"
#include "engine/format/usda/UsdaWriter.h"
#include "engine/format/usdc/CrateValues.h"
#include "engine/format/usdc/UsdcWriter.h"
#include "engine/layer/FieldDefinitions.h"
#include "tests/support/TemporaryFolder.h"

namespace usdscope {
namespace {

std::shared_ptr<const Layer> read(std::string_view bytes) {
  Diagnostics diagnostics;
  auto layer = readLayer(FileBytes::fromText(bytes), {"test"}, diagnostics);
  EXPECT_TRUE(layer);
  EXPECT_TRUE(diagnostics.isEmpty()) << toText(diagnostics.entries()[0]);
  return layer;
}

std::string crateOf(std::string_view body) {
  Diagnostics diagnostics;
  const auto layer = read("#usda 1.0\n" + std::string(body));
  return writeUsdc(*layer, FieldDefinitions::builtin(), diagnostics);
}

bool canCopyRows(const std::string& crate) {
  usdc::CrateContent content;
  usdc::CrateProblem problem;
  LayerTables rows;
  content.bytes = FileBytes::fromText(crate);
  EXPECT_TRUE(readHeader(content.bytes.span(), content.header, problem));
  return copyRowsOfEqualCrate(content, rows).recipe != nullptr;
}

// Whether a file with these bytes has the specs of the layer.
bool hasSpecs(const std::string& bytes, const char* name, const Layer& layer) {
  const TemporaryFolder folder;
  const auto file = folder / name;
  std::ofstream(file, std::ios::binary) << bytes;
  return hasSpecsOf(file.string(), layer, Environment());
}

constexpr const char* kClip = R"(
def "A" {
  double x = 1
  double y.timeSamples = { 1: 2, 2: 3 }
  def "B" {}
  def "C" {}
})";

}  // namespace

// A crate gives the same layer whether or not a crate with other values is open.
TEST(RowRecipe, EqualTablesGiveEqualRows) {
  const struct {
    const char* name;
    const char* body;
    bool isCopied;
  } cases[] = {
      {"the same", kClip, true},
      {"other values", R"(
def "A" {
  double x = 100.25
  double y.timeSamples = { 5: 2.125, 6: 3 }
  def "B" {}
  def "C" {}
})",
       true},
      {"another order of children", R"(
def "A" {
  double x = 1
  double y.timeSamples = { 1: 2, 2: 3 }
  def "C" {}
  def "B" {}
})",
       false},
      {"another order of properties", R"(
def "A" {
  double y.timeSamples = { 1: 2, 2: 3 }
  double x = 1
  def "B" {}
  def "C" {}
})",
       false},
      {"another name", R"(
def "A" {
  double z = 1
  double y.timeSamples = { 1: 2, 2: 3 }
  def "B" {}
  def "C" {}
})",
       false},
      {"one child more", R"(
def "A" {
  double x = 1
  double y.timeSamples = { 1: 2, 2: 3 }
  def "B" {}
  def "C" {}
  def "D" {}
})",
       false},
  };
  const std::string clip = crateOf(kClip);
  for (const auto& c : cases) {
    const std::string crate = crateOf(c.body);
    EXPECT_FALSE(canCopyRows(crate)) << c.name << ": a layer is open that should not be.";
    const std::string alone = writeUsda(*read(crate));
    const auto open = read(clip);
    EXPECT_EQ(canCopyRows(crate), c.isCopied) << c.name;
    EXPECT_EQ(hasSpecs(crate, "test", *open), c.isCopied) << c.name;
    EXPECT_EQ(writeUsda(*read(crate)), alone) << c.name;
  }
}

// Only crates are compared, with layers that were read from crates and are still known.
TEST(RowRecipe, OtherFormatsHaveNoEqualSpecs) {
  const std::string clip = crateOf(kClip);
  const auto open = read(clip);
  EXPECT_TRUE(hasSpecs(clip, "c.usdc", *open));
  EXPECT_FALSE(hasSpecs(clip, "c.usda", *open)) << "Such a file is not read.";
  EXPECT_FALSE(hasSpecs("#usda 1.0\n" + std::string(kClip), "c.usda", *open));
  EXPECT_FALSE(hasSpecs(clip, "c.usdc", *read("#usda 1.0\n" + std::string(kClip))));
  EXPECT_FALSE(hasSpecs(clip.substr(0, clip.size() / 2), "c.usdc", *open));
  EXPECT_FALSE(hasSpecs("", "c.usdc", *open));
}

}  // namespace usdscope
