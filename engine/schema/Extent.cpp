// SPDX-License-Identifier: Apache-2.0
#include "engine/schema/Extent.h"

#include <algorithm>
#include <cmath>

#include "engine/schema/AttributeValues.h"
#include "engine/schema/SchemaNames.h"
#include "engine/stage/Stage.h"
#include "engine/stage/resolve/Evaluate.h"

namespace usdscope {
namespace {

using ExtentRule = std::optional<Box> (*)(const Prim& prim, TimeCode time);

Box boxAround(const glm::dvec3& halfSize) {
  // Extents are float3.
  const glm::dvec3 rounded(glm::vec3{halfSize});
  return {-rounded, rounded};
}

/// The sizes that a shape needs. As in the schemas, shapes have double and lights float sizes. A
/// size that is missing or has another type leaves the shape without an extent.
template <typename T>
class Numbers {
 public:
  Numbers(const Prim& prim, TimeCode time) : prim_(prim), time_(time) {}

  double operator()(Token name) {
    const std::optional<T> number = readValue<T>(prim_, name, time_);
    areComplete_ = areComplete_ && number.has_value();
    return double(number.value_or(T(0)));
  }
  bool areComplete() const { return areComplete_; }

 private:
  const Prim& prim_;
  TimeCode time_;
  bool areComplete_ = true;
};

// Puts `along` on the axis of the prim and `across` on the other two.
std::optional<Box> aroundAxis(const Prim& prim, TimeCode time, double along, double across) {
  const Token axis = readValue<Token>(prim, geom::kAxis, time).value_or(Token());
  if (axis == geom::kX) return boxAround({along, across, across});
  if (axis == geom::kY) return boxAround({across, along, across});
  if (axis == geom::kZ) return boxAround({across, across, along});
  return std::nullopt;
}

Box boxOfPoints(const Array<glm::vec3>& points) {
  Box box;
  for (const glm::vec3& point : points) box.add(glm::dvec3(point));
  return box;
}

std::optional<Box> pointBased(const Prim& prim, TimeCode time) {
  const auto points = readValue<Array<glm::vec3>>(prim, geom::kPoints, time);
  return points ? std::optional(boxOfPoints(*points)) : std::nullopt;
}

std::optional<Box> curves(const Prim& prim, TimeCode time) {
  std::optional<Box> box = pointBased(prim, time);
  const auto widths = readValue<Array<float>>(prim, geom::kWidths, time);
  if (box && widths && !widths->empty()) {
    const double radius = double(*std::ranges::max_element(widths->span())) * 0.5;
    box->min -= radius;
    box->max += radius;
  }
  return box;
}

std::optional<Box> points(const Prim& prim, TimeCode time) {
  const auto positions = readValue<Array<glm::vec3>>(prim, geom::kPoints, time);
  if (!positions) return std::nullopt;
  const auto widths = readValue<Array<float>>(prim, geom::kWidths, time);
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

// Applies the rule of a shape if all its sizes are present.
template <typename T, ShapeRule<T> kRule>
std::optional<Box> shape(const Prim& prim, TimeCode time) {
  Numbers<T> number(prim, time);
  const std::optional<Box> box = kRule(prim, time, number);
  return number.areComplete() ? box : std::nullopt;
}

std::optional<Box> cube(const Prim&, TimeCode, Numbers<double>& number) {
  return boxAround(glm::dvec3(number(geom::kSize) * 0.5));
}

std::optional<Box> sphere(const Prim&, TimeCode, Numbers<double>& number) {
  return boxAround(glm::dvec3(number(geom::kRadius)));
}

std::optional<Box> cone(const Prim& prim, TimeCode time, Numbers<double>& number) {
  return aroundAxis(prim, time, number(geom::kHeight) * 0.5, number(geom::kRadius));
}

std::optional<Box> capsule(const Prim& prim, TimeCode time, Numbers<double>& number) {
  const double radius = number(geom::kRadius);
  return aroundAxis(prim, time, number(geom::kHeight) * 0.5 + radius, radius);
}

std::optional<Box> taperedCylinder(const Prim& prim, TimeCode time, Numbers<double>& number) {
  const double radius = std::max(number(geom::kRadiusTop), number(geom::kRadiusBottom));
  return aroundAxis(prim, time, number(geom::kHeight) * 0.5, radius);
}

// The caps continue the slope of the side: spheres that touch it, so larger than the radii and
// moved towards the wide end. Without a height the spheres have the radii.
std::optional<Box> taperedCapsule(const Prim& prim, TimeCode time, Numbers<double>& number) {
  const double height = number(geom::kHeight);
  const double radii[] = {number(geom::kRadiusBottom), number(geom::kRadiusTop)};
  if (height < 0.0 || radii[0] < 0.0 || radii[1] < 0.0) return std::nullopt;
  const double slope = height > 0.0 ? (radii[1] - radii[0]) / height : 0.0;
  const double growth = std::sqrt(1.0 + slope * slope);
  const double bottom = -0.5 * height + radii[0] * (slope - growth);
  const double top = 0.5 * height + radii[1] * (slope + growth);
  std::optional<Box> box = aroundAxis(prim, time, 1.0, std::max(radii[0], radii[1]) * growth);
  if (!box) return box;
  const Token axis = readValue<Token>(prim, geom::kAxis, time).value_or(Token());
  const int along = axis == geom::kX ? 0 : axis == geom::kY ? 1 : 2;
  box->min[along] = bottom;
  box->max[along] = top;
  return box;
}

// The size of a plane is read at the default time.
std::optional<Box> plane(const Prim& prim, TimeCode, Numbers<double>&) {
  Numbers<double> number(prim, TimeCode());
  const double halfWidth = number(geom::kWidth) * 0.5;
  const double halfLength = number(geom::kLength) * 0.5;
  const Token axis = readValue<Token>(prim, geom::kAxis).value_or(Token());
  if (!number.areComplete()) return std::nullopt;
  if (axis == geom::kX) return boxAround({0.0, halfLength, halfWidth});
  if (axis == geom::kY) return boxAround({halfWidth, 0.0, halfLength});
  if (axis == geom::kZ) return boxAround({halfWidth, halfLength, 0.0});
  return std::nullopt;
}

std::optional<Box> rectLight(const Prim&, TimeCode, Numbers<float>& number) {
  return boxAround({number(lux::kWidth) * 0.5, number(lux::kHeight) * 0.5, 0.0});
}

std::optional<Box> portalLight(const Prim& prim, TimeCode time, Numbers<float>& number) {
  // A light without a size of its own is a unit square.
  const bool isSized = bool(prim.attribute(lux::kWidth));
  return isSized ? rectLight(prim, time, number) : boxAround({0.5, 0.5, 0.0});
}

std::optional<Box> diskLight(const Prim&, TimeCode, Numbers<float>& number) {
  const double radius = number(lux::kRadius);
  return boxAround({radius, radius, 0.0});
}

std::optional<Box> sphereLight(const Prim&, TimeCode, Numbers<float>& number) {
  return boxAround(glm::dvec3(number(lux::kRadius)));
}

std::optional<Box> cylinderLight(const Prim&, TimeCode, Numbers<float>& number) {
  const double radius = number(lux::kRadius);
  return boxAround({number(lux::kLength) * 0.5, radius, radius});
}

// Derived types stand before their base types.
const std::pair<Token, ExtentRule> kRules[] = {
    {types::kPoints, points},
    {types::kCurves, curves},
    {types::kPointBased, pointBased},
    {types::kCube, shape<double, cube>},
    {types::kSphere, shape<double, sphere>},
    {types::kCone, shape<double, cone>},
    {types::kCylinder, shape<double, cone>},
    {types::kCapsule, shape<double, capsule>},
    {types::kCylinder1, shape<double, taperedCylinder>},
    {types::kCapsule1, shape<double, taperedCapsule>},
    {types::kPlane, shape<double, plane>},
    {types::kRectLight, shape<float, rectLight>},
    {types::kDiskLight, shape<float, diskLight>},
    {types::kSphereLight, shape<float, sphereLight>},
    {types::kCylinderLight, shape<float, cylinderLight>},
    {types::kPortalLight, shape<float, portalLight>},
};

}  // namespace

std::optional<Box> authoredExtent(const Prim& prim, TimeCode time) {
  const Attribute attribute = prim.attribute(geom::kExtent);
  if (!attribute) return std::nullopt;
  const ValueOrigin origin = findOrigin(attribute, TimeKind::Numeric);
  const bool isAuthored =
      origin.source != ValueSource::None && origin.source != ValueSource::Fallback;
  if (!isAuthored) return std::nullopt;
  const Value value = time.isDefault()
                          ? attribute.value(time)
                          : valueAt(origin, time, prim.stage().request().interpolation);
  const auto* extent = value.find<Array<glm::vec3>>();
  if (!extent || extent->size() != 2) return std::nullopt;
  return Box{glm::dvec3((*extent)[0]), glm::dvec3((*extent)[1])};
}

std::optional<Box> extentFromGeometry(const Prim& prim, TimeCode time) {
  for (const auto& [type, rule] : kRules) {
    if (prim.isA(type)) return rule(prim, time);
  }
  return std::nullopt;
}

}  // namespace usdscope
