// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/Triangulate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace usdscope {
namespace {

using Polygon = std::vector<glm::vec3>;

// Returns a vector normal to the polygon, with twice its area as length.
glm::dvec3 areaOf(const Polygon& corners, std::span<const std::uint32_t> triangles) {
  glm::dvec3 area(0.0);
  for (std::size_t i = 0; i < triangles.size(); i += 3) {
    const glm::dvec3 a(corners[triangles[i]]);
    area += glm::cross(glm::dvec3(corners[triangles[i + 1]]) - a,
                       glm::dvec3(corners[triangles[i + 2]]) - a);
  }
  return area;
}

double sumOfAreas(const Polygon& corners, std::span<const std::uint32_t> triangles) {
  double sum = 0.0;
  for (std::size_t i = 0; i < triangles.size(); i += 3) {
    sum += glm::length(areaOf(corners, triangles.subspan(i, 3)));
  }
  return sum;
}

Polygon star(int points) {
  Polygon corners;
  for (int i = 0; i < 2 * points; ++i) {
    const float angle = 3.14159265f * float(i) / float(points);
    const float radius = i % 2 ? 0.3f : 1.0f;
    corners.emplace_back(radius * std::cos(angle), radius * std::sin(angle), 0.0f);
  }
  return corners;
}

}  // namespace

TEST(Triangulate, TrianglesCoverThePolygonOnce) {
  const struct {
    const char* name;
    Polygon corners;
    double twiceArea;
  } cases[] = {
      {"triangle", {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, 1.0},
      {"square", {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, 2.0},
      {"arrowhead, first corner", {{1, 1, 0}, {0, 3, 0}, {0, 0, 0}, {3, 0, 0}}, 6.0},
      {"arrowhead, second corner", {{3, 0, 0}, {1, 1, 0}, {0, 3, 0}, {0, 0, 0}}, 6.0},
      {"arrowhead, clockwise", {{3, 0, 0}, {0, 0, 0}, {0, 3, 0}, {1, 1, 0}}, 6.0},
      {"L", {{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}, {1, 2, 0}, {0, 2, 0}}, 6.0},
      {"L, upright", {{0, 0, 0}, {0, 2, 0}, {0, 2, 1}, {0, 1, 1}, {0, 1, 2}, {0, 0, 2}}, 6.0},
      {"corners on one line", {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}}, 8.0},
      {"a corner twice", {{0, 0, 0}, {2, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}}, 8.0},
      {"a hole, cut open",
       {{0, 0, 0},
        {4, 0, 0},
        {4, 4, 0},
        {0, 4, 0},
        {0, 0, 0},
        {1, 1, 0},
        {1, 3, 0},
        {3, 3, 0},
        {3, 1, 0},
        {1, 1, 0}},
       24.0},
      {"star", star(5), 2 * 5 * 0.3 * std::sin(3.14159265 / 5)},
  };
  for (const auto& c : cases) {
    std::vector<std::uint32_t> triangles;
    triangulate(c.corners, triangles);
    ASSERT_EQ(triangles.size(), 3 * (c.corners.size() - 2)) << c.name;
    for (const std::uint32_t corner : triangles) ASSERT_LT(corner, c.corners.size()) << c.name;
    // Equal to the length of the sum only if all triangles have the same winding order.
    EXPECT_NEAR(sumOfAreas(c.corners, triangles), c.twiceArea, 1e-5) << c.name;
    EXPECT_NEAR(glm::length(areaOf(c.corners, triangles)), c.twiceArea, 1e-5) << c.name;
  }
}

TEST(Triangulate, PolygonsWithoutASenseStillGiveTheirTriangles) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInf = std::numeric_limits<float>::infinity();
  const struct {
    const char* name;
    Polygon corners;
  } cases[] = {
      {"all at one place", Polygon(6, glm::vec3(1.0f))},
      {"on one line", {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {4, 0, 0}}},
      {"crosses itself", {{0, 0, 0}, {2, 2, 0}, {2, 0, 0}, {0, 2, 0}, {1, 3, 0}}},
      {"not a number", {{0, 0, 0}, {kNan, 0, 0}, {2, 1, 0}, {1, 2, 0}, {0, 1, 0}}},
      {"quad, not a number", {{0, 0, 0}, {kNan, kNan, kNan}, {2, 1, 0}, {1, 2, 0}}},
      {"infinite", {{0, 0, 0}, {kInf, 0, 0}, {2, 1, 0}, {1, -kInf, 0}, {0, 1, 0}}},
  };
  for (const auto& c : cases) {
    std::vector<std::uint32_t> triangles;
    triangulate(c.corners, triangles);
    ASSERT_EQ(triangles.size(), 3 * (c.corners.size() - 2)) << c.name;
    for (const std::uint32_t corner : triangles) EXPECT_LT(corner, c.corners.size()) << c.name;
  }
}

TEST(Triangulate, LessThanThreeCornersGiveNothing) {
  std::vector<std::uint32_t> triangles = {7};
  for (std::size_t count = 0; count < 3; ++count) triangulate(Polygon(count), triangles);
  EXPECT_EQ(triangles, std::vector<std::uint32_t>{7});
}

// Polygons for which looking at all corners for each ear would take minutes.
TEST(Triangulate, ManyCornersAreCoveredOnce) {
  constexpr int kCount = 50'000;
  const auto around = [](auto&& radiusOf) {
    Polygon corners;
    for (int i = 0; i < kCount; ++i) {
      const double angle = 2.0 * 3.14159265358979 * i / kCount;
      const double radius = radiusOf(i);
      corners.emplace_back(radius * std::cos(angle), radius * std::sin(angle), 0.0);
    }
    return corners;
  };
  Polygon comb;
  for (int i = 0; i < kCount / 2; ++i) comb.emplace_back(float(i), i % 2 ? 1000.0f : 1.0f, 0.0f);
  comb.emplace_back(float(kCount / 2), 0.0f, 0.0f);
  comb.emplace_back(-1.0f, 0.0f, 0.0f);
  // Two arms side by side, wound up ten times.
  Polygon spiral;
  for (const bool isBack : {false, true}) {
    for (int i = 0; i < kCount / 2; ++i) {
      const double turn = isBack ? kCount / 2 - 1 - i : i;
      const double angle = 20.0 * 3.14159265358979 * turn / (kCount / 2);
      const double radius = 10.0 + angle + (isBack ? 1.0 : 0.0);
      spiral.emplace_back(radius * std::cos(angle), radius * std::sin(angle), 0.0);
    }
  }
  const struct {
    const char* name;
    Polygon corners;
    bool isSimple;
  } cases[] = {
      {"circle", around([](int) { return 1000.0; }), true},
      {"star", around([](int i) { return i % 2 ? 500.0 : 1000.0; }), true},
      {"waves", around([](int i) { return 1000.0 + 300.0 * std::sin(i * 0.01); }), true},
      {"comb", comb, true},
      {"spiral", spiral, true},
      {"at one place", Polygon(kCount, glm::vec3(1.0f)), false},
      {"at two places", around([](int i) { return i % 2 ? 0.0 : 1e30; }), false},
  };
  for (const auto& c : cases) {
    std::vector<std::uint32_t> triangles;
    triangulate(c.corners, triangles);
    ASSERT_EQ(triangles.size(), 3 * (c.corners.size() - 2)) << c.name;
    if (!c.isSimple) continue;
    // All triangles have the same winding order, and cover the polygon once.
    const double twiceArea = [&] {
      double sum = 0.0;
      for (std::size_t i = 0; i < c.corners.size(); ++i) {
        const glm::dvec3 a(c.corners[i]);
        const glm::dvec3 b(c.corners[(i + 1) % c.corners.size()]);
        sum += a.x * b.y - b.x * a.y;
      }
      return std::abs(sum);
    }();
    EXPECT_NEAR(sumOfAreas(c.corners, triangles) / twiceArea, 1.0, 1e-6) << c.name;
  }
}

// The two ways to clip ears agree: here with a few more corners than the limit between them.
TEST(Triangulate, PolygonsAroundTheLimitAreCoveredOnce) {
  for (const int points : {31, 32, 33, 40, 100}) {
    const Polygon corners = star(points);
    std::vector<std::uint32_t> triangles;
    triangulate(corners, triangles);
    ASSERT_EQ(triangles.size(), 3 * (corners.size() - 2));
    const double twiceArea = 2 * points * 0.3 * std::sin(3.14159265 / points);
    EXPECT_NEAR(sumOfAreas(corners, triangles), twiceArea, 1e-5) << points;
    EXPECT_NEAR(glm::length(areaOf(corners, triangles)), twiceArea, 1e-5) << points;
  }
}

}  // namespace usdscope
