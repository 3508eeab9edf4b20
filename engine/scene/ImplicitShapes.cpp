// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/ImplicitShapes.h"

#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

#include "engine/base/Hash.h"
#include "engine/schema/AttributeValues.h"
#include "engine/schema/SchemaNames.h"

namespace usdscope {
namespace {

constexpr int kAround = 32;
constexpr int kRings = 8;  // Per hemisphere.
constexpr double kPole = std::numbers::pi / 2.0;
constexpr std::size_t kMostShapes = 256;

/// How finely a round shape is divided.
struct Division {
  int around = kAround;
  int rings = kRings;
};

// Sizes are doubles, but some programs author floats.
double number(const Prim& prim, Token name, TimeCode time) {
  const Attribute attribute = prim.attribute(name);
  if (!attribute) return 0.0;
  const Value value = attribute.value(time);
  if (const auto* single = value.find<float>()) return double(*single);
  if (const auto* whole = value.find<int>()) return double(*whole);
  return value.valueOr(0.0);
}

/// Collects polygons around the z axis, with smooth normals.
class ShapeBuilder {
 public:
  explicit ShapeBuilder(const Division& division = {}) : division_(division) {}

  int add(const glm::dvec3& point) {
    points_.emplace_back(point);
    return static_cast<int>(points_.size() - 1);
  }

  void face(std::initializer_list<int> corners, std::initializer_list<glm::dvec3> normals) {
    counts_.push_back(static_cast<int>(corners.size()));
    indices_.insert(indices_.end(), corners);
    for (const glm::dvec3& normal : normals) normals_.emplace_back(glm::normalize(normal));
  }

  struct Ring {
    double radius;
    double height;
    glm::dvec2 normal;  // Outwards and upwards.
  };

  /// Adds a surface between rings, bottom first. A ring of radius 0 is a tip.
  void revolve(const std::vector<Ring>& rings) {
    std::vector<std::vector<int>> points(rings.size());
    for (std::size_t r = 0; r < rings.size(); ++r) {
      for (int i = 0; i < division_.around; ++i) {
        const glm::dvec2 d = direction(i);
        points[r].push_back(add({d * rings[r].radius, rings[r].height}));
      }
    }
    for (std::size_t r = 0; r + 1 < rings.size(); ++r) {
      for (int i = 0; i < division_.around; ++i) {
        const auto a = static_cast<std::size_t>(i);
        const auto b = static_cast<std::size_t>((i + 1) % division_.around);
        const auto lower = [&](int k) { return normalAt(rings[r], k); };
        const auto upper = [&](int k) { return normalAt(rings[r + 1], k); };
        if (rings[r].radius == 0.0) {
          face({points[r][a], points[r + 1][b], points[r + 1][a]},
               {lower(i), upper(i + 1), upper(i)});
        } else if (rings[r + 1].radius == 0.0) {
          face({points[r][a], points[r][b], points[r + 1][a]}, {lower(i), lower(i + 1), upper(i)});
        } else {
          face({points[r][a], points[r][b], points[r + 1][b], points[r + 1][a]},
               {lower(i), lower(i + 1), upper(i + 1), upper(i)});
        }
      }
    }
  }

  /// Adds a disk at a height, facing up or down.
  void cap(double radius, double height, bool isUp) {
    if (radius == 0.0) return;
    const glm::dvec3 normal(0.0, 0.0, isUp ? 1.0 : -1.0);
    const int center = add({0.0, 0.0, height});
    std::vector<int> rim;
    for (int i = 0; i < division_.around; ++i) rim.push_back(add({direction(i) * radius, height}));
    for (int i = 0; i < division_.around; ++i) {
      const int a = rim[static_cast<std::size_t>(i)];
      const int b = rim[static_cast<std::size_t>((i + 1) % division_.around)];
      if (isUp) {
        face({center, a, b}, {normal, normal, normal});
      } else {
        face({center, b, a}, {normal, normal, normal});
      }
    }
  }

  /// Returns the rings of a part of a sphere around `center` on the z axis, from the latitude
  /// `from` to `to`. Latitudes of plus or minus pi / 2 are poles.
  std::vector<Ring> cap(double radius, double center, double from, double to) const {
    std::vector<Ring> rings;
    const int count = division_.rings;
    for (int i = 0; i <= count; ++i) {
      const double angle = i == count ? to : from + (to - from) * i / count;
      const bool isPole = std::abs(angle) == std::numbers::pi / 2.0;
      rings.push_back({isPole ? 0.0 : radius * std::cos(angle),
                       center + radius * std::sin(angle),
                       {std::cos(angle), std::sin(angle)}});
    }
    return rings;
  }

  /// Returns the shape rotated so that z becomes the given axis.
  MeshInput take(Token axis) {
    const auto turned = [&](const glm::vec3& v) {
      if (axis == geom::kX) return glm::vec3(v.z, v.x, v.y);
      if (axis == geom::kY) return glm::vec3(v.y, v.z, v.x);
      return v;
    };
    for (glm::vec3& point : points_) point = turned(point);
    for (glm::vec3& normal : normals_) normal = turned(normal);
    MeshInput input;
    input.points = Array<glm::vec3>(std::move(points_));
    input.faceVertexCounts = Array<int>(std::move(counts_));
    input.faceVertexIndices = Array<int>(std::move(indices_));
    input.normals = {Array<glm::vec3>(std::move(normals_)), Interpolation::FaceVarying};
    return input;
  }

 private:
  glm::dvec2 direction(int i) const {
    const int around = division_.around;
    const double angle = 2.0 * std::numbers::pi * (i % around) / around;
    return {std::cos(angle), std::sin(angle)};
  }
  glm::dvec3 normalAt(const Ring& ring, int i) const {
    return {direction(i) * ring.normal.x, ring.normal.y};
  }

  Division division_;
  std::vector<glm::vec3> points_;
  std::vector<glm::vec3> normals_;
  std::vector<int> counts_;
  std::vector<int> indices_;
};

// The order of points and faces decides which values of primvars they get.
// (GeomUtilCuboidMeshGenerator.)
MeshInput cube(double size) {
  ShapeBuilder builder;
  const double h = size / 2.0;
  const glm::dvec3 corners[] = {{h, h, h},    {-h, h, h},  {-h, -h, h}, {h, -h, h},
                                {-h, -h, -h}, {-h, h, -h}, {h, h, -h},  {h, -h, -h}};
  for (const glm::dvec3& corner : corners) builder.add(corner);
  const auto face = [&](const glm::dvec3& normal, std::initializer_list<int> points) {
    builder.face(points, {normal, normal, normal, normal});
  };
  face({0.0, 0.0, 1.0}, {0, 1, 2, 3});
  face({0.0, 0.0, -1.0}, {4, 5, 6, 7});
  face({0.0, 1.0, 0.0}, {0, 6, 5, 1});
  face({0.0, -1.0, 0.0}, {4, 7, 3, 2});
  face({1.0, 0.0, 0.0}, {0, 3, 7, 6});
  face({-1.0, 0.0, 0.0}, {4, 2, 1, 5});
  return builder.take({});
}

MeshInput plane(double width, double length, Token axis) {
  // In the reference the width of a plane across X is along z, of other planes along x.
  ShapeBuilder builder;
  const glm::dvec3 up(0.0, 0.0, 1.0);
  const bool isAcrossZ = axis == geom::kZ;
  const double x = (isAcrossZ ? width : length) / 2.0;
  const double y = (isAcrossZ ? length : width) / 2.0;
  builder.face({builder.add({-x, -y, 0.0}), builder.add({x, -y, 0.0}), builder.add({x, y, 0.0}),
                builder.add({-x, y, 0.0})},
               {up, up, up, up});
  return builder.take(axis);
}

MeshInput sphere(double radius, const Division& division) {
  ShapeBuilder builder(division);
  auto rings = builder.cap(radius, 0.0, -kPole, 0.0);
  const auto upper = builder.cap(radius, 0.0, 0.0, kPole);
  rings.insert(rings.end(), upper.begin() + 1, upper.end());
  builder.revolve(rings);
  return builder.take({});
}

// Cones are cylinders with a tip.
MeshInput cylinder(double bottom, double top, double height, Token axis, const Division& division) {
  ShapeBuilder builder(division);
  const glm::dvec2 normal = glm::normalize(glm::dvec2(height, bottom - top));
  builder.revolve({{bottom, -height / 2.0, normal}, {top, height / 2.0, normal}});
  builder.cap(bottom, -height / 2.0, false);
  builder.cap(top, height / 2.0, true);
  return builder.take(axis);
}

// The caps continue the slope of the side: spheres that touch it at its ends, as in the extent.
MeshInput capsule(double bottom, double top, double height, Token axis, const Division& division) {
  ShapeBuilder builder(division);
  const double slope = height > 0.0 ? (top - bottom) / height : 0.0;
  const double growth = std::sqrt(1.0 + slope * slope);
  const double rim = std::atan(-slope);
  auto rings = builder.cap(bottom * growth, -height / 2.0 + bottom * slope, -kPole, rim);
  const auto upper = builder.cap(top * growth, height / 2.0 + top * slope, rim, kPole);
  rings.insert(rings.end(), upper.begin(), upper.end());
  builder.revolve(rings);
  return builder.take(axis);
}

}  // namespace

std::optional<ImplicitShape> readImplicitShape(const Prim& prim, TimeCode time,
                                               Complexity complexity) {
  using Kind = ImplicitShape::Kind;
  const auto is = [&](Token type) { return prim.isA(type); };
  const auto value = [&](Token name) { return number(prim, name, time); };
  const auto axis = [&] { return readValue<Token>(prim, geom::kAxis, time).value_or(geom::kZ); };
  const auto round = [&](Kind kind, double bottom, double top) {
    return ImplicitShape{kind, {bottom, top, value(geom::kHeight)}, axis(), complexity};
  };
  if (is(types::kCube)) return ImplicitShape{Kind::Cube, {value(geom::kSize)}};
  if (is(types::kSphere))
    return ImplicitShape{Kind::Sphere, {value(geom::kRadius)}, {}, complexity};
  if (is(types::kCone)) return round(Kind::Cylinder, value(geom::kRadius), 0.0);
  if (is(types::kCylinder))
    return round(Kind::Cylinder, value(geom::kRadius), value(geom::kRadius));
  if (is(types::kCylinder1))
    return round(Kind::Cylinder, value(geom::kRadiusBottom), value(geom::kRadiusTop));
  if (is(types::kCapsule)) return round(Kind::Capsule, value(geom::kRadius), value(geom::kRadius));
  if (is(types::kCapsule1))
    return round(Kind::Capsule, value(geom::kRadiusBottom), value(geom::kRadiusTop));
  if (is(types::kPlane)) {
    return ImplicitShape{Kind::Plane, {value(geom::kWidth), value(geom::kLength)}, axis()};
  }
  return std::nullopt;
}

MeshInput buildImplicitShape(const ImplicitShape& shape) {
  const Division division{refined(kAround, shape.complexity), refined(kRings, shape.complexity)};
  const auto& [first, second, third] = shape.sizes;
  switch (shape.kind) {
    case ImplicitShape::Kind::Cube:
      return cube(first);
    case ImplicitShape::Kind::Sphere:
      return sphere(first, division);
    case ImplicitShape::Kind::Cylinder:
      return cylinder(first, second, third, shape.axis, division);
    case ImplicitShape::Kind::Capsule:
      return capsule(first, second, third, shape.axis, division);
    case ImplicitShape::Kind::Plane:
      return plane(first, second, shape.axis);
  }
  return {};
}

std::size_t ShapeCache::Hash::operator()(const ImplicitShape& shape) const {
  std::size_t hash = hashCombine(static_cast<std::size_t>(shape.kind), shape.axis.index());
  hash = hashCombine(hash, static_cast<std::size_t>(shape.complexity));
  for (const double size : shape.sizes) hash = hashCombine(hash, std::hash<double>()(size));
  return hash;
}

std::optional<MeshInput> ShapeCache::shapeOf(const Prim& prim, TimeCode time,
                                             Complexity complexity) {
  const std::optional<ImplicitShape> shape = readImplicitShape(prim, time, complexity);
  if (!shape) return std::nullopt;
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = shapes_.find(*shape); found != shapes_.end()) return found->second;
  }
  MeshInput built = buildImplicitShape(*shape);
  const std::lock_guard lock(mutex_);
  // Animated sizes would fill the memory.
  if (shapes_.size() >= kMostShapes) shapes_.clear();
  return shapes_.try_emplace(*shape, std::move(built)).first->second;
}

}  // namespace usdscope
