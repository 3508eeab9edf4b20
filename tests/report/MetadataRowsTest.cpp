// SPDX-License-Identifier: Apache-2.0
#include "engine/report/rows/MetadataRows.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

std::string numbersUpTo(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += (i > 0 ? ", " : "") + std::to_string(i);
  return text;
}

const MetadataRow* findRow(const std::vector<MetadataRow>& rows, std::string_view name) {
  const auto found = std::ranges::find(rows, name, &MetadataRow::name);
  return found == rows.end() ? nullptr : &*found;
}

// Counts the rows for single items.
std::size_t countItems(const MetadataRow& row) {
  if (row.children.empty()) return 1;
  std::size_t count = 0;
  for (const MetadataRow& child : row.children) count += countItems(child);
  return count;
}

TEST(MetadataRows, ArraysInDictionariesUnfold) {
  const auto stage = stageFromText("def \"A\" ( customData = { dictionary inner = { int[] few = [" +
                                   numbersUpTo(6) + "]\n bool[] flags = [true, false] }\n" +
                                   "int[] many = [" + numbersUpTo(1050) +
                                   "]\n int[] one = [7] } )"
                                   " {}")
                         .stage;
  ASSERT_TRUE(stage);
  const auto rows = metadataRows(stage->primAt(Path::fromText("/A")), {});
  const MetadataRow* data = findRow(rows, "customData");
  ASSERT_TRUE(data);
  const MetadataRow* few = findRow(findRow(data->children, "inner")->children, "few");
  ASSERT_EQ(few->children.size(), 6u);
  EXPECT_EQ(few->children[5].name, "[5]");
  EXPECT_EQ(few->children[5].value, "5");
  const MetadataRow* flags = findRow(findRow(data->children, "inner")->children, "flags");
  ASSERT_EQ(flags->children.size(), 2u);
  EXPECT_EQ(flags->children[1].value, "false");
  EXPECT_TRUE(findRow(data->children, "one")->children.empty());

  const MetadataRow* many = findRow(data->children, "many");
  ASSERT_EQ(many->children.size(), 11u);
  EXPECT_EQ(many->children[0].name, "[0 … 99]");
  EXPECT_EQ(many->children[0].value, "100 items");
  EXPECT_EQ(many->children[10].name, "[1000 … 1049]");
  EXPECT_EQ(many->children[10].children.back().value, "1049");
  EXPECT_EQ(countItems(*many), 1050u);
}

TEST(MetadataRows, ItemsThatAreNotListedAreCounted) {
  const auto stage =
      stageFromText("def \"A\" ( customData = { int[] huge = [" + numbersUpTo(20'001) + "] } ) {}")
          .stage;
  ASSERT_TRUE(stage);
  const auto rows = metadataRows(stage->primAt(Path::fromText("/A")), {});
  const MetadataRow& huge = findRow(rows, "customData")->children[0];
  EXPECT_EQ(countItems(huge), 20'001u);  // 20,000 items and the row about the others.
  EXPECT_EQ(huge.children.back().name, "[20000 … 20000]");
  EXPECT_EQ(huge.children.back().value,
            "1 more items are not listed; `usdscope cat LAYER` writes all of them");
}

TEST(MetadataRows, ListEditsAndSublayersUnfold) {
  LayerTexts texts;
  texts["/root.usda"] =
      "(\n subLayers = [@/a.usda@, @/b.usda@ (offset = 2)]\n)\n"
      "def \"A\" ( prepend apiSchemas = [\"SkelBindingAPI\", \"MaterialBindingAPI\"] ) {}";
  texts["/a.usda"] = "";
  texts["/b.usda"] = "";
  const auto stage = stageFromTexts(texts).stage;
  ASSERT_TRUE(stage);
  const auto rows = metadataRows(stage->primAt(Path::fromText("/A")), {});
  const MetadataRow* prepended = findRow(findRow(rows, "apiSchemas")->children, "prepended");
  ASSERT_EQ(prepended->children.size(), 2u);
  EXPECT_EQ(prepended->children[1].value, "MaterialBindingAPI");
  const auto rootRows = metadataRows(stage->pseudoRoot(), {});
  const MetadataRow* layers = findRow(rootRows, "subLayers");
  ASSERT_TRUE(layers);
  ASSERT_EQ(layers->children.size(), 2u);
  EXPECT_EQ(layers->children[0].value, "\"/a.usda\"");
}

}  // namespace
}  // namespace usdscope
