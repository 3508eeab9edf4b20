// SPDX-License-Identifier: Apache-2.0
#include "engine/schema/MaterialBinding.h"

#include <gtest/gtest.h>

#include "engine/stage/Stage.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

// A group above a mesh, with the material bindings of each.
StageResult sceneWith(const std::string& group, const std::string& mesh) {
  return stageFromText(
      "def Xform \"G\" (prepend apiSchemas = [\"MaterialBindingAPI\", \"CollectionAPI:some\"]) "
      "{\n" +
      group + "\ndef Mesh \"M\" (prepend apiSchemas = [\"MaterialBindingAPI\"]) {\n" + mesh +
      "\n}\n}\ndef Material \"Red\" {}\ndef Material \"Blue\" {}\ndef Scope \"None\" {}\n");
}

const std::string kIncludesMesh = "rel collection:some:includes = </G/M>\n";
const std::string kIncludesGroup = "rel collection:some:includes = </G>\n";
const std::string kIncludesOther = "rel collection:some:includes = </G/Other>\n";
const std::string kStronger = " (bindMaterialAs = \"strongerThanDescendants\")";

}  // namespace

TEST(MaterialBindings, StrongestBindingWins) {
  const struct {
    const char* name;
    std::string group;
    std::string mesh;
    const char* purpose;
    const char* bound;
  } cases[] = {
      {"none", "", "", "", ""},
      {"own", "", "rel material:binding = </Red>", "", "/Red"},
      {"inherited", "rel material:binding = </Red>", "", "", "/Red"},
      {"own before inherited", "rel material:binding = </Red>", "rel material:binding = </Blue>",
       "", "/Blue"},
      {"stronger than descendants", "rel material:binding = </Red>" + kStronger,
       "rel material:binding = </Blue>", "", "/Red"},
      {"the purpose's own", "",
       "rel material:binding = </Red>\nrel material:binding:full = </Blue>", "full", "/Blue"},
      {"another purpose's", "", "rel material:binding:full = </Blue>", "preview", ""},
      {"of all purposes", "", "rel material:binding = </Red>", "preview", "/Red"},
      {"an inherited one of the purpose before an own of all", "rel material:binding:full = </Red>",
       "rel material:binding = </Blue>", "full", "/Red"},
      {"no material", "", "rel material:binding = </None>", "", ""},
      {"nothing there", "", "rel material:binding = </Missing>", "", ""},
      {"a collection",
       kIncludesMesh + "rel material:binding:collection:c = [</G.collection:some>, </Blue>]", "",
       "", "/Blue"},
      {"a collection without the prim",
       kIncludesOther + "rel material:binding:collection:c = [</G.collection:some>, </Blue>]", "",
       "", ""},
      {"a collection before the direct binding of the same prim",
       kIncludesMesh + "rel material:binding = </Red>\n"
                       "rel material:binding:collection:c = [</G.collection:some>, </Blue>]",
       "", "", "/Blue"},
      {"an own binding before a collection above",
       kIncludesMesh + "rel material:binding:collection:c = [</G.collection:some>, </Blue>]",
       "rel material:binding = </Red>", "", "/Red"},
      {"a stronger collection above",
       kIncludesMesh + "rel material:binding:collection:c = [</G.collection:some>, </Blue>]" +
           kStronger,
       "rel material:binding = </Red>", "", "/Blue"},
      {"a collection that includes an ancestor of the prim",
       kIncludesGroup + "rel material:binding:collection:c = [</G.collection:some>, </Blue>]", "",
       "", "/Blue"},
      {"a stronger collection that excludes the prim",
       kIncludesGroup +
           "rel collection:some:excludes = </G/M>\n"
           "rel material:binding:collection:c = [</G.collection:some>, </Blue>]" +
           kStronger,
       "rel material:binding = </Red>", "", "/Red"},
      {"a collection of explicit paths that names an ancestor of the prim",
       kIncludesGroup + "uniform token collection:some:expansionRule = \"explicitOnly\"\n"
                        "rel material:binding:collection:c = [</G.collection:some>, </Blue>]",
       "", "", ""},
      {"a collection by an expression that matches the prim",
       "pathExpression collection:some:membershipExpression = \"/G/{isa:Mesh}\"\n"
       "rel material:binding:collection:c = [</G.collection:some>, </Blue>]",
       "", "", "/Blue"},
      {"a collection by an expression that matches only an ancestor of the prim",
       "pathExpression collection:some:membershipExpression = \"/G\"\n"
       "rel material:binding:collection:c = [</G.collection:some>, </Blue>]",
       "", "", ""},
      {"a stronger collection by an expression",
       "pathExpression collection:some:membershipExpression = \"/G//\"\n"
       "rel material:binding:collection:c = [</G.collection:some>, </Blue>]" +
           kStronger,
       "rel material:binding = </Red>", "", "/Blue"},
      {"a collection whose relationships come before its expression",
       kIncludesOther + "pathExpression collection:some:membershipExpression = \"/G//\"\n"
                        "rel material:binding:collection:c = [</G.collection:some>, </Blue>]",
       "", "", ""},
      {"the first of several collections, by the value of the numbers in their names",
       kIncludesMesh + "rel material:binding:collection:c10 = [</G.collection:some>, </Red>]\n"
                       "rel material:binding:collection:c2 = [</G.collection:some>, </Blue>]",
       "", "", "/Blue"},
      {"the first of several collections, in the order of the properties",
       "reorder properties = [\"material:binding:collection:c10\"]\n" + kIncludesMesh +
           "rel material:binding:collection:c10 = [</G.collection:some>, </Red>]\n"
           "rel material:binding:collection:c2 = [</G.collection:some>, </Blue>]",
       "", "", "/Red"},
      {"a collection of a purpose",
       kIncludesMesh + "rel material:binding:collection:full:c = [</G.collection:some>, </Blue>]",
       "rel material:binding = </Red>", "full", "/Blue"},
  };
  for (const auto& c : cases) {
    const StageResult result = sceneWith(c.group, c.mesh);
    ASSERT_TRUE(result.stage) << c.name;
    MaterialBindings bindings;
    const Path bound =
        bindings.boundMaterial(result.stage->primAt(Path::fromText("/G/M")), Token(c.purpose));
    EXPECT_EQ(bound.isEmpty() ? std::string() : bound.text(), c.bound) << c.name;
  }
}

// The expected relationships are those that UsdShadeMaterialBindingAPI::ComputeBoundMaterial()
// returns in the reference.
TEST(MaterialBindings, RelationshipOfTheWinningBindingIsNamed) {
  const std::string collection =
      kIncludesMesh + "rel material:binding:collection:c = [</G.collection:some>, </Blue>]";
  const struct {
    std::string group;
    std::string mesh;
    const char* purpose;
    const char* relationship;
  } cases[] = {
      {"", "", "", ""},
      {"", "rel material:binding = </None>", "", "/G/M.material:binding"},
      {"rel material:binding = </Red>", "", "", "/G.material:binding"},
      {"rel material:binding = </Red>", "rel material:binding = </Blue>", "",
       "/G/M.material:binding"},
      {"rel material:binding = </Red>" + kStronger, "rel material:binding = </Blue>", "",
       "/G.material:binding"},
      {"", "rel material:binding = </Red>\nrel material:binding:full = </Blue>", "full",
       "/G/M.material:binding:full"},
      {"", "rel material:binding = </Red>", "preview", "/G/M.material:binding"},
      {collection, "", "", "/G.material:binding:collection:c"},
      {collection, "rel material:binding = </Red>", "", "/G/M.material:binding"},
  };
  for (const auto& c : cases) {
    const StageResult result = sceneWith(c.group, c.mesh);
    ASSERT_TRUE(result.stage) << c.group;
    const Path found = MaterialBindings().bindingRelationship(
        result.stage->primAt(Path::fromText("/G/M")), Token(c.purpose));
    EXPECT_EQ(found.isEmpty() ? std::string() : found.text(), c.relationship)
        << c.group << c.mesh << c.purpose;
  }
}

}  // namespace usdscope
