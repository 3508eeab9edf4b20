// SPDX-License-Identifier: Apache-2.0
#include "engine/report/ExplainCollection.h"

#include <gtest/gtest.h>

#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

// Members as usd-core's ComputeIncludedPaths gives them.
constexpr const char* kScene = R"(
def Xform "W" (
    prepend apiSchemas = ["CollectionAPI:a", "CollectionAPI:b", "CollectionAPI:empty",
        "CollectionAPI:spelled"]
)
{
    uniform token collection:a:expansionRule = "expandPrims"
    rel collection:a:includes = [</W/X>, </W/Y.size>]
    rel collection:a:excludes = </W/X/In>
    rel collection:b:includes = </W.collection:a>
    uniform pathExpression collection:spelled:membershipExpression = "/W/X//"
    def Xform "X"
    {
        def Cube "In"
        {
        }
        def Cube "Out"
        {
        }
    }
    def Cube "Y"
    {
        double size = 2
    }
}
)";

}  // namespace

TEST(ExplainCollection, TellsEachMemberAndTheRuleThatIncludesIt) {
  const auto stage = stageFromText(kScene).stage;
  ASSERT_TRUE(stage);
  const char* a = "/W.collection:a";
  const std::string elsewhere = "; the rule is one of /W.collection:a, which is included here";
  struct Member {
    const char* path;
    const char* rule;
    std::string why;
  };
  const std::string below = "below /W/X, which is included with all below it (expandPrims)";
  const struct {
    const char* collection;
    std::vector<Member> members;
  } cases[] = {
      {a,
       {{"/W/X", "/W/X", "included itself"},
        {"/W/X/Out", "/W/X", below},
        {"/W/Y.size", "/W/Y.size", "included itself"}}},
      {"/W.collection:b",
       {{"/W/X", "/W/X", "included itself" + elsewhere},
        {"/W/X/Out", "/W/X", below + elsewhere},
        {"/W/Y.size", "/W/Y.size", "included itself" + elsewhere}}},
      {"/W.collection:empty", {}},
  };
  for (const auto& c : cases) {
    const auto explained = explainCollection(*stage, Path::fromText(c.collection));
    ASSERT_TRUE(explained) << c.collection;
    EXPECT_EQ(explained->expansionRule, "expandPrims");
    ASSERT_EQ(explained->members.size(), c.members.size()) << c.collection;
    const std::string text = collectionExplanationToText(*explained);
    for (std::size_t i = 0; i < c.members.size(); ++i) {
      const CollectionMember& member = explained->members[i];
      EXPECT_EQ(member.path.text(), c.members[i].path);
      EXPECT_EQ(member.rule.text(), c.members[i].rule);
      EXPECT_EQ(member.source.text(), a);
      EXPECT_EQ(member.why, c.members[i].why);
      EXPECT_NE(text.find(member.path.text() + ": " + member.why), std::string::npos) << text;
    }
    EXPECT_EQ(collectionExplanationToJson(*explained)["members"].size(), c.members.size());
  }
}

TEST(ExplainCollection, SaysOfAnExpressionThatItsMembersAreNotTold) {
  const auto stage = stageFromText(kScene).stage;
  ASSERT_TRUE(stage);
  const auto explained = explainCollection(*stage, Path::fromText("/W.collection:spelled"));
  ASSERT_TRUE(explained);
  EXPECT_EQ(explained->expression, "/W/X//");
  EXPECT_NE(collectionExplanationToText(*explained).find("not told"), std::string::npos);
  for (const char* path :
       {"/W.collection:nobody", "/W.collection:a:includes", "/W/X", "/No.collection:a"}) {
    EXPECT_FALSE(explainCollection(*stage, Path::fromText(path))) << path;
  }
}

}  // namespace usdscope
