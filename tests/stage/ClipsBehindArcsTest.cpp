// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/stage/Property.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

constexpr const char* kClips = R"(clips = { dictionary default = {
  asset[] assetPaths = [@clip.usda@]
  asset manifestAssetPath = @clip.usda@
  string primPath = "/P"
  double2[] active = [(0, 0)]
}})";

LayerTexts scene() {
  return {
      {"/clip.usda", R"(def "P" { double x.timeSamples = {0: 10, 4: 14}
        def "Kid" { double x.timeSamples = {0: 20, 4: 24}
          def "Grandkid" { double x.timeSamples = {0: 30, 4: 34}
      }}})"},
      {"/topology.usda", R"(def "P" { double x
        def "Kid" { double x
          def "Grandkid" { double x
      }}})"},
      {"/clipped.usda", std::string("over \"P\" (") + kClips + ") {}\n"},
      {"/root.usda", std::string("class \"Class\" (") + kClips + R"() {}
        def "Variant" (references = @topology.usda@</P>
          variants = { string v = "a" }
          prepend variantSets = "v") {
          variantSet "v" = { "a" ()" +
                         kClips + R"() {} }
        }
        def "Inherits" (references = @topology.usda@</P>
          inherits = </Class>) {}
        def "Stronger" (references = [@clipped.usda@</P>, @topology.usda@</P>]) {}
        def "Weaker" (references = [@topology.usda@</P>, @clipped.usda@</P>]) {}
        def "Local" (references = @clipped.usda@</P>) { double x
          def "Kid" { double x
            def "Grandkid" { double x
        }}})"},
  };
}

}  // namespace

// Only the prim with the clips has a spec at the site of the clips. The values are the reference's.
TEST(ClipsBehindArcs, ReachChildrenWithoutSpecsThere) {
  const StageResult result = stageFromTexts(scene());
  ASSERT_TRUE(result.stage);
  for (const char* name : {"Variant", "Inherits", "Stronger", "Weaker", "Local"}) {
    std::vector<double> values;
    for (const char* below : {"", "/Kid", "/Kid/Grandkid"}) {
      const Prim prim = result.stage->primAt(Path::fromText(std::string("/") + name + below));
      values.push_back(prim.attribute(Token("x")).value(TimeCode(2.0)).valueOr(0.0));
    }
    EXPECT_EQ(values, (std::vector<double>{12.0, 22.0, 32.0})) << name;
  }
}

// Both arcs lead to the child of a prim with clips. The set comes with the prim itself, so that it
// also applies to the site below it. A variant of that prim does not bring its clips. The values
// are the reference's.
TEST(ClipsBehindArcs, ReachSitesBelowTheTargetsOfOtherArcs) {
  LayerTexts texts = scene();
  texts["/root.usda"] = R"(
    def "Set" ()" + std::string(kClips) +
                        R"() {}
    def "World" (references = </Set>) {
      def "Below" (references = [@topology.usda@</P/Kid>, </Set/Kid>]) {}
    }
    def "Varying" (variants = { string v = "a" }
      prepend variantSets = "v") {
      variantSet "v" = { "a" ()" +
                        kClips + R"() {} }
      def "Kid" {}
    }
    def "Other" (references = </Varying>
      variants = { string v = "a" }) {
      def "Below" (references = [@topology.usda@</P/Kid>, </Varying/Kid>]) {}
    })";
  const StageResult result = stageFromTexts(std::move(texts));
  ASSERT_TRUE(result.stage);
  std::vector<double> values;
  for (const char* path :
       {"/World/Below", "/World/Below/Grandkid", "/Other/Below", "/Other/Below/Grandkid"}) {
    const Prim prim = result.stage->primAt(Path::fromText(path));
    values.push_back(prim.attribute(Token("x")).value(TimeCode(2.0)).valueOr(0.0));
  }
  EXPECT_EQ(values, (std::vector<double>{22.0, 32.0, 0.0, 0.0}));
}

// Below an instance the arcs of its ancestors bring no opinions. Their sites stay in the prim index
// where they have clips, so that the names of variant sets there are listed. The names are those of
// the reference.
TEST(ClipsBehindArcs, KeepSitesBelowInstances) {
  const struct {
    const char* clipsAt;
    std::size_t count;
  } cases[] = {{"", 0}, {"Base", 1}, {"Instance", 1}, {"Kid", 0}};
  for (const auto& c : cases) {
    const auto clipsOf = [&](std::string_view prim) { return prim == c.clipsAt ? kClips : ""; };
    LayerTexts texts = scene();
    texts["/root.usda"] = std::string("class \"Base\" (") + clipsOf("Base") + R"() {
        class "Instance" ()" +
                          clipsOf("Instance") + R"() {
          over "Kid" (append variantSets = "v"
            )" + clipsOf("Kid") +
                          R"() {} } }
      class "Model" { def "Kid" {} }
      def "World" (inherits = </Base>) {
        def "Instance" (instanceable = true
          inherits = </Model>) {} })";
    const StageResult result = stageFromTexts(std::move(texts));
    ASSERT_TRUE(result.stage);
    const Prim kid = result.stage->primAt(Path::fromText("/World/Instance/Kid"));
    ASSERT_TRUE(kid && kid.isInstanceProxy());
    EXPECT_EQ(kid.variantSets().size(), c.count) << "clips at " << c.clipsAt;
  }
}

// The reference denies it for the instance proxy, although its values are those of the prototype,
// because it looks for clip sets at the instance and its ancestors. The exhibit
// ClipSetsAskedWhetherTheyVary has the cases in which it affirms it for constant values.
TEST(ClipsBehindArcs, ValuesOfInstanceProxiesMayVary) {
  LayerTexts texts = scene();
  texts["/root.usda"] = std::string("class \"Class\" { def \"Kid\" (") + kClips + R"() { double x }
      }
      def "I" (instanceable = true
        inherits = </Class>) {})";
  const StageResult result = stageFromTexts(std::move(texts));
  ASSERT_TRUE(result.stage);
  const Prim proxy = result.stage->primAt(Path::fromText("/I/Kid"));
  ASSERT_TRUE(proxy && proxy.isInstanceProxy());
  const Attribute x = proxy.attribute(Token("x"));
  EXPECT_TRUE(x.mightBeTimeVarying());
  EXPECT_EQ(x.value(TimeCode(2.0)).valueOr(0.0), 12.0);
}

}  // namespace usdscope
