// SPDX-License-Identifier: Apache-2.0
#include "engine/skel/SkinPoints.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "engine/base/Parallel.h"
#include "engine/skel/SkinNormals.h"
#include "engine/skel/SkinSurface.h"

namespace usdscope {
namespace {

struct RandomSkin {
  std::vector<glm::dmat4> skelFromBind;
  glm::dmat4 skelFromRest{1.0};
  std::vector<int> joints;
  std::vector<float> weights;
  std::vector<glm::vec3> rest;
  std::size_t perPoint = 1;
  SkinPrecision precision = SkinPrecision::Single;

  RandomSkin(unsigned seed, std::size_t points, std::size_t jointCount, std::size_t influences,
             bool scaled)
      : perPoint(influences) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> uniform(-1.0, 1.0);
    const auto vector = [&] {
      return glm::dvec3(uniform(random), uniform(random), uniform(random));
    };
    const auto matrix = [&] {
      glm::dmat4 m = glm::mat4_cast(glm::normalize(
          glm::dquat(uniform(random), uniform(random), uniform(random), uniform(random))));
      if (scaled) {
        for (int c = 0; c < 3; ++c) m[c] *= 1.0 + 0.5 * uniform(random);
      }
      m[3] = glm::dvec4(vector(), 1.0);
      return m;
    };
    for (std::size_t i = 0; i < jointCount; ++i) skelFromBind.push_back(matrix());
    skelFromRest = matrix();
    for (std::size_t i = 0; i < points; ++i) {
      rest.emplace_back(vector());
      float sum = 0.0f;
      for (std::size_t k = 0; k < perPoint; ++k) {
        joints.push_back(int(random() % jointCount));
        weights.push_back(k % 3 == 2 ? 0.0f : float(uniform(random) * 0.5 + 0.6));
        sum += weights.back();
      }
      // The weights of every other point sum up to one.
      if (i % 2 == 0) continue;
      for (std::size_t k = 0; k < perPoint; ++k) weights[weights.size() - 1 - k] /= sum;
    }
  }

  SkinPoints job(bool usesDualQuaternions, const glm::dmat4& out,
                 std::vector<glm::vec3>& points) const {
    return {usesDualQuaternions,
            skelFromRest,
            skelFromBind,
            joints,
            weights,
            perPoint,
            out,
            rest,
            points,
            precision};
  }

  std::vector<glm::vec3> inDoublePrecision(bool usesDualQuaternions, const glm::dmat4& out) const {
    std::vector<glm::vec3> points(rest.size());
    SkinPoints exact = job(usesDualQuaternions, out, points);
    exact.precision = SkinPrecision::Double;
    EXPECT_TRUE(exact.run());
    return points;
  }
};

double largestError(const std::vector<glm::vec3>& a, const std::vector<glm::vec3>& b) {
  double error = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    error = std::max(error, glm::length(glm::dvec3(a[i]) - glm::dvec3(b[i])));
  }
  return error;
}

}  // namespace

// Characters are about ten units long here.
TEST(SkinPoints, AgreesWithDoublePrecision) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    const std::size_t influences = 1 + seed % 9;
    RandomSkin skin(seed, seed % 3 == 0 ? 5000 : 1 + seed, 1 + seed * 7 % 200, influences,
                    seed % 2 == 0);
    skin.precision = seed % 4 < 2 ? SkinPrecision::Single : SkinPrecision::SingleNoAvx2;
    glm::dmat4 out = skin.skelFromRest;
    for (const bool usesDualQuaternions : {false, true}) {
      std::vector<glm::vec3> points(skin.rest.size());
      ASSERT_TRUE(skin.job(usesDualQuaternions, out, points).run()) << seed;
      EXPECT_LT(largestError(points, skin.inDoublePrecision(usesDualQuaternions, out)), 1e-4)
          << seed << (usesDualQuaternions ? " dual quaternions" : " linear");
    }
  }
}

TEST(SkinPoints, MayWriteOverTheRestPoints) {
  RandomSkin skin(1, 1001, 30, 4, false);
  const std::vector<glm::vec3> expected = skin.inDoublePrecision(true, glm::dmat4(1.0));
  SkinPoints job = skin.job(true, glm::dmat4(1.0), skin.rest);
  ASSERT_TRUE(job.run());
  EXPECT_LT(largestError(skin.rest, expected), 1e-4);
}

TEST(SkinPoints, AMatrixThatIsNotFiniteReachesOnlyWhatFollowsIt) {
  RandomSkin skin(4, 300, 10, 4, true);
  skin.skelFromBind[3][1].x = NAN;
  skin.skelFromBind[5][3].y = INFINITY;
  for (const bool usesDualQuaternions : {false, true}) {
    std::vector<glm::vec3> points(skin.rest.size());
    ASSERT_TRUE(skin.job(usesDualQuaternions, glm::dmat4(1.0), points).run());
    std::size_t lost = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      bool follows = false;
      for (std::size_t k = i * 4; k < i * 4 + 4; ++k) {
        follows |= skin.weights[k] != 0.0f && (skin.joints[k] == 3 || skin.joints[k] == 5);
      }
      lost += follows;
      EXPECT_TRUE(follows || std::isfinite(glm::dot(points[i], points[i]))) << i;
    }
    EXPECT_GT(lost, 50u);
    EXPECT_LT(lost, 250u);
  }
}

TEST(SkinPoints, ResultDoesNotDependOnThreads) {
  const RandomSkin skin(2, 100'000, 60, 4, true);
  std::vector<glm::vec3> results[2];
  for (const std::size_t i : {0u, 1u}) {
    setThreadCount(i == 0 ? 1 : 0);
    results[i].resize(skin.rest.size());
    ASSERT_TRUE(skin.job(true, glm::dmat4(1.0), results[i]).run());
  }
  EXPECT_EQ(results[0], results[1]);
}

TEST(SkinPoints, RefusesWhatDoesNotFit) {
  const RandomSkin good(3, 50, 10, 4, false);
  std::vector<glm::vec3> points(50);
  const struct {
    const char* name;
    void (*spoil)(RandomSkin&);
  } cases[] = {
      {"one index too few", [](RandomSkin& s) { s.joints.pop_back(); }},
      {"one weight too many", [](RandomSkin& s) { s.weights.push_back(0.0f); }},
      {"no influences", [](RandomSkin& s) { s.perPoint = 0; }},
      {"a joint beyond the end", [](RandomSkin& s) { s.joints[199] = 10; }},
      {"a joint below zero", [](RandomSkin& s) { s.joints[0] = -1; }},
      {"no joints at all", [](RandomSkin& s) { s.skelFromBind.clear(); }},
      {"fewer points than there is room for", [](RandomSkin& s) { s.rest.pop_back(); }},
  };
  for (const auto& c : cases) {
    RandomSkin skin = good;
    c.spoil(skin);
    for (const bool usesDualQuaternions : {false, true}) {
      EXPECT_FALSE(skin.job(usesDualQuaternions, glm::dmat4(1.0), points).run()) << c.name;
    }
  }
}

TEST(SkinNormals, AgreesWithDoublePrecision) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    const RandomSkin skin(seed, 1 + seed * 13, 1 + seed, 1 + seed % 6, true);
    std::vector<glm::dmat3> joints;
    for (const glm::dmat4& m : skin.skelFromBind) joints.push_back(normalMatrix(m));
    SkinNormals job{.skelFromRest = normalMatrix(skin.skelFromRest),
                    .skelFromBind = joints,
                    .joints = skin.joints,
                    .weights = skin.weights,
                    .influencesPerPoint = skin.perPoint,
                    .rest = skin.rest,
                    .precision = SkinPrecision::Double};
    std::vector<glm::vec3> expected(skin.rest.size());
    job.normals = expected;
    ASSERT_TRUE(job.run());
    std::vector<glm::vec3> normals(skin.rest.size());
    job.normals = normals;
    job.precision = seed % 4 < 2 ? SkinPrecision::Single : SkinPrecision::SingleNoAvx2;
    ASSERT_TRUE(job.run());
    // The direction is arbitrary when influences nearly cancel.
    for (std::size_t i = 0; i < normals.size(); ++i) {
      EXPECT_NEAR(glm::dot(normals[i], expected[i]), 1.0f, 1e-3f) << seed << " " << i;
    }
  }
}

// (Values of UsdSkelSkinNormals 26.11, which turns mirroring joints into half turns.)
TEST(SkinNormals, MirroringAndFlatJointsAgreeWithTheReference) {
  const glm::dquat tilt(0.8, 0.6, 0.0, 0.0);
  const struct {
    const char* name;
    bool usesDualQuaternions;
    glm::dquat turn;
    glm::dvec3 scale;
    float weight;  // The rest follows a joint that stands still.
    glm::vec3 expected[3];
  } cases[] = {
      {"mirrored in x",
       true,
       {1, 0, 0, 0},
       {-1, 1, 1},
       1.0f,
       {{-1, 0, 0}, {0, -1, 0}, {-0.57735026f, -0.57735026f, 0.57735026f}}},
      {"in all three",
       true,
       {1, 0, 0, 0},
       {-1, -1, -1},
       1.0f,
       {{-1, 0, 0}, {0, -1, 0}, {-0.57735026f, -0.57735026f, 0.57735026f}}},
      {"mirrored and turned",
       true,
       tilt,
       {1, -1, 1},
       1.0f,
       {{1, 0, 0}, {0, -1, 0}, {0.57735026f, -0.57735026f, -0.57735026f}}},
      {"blended",
       true,
       {1, 0, 0, 0},
       {-1, 1, 1},
       0.7f,
       {{-0.4626865f, 0.88652194f, 0},
        {-0.88652194f, -0.4626865f, 0},
        {-0.77895f, 0.24472f, 0.57735f}}},
      {"flat", false, {1, 0, 0, 0}, {1, 0, 1}, 1.0f, {}},
      {"flat in part", false, tilt, {1, 0, 1}, 0.7f, {}},
      {"flat, with dual quaternions",
       true,
       {1, 0, 0, 0},
       {1, 0, 1},
       1.0f,
       {{1, 0, 0}, {0, 1, 0}, {0.57735026f, 0.57735026f, 0.57735026f}}},
  };
  const glm::vec3 rest[] = {{1, 0, 0}, {0, 1, 0}, {0.577f, 0.577f, 0.577f}};
  for (const auto& c : cases) {
    const glm::dmat4 joint = glm::mat4_cast(c.turn) * glm::scale(glm::dmat4(1.0), c.scale);
    const std::vector<glm::dmat3> matrices{skinningNormalMatrix(joint), glm::dmat3(1.0)};
    const std::vector<int> joints{0, 1, 0, 1, 0, 1};
    std::vector<float> weights;
    for (int i = 0; i < 3; ++i) {
      weights.push_back(c.weight);
      weights.push_back(1.0f - c.weight);
    }
    std::vector<glm::vec3> normals(std::begin(rest), std::end(rest));
    ASSERT_TRUE((SkinNormals{.usesDualQuaternions = c.usesDualQuaternions,
                             .skelFromBind = matrices,
                             .joints = joints,
                             .weights = weights,
                             .influencesPerPoint = 2,
                             .rest = normals,
                             .normals = normals,
                             .precision = SkinPrecision::Double}
                     .run()));
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_LT(glm::distance(normals[i], c.expected[i]), 1e-4f)
          << c.name << ": " << normals[i].x << ' ' << normals[i].y << ' ' << normals[i].z;
    }
    if (c.usesDualQuaternions) continue;
    for (const SkinPrecision precision : {SkinPrecision::Single, SkinPrecision::SingleNoAvx2}) {
      std::vector<glm::vec3> fast(3);
      ASSERT_TRUE((SkinNormals{.skelFromBind = matrices,
                               .joints = joints,
                               .weights = weights,
                               .influencesPerPoint = 2,
                               .rest = rest,
                               .normals = fast,
                               .precision = precision}
                       .run()));
      for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(fast[i], normals[i]) << c.name;
    }
  }
}

TEST(SkinSurface, PositionsAgreeWithSkinPoints) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    const RandomSkin skin(seed, 1 + seed * 11, 1 + seed, 1 + seed % 5, seed % 2 == 0);
    const std::vector<std::uint16_t> joints(skin.joints.begin(), skin.joints.end());
    const std::vector<glm::mat4> matrices(skin.skelFromBind.begin(), skin.skelFromBind.end());
    for (const bool usesDualQuaternions : {false, true}) {
      // Without scales, SkinPoints does not scale points by the sum of their weights.
      if (usesDualQuaternions && seed % 2 != 0) continue;
      const auto expected = skin.inDoublePrecision(usesDualQuaternions, glm::dmat4(1.0));
      for (const bool hasNormals : {false, true}) {
        std::vector<SkinnedVertex> vertices(skin.rest.size());
        SkinSurface{.usesDualQuaternions = usesDualQuaternions,
                    .skelFromRest = skin.skelFromRest,
                    .skelFromBind = matrices,
                    .joints = joints,
                    .weights = skin.weights,
                    .influencesPerVertex = skin.perPoint,
                    .positions = skin.rest,
                    .normals = hasNormals ? std::span(skin.rest) : std::span<const glm::vec3>(),
                    .vertices = vertices,
                    .precision = seed % 4 < 2 ? SkinPrecision::Single : SkinPrecision::SingleNoAvx2}
            .run();
        for (std::size_t i = 0; i < vertices.size(); ++i) {
          EXPECT_LT(glm::distance(vertices[i].position, expected[i]), 1e-4f) << seed << " " << i;
          const float length = glm::length(vertices[i].normal);
          EXPECT_NEAR(length, hasNormals ? 1.0f : 0.0f, 1e-4f) << seed << " " << i;
        }
      }
    }
  }
}

}  // namespace usdscope
