// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/Prim.h"

#include <gtest/gtest.h>

#include "engine/stage/Property.h"
#include "tests/stage/PathTexts.h"
#include "tests/support/scene/CheckStage.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

std::vector<std::string> texts(std::span<const Token> tokens) {
  std::vector<std::string> out;
  for (const Token token : tokens) out.push_back(token.string());
  return out;
}

using Names = std::vector<std::string>;

}  // namespace

TEST(Prim, Flags) {
  const auto result = stageFromText(R"(
def "Defined" { over "Over" { def "BelowOver" {} } class "Class" { def "BelowClass" {} } }
def "Inactive" (active = false) { def "Unseen" {} }
class "Base" { def "InBase" {} }
def "Derived" (inherits = </Base>) {}
over "Plain" {}
)");
  ASSERT_TRUE(result.stage);
  EXPECT_EQ(checkStage(*result.stage), Names());
  const struct {
    const char* path;
    Specifier specifier;
    bool isActive, isDefined, isAbstract;
  } cases[] = {
      {"/Defined", Specifier::Def, true, true, false},
      {"/Defined/Over", Specifier::Over, true, false, false},
      {"/Defined/Over/BelowOver", Specifier::Def, true, false, false},
      {"/Defined/Class", Specifier::Class, true, true, true},
      {"/Defined/Class/BelowClass", Specifier::Def, true, true, true},
      {"/Inactive", Specifier::Def, false, true, false},
      {"/Base", Specifier::Class, true, true, true},
      {"/Derived", Specifier::Def, true, true, false},
      {"/Derived/InBase", Specifier::Def, true, true, false},
      {"/Plain", Specifier::Over, true, false, false},
  };
  for (const auto& c : cases) {
    const Prim prim = result.stage->primAt(at(c.path));
    ASSERT_TRUE(prim) << c.path;
    EXPECT_EQ(prim.specifier(), c.specifier) << c.path;
    EXPECT_EQ(prim.isActive(), c.isActive) << c.path;
    EXPECT_EQ(prim.isDefined(), c.isDefined) << c.path;
    EXPECT_EQ(prim.isAbstract(), c.isAbstract) << c.path;
    EXPECT_EQ(prim.isLoaded(), c.isActive) << c.path;
  }
  EXPECT_FALSE(result.stage->primAt(at("/Inactive/Unseen")));
}

// A class reached by a direct inherit is weaker than any `def` and stronger than `over`.
TEST(Prim, ClassIsNotInherited) {
  const auto result =
      stageFromTexts({{"/root.usda",
                       "class \"C\" {}\nover \"A\" (references = @b.usda@</B>) {}\n"
                       "over \"D\" (inherits = </C>) {}\n"},
                      {"/b.usda", "class \"C\" {}\ndef \"B\" (inherits = </C>) {}\n"}});
  ASSERT_TRUE(result.stage);
  EXPECT_EQ(result.stage->primAt(at("/A")).specifier(), Specifier::Def);
  EXPECT_EQ(result.stage->primAt(at("/D")).specifier(), Specifier::Class);
}

TEST(Prim, OnlyChildrenOfGroupsAreModels) {
  const auto result = stageFromText(R"(
def "Set" (kind = "assembly") {
  def "Group" (kind = "group") {
    def "Chair" (kind = "component") {
      def "Part" (kind = "subcomponent") {}
      def "Wrong" (kind = "component") {}
    }
    def "Plain" { def "Lost" (kind = "component") {} }
    def "Odd" (kind = "madeUp") {}
    def "Model" (kind = "model") {}
  }
}
)");
  ASSERT_TRUE(result.stage);
  const struct {
    const char* path;
    bool isModel, isGroup, isComponent;
  } cases[] = {
      {"/Set", true, true, false},
      {"/Set/Group", true, true, false},
      {"/Set/Group/Chair", true, false, true},
      {"/Set/Group/Chair/Part", false, false, false},
      {"/Set/Group/Chair/Wrong", false, false, false},
      {"/Set/Group/Plain/Lost", false, false, false},
      {"/Set/Group/Odd", false, false, false},
      {"/Set/Group/Model", true, false, false},
  };
  for (const auto& c : cases) {
    const Prim prim = result.stage->primAt(at(c.path));
    ASSERT_TRUE(prim) << c.path;
    EXPECT_EQ(prim.isModel(), c.isModel) << c.path;
    EXPECT_EQ(prim.isGroup(), c.isGroup) << c.path;
    EXPECT_EQ(prim.isComponent(), c.isComponent) << c.path;
  }
  EXPECT_EQ(result.stage->primAt(at("/Set/Group/Plain/Lost")).kind(), "component");
}

TEST(Prim, PayloadsAreLoadedByRule) {
  const LayerTexts files = {
      {"/root.usda",
       "def \"A\" (payload = @p.usda@</P>) {}\ndef \"B\" { def \"C\" (payload = "
       "@p.usda@</P>) {} }\n"},
      {"/p.usda", "def Xform \"P\" { def \"Inner\" {} }\n"}};
  const auto all = stageFromTexts(files);
  StageRequest request;
  request.loadRules = LoadRules::none();
  request.loadRules.load(at("/B/C"));
  const auto some = stageFromTexts(files, request);
  ASSERT_TRUE(all.stage && some.stage);

  EXPECT_TRUE(all.stage->primAt(at("/A")).isLoaded());
  EXPECT_TRUE(all.stage->primAt(at("/A/Inner")).isLoaded());
  EXPECT_FALSE(some.stage->primAt(at("/A")).isLoaded());
  EXPECT_EQ(some.stage->primAt(at("/A")).typeName(), Token());
  EXPECT_FALSE(some.stage->primAt(at("/A/Inner")));
  EXPECT_TRUE(some.stage->primAt(at("/B")).isLoaded());
  EXPECT_TRUE(some.stage->primAt(at("/B/C/Inner")).isLoaded());
}

TEST(Prim, TypeAndApiSchemas) {
  const auto result = stageFromTexts(
      {{"/root.usda", R"((fallbackPrimTypes = { token[] NewLight = ["Other", "SphereLight"] })
over "A" (references = @a.usda@</A>
          prepend apiSchemas = ["CollectionAPI:lit", "NoSuchAPI"]) {}
def NewLight "B" {}
def Unknown "C" {}
)"},
       {"/a.usda", "def Mesh \"A\" (prepend apiSchemas = [\"MaterialBindingAPI\"]) {}\n"}});
  ASSERT_TRUE(result.stage);
  const Prim a = result.stage->primAt(at("/A"));
  EXPECT_EQ(a.typeName(), "Mesh");
  EXPECT_TRUE(a.isA(Token("Gprim")));
  EXPECT_FALSE(a.isA(Token("Xform")));
  EXPECT_EQ(texts(a.appliedSchemas()), (Names{"CollectionAPI:lit", "MaterialBindingAPI"}));
  EXPECT_TRUE(a.hasApi(Token("MaterialBindingAPI")));
  EXPECT_TRUE(a.hasApi(Token("CollectionAPI")));
  EXPECT_TRUE(a.hasApi(Token("CollectionAPI:lit")));
  EXPECT_FALSE(a.hasApi(Token("NoSuchAPI")));
  EXPECT_TRUE(a.attribute(Token("collection:lit:expansionRule")));

  const Prim b = result.stage->primAt(at("/B"));
  EXPECT_EQ(b.typeName(), "NewLight");
  EXPECT_EQ(b.schemaTypeName(), "SphereLight");
  const Prim c = result.stage->primAt(at("/C"));
  EXPECT_EQ(c.typeName(), "Unknown");
  EXPECT_EQ(c.schemaTypeName(), Token());
}

TEST(Prim, StackHasOffsetsOfAllArcs) {
  const auto result = stageFromTexts(
      {{"/root.usda", "(subLayers = [@sub.usda@ (offset = 10)])\n"},
       {"/sub.usda", "def \"A\" (references = @a.usda@</X> (offset = 3; scale = 2)) {}\n"},
       {"/a.usda", "def \"X\" { def \"Y\" {} }\n"}});
  ASSERT_TRUE(result.stage);
  const auto stack = result.stage->primAt(at("/A/Y")).primStack();
  ASSERT_EQ(stack.size(), 1u);
  EXPECT_EQ(stack[0].layer->identifier(), "/a.usda");
  EXPECT_EQ(stack[0].path, at("/X/Y"));
  EXPECT_EQ(stack[0].offset, (LayerOffset{.offset = 13, .scale = 2}));
}

TEST(Prim, PropertyNames) {
  const auto result = stageFromText(R"(
def "A" {
  reorder properties = ["z", "b"]
  int b = 1
  int a10 = 1
  int a2 = 1
  rel z
  int C = 1
}
def Scope "B" { rel proxyPrim = </A>
 int mine = 2 }
)");
  ASSERT_TRUE(result.stage);
  const Prim a = result.stage->primAt(at("/A"));
  EXPECT_EQ(texts(a.propertyNames()), (Names{"z", "b", "a2", "a10", "C"}));
  EXPECT_EQ(texts(a.authoredPropertyNames()), (Names{"z", "b", "a2", "a10", "C"}));
  EXPECT_TRUE(a.attribute(Token("b")));
  EXPECT_FALSE(a.relationship(Token("b")));
  EXPECT_TRUE(a.relationship(Token("z")));
  EXPECT_FALSE(a.attribute(Token("none")));

  const Prim b = result.stage->primAt(at("/B"));
  EXPECT_EQ(texts(b.propertyNames()), (Names{"mine", "proxyPrim", "purpose", "visibility"}));
  EXPECT_EQ(texts(b.authoredPropertyNames()), (Names{"mine", "proxyPrim"}));
  EXPECT_TRUE(b.attribute(Token("visibility")));
  EXPECT_FALSE(b.attribute(Token("visibility")).isAuthored());
}

TEST(Prim, VariantSets) {
  const auto result = stageFromText(R"(
def "A" (variants = { string look = "red" } prepend variantSets = ["look", "size"]) {
  variantSet "look" = { "red" { def Sphere "Ball" {} } "blue" {} }
  variantSet "size" = { "small" {} "big" {} }
}
def "B" {}
)");
  ASSERT_TRUE(result.stage);
  EXPECT_EQ(checkStage(*result.stage), Names());
  const auto sets = result.stage->primAt(at("/A")).variantSets();
  ASSERT_EQ(sets.size(), 2u);
  EXPECT_EQ(sets[0].name, "look");
  EXPECT_EQ(sets[0].selection, "red");
  EXPECT_EQ(sets[0].variants, (Names{"blue", "red"}));
  EXPECT_EQ(sets[1].name, "size");
  EXPECT_EQ(sets[1].selection, "");
  EXPECT_EQ(sets[1].variants, (Names{"big", "small"}));
  EXPECT_TRUE(result.stage->primAt(at("/A/Ball")).isA(Token("Sphere")));
  EXPECT_TRUE(result.stage->primAt(at("/B")).variantSets().empty());
}

}  // namespace usdscope
