// SPDX-License-Identifier: Apache-2.0
#include "engine/report/explain/ExplainPrim.h"

#include <gtest/gtest.h>

#include "engine/stage/Stage.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {

TEST(ExplainPrim, IgnoredSitesHaveTheirReason) {
  const StageResult result = stageFromTexts({{"/root.usda", R"(
def "A" {
    def "K" {
    }
}
def "I" (
    instanceable = true
    references = </A>
) {
    over "K" {
    }
}
def "R" (references = </I/K>) {
}
def "N" (references = @lost.usda@) {
}
)"},
                                             {"/lost.usda", "def \"Z\" {\n}\n"}});
  ASSERT_TRUE(result.stage);
  const struct {
    const char* prim;
    const char* site;
    const char* why;
  } cases[] = {
      {"/I", "/I", ""},
      {"/I/K", "/I/K",
       "the prim is a descendant of an instance, and instances do not share this site"},
      {"/I/K", "/A/K", ""},
      {"/R", "/I/K", "the site is a descendant of an instance, or is listed only for its own arcs"},
      {"/N", "/", "the arc has no target prim"},
  };
  for (const auto& c : cases) {
    const Prim prim = result.stage->primAt(Path::fromText(c.prim));
    ASSERT_TRUE(prim) << c.prim;
    std::string why = "no such site";
    for (const NodeLine& line : nodeLines(prim)) {
      if (line.path == c.site) why = line.why;
    }
    EXPECT_EQ(why, c.why) << c.prim << " at " << c.site;
  }
}

}  // namespace usdscope
