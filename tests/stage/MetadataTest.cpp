// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"
#include "tests/stage/PathTexts.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

std::vector<std::string> fieldsOf(const std::vector<MetadataEntry>& entries) {
  std::vector<std::string> out;
  for (const auto& [name, value] : entries) out.push_back(name.string());
  return out;
}

using Names = std::vector<std::string>;

}  // namespace

TEST(Metadata, StrongestWins) {
  const auto result = stageFromTexts(
      {{"/root.usda", "(subLayers = [@sub.usda@])\nover \"A\" (doc = \"strong\") {}\n"},
       {"/sub.usda",
        "def \"A\" (doc = \"weak\"\n hidden = true) { int x = 1 (doc = \"of x\") }\n"}});
  ASSERT_TRUE(result.stage);
  const Prim a = result.stage->primAt(at("/A"));
  EXPECT_EQ(a.metadata(fields::kDocumentation), Value(std::string("strong")));
  EXPECT_EQ(a.metadata(fields::kHidden), Value(true));
  EXPECT_TRUE(a.metadata(fields::kComment).isEmpty());
  EXPECT_EQ(a.attribute(Token("x")).metadata(fields::kDocumentation), Value(std::string("of x")));
  EXPECT_EQ(fieldsOf(a.authoredMetadata()), (Names{"documentation", "hidden"}));
}

TEST(Metadata, DictionariesMergeKeyByKey) {
  const auto result = stageFromTexts({{"/root.usda", R"((subLayers = [@sub.usda@])
over "A" (customData = { int a = 1
 dictionary d = { int x = 1 } }) {}
)"},
                                      {"/sub.usda", R"(def "A" (customData = { int a = 2
 int b = 2
 dictionary d = { int x = 2
 int y = 2 } }) {}
)"}});
  ASSERT_TRUE(result.stage);
  const Value value = result.stage->primAt(at("/A")).metadata(fields::kCustomData);
  const auto* data = value.find<Dictionary>();
  ASSERT_TRUE(data);
  EXPECT_EQ(*data->find("a"), Value(1));
  EXPECT_EQ(*data->find("b"), Value(2));
  const auto* inner = data->find("d")->find<Dictionary>();
  ASSERT_TRUE(inner);
  EXPECT_EQ(*inner->find("x"), Value(1));
  EXPECT_EQ(*inner->find("y"), Value(2));
}

TEST(Metadata, ListOperationsCombine) {
  const auto result =
      stageFromTexts({{"/root.usda",
                       "(subLayers = [@sub.usda@])\n"
                       "over \"A\" (prepend apiSchemas = [\"S\"]\n) {}\n"},
                      {"/sub.usda", "def \"A\" (append apiSchemas = [\"W\"]\n) {}\n"}});
  ASSERT_TRUE(result.stage);
  const Value value = result.stage->primAt(at("/A")).metadata(fields::kApiSchemas);
  const auto* op = value.find<ListOp<Token>>();
  ASSERT_TRUE(op);
  EXPECT_TRUE(op->isExplicit);
  EXPECT_EQ(op->explicitItems, (std::vector<Token>{Token("S"), Token("W")}));
}

TEST(Metadata, AssetPathsResolveBesideTheLayerThatNamesThem) {
  const auto result = stageFromTexts(
      {{"/root.usda", "def \"A\" (references = @dir/a.usda@</A>) {}\n"},
       {"/dir/a.usda",
        "def \"A\" (assetInfo = { asset identifier = @./here.usda@\n asset lost = @./no.usda@ }) "
        "{}\n"},
       {"/dir/here.usda", ""}});
  ASSERT_TRUE(result.stage);
  const Value value = result.stage->primAt(at("/A")).metadata(fields::kAssetInfo);
  const auto* info = value.find<Dictionary>();
  ASSERT_TRUE(info);
  EXPECT_EQ(info->find("identifier")->find<AssetPath>()->resolved, "/dir/here.usda");
  EXPECT_EQ(info->find("lost")->find<AssetPath>()->resolved, "");
}

TEST(Metadata, ExpressionsUseTheVariablesOfTheLayerStack) {
  const auto result =
      stageFromTexts({{"/root.usda", R"((expressionVariables = { string WHICH = "here" })
def "A" (assetInfo = { asset identifier = @`"./${WHICH}.usda"`@
 asset faulty = @`${`@ }) {}
)"},
                      {"/here.usda", ""}});
  ASSERT_TRUE(result.stage);
  const Value value = result.stage->primAt(at("/A")).metadata(fields::kAssetInfo);
  const auto* info = value.find<Dictionary>();
  ASSERT_TRUE(info);
  const auto* asset = info->find("identifier")->find<AssetPath>();
  EXPECT_EQ(asset->path(), "./here.usda");
  EXPECT_EQ(asset->resolved, "/here.usda");
  EXPECT_EQ(info->find("faulty")->find<AssetPath>()->resolved, "");
}

TEST(Metadata, TimeCodesAreMappedToTheStage) {
  const auto result = stageFromTexts(
      {{"/root.usda", "def \"A\" (references = @a.usda@</A> (offset = 10; scale = 2)) {}\n"},
       {"/a.usda", "def \"A\" (customData = { timecode t = 4\n double d = 4 }) {}\n"}});
  ASSERT_TRUE(result.stage);
  const Value value = result.stage->primAt(at("/A")).metadata(fields::kCustomData);
  const auto* data = value.find<Dictionary>();
  ASSERT_TRUE(data);
  EXPECT_EQ(*data->find("t"), Value(TimeCodeValue{18}));
  EXPECT_EQ(*data->find("d"), Value(4.0));
}

TEST(Metadata, PseudoRootHasMetadataOfSessionAndRootOnly) {
  StageRequest request;
  request.sessionLayer = layerFromText("(customLayerData = { int session = 1 })\n");
  const auto result = stageFromTexts(
      {{"/root.usda", "(subLayers = [@sub.usda@]\n customLayerData = { int root = 1 })\n"},
       {"/sub.usda", "(doc = \"sub\"\n customLayerData = { int sub = 1 })\n"}},
      request);
  ASSERT_TRUE(result.stage);
  const auto entries = result.stage->pseudoRoot().authoredMetadata();
  ASSERT_EQ(fieldsOf(entries), Names{"customLayerData"});
  Names keys;
  for (const auto& [key, value] : entries[0].second.find<Dictionary>()->entries()) {
    keys.push_back(key);
  }
  EXPECT_EQ(keys, (Names{"root", "session"}));
}

TEST(Metadata, PropertiesHaveRulesOfTheirOwn) {
  const auto result =
      stageFromTexts({{"/root.usda",
                       "(subLayers = [@sub.usda@])\nover \"A\" { float x = 1\n custom rel r }\n"
                       "def Mesh \"M\" { custom token orientation }\n"},
                      {"/sub.usda", "def \"A\" { custom uniform double x = 1\n rel r }\n"}});
  ASSERT_TRUE(result.stage);
  const Prim a = result.stage->primAt(at("/A"));
  const Attribute x = a.attribute(Token("x"));
  EXPECT_EQ(x.typeName(), "float");
  EXPECT_TRUE(x.isCustom());
  EXPECT_EQ(x.variability(), Variability::Uniform);
  EXPECT_TRUE(a.relationship(Token("r")).isCustom());

  // The schema decides for built-in properties.
  const Attribute orientation = result.stage->primAt(at("/M")).attribute(Token("orientation"));
  EXPECT_FALSE(orientation.isCustom());
  EXPECT_EQ(orientation.variability(), Variability::Uniform);
}

}  // namespace usdscope
