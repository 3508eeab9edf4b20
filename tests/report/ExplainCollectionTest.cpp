// SPDX-License-Identifier: Apache-2.0
#include "engine/report/explain/ExplainCollection.h"

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

TEST(ExplainCollection, ReportsEachMemberAndTheRuleThatIncludesIt) {
  const auto stage = stageFromText(kScene).stage;
  ASSERT_TRUE(stage);
  const char* a = "/W.collection:a";
  const std::string elsewhere = "; the rule is one of /W.collection:a, which is included here";
  struct Member {
    const char* path;
    const char* rule;
    std::string why;
  };
  const std::string below = "/W/X is included with its descendants (expandPrims)";
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
      EXPECT_EQ(member.rule, c.members[i].rule);
      EXPECT_EQ(member.source.text(), a);
      EXPECT_EQ(member.why, c.members[i].why);
      EXPECT_NE(text.find(member.path.text() + ": " + member.why), std::string::npos) << text;
    }
    EXPECT_EQ(collectionExplanationToJson(*explained)["members"].size(), c.members.size());
  }
}

// Members as usd-core's ComputeIncludedObjects gives them.
TEST(ExplainCollection, ListsIncludedPathsAndTheirDescendantsOnTheStage) {
  constexpr const char* kRest = R"(
    def Scope "T"
    {
        double x = 1
        double y = 2
        def Scope "U"
        {
            double q = 1
        }
    }
    over "Ov"
    {
        def "Below"
        {
        }
    }
    def "Ina" (
        active = false
    )
    {
    }
    def "I1" (
        references = </P>
        instanceable = true
    )
    {
    }
    def "I2" (
        references = </P>
        instanceable = true
    )
    {
    }
}
class "P"
{
    double c = 1
    def "K"
    {
        double size = 2
        def "KK"
        {
        }
    }
    def "N" (
        references = </Q>
        instanceable = true
    )
    {
    }
}
class "Q"
{
    def "In"
    {
        def "Deep"
        {
        }
    }
}
)";
  const std::string notKnown = " is not known, so its included paths give no members.";
  const struct {
    const char* name;
    const char* rule;
    const char* includes;
    const char* excludes;
    const char* members;
    std::string problem;
  } cases[] = {
      {"below an instance", "expandPrims", "</W/I1>, </W/I1/K>, </W/I2/K>", "</W/I1/K>",
       "/W/I1 /W/I2/K /W/I2/K/KK", ""},
      {"an instance, and one inside another", "expandPrims", "</W/I2>, </W/I2/N>", "",
       "/W/I2 /W/I2/N /W/I2/N/In /W/I2/N/In/Deep", ""},
      {"without a part of that", "expandPrims", "</W/I2/N/In>, </W/I2/N>", "</W/I2/N/In/Deep>",
       "/W/I2/N /W/I2/N/In", ""},
      {"only what is named", "explicitOnly",
       "</W/T>, </W/T.x>, </W/T.nobody>, </W/Ina>, </W/Ov>, </P>, </P/K.size>, </Nobody>", "",
       "/P/K.size /W/T /W/T.x", ""},
      {"only what is named, below instances", "explicitOnly",
       "</W/I1>, </W/I1/K>, </W/I2/N/In>, </W/I1/K.size>", "",
       "/W/I1 /W/I1/K /W/I1/K.size /W/I2/N/In", ""},
      {"classes and overs", "expandPrims", "</P>, </P.c>, </P/K.size>, </W/Ov>, </W/Ov/Below>", "",
       "/P.c /P/K.size", ""},
      {"properties", "expandPrimsAndProperties", "</W/T>", "</W/T.x>",
       "/W/T /W/T.proxyPrim /W/T.purpose /W/T.visibility /W/T.y /W/T/U /W/T/U.proxyPrim "
       "/W/T/U.purpose /W/T/U.q /W/T/U.visibility",
       ""},
      {"properties below an instance", "expandPrimsAndProperties", "</W/I2/K>, </W/T/U.q>",
       "</W/T/U.q>", "/W/I2/K /W/I2/K.size /W/I2/K/KK", ""},
      {"excluded again", "expandPrims", "</W/T/U>, </W/T>", "</W/T>", "/W/T/U", ""},
      {"around what is excluded", "expandPrims", "</W>", "</W/I1>, </W/T>", "/W /W/I2", ""},
      {"no rule", "", "</W/T>", "", "/W/T /W/T/U", ""},
      {"an unknown rule", "zork", "</W/T>, </W/T.x>", "", "",
       "The expansion rule \"zork\" of /W.collection:a" + notKnown},
      {"a collection with an unknown rule", "expandPrims", "</W.collection:zork>, </W/T/U>", "",
       "/W/T/U", "The expansion rule \"zork\" of /W.collection:zork" + notKnown},
      {"properties, and a collection with an unknown rule", "expandPrimsAndProperties",
       "</W/T>, </W.collection:zork>", "", "",
       "The expansion rule \"zork\" of /W.collection:zork" + notKnown},
  };
  for (const auto& c : cases) {
    const std::string rel = "    rel collection:a:";
    const auto stage =
        stageFromText(
            "def Xform \"W\" (\n    prepend apiSchemas = [\"CollectionAPI:a\", "
            "\"CollectionAPI:zork\"]\n)\n{\n" +
            rel + "includes = [" + c.includes + "]\n" + rel + "excludes = [" + c.excludes +
            "]\n    uniform token collection:a:expansionRule = \"" + c.rule +
            "\"\n    uniform token collection:zork:expansionRule = \"zork\"\n"
            "    rel collection:zork:includes = </W/T>\n" +
            kRest)
            .stage;
    ASSERT_TRUE(stage) << c.name;
    const auto explained = explainCollection(*stage, Path::fromText("/W.collection:a"));
    ASSERT_TRUE(explained) << c.name;
    std::string members;
    for (const CollectionMember& member : explained->members) {
      members += (members.empty() ? "" : " ") + member.path.text();
    }
    EXPECT_EQ(members, c.members) << c.name;
    EXPECT_EQ(explained->problem, c.problem) << c.name;
  }
}

// Members as usd-core's ComputeIncludedPaths gives them; the rules are ours.
TEST(ExplainCollection, ReportsThePartOfAnExpressionThatIncludesEachMember) {
  constexpr std::string_view kTree = R"(
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
        custom double size2 = 2
    }
}
)";
  struct Member {
    const char* path;
    const char* rule;
  };
  const struct {
    const char* expression;
    const char* more;  // Further properties of the collection; NAME stands for its name.
    std::vector<Member> members;
  } cases[] = {
      {"/W/X//", "", {{"/W/X", "/W/X//"}, {"/W/X/In", "/W/X//"}, {"/W/X/Out", "/W/X//"}}},
      {"/W/X/* - //In", "", {{"/W/X/Out", "/W/X/* - //In"}}},
      {"/W/Y + (/W/X/* /W/Y - //In)", "", {{"/W/X/Out", "/W/X/* - //In"}, {"/W/Y", "/W/Y"}}},
      {"//{isa:Cube} & ~%:b",
       "",
       {{"/W/X/In", "//{isa:\"Cube\"} & ~%:b"}, {"/W/Y", "//{isa:\"Cube\"} & ~%:b"}}},
      {"%:b /W/Y %:nobody %_", "", {{"/W/X/Out", "/W/X/Out"}, {"/W/Y", "/W/Y"}}},
      {"%:a /W/Y", "", {{"/W/Y", "/W/Y"}}},
      {"//X/In //[XY]", "", {{"/W/X", "//[XY]"}, {"/W/X/In", "//X/In"}, {"/W/Y", "//[XY]"}}},
      {"//W//{isa:Gprim}",
       "",
       {{"/W/X/In", "//W//{isa:\"Gprim\"}"},
        {"/W/X/Out", "//W//{isa:\"Gprim\"}"},
        {"/W/Y", "//W//{isa:\"Gprim\"}"}}},
      {"//{kind:model}", "", {{"/W", "//{kind:\"model\"}"}}},
      {"//{kind(\"group\", strict=true)}", "", {{"/W", "//{kind(\"group\", strict=1)}"}}},
      {"//{model not isa:Cube or isa:Cone}",
       "",
       {{"/W", "//{model not isa:\"Cube\" or isa:\"Cone\"}"}}},
      {"//{hasAPI:CollectionAPI} & ~//X", "", {{"/W", "//{hasAPI:\"CollectionAPI\"} & ~//X"}}},
      {"//{variant(look=\"r*\")}", "", {{"/W", "//{variant(look=\"r*\")}"}}},
      {"//*.size2",
       "uniform token collection:a:expansionRule = \"expandPrimsAndProperties\"",
       {{"/W/Y.size2", "//*.size2"}}},
      {"/W/Y /W/Y.size2",
       "uniform token collection:a:expansionRule = \"expandPrimsAndProperties\"",
       {{"/W/Y", "/W/Y"}}},
      {"/W/X", "uniform token collection:a:expansionRule = \"explicitOnly\"", {{"/W/X", "/W/X"}}},
      {"/W/X", "rel collection:a:includes = </W/Y>", {{"/W/Y", "/W/Y"}}},
      {"/W/X", "rel collection:a:excludes = </W/Y>", {}},
      {"/W/X",
       "rel collection:a:includes = </W/Y>\nuniform token collection:a:mode = \"expression\"",
       {{"/W/X", "/W/X"}}},
      {"/W/X", "uniform token collection:a:mode = \"relationship\"", {}},
      {"//{nosuch:x} /W", "", {}},
      {"~//", "", {}},
  };
  for (const auto& c : cases) {
    std::string escaped;
    for (const char ch : std::string_view(c.expression)) {
      if (ch == '"') escaped += '\\';
      escaped += ch;
    }
    const std::string text =
        std::string(
            "def Xform \"W\" (\n kind = \"group\"\n"
            " prepend apiSchemas = [\"CollectionAPI:a\", \"CollectionAPI:b\"]\n"
            " variants = { string look = \"red\" }\n variantSets = \"look\"\n)\n{\n"
            " uniform pathExpression collection:b:membershipExpression = \"/W/X/Out\"\n"
            " uniform pathExpression collection:a:membershipExpression = \"") +
        escaped + "\"\n" + c.more + "\n variantSet \"look\" = {\n \"red\" {\n }\n }\n" +
        std::string(kTree);
    const auto stage = stageFromText(text.c_str()).stage;
    ASSERT_TRUE(stage) << text;
    const auto explained = explainCollection(*stage, Path::fromText("/W.collection:a"));
    ASSERT_TRUE(explained) << c.expression;
    std::vector<std::string> ours;
    for (const CollectionMember& member : explained->members) {
      ours.push_back(member.path.text() + " by " + member.rule);
    }
    std::vector<std::string> expected;
    for (const Member& member : c.members) {
      expected.push_back(std::string(member.path) + " by " + member.rule);
    }
    EXPECT_EQ(ours, expected) << c.expression << ' ' << c.more;
  }
}

TEST(ExplainCollection, SaysWhyAnExpressionHasNoMembers) {
  const auto stage = stageFromText(R"(
def Xform "W" (
    prepend apiSchemas = ["CollectionAPI:a"]
)
{
    uniform pathExpression collection:a:membershipExpression = "//{nosuch:x} /W"
}
)")
                         .stage;
  ASSERT_TRUE(stage);
  const auto explained = explainCollection(*stage, Path::fromText("/W.collection:a"));
  ASSERT_TRUE(explained);
  EXPECT_TRUE(explained->members.empty());
  EXPECT_NE(explained->problem, "");
  EXPECT_NE(collectionExplanationToText(*explained).find(explained->problem), std::string::npos);
}

TEST(ExplainCollection, OtherPathsGiveNothing) {
  const auto stage = stageFromText(kScene).stage;
  ASSERT_TRUE(stage);
  for (const char* path :
       {"/W.collection:nobody", "/W.collection:a:includes", "/W/X", "/No.collection:a"}) {
    EXPECT_FALSE(explainCollection(*stage, Path::fromText(path))) << path;
  }
}

}  // namespace usdscope
