// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/RefinedMesh.h"

#include <gtest/gtest.h>
#include <opensubdiv/far/primvarRefiner.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "engine/scene/detail/Refiner.h"

namespace usdscope {
namespace {

namespace Far = OpenSubdiv::Far;

// A value that OpenSubdiv's evaluator can sum.
struct SummedPoint {
  glm::vec3 value{0.0f};
  void Clear(void* = nullptr) { value = glm::vec3(0.0f); }
  void AddWithWeight(const SummedPoint& other, float weight) { value += other.value * weight; }
};

MeshInput cube(int level) {
  MeshInput input;
  input.points = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
                  {-1, -1, 1},  {1, -1, 1},  {1, 1, 1},  {-1, 1, 1}};
  input.faceVertexCounts = {4, 4, 4, 4, 4, 4};
  input.faceVertexIndices = {3, 2, 1, 0, 4, 5, 6, 7, 0, 1, 5, 4,
                             1, 2, 6, 5, 2, 3, 7, 6, 3, 0, 4, 7};
  input.subdivision.scheme = SubdivisionScheme::CatmullClark;
  input.subdivision.level = level;
  return input;
}

// A grid of squares of size 1 in the plane z = 0, from the origin.
MeshInput grid(int width, int height, int level) {
  MeshInput input;
  std::vector<glm::vec3> points;
  for (int y = 0; y <= height; ++y) {
    for (int x = 0; x <= width; ++x) points.emplace_back(x, y, 0);
  }
  std::vector<int> indices;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const int at = y * (width + 1) + x;
      indices.insert(indices.end(), {at, at + 1, at + width + 2, at + width + 1});
    }
  }
  input.points = Array<glm::vec3>(std::move(points));
  input.faceVertexCounts = Array<int>(std::vector<int>(std::size_t(width * height), 4));
  input.faceVertexIndices = Array<int>(std::move(indices));
  input.subdivision.scheme = SubdivisionScheme::CatmullClark;
  input.subdivision.level = level;
  return input;
}

MeshInput octahedron(int level) {
  MeshInput input;
  input.points = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  input.faceVertexCounts = {3, 3, 3, 3, 3, 3, 3, 3};
  input.faceVertexIndices = {0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4,
                             2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};
  input.subdivision.scheme = SubdivisionScheme::Loop;
  input.subdivision.level = level;
  return input;
}

struct Refined {
  explicit Refined(const MeshInput& input) : mesh(refineMesh(input, problem)) {
    if (!mesh) return;
    RefinedGeometry built = buildRefinedGeometry(input, *mesh, problem);
    geometry = built.geometry;
    cage = built.cage;
  }
  std::string problem;
  std::shared_ptr<const RefinedMesh> mesh;
  std::shared_ptr<const Geometry> geometry;
  std::shared_ptr<const RefinedCage> cage;
};

bool hasPosition(const Geometry& geometry, const glm::vec3& wanted) {
  return std::ranges::any_of(geometry.positions,
                             [&](const glm::vec3& p) { return glm::distance(p, wanted) < 1e-5f; });
}

// Expects the invariants of every refined geometry.
void expectSound(const Refined& refined, const MeshInput& input, const std::string& name) {
  const Geometry& g = *refined.geometry;
  EXPECT_EQ(g.normals.size(), g.vertexCount()) << name;
  EXPECT_EQ(g.vertexPoints.size(), g.vertexCount()) << name;
  EXPECT_EQ(refined.cage->vertexRows.size(), g.vertexCount()) << name;
  EXPECT_EQ(refined.cage->cage->vertexCount(), input.points.size()) << name;
  EXPECT_EQ(g.primitiveFaces.size(), refined.mesh->topology.indices.size() / 3) << name;
  for (const std::uint32_t index : g.indices) ASSERT_LT(index, g.vertexCount()) << name;
  for (const std::uint32_t point : g.vertexPoints) ASSERT_LT(point, input.points.size()) << name;
  for (const std::uint32_t face : g.primitiveFaces) {
    ASSERT_LT(face, input.faceVertexCounts.size()) << name;
  }
  for (const glm::vec3& p : g.positions) {
    ASSERT_TRUE(std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z)) << name;
  }
  for (const glm::vec3& n : g.normals) EXPECT_NEAR(glm::length(n), 1.0f, 1e-4f) << name;
  std::size_t covered = 0;
  for (const GeometryPart& part : refined.mesh->topology.parts) {
    EXPECT_EQ(part.firstIndex, covered) << name;
    covered += part.indexCount;
  }
  EXPECT_EQ(covered, refined.mesh->topology.indices.size()) << name;
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

TEST(RefinedMesh, LevelIsLoweredForHugeMeshes) {
  MeshInput input = grid(1, 1, 3);
  const struct {
    std::size_t faceCount;
    int level;
    const char* problem;
  } cases[] = {
      {1000, 3, ""},
      {100'000, 2,
       "At very high complexity it would have 6400000 faces; it is drawn at high complexity."},
      {5'000'000, 0,
       "At very high complexity it would have 320000000 faces; it is drawn at low complexity."},
  };
  for (const auto& c : cases) {
    input.faceVertexCounts = Array<int>(std::vector<int>(c.faceCount, 4));
    input.faceVertexIndices = Array<int>(std::vector<int>(c.faceCount * 4, 0));
    std::string problem;
    EXPECT_EQ(limitedRefineLevel(input, problem), c.level);
    EXPECT_EQ(problem, c.problem);
  }
}

TEST(RefinedMesh, BadMeshesFallBackToTheCage) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  const auto changed = [](auto change) {
    MeshInput input = cube(2);
    change(input);
    return input;
  };
  const struct {
    const char* name;
    MeshInput input;
    bool isRefined;
    const char* problem;
  } cases[] = {
      {"no faces", changed([](MeshInput& m) { m.faceVertexCounts = {}; }), false, ""},
      {"index out of range",
       changed([](MeshInput& m) { m.faceVertexCounts = {4}, m.faceVertexIndices = {0, 1, 2, 8}; }),
       false, "A face names points that are not there; the mesh is not subdivided."},
      {"negative index",
       changed([](MeshInput& m) { m.faceVertexCounts = {4}, m.faceVertexIndices = {0, 1, 2, -1}; }),
       false, "A face names points that are not there; the mesh is not subdivided."},
      {"face of two corners", changed([](MeshInput& m) { m.faceVertexCounts = {2, 4}; }), false,
       "A face has fewer than three corners, or corners are missing; the mesh is not subdivided."},
      {"huge face", changed([](MeshInput& m) { m.faceVertexCounts = {2147483647}; }), false,
       "A face has fewer than three corners, or corners are missing; the mesh is not subdivided."},
      {"negative count", changed([](MeshInput& m) { m.faceVertexCounts = {-4}; }), false,
       "A face has fewer than three corners, or corners are missing; the mesh is not subdivided."},
      {"loop of squares",
       changed([](MeshInput& m) { m.subdivision.scheme = SubdivisionScheme::Loop; }), false,
       "The scheme loop divides triangles only, and a face has 4 corners; the mesh is not "
       "subdivided."},
      {"NaN", changed([&](MeshInput& m) {
         std::vector<glm::vec3> points(m.points.begin(), m.points.end());
         points[0].x = kNan;
         m.points = Array<glm::vec3>(std::move(points));
       }),
       true, "Some points are not finite or too far away; 6 of 192 triangles are drawn."},
      {"crease lengths", changed([](MeshInput& m) {
         m.subdivision.creaseIndices = {0, 1};
         m.subdivision.creaseLengths = {3};
         m.subdivision.creaseSharpnesses = {1};
       }),
       true,
       "Its 1 creases have 2 points and 1 sharpnesses, which do not match; they are ignored."},
      {"crease of other points", changed([](MeshInput& m) {
         m.subdivision.creaseIndices = {0, 1, 0, 50};
         m.subdivision.creaseLengths = {2, 2};
         m.subdivision.creaseSharpnesses = {kNan, 2};
       }),
       true, "Some creases name points that are not there, or have no finite sharpness."},
      {"negative crease length", changed([](MeshInput& m) {
         m.subdivision.creaseIndices = {0, 1};
         m.subdivision.creaseLengths = {-2, 2};
         m.subdivision.creaseSharpnesses = {1, 1};
       }),
       true, ""},
      {"crease along a diagonal", changed([](MeshInput& m) {
         m.subdivision.creaseIndices = {0, 6};
         m.subdivision.creaseLengths = {2};
         m.subdivision.creaseSharpnesses = {1};
       }),
       true, ""},
      {"corner sizes", changed([](MeshInput& m) { m.subdivision.cornerIndices = {0, 1}; }), true,
       "Its 2 sharp corners have 0 sharpnesses; they are ignored."},
      {"corner of other points", changed([](MeshInput& m) {
         m.subdivision.cornerIndices = {-1};
         m.subdivision.cornerSharpnesses = {1};
       }),
       true, "Some sharp corners name points that are not there, or have no finite sharpness."},
      {"three faces at an edge", changed([](MeshInput& m) {
         m.faceVertexCounts = {3, 3, 3};
         m.faceVertexIndices = {0, 1, 2, 0, 1, 3, 1, 0, 4};
       }),
       true, ""},
      {"face that uses a point twice", changed([](MeshInput& m) {
         m.faceVertexCounts = {4, 4};
         m.faceVertexIndices = {0, 1, 1, 2, 4, 5, 4, 5};
       }),
       true, ""},
      {"two faces with all points", changed([](MeshInput& m) {
         m.faceVertexCounts = {4, 4};
         m.faceVertexIndices = {0, 1, 2, 3, 0, 1, 2, 3};
       }),
       true, ""},
  };
  for (const auto& c : cases) {
    const Refined refined(c.input);
    EXPECT_EQ(refined.mesh != nullptr, c.isRefined) << c.name;
    EXPECT_EQ(refined.problem, c.problem) << c.name;
    if (refined.mesh) expectSound(refined, c.input, c.name);
  }
}

TEST(RefinedMesh, MoreFacesAtAPointThanOpenSubdivCountsFallBackToTheCage) {
  constexpr int kCount = 70'000;  // OpenSubdiv has 16 bits for them.
  std::vector<glm::vec3> points{{0, 0, 0}};
  std::vector<int> fan, polygon;
  for (int i = 0; i < kCount; ++i) {
    const float angle = 6.2831853f * float(i) / float(kCount);
    points.emplace_back(std::cos(angle), std::sin(angle), 0.0f);
    fan.insert(fan.end(), {0, 1 + i, 1 + (i + 1) % kCount});
    polygon.push_back(1 + i);
  }
  MeshInput input = cube(1);
  input.points = Array<glm::vec3>(std::move(points));
  input.faceVertexCounts = Array<int>(std::vector<int>(kCount, 3));
  input.faceVertexIndices = Array<int>(std::move(fan));
  const Refined ofFan(input);
  EXPECT_FALSE(ofFan.mesh);
  EXPECT_EQ(ofFan.problem.find("It cannot be subdivided, so its cage is drawn: "), 0u)
      << ofFan.problem;
  input.faceVertexCounts = {kCount};
  input.faceVertexIndices = Array<int>(std::move(polygon));
  const Refined ofPolygon(input);
  EXPECT_FALSE(ofPolygon.mesh);
  EXPECT_EQ(ofPolygon.problem.find("It cannot be subdivided, so its cage is drawn: "), 0u)
      << ofPolygon.problem;
}

TEST(RefinedMesh, RandomTopologyNeverCrashes) {
  std::mt19937 random(11);
  for (int round = 0; round < 400; ++round) {
    MeshInput input = cube(1 + int(random() % 2));
    std::vector<int> counts, indices, corners;
    std::vector<glm::vec2> values;
    const bool isLoop = random() % 3 == 0;
    for (std::size_t f = 0; f < 1 + random() % 12; ++f) {
      counts.push_back(isLoop ? 3 : 3 + int(random() % 4));
      for (int i = 0; i < counts.back(); ++i) {
        indices.push_back(int(random() % 8));
        corners.push_back(int(random() % 5));
        values.emplace_back(corners.back(), 1);
      }
    }
    input.faceVertexCounts = Array<int>(std::move(counts));
    input.faceVertexIndices = Array<int>(std::move(indices));
    input.texCoords = {Array<glm::vec2>(std::move(values)), Interpolation::FaceVarying,
                       Array<int>(std::move(corners))};
    input.subdivision.scheme = isLoop ? SubdivisionScheme::Loop : SubdivisionScheme::CatmullClark;
    input.subdivision.boundary = static_cast<BoundaryInterpolation>(random() % 3);
    input.subdivision.faceVarying = static_cast<LinearInterpolation>(random() % 6);
    input.subdivision.creaseIndices = {int(random() % 9), int(random() % 9)};
    input.subdivision.creaseLengths = {2};
    input.subdivision.creaseSharpnesses = {float(random() % 5)};
    const Refined refined(input);
    if (refined.geometry) expectSound(refined, input, "round " + std::to_string(round));
  }
}

}  // namespace usdscope
