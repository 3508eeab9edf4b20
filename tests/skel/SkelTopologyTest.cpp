// SPDX-License-Identifier: Apache-2.0
#include "engine/skel/SkelTopology.h"

#include <gtest/gtest.h>

#include "engine/skel/AnimMapper.h"
#include "engine/skel/ConcatJointTransforms.h"

namespace usdscope {
namespace {

std::vector<Token> tokens(const std::vector<std::string>& names) {
  return {names.begin(), names.end()};
}

}  // namespace

TEST(SkelTopology, ParentIsTheNearestAncestorThatIsAJoint) {
  const struct {
    const char* name;
    std::vector<std::string> joints;
    std::vector<int> parents;
    bool isUsable;
  } cases[] = {
      {"none", {}, {}, true},
      {"chain", {"a", "a/b", "a/b/c"}, {-1, 0, 1}, true},
      {"several roots", {"a", "b", "b/c"}, {-1, -1, 1}, true},
      {"a gap in the names", {"a", "a/b/c/d"}, {-1, 0}, true},
      {"a name that only begins alike", {"ab", "abc/d"}, {-1, -1}, true},
      {"no common root", {"a/b", "a/c"}, {-1, -1}, true},
      {"a child before its parent", {"a/b", "a"}, {1, -1}, false},
      // Results of the reference.
      {"names that are not paths",
       {"", "/", "//", "a//b", "a", "a/b/"},
       {-1, -1, -1, -1, -1, -1},
       true},
      {"names of several parts", {"a", "a:b", "a:b/c", "a:b/c/d"}, {-1, -1, -1, -1}, true},
      {"absolute and relative", {"/a", "/a/b", "a/b/c"}, {-1, 0, -1}, true},
      {"letters of all kinds", {"ä", "ä/b", "1a", "1a/b"}, {-1, 0, -1, -1}, true},
      {"a name twice", {"a", "a/b", "a", "a/b/c"}, {-1, 2, -1, 1}, false},
  };
  for (const auto& c : cases) {
    const SkelTopology topology(tokens(c.joints));
    EXPECT_EQ(topology.parents, c.parents) << c.name;
    EXPECT_EQ(topology.problem().empty(), c.isUsable) << c.name;
  }
}

TEST(SkelTopology, BuildTimeGrowsWithTheBytes) {
  // Many joints, and one whose name has as many parts.
  std::vector<Token> joints;
  for (int i = 0; i < 200'000; ++i) joints.emplace_back("j" + std::to_string(i));
  std::string deep = "j7";
  for (int i = 0; i < 200'000; ++i) deep += "/x";
  joints.emplace_back(deep);
  const SkelTopology topology(joints);
  EXPECT_EQ(topology.parents.back(), 7);
  EXPECT_EQ(topology.problem(), "");
}

TEST(SkelTopology, JointTransformsAreConcatenatedDownTheSkeleton) {
  const std::vector<int> parents = {-1, 0, 1, -1};
  std::vector<glm::dmat4> matrices(4, glm::dmat4(1.0));
  for (std::size_t i = 0; i < 4; ++i) matrices[i][3].x = double(i + 1);
  concatJointTransforms(parents, matrices, matrices);
  const double expected[] = {1.0, 3.0, 6.0, 4.0};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(matrices[i][3].x, expected[i]) << i;
}

TEST(AnimMapper, CarriesValuesByName) {
  const struct {
    const char* name;
    std::vector<std::string> source;
    std::vector<std::string> target;
    std::vector<int> remapped;  // From the source's values 1, 2, 3, … onto a target of 0.
    bool isNull;
    bool isSparse;
  } cases[] = {
      {"the same", {"a", "b"}, {"a", "b"}, {1, 2}, false, false},
      {"another order", {"a", "b"}, {"b", "a"}, {2, 1}, false, false},
      {"a part", {"b"}, {"a", "b", "c"}, {0, 1, 0}, false, true},
      {"more than the target has", {"x", "a", "y"}, {"a"}, {2}, false, false},
      {"nothing in common", {"x"}, {"a"}, {0}, true, true},
      {"no source", {}, {"a"}, {0}, true, true},
      {"no target", {"a"}, {}, {}, true, true},
  };
  for (const auto& c : cases) {
    const AnimMapper mapper(tokens(c.source), tokens(c.target));
    std::vector<int> values;
    for (std::size_t i = 0; i < c.source.size(); ++i) values.push_back(int(i) + 1);
    std::vector<int> remapped;
    mapper.remap<int>(values, remapped, 0);
    EXPECT_EQ(remapped, c.remapped) << c.name;
    EXPECT_EQ(mapper.isNull(), c.isNull) << c.name;
    EXPECT_EQ(mapper.isSparse(), c.isSparse) << c.name;
  }
}

TEST(AnimMapper, SourcesOfOtherLengthAreAccepted) {
  const AnimMapper mapper(tokens({"a", "b"}), tokens({"b", "a"}));
  std::vector<int> target = {7};
  mapper.remap<int>(std::vector<int>{1}, target, 0);
  EXPECT_EQ(target, (std::vector<int>{7, 1}));
  mapper.remap<int>(std::vector<int>{1, 2, 3}, target, 0);
  EXPECT_EQ(target, (std::vector<int>{2, 1}));
}

// (UsdSkel.AnimMapper(["a", "b"], [...]).Remap([1, 2, 3]) and Remap([1]).)
TEST(AnimMapper, ValuesBeyondTheNamesOfOnePieceGoOnBehindIt) {
  const struct {
    const char* name;
    std::vector<std::string> target;
    std::vector<int> ofThree;
    std::vector<int> ofOne;
  } cases[] = {
      {"there is room", {"a", "b", "c"}, {1, 2, 3}, {1, 0, 0}},
      {"there is none", {"x", "a", "b"}, {0, 1, 2}, {0, 1, 0}},
      {"the same names", {"a", "b"}, {1, 2}, {1, 0}},
      {"not in one piece", {"a", "c", "b"}, {1, 0, 2}, {1, 0, 0}},
  };
  for (const auto& c : cases) {
    const AnimMapper mapper(tokens({"a", "b"}), tokens(c.target));
    std::vector<int> target;
    mapper.remap<int>(std::vector<int>{1, 2, 3}, target, 0);
    EXPECT_EQ(target, c.ofThree) << c.name;
    target.clear();
    mapper.remap<int>(std::vector<int>{1}, target, 0);
    EXPECT_EQ(target, c.ofOne) << c.name;
  }
}

}  // namespace usdscope
