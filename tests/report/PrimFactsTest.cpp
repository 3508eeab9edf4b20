// SPDX-License-Identifier: Apache-2.0
#include "engine/report/rows/PrimFacts.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "app/cli/StageOptions.h"
#include "engine/base/Json.h"
#include "engine/report/skel/PoseSource.h"
#include "engine/scene/SceneExtractor.h"
#include "engine/stage/Stage.h"
#include "tests/support/TestAssets.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

constexpr double kFactsTime = 2.5;

std::shared_ptr<const Stage> factsStage() {
  std::ostringstream messages;
  StageOptions options;
  options.file = (testAssetsPath() / "facts/root.usda").string();
  return openStage(options, {messages, messages, Environment()});
}

// One fact a line, indented below the title of its group.
std::string linesOf(const std::vector<PrimFactGroup>& groups) {
  std::string text;
  for (const PrimFactGroup& group : groups) {
    text += '[' + group.title + "]\n";
    for (const PrimFact& fact : group.facts) {
      // Date and owner of a file vary.
      const bool isFile = fact.name == "file";
      const std::string value = isFile ? fact.value.substr(0, fact.value.find(',')) : fact.value;
      text += "  " + fact.name + " = " + value + '\n';
    }
  }
  return text;
}

std::vector<PrimFactGroup> expectedGroups(const Json& groups, const std::string& instanceId) {
  std::vector<PrimFactGroup> result;
  for (const Json& group : groups) {
    PrimFactGroup& added = result.emplace_back();
    added.title = group[0];
    for (const Json& fact : group[1]) added.facts.push_back({fact[0], fact[1]});
    if (added.title == "Instancing" && !instanceId.empty()) {
      added.facts.push_back({"instance id", instanceId});
    }
  }
  return result;
}

std::string factOf(const PrimFacts& facts, const std::string& name) {
  for (const PrimFactGroup& group : facts.groups) {
    for (const PrimFact& fact : group.facts) {
      if (fact.name == name) return fact.value;
    }
  }
  return {};
}

}  // namespace

TEST(PrimFacts, EqualTheFactsOfTheReference) {
  const auto stage = factsStage();
  ASSERT_TRUE(stage);
  std::ifstream file(testAssetsPath() / "facts/expected.json");
  const Json expected = parseJson(file);
  ASSERT_GT(expected.size(), 20u);
  MaterialBindings bindings;
  PoseSources poses;
  for (const Json& facts : expected) {
    const std::string path = facts["path"];
    SCOPED_TRACE(path);
    const Prim prim = stage->primAt(Path::fromText(path));
    ASSERT_TRUE(prim);
    const std::vector<std::uint32_t> ids = facts["ids"];
    if (ids.empty()) {
      EXPECT_EQ(linesOf(primFacts(prim, kFactsTime, bindings, poses).groups),
                linesOf(expectedGroups(facts["groups"], "")));
    }
    for (std::size_t i = 0; i < ids.size(); ++i) {
      EXPECT_EQ(
          linesOf(
              primFacts(prim, kFactsTime, bindings, poses, DrawnInstance{i, ids.size()}).groups),
          linesOf(expectedGroups(facts["groups"], std::to_string(ids[i]))));
    }
  }
}

TEST(PrimFacts, DrawnInstancesHaveTheirIds) {
  const auto stage = factsStage();
  ASSERT_TRUE(stage);
  const auto scene = SceneExtractor(stage).extract(kFactsTime);
  std::size_t found = 0;
  for (const Item& item : scene->items) {
    for (std::size_t i = 0; i < item.instances.size(); ++i) {
      const auto instance =
          findPointInstance(stage->primAt(item.path), {i, item.instances.size()}, kFactsTime);
      ASSERT_TRUE(instance && instance->id) << item.path.text();
      // Instances stand 2 units apart.
      EXPECT_EQ(item.instances[i][3].x, 2.0 * *instance->id) << item.path.text();
      ++found;
    }
  }
  EXPECT_EQ(found, 4u) << "five without the hidden one";
}

TEST(PrimFacts, InstancesOfNestedInstancersHaveNoId) {
  const auto stage = stageFromText(R"(#usda 1.0
def PointInstancer "Outer" {
    point3f[] positions = [(0, 0, 0), (9, 0, 0)]
    int[] protoIndices = [0, 0]
    rel prototypes = </Outer/Inner>
    def PointInstancer "Inner" {
        point3f[] positions = [(0, 0, 0), (1, 0, 0), (2, 0, 0)]
        int[] protoIndices = [0, 0, 0]
        rel prototypes = </Outer/Inner/Ball>
        def Sphere "Ball" {
        }
    }
}
)")
                         .stage;
  ASSERT_TRUE(stage);
  const auto scene = SceneExtractor(stage).extract(0.0);
  ASSERT_EQ(scene->items.size(), 1u);
  ASSERT_EQ(scene->items[0].instances.size(), 6u);
  const auto instance =
      findPointInstance(stage->primAt(scene->items[0].path), {4, 6}, TimeCode(0.0));
  ASSERT_TRUE(instance);
  EXPECT_EQ(instance->instancer.path().text(), "/Outer/Inner");
  EXPECT_FALSE(instance->id);
  // The picture knows them.
  const Item& item = scene->items[0];
  const auto known = findPointInstance(
      stage->primAt(item.path), {4, 6, item.instancers.back(), item.instanceIds[4].inner}, 0.0);
  ASSERT_TRUE(known && known->id);
  EXPECT_EQ(known->instancer.path().text(), "/Outer/Inner");
  EXPECT_EQ(*known->id, 1u);
}

TEST(PrimFacts, SelectedPropertySaysWhatSuppliesItBesideWhatVaries) {
  const auto stage = stageFromTexts({{"/root.usda", R"(#usda 1.0
def "World" (
    references = @/anim.usda@</Anim> (offset = 10; scale = 2)
) {
}
)"},
                                     {"/anim.usda", R"(#usda 1.0
def Xform "Anim" {
    double3 xformOp:translate.timeSamples = { 0: (0, 0, 0), 10: (1, 0, 0) }
    uniform token[] xformOpOrder = ["xformOp:translate"]
    double size = 1
    rel friend = </Anim>
}
)"}})
                         .stage;
  ASSERT_TRUE(stage);
  MaterialBindings bindings;
  PoseSources poses;
  const Prim prim = stage->primAt(Path::fromText("/World"));
  const auto last = [&](const char* property) {
    const PrimFacts facts = primFacts(prim, 15.0, bindings, poses, std::nullopt, Token(property));
    return linesOf({facts.groups.back()});
  };
  // One heading: the selected property, and below it what moves the prim.
  const std::string transform = "  transform = Time Samples (interpolated) in anim.usda at 2.5\n";
  EXPECT_EQ(last("xformOp:translate"),
            "[Values supplied by]\n  xformOp:translate = Time Samples (interpolated) in anim.usda "
            "at 2.5\n" +
                transform);
  EXPECT_EQ(last("size"), "[Values supplied by]\n  size = Default in anim.usda\n" + transform);
  EXPECT_EQ(
      last("nothing"),
      "[Values supplied by]\n  transform = Time Samples (interpolated) in anim.usda at 2.5\n");
  EXPECT_EQ(last("friend").find("[Values supplied by]\n  friend = "), 0u) << last("friend");
}

TEST(PrimFacts, PrimsWithoutInstancersAndWithOddValues) {
  const auto stage = stageFromText(R"(#usda 1.0
def Mesh "NoPoints" {
    uniform token[] xformOpOrder = ["xformOp:nothing", "!resetXformStack!"]
    point3f[] points = None
}
def PointInstancer "NoTargets" {
}
def "Odd" (
    kind = "component"
    assetInfo = {
        string "name with space" = "ä"
        dictionary empty = {
        }
    }
) {
}
)")
                         .stage;
  ASSERT_TRUE(stage);
  MaterialBindings bindings;
  PoseSources poses;
  const auto of = [&](const char* path) {
    return primFacts(stage->primAt(Path::fromText(path)), kFactsTime, bindings, poses,
                     DrawnInstance{3, 1});
  };
  EXPECT_EQ(factOf(of("/NoPoints"), "points"), "0");
  EXPECT_EQ(factOf(of("/NoPoints"), "instancer"), "");
  EXPECT_EQ(linesOf({of("/NoPoints").groups.back()}),
            "[Values supplied by]\n  points = No Value (blocked)\n");
  EXPECT_EQ(factOf(of("/NoTargets"), "instances"), "0");
  EXPECT_EQ(factOf(of("/NoTargets"), "prototypes"), "0");
  EXPECT_EQ(factOf(of("/Odd"), "name with space"), "\"ä\"");
  EXPECT_EQ(factOf(of("/Odd"), "model"), "/Odd (component)");
}

}  // namespace usdscope
