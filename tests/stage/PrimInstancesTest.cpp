// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"
#include "tests/stage/PathTexts.h"
#include "tests/support/scene/CheckStage.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

using Names = std::vector<std::string>;

constexpr const char* kAssets = R"(
def Xform "Chair" {
  rel toLeg = </Chair/Leg>
  rel toSelf = </Chair>
  def Sphere "Leg" { rel toChair = </Chair> }
  def "Screw" (instanceable = true; references = </Bolt>) {}
}
def "Bolt" { def Cube "Head" { rel toThread = </Bolt/Thread> } def "Thread" {} }
)";

}  // namespace

class PrimInstances : public testing::Test {
 protected:
  void compose(const char* root, StageRequest request = {}) {
    result_ = stageFromTexts({{"/root.usda", root}, {"/assets.usda", kAssets}}, request);
    ASSERT_TRUE(result_.stage);
    EXPECT_EQ(checkStage(*result_.stage), Names());
  }
  Prim prim(const char* path) const { return result_.stage->primAt(at(path)); }
  bool share(const char* a, const char* b) const {
    return prim(a).prototype() && prim(a).prototype() == prim(b).prototype();
  }

  StageResult result_;
};

TEST_F(PrimInstances, SharePrototypes) {
  compose(R"(
def "A" (instanceable = true; references = @assets.usda@</Chair>) { int own = 1 }
def "B" (instanceable = true; references = @assets.usda@</Chair>) { over "Leg" { int dropped = 1 } }
def "C" (references = @assets.usda@</Chair>) {}
def "D" (instanceable = true; references = @assets.usda@</Bolt>) {}
def "E" (instanceable = true) { def "Child" {} }
)");
  EXPECT_TRUE(prim("/A").isInstance());
  EXPECT_FALSE(prim("/C").isInstance());
  EXPECT_FALSE(prim("/E").isInstance());
  EXPECT_TRUE(share("/A", "/B"));
  EXPECT_FALSE(share("/A", "/D"));
  // Prototypes of chairs and of bolts. Bolts in chairs have the same prototype as others.
  EXPECT_EQ(result_.stage->prototypes().size(), 2u);
  EXPECT_EQ(result_.stage->prototypes()[0].path(), at("/__Prototype_1"));
  EXPECT_TRUE(prim("/A").attribute(Token("own")).isAuthored());
  EXPECT_FALSE(prim("/B/Leg").attribute(Token("dropped")));
}

TEST_F(PrimInstances, Proxies) {
  compose(R"(
def "A" (instanceable = true; references = @assets.usda@</Chair>) {}
def "B" (instanceable = true; references = @assets.usda@</Chair>) {}
)");
  const Prim leg = prim("/B/Leg");
  ASSERT_TRUE(leg);
  EXPECT_TRUE(leg.isInstanceProxy());
  EXPECT_FALSE(leg.isInPrototype());
  EXPECT_EQ(leg.typeName(), "Sphere");
  EXPECT_EQ(leg.parent(), prim("/B"));
  EXPECT_EQ(leg.primInPrototype().path(), at("/__Prototype_1/Leg"));
  EXPECT_TRUE(leg.primInPrototype().isInPrototype());
  EXPECT_FALSE(prim("/B").isInstanceProxy());

  // Nested instances.
  EXPECT_TRUE(prim("/B/Screw").isInstance());
  EXPECT_TRUE(prim("/B/Screw").isInstanceProxy());
  const Prim head = prim("/B/Screw/Head");
  ASSERT_TRUE(head);
  EXPECT_EQ(head.parent(), prim("/B/Screw"));
  EXPECT_EQ(head.parent().parent(), prim("/B"));
  EXPECT_FALSE(prim("/B/Screw/None"));
}

TEST_F(PrimInstances, TargetsAreMappedToTheInstance) {
  compose(R"(
def "A" (instanceable = true; references = @assets.usda@</Chair>) {}
def "B" (instanceable = true; references = @assets.usda@</Chair>) {}
)");
  const struct {
    const char* prim;
    const char* relationship;
    const char* target;
  } cases[] = {
      {"/A", "toLeg", "/A/Leg"},
      {"/B", "toLeg", "/B/Leg"},
      {"/B", "toSelf", "/B"},
      {"/A/Leg", "toChair", "/A"},
      {"/B/Leg", "toChair", "/B"},
      {"/B/Screw/Head", "toThread", "/B/Screw/Thread"},
      {"/__Prototype_1/Leg", "toChair", "/__Prototype_1"},
  };
  for (const auto& c : cases) {
    const Relationship rel = prim(c.prim).relationship(Token(c.relationship));
    ASSERT_TRUE(rel) << c.prim;
    EXPECT_EQ(texts(rel.targets()), Names{c.target}) << c.prim;
  }
}

TEST_F(PrimInstances, LoadRulesOfDescendantsSeparateInstances) {
  StageRequest request;
  request.loadRules.unload(at("/B/Leg"));
  compose(R"(
def "A" (instanceable = true; references = @assets.usda@</Chair>) {}
def "B" (instanceable = true; references = @assets.usda@</Chair>) {}
def "C" (instanceable = true; references = @assets.usda@</Chair>) {}
)",
          request);
  EXPECT_TRUE(share("/A", "/C"));
  EXPECT_FALSE(share("/A", "/B"));
}

TEST_F(PrimInstances, VariantsAndClipsSeparateInstances) {
  compose(R"(
def "Base" (variants = { string look = "x" } prepend variantSets = "look") {
  variantSet "look" = { "x" { def "X" {} } "y" { def "Y" {} } }
}
def "A" (instanceable = true; references = </Base>) {}
def "B" (instanceable = true; references = </Base>; variants = { string look = "y" }) {}
def "C" (instanceable = true; references = </Base>; variants = { string look = "x" }) {}
def "D" (instanceable = true; references = </Base>
         clips = { dictionary default = { string primPath = "/P" } }) {}
)");
  EXPECT_TRUE(share("/A", "/C"));
  EXPECT_FALSE(share("/A", "/B"));
  EXPECT_FALSE(share("/A", "/D"));
  EXPECT_TRUE(prim("/A/X"));
  EXPECT_TRUE(prim("/B/Y"));
}

TEST_F(PrimInstances, InactiveInstanceIsNotAnInstance) {
  compose(
      "def \"A\" (active = false; instanceable = true; references = @assets.usda@</Chair>) {}\n");
  EXPECT_FALSE(prim("/A").isInstance());
  EXPECT_TRUE(result_.stage->prototypes().empty());
}

TEST_F(PrimInstances, PrototypeNamesOfTheSceneAreLeftAlone) {
  compose(R"(
def "__Prototype_1" { def "Own" {} }
def "A" (instanceable = true; references = @assets.usda@</Bolt>) {}
)");
  EXPECT_TRUE(prim("/__Prototype_1/Own"));
  EXPECT_FALSE(prim("/__Prototype_1").isInPrototype());
  EXPECT_EQ(result_.stage->prototypes()[0].path(), at("/__Prototype_2"));
}

}  // namespace usdscope
