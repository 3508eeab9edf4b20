// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"
#include "tests/stage/PathTexts.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

using Names = std::vector<std::string>;

}  // namespace

TEST(Relationship, TargetsComposeAndAreMapped) {
  const auto result =
      stageFromTexts({{"/root.usda",
                       "def \"A\" (references = @a.usda@</X>) { prepend rel r = </Own>\n }\n"
                       "def \"Own\" {}\n"},
                      {"/a.usda",
                       "def \"X\" { rel r = [</X/Y>, </X/Y.p>]\n def \"Y\" { int p\n"
                       "int q.connect = </X/Y.p> } }\n"}});
  ASSERT_TRUE(result.stage);
  const Prim a = result.stage->primAt(at("/A"));
  EXPECT_EQ(texts(a.relationship(Token("r")).targets()), (Names{"/Own", "/A/Y", "/A/Y.p"}));
  EXPECT_EQ(a.relationship(Token("r")).propertyStack().size(), 2u);
  EXPECT_EQ(texts(a.child(Token("Y")).attribute(Token("q")).connections()), Names{"/A/Y.p"});
}

TEST(Relationship, ForwardingEndsAtCycles) {
  const auto result = stageFromText(R"(
def "A" {
  rel start = [</B>, </A.next>, </A.missing>]
  rel next = [</A.start>, </C>, </A.other>, </B>]
  rel other = </A.x>
  int x = 1
}
def "B" {}
def "C" {}
)");
  ASSERT_TRUE(result.stage);
  const Relationship start = result.stage->primAt(at("/A")).relationship(Token("start"));
  EXPECT_EQ(texts(start.forwardedTargets()), (Names{"/B", "/C", "/A.x", "/A.missing"}));
}

}  // namespace usdscope
