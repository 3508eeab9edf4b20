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

// The reference divides round shapes as coarsely, and refines them like other subdivision surfaces.
constexpr int kAround = 10;
constexpr int kSphereRings = 10;
constexpr int kCapRings = 4;
constexpr double kPole = std::numbers::pi / 2.0;
constexpr std::size_t kMostShapes = 256;

// Sizes are doubles, but some programs author floats.
double number(const Prim& prim, Token name, TimeCode time) {
  const Attribute attribute = prim.attribute(name);
  if (!attribute) return 0.0;
  const Value value = attribute.value(time);
  if (const auto* single = value.find<float>()) return double(*single);
  if (const auto* whole = value.find<int>()) return double(*whole);
  return value.valueOr(0.0);
}

/// Collects polygons around the z axis.
class ShapeBuilder {
 public:
  int add(const glm::dvec3& point) {
    points_.emplace_back(point);
    return static_cast<int>(points_.size() - 1);
  }

  void face(std::initializer_list<int> corners) {
    counts_.push_back(static_cast<int>(corners.size()));
    indices_.insert(indices_.end(), corners);
  }

  /// Adds normals for the next corners or points that have none.
  void addNormals(std::initializer_list<glm::dvec3> normals) {
    for (const glm::dvec3& normal : normals) normals_.emplace_back(normal);
  }

  /// Adds a ring of points and returns the first.
  int ring(double radius, double height) {
    const auto first = static_cast<int>(points_.size());
    for (int i = 0; i < kAround; ++i) {
      const double angle = 2.0 * std::numbers::pi * i / kAround;
      add({std::cos(angle) * radius, std::sin(angle) * radius, height});
    }
    return first;
  }

  /// Adds normals for a ring of points, outwards and upwards.
  void ringNormals(const glm::dvec2& normal) {
    for (int i = 0; i < kAround; ++i) {
      const double angle = 2.0 * std::numbers::pi * i / kAround;
      normals_.emplace_back(std::cos(angle) * normal.x, std::sin(angle) * normal.x, normal.y);
    }
  }

  /// Adds triangles from a ring down or up to a point.
  void fan(int ring, int tip, bool isUp) {
    for (int i = 0; i < kAround; ++i) {
      const int next = ring + (i + 1) % kAround;
      if (isUp) {
        face({ring + i, next, tip});
      } else {
        face({next, ring + i, tip});
      }
    }
  }

  /// Adds quads between two rings.
  void strip(int lower, int upper) {
    for (int i = 0; i < kAround; ++i) {
      const int next = (i + 1) % kAround;
      face({lower + i, lower + next, upper + next, upper + i});
    }
  }

  /// Returns the shape rotated so that z becomes the given axis.
  MeshInput take(Token axis, Interpolation normals, Subdivision subdivision = {}) {
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
    if (!normals_.empty()) input.normals = {Array<glm::vec3>(std::move(normals_)), normals};
    input.subdivision = subdivision;
    return input;
  }

 private:
  std::vector<glm::vec3> points_;
  std::vector<glm::vec3> normals_;
  std::vector<int> counts_;
  std::vector<int> indices_;
};

// Round shapes are subdivision surfaces, and therefore a little smaller when they are refined.
Subdivision smoothAt(Complexity complexity) {
  return {.scheme = SubdivisionScheme::CatmullClark, .level = refineLevel(complexity)};
}

// The order of points and faces decides which values of primvars they get.
// (GeomUtilCuboidMeshGenerator.)
MeshInput cube(double size) {
  ShapeBuilder builder;
  const double h = size / 2.0;
  const glm::dvec3 corners[] = {{h, h, h},    {-h, h, h},  {-h, -h, h}, {h, -h, h},
                                {-h, -h, -h}, {-h, h, -h}, {h, h, -h},  {h, -h, -h}};
  for (const glm::dvec3& corner : corners) builder.add(corner);
  const auto face = [&](const glm::dvec3& normal, std::initializer_list<int> points) {
    builder.face(points);
    builder.addNormals({normal, normal, normal, normal});
  };
  face({0.0, 0.0, 1.0}, {0, 1, 2, 3});
  face({0.0, 0.0, -1.0}, {4, 5, 6, 7});
  face({0.0, 1.0, 0.0}, {0, 6, 5, 1});
  face({0.0, -1.0, 0.0}, {4, 7, 3, 2});
  face({1.0, 0.0, 0.0}, {0, 3, 7, 6});
  face({-1.0, 0.0, 0.0}, {4, 2, 1, 5});
  return builder.take({}, Interpolation::FaceVarying);
}

MeshInput plane(double width, double length, Token axis) {
  // In the reference the width of a plane across X is along z, of other planes along x.
  ShapeBuilder builder;
  const glm::dvec3 up(0.0, 0.0, 1.0);
  const bool isAcrossZ = axis == geom::kZ;
  const double x = (isAcrossZ ? width : length) / 2.0;
  const double y = (isAcrossZ ? length : width) / 2.0;
  builder.face({builder.add({-x, -y, 0.0}), builder.add({x, -y, 0.0}), builder.add({x, y, 0.0}),
                builder.add({-x, y, 0.0})});
  builder.addNormals({up, up, up, up});
  return builder.take(axis, Interpolation::FaceVarying);
}

// The latitude of a ring is its angle above the equator.
struct Latitudes {
  double radius;
  double center;  // On the z axis.

  int ring(ShapeBuilder& builder, double latitude) const {
    return builder.ring(radius * std::cos(latitude), center + radius * std::sin(latitude));
  }
};

MeshInput sphere(double radius, Complexity complexity) {
  ShapeBuilder builder;
  const Latitudes latitudes{radius, 0.0};
  const int bottom = builder.add({0.0, 0.0, -radius});
  int last = -1;
  for (int i = 1; i < kSphereRings; ++i) {
    const int ring = latitudes.ring(builder, 2.0 * kPole * i / kSphereRings - kPole);
    if (last < 0) {
      builder.fan(ring, bottom, false);
    } else {
      builder.strip(last, ring);
    }
    last = ring;
  }
  builder.fan(last, builder.add({0.0, 0.0, radius}), true);
  return builder.take({}, Interpolation::Vertex, smoothAt(complexity));
}

// The rims of the caps are apart from those of the side, which keeps the edges sharp. Cones have no
// upper cap, and as many points at the tip as around the bottom.
MeshInput cylinder(const ImplicitShape& shape) {
  const auto& [bottom, top, height] = shape.sizes;
  ShapeBuilder builder;
  const bool isCone = shape.kind == ImplicitShape::Kind::Cone;
  const double half = height / 2.0;
  const glm::dvec2 slope(height, bottom - top);
  const double size = glm::length(slope);
  const glm::dvec2 outwards = size > 0.0 ? slope / size : glm::dvec2(0.0, 1.0);
  const int lowest = builder.add({0.0, 0.0, -half});
  builder.addNormals({{0.0, 0.0, -1.0}});
  builder.fan(builder.ring(bottom, -half), lowest, false);
  builder.ringNormals({0.0, -1.0});
  const int lower = builder.ring(bottom, -half);
  builder.strip(lower, builder.ring(top, half));
  builder.ringNormals(outwards);
  builder.ringNormals(outwards);
  if (!isCone) {
    const int rim = builder.ring(top, half);
    builder.ringNormals({0.0, 1.0});
    builder.fan(rim, builder.add({0.0, 0.0, half}), true);
    builder.addNormals({{0.0, 0.0, 1.0}});
  }
  return builder.take(shape.axis, Interpolation::Vertex, smoothAt(shape.complexity));
}

// The caps continue the slope of the side: spheres that touch it at its ends, as in the extent.
MeshInput capsule(const ImplicitShape& shape) {
  const auto& [bottom, top, height] = shape.sizes;
  ShapeBuilder builder;
  const double slope = height > 0.0 ? (top - bottom) / height : 0.0;
  const double growth = std::sqrt(1.0 + slope * slope);
  const double rim = std::atan(-slope);
  const Latitudes lower{bottom * growth, -height / 2.0 + bottom * slope};
  const Latitudes upper{top * growth, height / 2.0 + top * slope};
  const int lowest = builder.add({0.0, 0.0, lower.center - lower.radius});
  int last = -1;
  for (int i = 1; i <= kCapRings; ++i) {
    const int ring = lower.ring(builder, -kPole + (rim + kPole) * i / kCapRings);
    if (last < 0) {
      builder.fan(ring, lowest, false);
    } else {
      builder.strip(last, ring);
    }
    last = ring;
  }
  for (int i = 0; i < kCapRings; ++i) {
    const int ring = upper.ring(builder, rim + (kPole - rim) * i / kCapRings);
    builder.strip(last, ring);
    last = ring;
  }
  builder.fan(last, builder.add({0.0, 0.0, upper.center + upper.radius}), true);
  return builder.take(shape.axis, Interpolation::Vertex, smoothAt(shape.complexity));
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
  if (is(types::kCone)) return round(Kind::Cone, value(geom::kRadius), 0.0);
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
  const auto& [first, second, third] = shape.sizes;
  switch (shape.kind) {
    case ImplicitShape::Kind::Cube:
      return cube(first);
    case ImplicitShape::Kind::Sphere:
      return sphere(first, shape.complexity);
    case ImplicitShape::Kind::Cone:
    case ImplicitShape::Kind::Cylinder:
      return cylinder(shape);
    case ImplicitShape::Kind::Capsule:
      return capsule(shape);
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
