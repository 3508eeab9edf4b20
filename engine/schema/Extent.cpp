// SPDX-License-Identifier: Apache-2.0
#include "engine/schema/Extent.h"

#include <algorithm>
#include <cmath>

#include "engine/schema/AttributeValues.h"

namespace usdscope {
namespace {

using ExtentRule = std::optional<Box> (*)(const Prim& prim, TimeCode time);

Box boxAround(const glm::dvec3& halfSize) {
  // Extents are float3.
  const glm::dvec3 rounded(glm::vec3{halfSize});
  return {-rounded, rounded};
}

/// The numbers that a shape needs. Like the schemas, shapes ask for double and lights for float;
/// one that is missing, or authored as something else, leaves the shape without an extent.
template <typename T>
class Numbers {
 public:
  Numbers(const Prim& prim, TimeCode time) : prim_(prim), time_(time) {}

  double operator()(std::string_view name) {
    const std::optional<T> number = readValue<T>(prim_, Token(name), time_);
    areComplete_ = areComplete_ && number.has_value();
    return double(number.value_or(T(0)));
  }
  bool areComplete() const { return areComplete_; }

 private:
  const Prim& prim_;
  TimeCode time_;
  bool areComplete_ = true;
};

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

template <typename T>
using ShapeRule = std::optional<Box> (*)(const Prim& prim, TimeCode time, Numbers<T>& number);

// The rule, for shapes whose numbers are all there.
template <typename T, ShapeRule<T> kRule>
std::optional<Box> shape(const Prim& prim, TimeCode time) {
  Numbers<T> number(prim, time);
  const std::optional<Box> box = kRule(prim, time, number);
  return number.areComplete() ? box : std::nullopt;
}

std::optional<Box> cube(const Prim&, TimeCode, Numbers<double>& number) {
  return boxAround(glm::dvec3(number("size") * 0.5));
}

std::optional<Box> sphere(const Prim&, TimeCode, Numbers<double>& number) {
  return boxAround(glm::dvec3(number("radius")));
}

std::optional<Box> cone(const Prim& prim, TimeCode time, Numbers<double>& number) {
  return aroundAxis(prim, time, number("height") * 0.5, number("radius"));
}

std::optional<Box> capsule(const Prim& prim, TimeCode time, Numbers<double>& number) {
  const double radius = number("radius");
  return aroundAxis(prim, time, number("height") * 0.5 + radius, radius);
}

std::optional<Box> taperedCylinder(const Prim& prim, TimeCode time, Numbers<double>& number) {
  const double radius = std::max(number("radiusTop"), number("radiusBottom"));
  return aroundAxis(prim, time, number("height") * 0.5, radius);
}

// The caps continue the slope of the side: spheres that touch it, so larger than the radii and
// moved towards the wide end. Without a height they are those of the radii.
std::optional<Box> taperedCapsule(const Prim& prim, TimeCode time, Numbers<double>& number) {
  const double height = number("height");
  const double radii[] = {number("radiusBottom"), number("radiusTop")};
  if (height < 0.0) return std::nullopt;
  const double slope = height > 0.0 ? (radii[1] - radii[0]) / height : 0.0;
  const double growth = std::sqrt(1.0 + slope * slope);
  const double bottom = -0.5 * height + radii[0] * (slope - growth);
  const double top = 0.5 * height + radii[1] * (slope + growth);
  std::optional<Box> box = aroundAxis(prim, time, 1.0, std::max(radii[0], radii[1]) * growth);
  if (!box) return box;
  const Token axis = readValue<Token>(prim, Token("axis"), time).value_or(Token());
  const int along = axis == "X" ? 0 : axis == "Y" ? 1 : 2;
  box->min[along] = bottom;
  box->max[along] = top;
  return box;
}

// A plane is asked for its size at the default time.
std::optional<Box> plane(const Prim& prim, TimeCode, Numbers<double>&) {
  Numbers<double> number(prim, TimeCode());
  const double halfWidth = number("width") * 0.5;
  const double halfLength = number("length") * 0.5;
  const Token axis = readValue<Token>(prim, Token("axis")).value_or(Token());
  if (!number.areComplete()) return std::nullopt;
  if (axis == "X") return boxAround({0.0, halfLength, halfWidth});
  if (axis == "Y") return boxAround({halfWidth, 0.0, halfLength});
  if (axis == "Z") return boxAround({halfWidth, halfLength, 0.0});
  return std::nullopt;
}

std::optional<Box> rectLight(const Prim&, TimeCode, Numbers<float>& number) {
  return boxAround({number("inputs:width") * 0.5, number("inputs:height") * 0.5, 0.0});
}

std::optional<Box> portalLight(const Prim& prim, TimeCode time, Numbers<float>& number) {
  // A unit square where the light has no size of its own.
  const bool isSized = bool(prim.attribute(Token("inputs:width")));
  return isSized ? rectLight(prim, time, number) : boxAround({0.5, 0.5, 0.0});
}

std::optional<Box> diskLight(const Prim&, TimeCode, Numbers<float>& number) {
  const double radius = number("inputs:radius");
  return boxAround({radius, radius, 0.0});
}

std::optional<Box> sphereLight(const Prim&, TimeCode, Numbers<float>& number) {
  return boxAround(glm::dvec3(number("inputs:radius")));
}

std::optional<Box> cylinderLight(const Prim&, TimeCode, Numbers<float>& number) {
  const double radius = number("inputs:radius");
  return boxAround({number("inputs:length") * 0.5, radius, radius});
}

// Nearer types before those that they derive from.
constexpr std::pair<const char*, ExtentRule> kRules[] = {
    {"Points", points},
    {"Curves", curves},
    {"PointBased", pointBased},
    {"Cube", shape<double, cube>},
    {"Sphere", shape<double, sphere>},
    {"Cone", shape<double, cone>},
    {"Cylinder", shape<double, cone>},
    {"Capsule", shape<double, capsule>},
    {"Cylinder_1", shape<double, taperedCylinder>},
    {"Capsule_1", shape<double, taperedCapsule>},
    {"Plane", shape<double, plane>},
    {"RectLight", shape<float, rectLight>},
    {"DiskLight", shape<float, diskLight>},
    {"SphereLight", shape<float, sphereLight>},
    {"CylinderLight", shape<float, cylinderLight>},
    {"PortalLight", shape<float, portalLight>},
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
