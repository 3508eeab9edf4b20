// SPDX-License-Identifier: Apache-2.0
#include "engine/schema/Collection.h"

#include <gtest/gtest.h>

#include "engine/stage/Stage.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {

TEST(Collection, NearestRuleOfAnAncestorDecides) {
  const struct {
    const char* name;
    const char* text;
    std::vector<std::string> inside;
    std::vector<std::string> outside;
  } cases[] = {
      {"nothing", "", {}, {"/", "/A"}},
      {"prims and all below",
       "rel collection:c:includes = </A>",
       {"/A", "/A/B/C"},
       {"/", "/AB", "/A.p", "/A/B.p"}},
      {"an excluded part with an included one inside",
       "rel collection:c:includes = [</A>, </A/B/C>]\nrel collection:c:excludes = </A/B>",
       {"/A", "/A/D", "/A/B/C", "/A/B/C/X"},
       {"/A/B", "/A/B/D"}},
      {"only what is named",
       "uniform token collection:c:expansionRule = \"explicitOnly\"\n"
       "rel collection:c:includes = </A>",
       {"/A"},
       {"/A/B", "/A.p"}},
      {"properties too",
       "uniform token collection:c:expansionRule = \"expandPrimsAndProperties\"\n"
       "rel collection:c:includes = </A>",
       {"/A", "/A.p", "/A/B.p"},
       {"/B.p"}},
      {"a property that is named", "rel collection:c:includes = </A.p>", {"/A.p"}, {"/A", "/A.q"}},
      {"everything", "uniform bool collection:c:includeRoot = 1", {"/A", "/B/C"}, {"/A.p"}},
      {"another collection",
       "rel collection:c:includes = </P.collection:d>\nrel collection:d:includes = </A>\n"
       "rel collection:d:excludes = </A/B>",
       {"/A", "/A/D"},
       {"/A/B"}},
      {"collections in a circle",
       "rel collection:c:includes = [</A>, </P.collection:d>]\n"
       "rel collection:d:includes = [</B>, </P.collection:c>]",
       {"/A", "/B"},
       {"/C"}},
      {"a collection that is not there",
       "rel collection:c:includes = [</A>, </X.collection:d>]",
       {"/A"},
       {"/X"}},
  };
  for (const auto& c : cases) {
    const auto result =
        stageFromText(std::string("def Scope \"P\" (prepend apiSchemas = [\"CollectionAPI:c\", "
                                  "\"CollectionAPI:d\"]) {\n") +
                      c.text + "\n}\n");
    ASSERT_TRUE(result.stage) << c.name;
    const CollectionMembership membership(result.stage->primAt(Path::fromText("/P")), Token("c"));
    for (const std::string& path : c.inside) {
      EXPECT_TRUE(membership.contains(Path::fromText(path))) << c.name << ": " << path;
    }
    for (const std::string& path : c.outside) {
      EXPECT_FALSE(membership.contains(Path::fromText(path))) << c.name << ": " << path;
    }
  }
}

}  // namespace usdscope
