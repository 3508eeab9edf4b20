// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/cli/CommandLine.h"
#include "app/cli/bench/BenchReport.h"
#include "app/cli/bench/BenchWorker.h"
#include "app/cli/bench/ValueSum.h"
#include "tests/app/cli/RunLine.h"
#include "tests/support/TemporaryFolder.h"

namespace usdscope {
namespace {

// Two instances of one cube with a child, an inactive prim, an array, samples, a binding, and an
// asset that exists.
constexpr const char* kScene = R"(#usda 1.0
(
    startTimeCode = 1
    endTimeCode = 3
)
class "Model"
{
    def Cube "Box"
    {
        double size = 2
        double3 xformOp:translate.timeSamples = { 1: (0, 0, 0), 3: (4, 0, 0) }
        uniform token[] xformOpOrder = ["xformOp:translate"]
    }
}
def Xform "A" (instanceable = true
    references = </Model>)
{
}
def Xform "B" (instanceable = true
    references = </Model>)
{
}
def "Off" (active = false)
{
}
def Sphere "Ball" (prepend apiSchemas = ["MaterialBindingAPI"]
    variantSets = "look")
{
    rel material:binding = </Red>
    float[] weights = [1, 2, 3.5]
    asset file = @./bench.usda@
    double radius.timeSamples = { 1: 1, 2: 3 }
    variantSet "look" = {
        "plain" {
            int extra = 1
        }
        "fancy" {
        }
    }
}
def Material "Red"
{
}
)";

class Bench : public testing::Test {
 protected:
  void SetUp() override {
    scene_.file = (folder_ / "bench.usda").string();
    std::ofstream(scene_.file) << kScene;
  }

  const TemporaryFolder folder_;
  BenchScene scene_;
};

Ran bench(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "bench");
  return runLine(std::move(arguments));
}

}  // namespace

TEST_F(Bench, ChecksSayWhatTheSceneHolds) {
  const struct {
    const char* phase;
    const char* result;
    const char* check;
  } cases[] = {
      // The reference's results on this scene.
      {"read", "read", R"({"specs":18,"arrays":2,"sum":6.5})"},
      {"writeText", "writeText", R"({"specs":18,"arrays":2,"sum":6.5})"},
      {"writeBinary", "writeBinary", R"({"specs":18,"arrays":2,"sum":6.5})"},
      {"open", "open", R"({"prims":7,"prototypes":1,"primsInPrototypes":1})"},
      {"samples", "samples", R"({"count":2,"first":1.0,"last":2.0})"},
      {"bounds", "bounds", R"({"min":[-1.0,-1.0,-1.0],"max":[1.0,1.0,1.0]})"},
      {"transforms", "transforms", R"({"prims":3,"sum":0.0})"},
      {"properties", "properties", R"({"prims":4,"properties":24})"},
      {"values", "values", R"({"values":12,"sum":2.0,"resolvedAssets":1})"},
      {"materials", "materials",
       R"({"gprims":1,"bound":1,"sha1":"d79cfdf71a5d7fe213d4e6844d9ce164502ee4a5"})"},
      {"skeletons", "skeletons", R"({"joints":0,"sum":0.0})"},
      {"skin", "skin", R"({"meshFrames":0,"points":0.0,"normals":0.0})"},
      {"skinKernel", "skinKernel.linear", R"({"points":0,"sum":0.0})"},
      {"edit", "edit.sublayer", R"({"prims":[7,7,7]})"},
      {"close", "close", R"({"layers":0})"},
      {"frames", "frames.cold", R"({"varying":1,"values":3,"sum":7.0})"},
      {"frames", "frames.random", R"({"varying":1,"values":3,"sum":7.0})"},
  };
  for (const auto& c : cases) {
    const PhaseReport report = measurePhase(*findBenchPhase(c.phase), scene_, 1);
    EXPECT_EQ(report.problem, "") << c.phase;
    ASSERT_TRUE(report.results.contains(c.result)) << c.result;
    EXPECT_EQ(report.results[c.result]["check"], OrderedJson::parse(c.check))
        << c.result << ' ' << report.results[c.result]["check"].dump();
  }
}

TEST_F(Bench, EveryTimedRunIsReported) {
  const PhaseReport report = measurePhase(*findBenchPhase("frames"), scene_, 3);
  ASSERT_EQ(report.problem, "");
  EXPECT_EQ(report.results.size(), 4u);
  for (const auto& [name, result] : report.results.items()) {
    ASSERT_EQ(result["ms"].size(), 3u) << name;
    for (const auto& ms : result["ms"]) EXPECT_LE(result["min"], ms) << name;
    EXPECT_GE(result["median"], result["min"]) << name;
    EXPECT_EQ(result.contains("worst"), name != "frames.prepare") << name;
  }
}

TEST_F(Bench, MemoryOfTheStageIsSharedOutAmongItsPrims) {
  const PhaseReport open = measurePhase(*findBenchPhase("open"), scene_, 1);
  const OrderedJson report = makeBenchReport(scene_.file, open.results);
  EXPECT_EQ(report["format"], "stage-bench 1");
  EXPECT_EQ(report["scene"], "bench.usda");
  EXPECT_EQ(report["memory"]["afterOpen"], report["phases"]["open"]["memory"]);
  EXPECT_TRUE(makeBenchReport(scene_.file, OrderedJson::object())["memory"].empty());
  EXPECT_NE(benchReportToTable(report).find("open "), std::string::npos);
}

TEST_F(Bench, MissingFilesAndPhasesFailWithAMessage) {
  const struct {
    std::vector<std::string> arguments;
    int status;
    const char* message;
  } cases[] = {
      {{scene_.file, "--phases", "dance"}, kWrongUsage, "There is no phase dance"},
      {{scene_.file, "--worker", "dance"}, kWrongUsage, "There is no phase dance"},
      {{scene_.file, "--frames", "1:2x0"}, kWrongUsage, "stride"},
      {{scene_.file, "--repeat", "0"}, kWrongUsage, "repeat"},
      {{"no_such.usda", "--worker", "open", "--repeat", "1"}, kFailure, "no_such.usda"},
      {{"no_such.usda"}, kUnreadable, "no_such.usda: No such file"},
  };
  for (const auto& c : cases) {
    const Ran ran = bench(c.arguments);
    EXPECT_EQ(ran.status, c.status) << c.message;
    EXPECT_NE(ran.err.find(c.message), std::string::npos) << ran.err;
  }
  // The message is printed once, not by every phase.
  EXPECT_EQ(std::ranges::count(bench({"no_such.usda"}).err, '\n'), 1);
}

TEST(BenchValueSum, CountsNumericComponentsOnly) {
  const struct {
    const char* name;
    Value value;
    double sum;
    double ends;
  } cases[] = {
      {"nothing", Value(), 0, 0},
      {"bool", Value(true), 0, 0},
      {"int", Value(-3), -3, -3},
      {"half", Value(Half(0.5f)), 0.5, 0.5},
      {"vector", Value(glm::vec3(1, 2, 3)), 6, 6},
      {"matrix", Value(glm::dmat4(1.0)), 4, 4},
      {"quaternion", Value(glm::quat(4, 1, 2, 3)), 10, 10},
      {"token", Value(Token("7")), 0, 0},
      {"time code", Value(TimeCodeValue{5}), 0, 0},
      {"array", Value(Array<int>({1, 2, 4})), 7, 5},
      {"one element", Value(Array<int>({3})), 3, 6},
      {"empty array", Value(Array<int>()), 0, 0},
      {"bools", Value(Array<BoolByte>({true, true})), 0, 0},
      {"vectors", Value(Array<glm::vec2>({{1, 1}, {2, 2}, {3, 3}})), 12, 8},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(sumOfComponents(c.value), c.sum) << c.name;
    EXPECT_EQ(sumOfEnds(c.value), c.ends) << c.name;
  }
}

}  // namespace usdscope
