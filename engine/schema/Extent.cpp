// SPDX-License-Identifier: Apache-2.0
#include "engine/schema/Extent.h"

#include <algorithm>
#include <cmath>

#include "engine/schema/AttributeValues.h"

namespace usdscope {
namespace {

using Rule = std::optional<Box> (*)(const Prim& prim, TimeCode time);

Box boxAround(const glm::dvec3& halfSize) {
  // Extents are float3.
  const glm::dvec3 rounded(glm::vec3{halfSize});
  return {-rounded, rounded};
}

double number(const Prim& prim, std::string_view name, TimeCode time) {
  const Attribute attribute = prim.attribute(Token(name));
  const Value value = attribute ? attribute.value(time) : Value();
  if (const auto* x = value.find<double>()) return *x;
  return double(value.valueOr(0.0f));
}

// `along` on the axis of the prim, `across` on the two others.
std::optional<Box> aroundAxis(const Prim& prim, TimeCode time, double along, double across) {
  const Token axis = readValue<Token>(prim, Token("axis"), time).value_or(Token());
  if (axis == "X") return boxAround({along, across, across});
  if (axis == "Y") return boxAround({across, along, across});
  if (axis == "Z") return boxAround({across, across, along});
  return std::nullopt;
}

Box boxOfPoints(const Array<glm::vec3>& points) {
  Box box;
  for (const glm::vec3& point : points) box.add(glm::dvec3(point));
  return box;
}

std::optional<Box> pointBased(const Prim& prim, TimeCode time) {
  const auto points = readValue<Array<glm::vec3>>(prim, Token("points"), time);
  return points ? std::optional(boxOfPoints(*points)) : std::nullopt;
}

std::optional<Box> curves(const Prim& prim, TimeCode time) {
  std::optional<Box> box = pointBased(prim, time);
  const auto widths = readValue<Array<float>>(prim, Token("widths"), time);
  if (box && widths && !widths->empty()) {
    const double radius = double(*std::ranges::max_element(widths->span())) * 0.5;
    box->min -= radius;
    box->max += radius;
  }
  return box;
}

std::optional<Box> points(const Prim& prim, TimeCode time) {
  const auto positions = readValue<Array<glm::vec3>>(prim, Token("points"), time);
  if (!positions) return std::nullopt;
  const auto widths = readValue<Array<float>>(prim, Token("widths"), time);
  if (!widths) return boxOfPoints(*positions);
  if (widths->size() != positions->size()) return std::nullopt;
  Box box;
  for (std::size_t i = 0; i < positions->size(); ++i) {
    const glm::vec3 radius((*widths)[i] * 0.5f);
    box.add(glm::dvec3((*positions)[i] + radius));
    box.add(glm::dvec3((*positions)[i] - radius));
  }
  return box;
}

std::optional<Box> cube(const Prim& prim, TimeCode time) {
  return boxAround(glm::dvec3(number(prim, "size", time) * 0.5));
}

std::optional<Box> sphere(const Prim& prim, TimeCode time) {
  return boxAround(glm::dvec3(number(prim, "radius", time)));
}

std::optional<Box> cone(const Prim& prim, TimeCode time) {
  return aroundAxis(prim, time, number(prim, "height", time) * 0.5, number(prim, "radius", time));
}

std::optional<Box> capsule(const Prim& prim, TimeCode time) {
  const double radius = number(prim, "radius", time);
  return aroundAxis(prim, time, number(prim, "height", time) * 0.5 + radius, radius);
}

double largerRadius(const Prim& prim, TimeCode time) {
  return std::max(number(prim, "radiusTop", time), number(prim, "radiusBottom", time));
}

std::optional<Box> taperedCylinder(const Prim& prim, TimeCode time) {
  return aroundAxis(prim, time, number(prim, "height", time) * 0.5, largerRadius(prim, time));
}

std::optional<Box> taperedCapsule(const Prim& prim, TimeCode time) {
  const double radius = largerRadius(prim, time);
  return aroundAxis(prim, time, number(prim, "height", time) * 0.5 + radius, radius);
}

std::optional<Box> plane(const Prim& prim, TimeCode time) {
  const double halfWidth = number(prim, "width", time) * 0.5;
  const double halfLength = number(prim, "length", time) * 0.5;
  const Token axis = readValue<Token>(prim, Token("axis"), time).value_or(Token());
  if (axis == "X") return boxAround({0.0, halfLength, halfWidth});
  if (axis == "Y") return boxAround({halfWidth, 0.0, halfLength});
  if (axis == "Z") return boxAround({halfWidth, halfLength, 0.0});
  return std::nullopt;
}

std::optional<Box> rectLight(const Prim& prim, TimeCode time) {
  return boxAround(
      {number(prim, "inputs:width", time) * 0.5, number(prim, "inputs:height", time) * 0.5, 0.0});
}

std::optional<Box> portalLight(const Prim& prim, TimeCode time) {
  // A unit square where the light has no size of its own.
  const bool isSized = bool(prim.attribute(Token("inputs:width")));
  return isSized ? rectLight(prim, time) : boxAround({0.5, 0.5, 0.0});
}

std::optional<Box> diskLight(const Prim& prim, TimeCode time) {
  const double radius = number(prim, "inputs:radius", time);
  return boxAround({radius, radius, 0.0});
}

std::optional<Box> sphereLight(const Prim& prim, TimeCode time) {
  return boxAround(glm::dvec3(number(prim, "inputs:radius", time)));
}

std::optional<Box> cylinderLight(const Prim& prim, TimeCode time) {
  const double radius = number(prim, "inputs:radius", time);
  return boxAround({number(prim, "inputs:length", time) * 0.5, radius, radius});
}

// Nearer types before those that they derive from.
constexpr std::pair<const char*, Rule> kRules[] = {
    {"Points", points},
    {"Curves", curves},
    {"PointBased", pointBased},
    {"Cube", cube},
    {"Sphere", sphere},
    {"Cone", cone},
    {"Cylinder", cone},
    {"Capsule", capsule},
    {"Cylinder_1", taperedCylinder},
    {"Capsule_1", taperedCapsule},
    {"Plane", plane},
    {"RectLight", rectLight},
    {"DiskLight", diskLight},
    {"SphereLight", sphereLight},
    {"CylinderLight", cylinderLight},
    {"PortalLight", portalLight},
};

}  // namespace

std::optional<Box> authoredExtent(const Prim& prim, TimeCode time) {
  const Attribute attribute = prim.attribute(Token("extent"));
  if (!attribute || !attribute.hasAuthoredValue()) return std::nullopt;
  const Value value = attribute.value(time);
  const auto* extent = value.find<Array<glm::vec3>>();
  if (!extent || extent->size() != 2) return std::nullopt;
  return Box{glm::dvec3((*extent)[0]), glm::dvec3((*extent)[1])};
}

std::optional<Box> extentFromGeometry(const Prim& prim, TimeCode time) {
  for (const auto& [type, rule] : kRules) {
    if (prim.isA(Token(type))) return rule(prim, time);
  }
  return std::nullopt;
}

}  // namespace usdscope
