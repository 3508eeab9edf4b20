// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <sstream>

#include "app/cli/StageOptions.h"
#include "engine/report/dump/Dump.h"
#include "engine/scene/SceneExtractor.h"
#include "engine/schema/Xformable.h"
#include "engine/skel/BakeSkinning.h"
#include "engine/skel/SkelBindings.h"
#include "tests/scene/DrawnVertices.h"
#include "tests/support/CompareDump.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

// Random rigs with the reference's results; see tests/oracle/check_random_skel.py.
std::vector<std::string> seeds() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(testAssetsPath() / "skel/random")) {
    if (entry.path().extension() == ".usda") names.push_back(entry.path().stem().string());
  }
  std::ranges::sort(names);
  return names;
}

std::shared_ptr<const Stage> openSeed(const std::string& seed) {
  StageOptions options;
  options.file = (testAssetsPath() / "skel/random" / (seed + ".usda")).string();
  std::ostringstream messages;
  return openStage(options, {messages, messages});
}

std::optional<Json> expectedOf(const std::string& seed) {
  return readDump(testAssetsPath() / "skel/random" / (seed + ".json.gz"));
}

std::string timeText(TimeCode time) {
  if (time.isDefault()) return "default";
  std::ostringstream text;
  text.precision(10);
  text << time.time();
  return text.str();
}

std::vector<double> flat(const Array<glm::vec3>& values) {
  std::vector<double> numbers;
  for (const glm::vec3& v : values) numbers.insert(numbers.end(), {v.x, v.y, v.z});
  return numbers;
}

std::vector<double> flat(const glm::dmat4& matrix) { return {&matrix[0][0], &matrix[0][0] + 16}; }

// The attributes of a baked prim, as numbers by time.
Json samplesOf(const BakedPrim& prim) {
  Json result = Json::object();
  for (std::size_t i = 0; i < prim.times.size(); ++i) {
    const std::string time = timeText(prim.times[i]);
    const Deformed& deformed = prim.deformed[i];
    if (deformed.points) result["points"][time] = flat(*deformed.points);
    if (deformed.normals) result["normals"][time] = flat(*deformed.normals);
    if (deformed.parentFromLocal) {
      result["xformOp:transform"][time] = flat(*deformed.parentFromLocal);
    }
  }
  return result;
}

double largestDifference(const Json& ours, const Json& expected) {
  if (ours.size() != expected.size()) return INFINITY;
  double size = 1.0;
  double largest = 0.0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    size = std::max(size, std::abs(expected[i].get<double>()));
    largest = std::max(largest, std::abs(ours[i].get<double>() - expected[i].get<double>()));
  }
  return largest / size;
}

// The skinned points of the reference's bindings by path. Left out are prims that two SkelRoots
// bind, and prims that name joints which the skeleton lacks: the reference's drawing leaves these
// undeformed, while its queries deform them.
struct ExpectedPoints {
  Prim space;  // The prim in whose local space the points are.
  const Json* points;
};

std::map<std::string, ExpectedPoints> expectedPoints(const Stage& stage, const Json& section) {
  std::map<std::string, ExpectedPoints> result;
  std::set<std::string> leftOut;
  for (const Json& binding : section) {
    const Prim root = stage.primAt(Path::fromText(binding["skelRoot"].get<std::string>()));
    Diagnostics ignored;
    std::map<std::string, bool> hasStrangers;
    for (const SkelBinding& own : computeSkelBindings(root, ignored)) {
      for (const SkinningQuery& target : own.targets) {
        const auto order = target.site().joints ? target.site().joints.value() : Value();
        const auto* names = order.find<Array<Token>>();
        const Array<Token>& known = own.skeleton->definition().joints;
        hasStrangers[target.prim().path().text()] =
            names && std::ranges::any_of(*names, [&](Token name) {
              return std::ranges::find(known, name) == known.end();
            });
      }
    }
    for (const Json& target : binding["targets"]) {
      const std::string path = target["path"];
      if (!target.contains("points") || result.contains(path) || hasStrangers[path]) {
        leftOut.insert(path);
        continue;
      }
      const std::string space =
          target["influences"].get<bool>() ? binding["skeleton"] : target["path"];
      result[path] = {stage.primAt(Path::fromText(space)), &target["points"]};
    }
  }
  for (const std::string& path : leftOut) result.erase(path);
  return result;
}

class RandomRig : public testing::TestWithParam<std::string> {};

TEST_P(RandomRig, BindingsAndPosesAgreeWithTheReference) {
  const auto stage = openSeed(GetParam());
  const auto expected = expectedOf(GetParam());
  ASSERT_TRUE(stage && expected);
  Diagnostics problems;
  const Json ours = {{"skel", dumpStage(*stage, {}, problems)["skel"]}};
  const DumpComparison comparison = compareDumps(ours, {{"skel", (*expected)["skel"]}});
  EXPECT_EQ(comparison.differing, 0u) << comparison.text();
  EXPECT_GT(comparison.agreed, 0u);
}

TEST_P(RandomRig, BakedPointsAgreeWithTheReference) {
  const auto stage = openSeed(GetParam());
  const auto expected = expectedOf(GetParam());
  ASSERT_TRUE(stage && expected);
  const Json& reference = (*expected)["baked"];
  if (reference.is_null()) return;  // The reference refuses scenes with instanced SkelRoots.
  Diagnostics ignored;
  Json ours = Json::object();
  for (const BakedPrim& prim : bakeSkinning(*stage, {}, ignored).prims) {
    if (Json samples = samplesOf(prim); !samples.empty()) {
      ours[prim.prim.path().text()] = std::move(samples);
    }
  }
  for (const auto& [path, attributes] : reference.items()) {
    for (const auto& [name, samples] : attributes.items()) {
      const Json own =
          ours.contains(path) ? ours[path].value(name, Json::object()) : Json::object();
      EXPECT_EQ(own.size(), samples.size()) << path << '.' << name;
      for (const auto& [time, values] : samples.items()) {
        ASSERT_TRUE(own.contains(time)) << path << '.' << name << " at " << time;
        EXPECT_LT(largestDifference(own[time], values), 2e-5)
            << path << '.' << name << " at " << time;
      }
    }
  }
  for (const auto& [path, attributes] : ours.items()) {
    EXPECT_TRUE(reference.contains(path)) << path << " is baked and should not be";
  }
}

// Prims with diagnostics are not compared: they are drawn differently on purpose.
TEST_P(RandomRig, DrawnPointsAgreeWithTheReference) {
  const auto stage = openSeed(GetParam());
  const auto expected = expectedOf(GetParam());
  ASSERT_TRUE(stage && expected);
  const auto points = expectedPoints(*stage, (*expected)["skel"]);
  SceneExtractor extractor(stage);
  for (const auto& [key, time] : std::map<std::string, double>{
           {"0", 0.0}, {"3.333333333", 10.0 / 3.0}, {"5", 5.0}, {"10", 10.0}}) {
    const auto scene = extractor.extract(time);
    std::set<std::string> told;
    for (const Diagnostic& entry : scene->diagnostics.entries()) {
      const std::string& path = entry.site.path;
      for (std::string at = path; !at.empty(); at.resize(at.find_last_of("/"))) told.insert(at);
    }
    for (const Item& item : scene->items) {
      const auto found = points.find(item.path.text());
      if (found == points.end() || told.contains(found->first)) continue;
      const Json& values = (*found->second.points)[key];
      if (values.is_null()) continue;
      const glm::dmat4 world = computeWorldFromLocal(found->second.space, time);
      const auto drawn = drawnVertices(*scene, item);
      for (std::size_t v = 0; v < drawn.size(); ++v) {
        const Json& p = values[item.geometry->vertexPoints[v]];
        const glm::dvec4 local{p[0].get<double>(), p[1].get<double>(), p[2].get<double>(), 1.0};
        const glm::dvec3 place(world * local);
        EXPECT_LT(glm::length(drawn[v] - place), 2e-5 * (1.0 + glm::length(place)))
            << found->first << " at " << key << ", vertex " << v;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, RandomRig, testing::ValuesIn(seeds()),
                         [](const auto& seed) { return "Seed" + seed.param; });

}  // namespace
}  // namespace usdscope
