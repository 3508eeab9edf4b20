// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/RefinedMesh.h"

#include <gtest/gtest.h>
#include <opensubdiv/far/primvarRefiner.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "engine/scene/detail/Refiner.h"
#include "tests/scene/RefinedMeshes.h"

namespace usdscope {
namespace {

namespace Far = OpenSubdiv::Far;

// A value that OpenSubdiv's evaluator can sum.
struct SummedPoint {
  glm::vec3 value{0.0f};
  void Clear(void* = nullptr) { value = glm::vec3(0.0f); }
  void AddWithWeight(const SummedPoint& other, float weight) { value += other.value * weight; }
};

bool hasPosition(const Geometry& geometry, const glm::vec3& wanted) {
  return std::ranges::any_of(geometry.positions,
                             [&](const glm::vec3& p) { return glm::distance(p, wanted) < 1e-5f; });
}

std::vector<SummedPoint> summed(const Array<glm::vec3>& values) {
  std::vector<SummedPoint> result;
  for (const glm::vec3& value : values) result.push_back({value});
  return result;
}

// Refines values level by level with OpenSubdiv's PrimvarRefiner, without our stencils.
enum class Kind { Vertex, Varying, FaceVarying };
std::vector<SummedPoint> byOpenSubdiv(const Far::TopologyRefiner& refiner,
                                      std::vector<SummedPoint> values, Kind kind) {
  for (int level = 1; level <= refiner.GetMaxLevel(); ++level) {
    const Far::TopologyLevel& next = refiner.GetLevel(level);
    const int count = kind == Kind::FaceVarying ? next.GetNumFVarValues(0) : next.GetNumVertices();
    std::vector<SummedPoint> finer(static_cast<std::size_t>(count));
    const Far::PrimvarRefiner primvars(refiner);
    const SummedPoint* from = values.data();
    SummedPoint* to = finer.data();
    if (kind == Kind::Vertex) primvars.Interpolate(level, from, to);
    if (kind == Kind::Varying) primvars.InterpolateVarying(level, from, to);
    if (kind == Kind::FaceVarying) primvars.InterpolateFaceVarying(level, from, to, 0);
    values = std::move(finer);
  }
  return values;
}

double largestDistance(const std::vector<SummedPoint>& a, const std::vector<glm::vec3>& b) {
  if (a.size() != b.size()) return std::numeric_limits<double>::infinity();
  double largest = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    largest = std::max(largest, double(glm::distance(a[i].value, b[i])));
  }
  return largest;
}

std::vector<glm::vec3> byStencils(const Stencils& stencils, const Array<glm::vec3>& values) {
  std::vector<glm::vec3> result;
  for (std::size_t row = 0; row < stencils.rowCount(); ++row) {
    result.push_back(stencils.valueAt(row, values.span()));
  }
  return result;
}

// A mesh with random points, creases, corners and holes.
MeshInput randomMesh(MeshInput input, std::mt19937& random) {
  const auto number = [&] { return float(random()) / float(std::mt19937::max()) * 4.0f; };
  std::vector<glm::vec3> points(input.points.begin(), input.points.end());
  for (glm::vec3& p : points) p += glm::vec3(number(), number(), number()) * 0.2f;
  input.points = Array<glm::vec3>(std::move(points));
  const int first = input.faceVertexIndices[0];
  const int second = input.faceVertexIndices[1];
  const int third = input.faceVertexIndices[2];
  input.subdivision.creaseIndices = {first, second, third, second, first};
  input.subdivision.creaseLengths = {3, 2};
  input.subdivision.creaseSharpnesses = {number(), number()};
  input.subdivision.cornerIndices = {third};
  input.subdivision.cornerSharpnesses = {number() * 3.0f};
  return input;
}

}  // namespace

TEST(RefinedMesh, CubeHasClosedForm) {
  const MeshInput input = cube(1);
  const Refined refined(input);
  ASSERT_TRUE(refined.geometry);
  EXPECT_EQ(refined.problem, "");
  expectSound(refined, input, "");
  EXPECT_EQ(refined.geometry->vertexCount(), 26u);
  EXPECT_EQ(refined.geometry->indices.size(), 24u * 6);
  const float c = 5.0f / 9.0f;
  for (const float x : {-c, c}) {
    for (const float y : {-c, c}) {
      for (const float z : {-c, c}) EXPECT_TRUE(hasPosition(*refined.geometry, {x, y, z}));
    }
  }
  for (const glm::vec3& wanted :
       {glm::vec3(1, 0, 0), {0, -1, 0}, {0.75f, 0.75f, 0}, {0, -0.75f, 0.75f}}) {
    EXPECT_TRUE(hasPosition(*refined.geometry, wanted)) << wanted.x << " " << wanted.y;
  }
  // The first vertices are those of the cage's points.
  for (std::uint32_t i = 0; i < 8; ++i) {
    EXPECT_EQ(refined.geometry->vertexPoints[i], i);
    EXPECT_LT(glm::distance(refined.geometry->positions[i], input.points[i] * c), 1e-6f);
  }
}

TEST(RefinedMesh, EqualsTheEvaluatorOfOpenSubdiv) {
  std::mt19937 random(5);
  const struct {
    const char* name;
    MeshInput input;
  } cases[] = {{"cube", cube(0)}, {"grid", grid(4, 3, 0)}, {"octahedron", octahedron(0)}};
  for (const auto& c : cases) {
    for (int level = 1; level <= 3; ++level) {
      for (int rule = 0; rule < 6; ++rule) {
        MeshInput input = randomMesh(c.input, random);
        input.subdivision.level = level;
        input.subdivision.faceVarying = static_cast<LinearInterpolation>(rule);
        input.subdivision.boundary = static_cast<BoundaryInterpolation>(rule % 3);
        input.subdivision.hasSmoothTriangles = rule % 2 == 1;
        const bool isTriangles = input.subdivision.scheme == SubdivisionScheme::Loop;
        if (!isTriangles && rule == 5) input.subdivision.scheme = SubdivisionScheme::Bilinear;
        const std::string name = c.name + std::to_string(level) + " rule " + std::to_string(rule);
        // Every corner has one of two values, which its point shares or not.
        std::vector<int> corners;
        std::vector<glm::vec3> values;
        for (const int point : input.faceVertexIndices) {
          corners.push_back(point * 2 + int(random() % 2));
          values.emplace_back(corners.back(), corners.back() * corners.back() % 7, 1.0f);
        }
        const CornerValues numbered = numberCornerValues(input, Array<int>(corners));
        std::vector<SummedPoint> cornerValues;
        for (const std::uint32_t corner : numbered.corners)
          cornerValues.push_back({values[corner]});

        std::string problem;
        const RefinerPointer refiner = refineTopology(input, level, {&numbered}, problem);
        ASSERT_TRUE(refiner) << name << problem;
        EXPECT_EQ(problem, "") << name;
        const auto expected = byOpenSubdiv(*refiner, summed(input.points), Kind::Vertex);
        EXPECT_LT(
            largestDistance(expected, byStencils(pointStencils(*refiner, false), input.points)),
            1e-5)
            << name;
        const auto varying = byOpenSubdiv(*refiner, summed(input.points), Kind::Varying);
        EXPECT_LT(largestDistance(varying, byStencils(pointStencils(*refiner, true), input.points)),
                  1e-5)
            << name;
        const auto faceVarying = byOpenSubdiv(*refiner, cornerValues, Kind::FaceVarying);
        EXPECT_LT(largestDistance(faceVarying, byStencils(cornerStencils(*refiner, 0, numbered),
                                                          Array<glm::vec3>(values))),
                  1e-4)
            << name;
      }
    }
  }
}

TEST(RefinedMesh, ApproachesTheLimitSurface) {
  for (const auto& base : {cube(0), octahedron(0)}) {
    double before = 0.0;
    for (int level = 1; level <= 3; ++level) {
      MeshInput input = base;
      input.subdivision.level = level;
      const Refined refined(input);
      ASSERT_TRUE(refined.geometry);
      std::string problem;
      // The limit needs all of the last level's topology.
      const RefinerPointer refiner = refineTopology(input, level, {}, problem);
      ASSERT_TRUE(refiner);
      OpenSubdiv::Far::TopologyRefiner::UniformOptions options(level);
      options.fullTopologyInLastLevel = true;
      refiner->Unrefine();
      refiner->RefineUniform(options);
      const auto points = byOpenSubdiv(*refiner, summed(input.points), Kind::Vertex);
      std::vector<SummedPoint> limit(points.size());
      SummedPoint* to = limit.data();
      Far::PrimvarRefiner(*refiner).Limit(points.data(), to);
      double farthest = 0.0;
      for (std::size_t i = 0; i < limit.size(); ++i) {
        farthest = std::max(farthest,
                            double(glm::distance(limit[i].value, refined.geometry->positions[i])));
      }
      EXPECT_GT(farthest, 0.0);
      if (level > 1) {
        EXPECT_LT(farthest, before / 2.5) << level;
      }
      before = farthest;
    }
  }
}

TEST(RefinedMesh, CreasesAndCornersStaySharp) {
  MeshInput input = cube(1);
  input.subdivision.creaseIndices = {4, 5, 6, 7, 4};
  input.subdivision.creaseLengths = {5};
  input.subdivision.creaseSharpnesses = {10.0f};
  input.subdivision.cornerIndices = {0};
  input.subdivision.cornerSharpnesses = {10.0f};
  const Refined refined(input);
  ASSERT_TRUE(refined.geometry);
  EXPECT_EQ(refined.problem, "");
  EXPECT_TRUE(hasPosition(*refined.geometry, {1, 0, 1})) << "the middle of a sharp edge";
  EXPECT_TRUE(hasPosition(*refined.geometry, {0.75f, 0.75f, 1})) << "a point between sharp edges";
  EXPECT_LT(glm::distance(refined.geometry->positions[0], {-1, -1, -1}), 1e-6f) << "a sharp corner";
  input.subdivision.creaseSharpnesses = {10.0f, 10.0f, 10.0f, 10.0f};
  EXPECT_EQ(*Refined(input).geometry, *refined.geometry) << "a sharpness for each edge";
}

TEST(RefinedMesh, BoundaryRules) {
  MeshInput input = grid(1, 1, 1);
  EXPECT_LT(glm::distance(Refined(input).geometry->positions[0], {0, 0, 0}), 1e-6f);
  input.subdivision.boundary = BoundaryInterpolation::EdgeOnly;
  EXPECT_LT(glm::distance(Refined(input).geometry->positions[0], {0.125f, 0.125f, 0}), 1e-6f);
  input.subdivision.boundary = BoundaryInterpolation::None;
  EXPECT_TRUE(Refined(input).mesh->topology.parts.empty()) << "faces at the boundary are holes";
  input = grid(3, 3, 2);
  input.subdivision.boundary = BoundaryInterpolation::None;
  const Refined inner(input);
  EXPECT_EQ(inner.geometry->indices.size(), 16u * 6) << "only the inner face is drawn";
  for (const std::uint32_t face : inner.geometry->primitiveFaces) EXPECT_EQ(face, 4u);
}

TEST(RefinedMesh, HolesAndPartsFollowTheCage) {
  MeshInput input = grid(3, 1, 2);
  input.holeIndices = {1, 99};
  input.partOfFace = {1, 1, 0};
  input.partCount = 2;
  const Refined refined(input);
  ASSERT_TRUE(refined.geometry);
  expectSound(refined, input, "");
  ASSERT_EQ(refined.mesh->topology.parts.size(), 2u);
  EXPECT_EQ(refined.mesh->topology.partOfParts, (std::vector<int>{0, 1}));
  for (std::size_t t = 0; t < refined.geometry->primitiveFaces.size(); ++t) {
    EXPECT_EQ(refined.geometry->primitiveFaces[t], t < 32 ? 2u : 0u);
  }
  EXPECT_EQ(refined.geometry->primitiveFaces.size(), 64u);
  EXPECT_EQ(refined.geometry->trianglesPerFace, 2u);
}

TEST(RefinedMesh, WindingFollowsTheOrientation) {
  for (const bool isLeftHanded : {false, true}) {
    MeshInput input = cube(2);
    input.isLeftHanded = isLeftHanded;
    const Refined refined(input);
    const Geometry& g = *refined.geometry;
    for (std::size_t i = 0; i < g.indices.size(); i += 3) {
      const glm::vec3 a = g.positions[g.indices[i]];
      const glm::vec3 across =
          glm::cross(g.positions[g.indices[i + 1]] - a, g.positions[g.indices[i + 2]] - a);
      EXPECT_EQ(glm::dot(across, a) > 0.0f, !isLeftHanded);
      EXPECT_EQ(glm::dot(g.normals[g.indices[i]], a) > 0.0f, !isLeftHanded);
    }
  }
}

TEST(RefinedMesh, PrimvarsAreRefined) {
  MeshInput input = grid(2, 1, 1);  // Points 0 to 2 below, 3 to 5 above.
  input.colors = {{{1, 0, 0}, {0, 1, 0}}, Interpolation::Uniform, {}};
  input.opacities = {{0, 0.5f, 1, 0, 0.5f, 1}, Interpolation::Varying, {}};
  const Refined refined(input);
  const Geometry& g = *refined.geometry;
  expectSound(refined, input, "");
  ASSERT_EQ(g.colors.size(), g.vertexCount());
  for (std::size_t i = 0; i < g.indices.size(); ++i) {
    const glm::vec4 color = g.colors[g.indices[i]];
    const bool isFirst = g.primitiveFaces[i / 3] == 0;
    EXPECT_EQ(glm::vec3(color), isFirst ? glm::vec3(1, 0, 0) : glm::vec3(0, 1, 0));
    EXPECT_NEAR(color.w, g.positions[g.indices[i]].x / 2, 1e-6f) << "varying is linear";
  }
  input.texCoords = {{{0, 0}, {1, 0}, {2, 0}, {0, 1}, {1, 1}, {2, 1}}, Interpolation::Vertex, {}};
  const Refined withVertices(input);
  for (std::size_t v = 0; v < withVertices.geometry->vertexCount(); ++v) {
    EXPECT_LT(glm::distance(withVertices.geometry->texCoords[v],
                            glm::vec2(withVertices.geometry->positions[v])),
              1e-5f);
  }
  input.colors = {{{1, 1, 1}}, Interpolation::Uniform, {}};
  const Refined wrongSize(input);
  EXPECT_EQ(wrongSize.problem, "displayColor has 1 values, expected 2; it is ignored.");
}

TEST(RefinedMesh, FaceVaryingValuesMeetWhereIndicesAreEqual) {
  MeshInput input = grid(2, 1, 1);
  input.texCoords.interpolation = Interpolation::FaceVarying;
  input.texCoords.values = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {1, 0}, {2, 0}, {2, 1}, {1, 1}};
  input.texCoords.corners = {0, 1, 2, 3, 1, 4, 5, 2};
  const Refined joined(input);
  expectSound(joined, input, "joined");
  EXPECT_EQ(joined.geometry->vertexCount(), 15u);
  input.texCoords.corners = {};
  const Refined apart(input);
  expectSound(apart, input, "apart");
  EXPECT_EQ(apart.geometry->vertexCount(), 18u) << "the seam has two vertices for each point";
  for (const Refined* refined : {&joined, &apart}) {
    for (std::size_t v = 0; v < refined->geometry->vertexCount(); ++v) {
      EXPECT_LT(glm::distance(refined->geometry->texCoords[v],
                              glm::vec2(refined->geometry->positions[v])),
                1e-5f);
    }
  }
  input.subdivision.boundary = BoundaryInterpolation::EdgeOnly;
  // A smooth rule rounds the corners of the values, a linear rule keeps them.
  const auto cornerOf = [&](LinearInterpolation rule) {
    input.subdivision.faceVarying = rule;
    return Refined(input).geometry->texCoords[0];
  };
  EXPECT_EQ(cornerOf(LinearInterpolation::All), glm::vec2(0, 0));
  EXPECT_EQ(cornerOf(LinearInterpolation::CornersOnly), glm::vec2(0, 0));
  EXPECT_LT(glm::distance(cornerOf(LinearInterpolation::None), {0.125f, 0.125f}), 1e-6f);
}

TEST(RefinedMesh, BilinearIsFlat) {
  MeshInput input = cube(2);
  input.subdivision.scheme = SubdivisionScheme::Bilinear;
  input.isFlat = true;
  const Refined refined(input);
  expectSound(refined, input, "");
  EXPECT_EQ(refined.geometry->bounds, (Box{{-1, -1, -1}, {1, 1, 1}}));
  for (const glm::vec3& n : refined.geometry->normals) {
    EXPECT_NEAR(std::max({std::abs(n.x), std::abs(n.y), std::abs(n.z)}), 1.0f, 1e-6f);
  }
}

TEST(RefinedMesh, MovedPointsKeepTheRefinement) {
  MeshInput input = cube(2);
  const Refined refined(input);
  std::vector<glm::vec3> moved(input.points.begin(), input.points.end());
  for (glm::vec3& p : moved) p.x += 3.0f;
  input.points = Array<glm::vec3>(std::move(moved));
  ASSERT_TRUE(fits(*refined.mesh, input));
  std::string problem;
  const RefinedGeometry built = buildRefinedGeometry(input, *refined.mesh, problem);
  for (std::size_t v = 0; v < built.geometry->vertexCount(); ++v) {
    EXPECT_LT(glm::distance(built.geometry->positions[v],
                            refined.geometry->positions[v] + glm::vec3(3, 0, 0)),
              1e-5f);
  }
  EXPECT_TRUE(built.geometry->indices.sharesStorageWith(refined.geometry->indices));
  input.subdivision.creaseSharpnesses = {2.0f};
  EXPECT_FALSE(fits(*refined.mesh, input));
}

}  // namespace usdscope
