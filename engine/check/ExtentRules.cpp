// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "engine/check/detail/ExtentTimes.h"
#include "engine/check/detail/RuleList.h"
#include "engine/check/detail/Sites.h"
#include "engine/schema/Extent.h"
#include "engine/schema/SchemaNames.h"

namespace usdscope::detail {
namespace {

constexpr double kTolerance = 1e-4;  // Relative to the largest side of the box.

double largestSide(const Box& box) {
  const glm::dvec3 size = box.size();
  return std::max({size.x, size.y, size.z});
}

bool isClose(const glm::dvec3& a, const glm::dvec3& b, double tolerance) {
  const glm::dvec3 distance = glm::abs(a - b);
  return distance.x <= tolerance && distance.y <= tolerance && distance.z <= tolerance;
}

// An empty box is written in several ways.
bool isSame(const Box& authored, const Box& computed) {
  if (computed.isEmpty()) return authored.isEmpty() || largestSide(authored) == 0.0;
  const double tolerance = kTolerance * std::max(largestSide(computed), 1e-3);
  return isClose(authored.min, computed.min, tolerance) &&
         isClose(authored.max, computed.max, tolerance);
}

// Whether geometry that is culled by its extent may disappear while it is in view.
bool isOutside(const Box& computed, const Box& authored) {
  Box both = authored;
  both.add(computed);
  return !isSame(both, authored);
}

std::string boxText(const Box& box) {
  if (box.isEmpty()) return "an empty box";
  return fmt::format("({:.6g}, {:.6g}, {:.6g}) to ({:.6g}, {:.6g}, {:.6g})", box.min.x, box.min.y,
                     box.min.z, box.max.x, box.max.y, box.max.z);
}

}  // namespace

std::vector<Attribute> shapeAttributes(const Prim& prim) {
  static const std::array kNames = {
      geom::kPoints, geom::kWidths,       geom::kSize,      geom::kRadius, geom::kHeight,
      geom::kAxis,   geom::kRadiusBottom, geom::kRadiusTop, geom::kWidth,  geom::kLength,
      lux::kHeight,  lux::kLength,        lux::kRadius,     lux::kWidth};
  std::vector<Attribute> attributes;
  for (const Token name : kNames) {
    const Attribute attribute = prim.attribute(name);
    if (attribute && attribute.hasAuthoredValue()) attributes.push_back(attribute);
  }
  return attributes;
}

std::vector<TimeCode> extentTimes(const Prim& prim, const std::vector<Attribute>& attributes) {
  std::set<double> samples;
  const auto add = [&](const Attribute& attribute) {
    const std::vector<double> own = attribute.timeSamples();
    samples.insert(own.begin(), own.end());
  };
  for (const Attribute& attribute : attributes) add(attribute);
  add(prim.attribute(geom::kExtent));
  if (samples.empty()) return {TimeCode::earliest()};
  return {samples.begin(), samples.end()};
}

void checkExtents(const CheckedStage& checked, const Prim& prim, Reporter& report) {
  if (isRepeated(prim)) return;
  const Attribute extent = prim.attribute(geom::kExtent);
  if (!extent) return;
  const std::vector<Attribute> attributes = shapeAttributes(prim);
  if (!extent.hasAuthoredValue()) {
    // The sizes of other geometry are cheap to compute.
    const auto points = prim.attribute(geom::kPoints);
    if (!points || !points.hasAuthoredValue()) return;
    report.warning(
        "MissingExtent", prim.path(),
        "The geometry has no extent, so that its bounds must be computed from its points.");
    return;
  }
  std::size_t wrongCount = 0;
  bool isTooSmall = false;
  std::string first;
  TimeCode firstTime;
  const std::vector<TimeCode> times = extentTimes(prim, attributes);
  for (const TimeCode time : times) {
    if (checked.isStopped()) return;
    const std::optional<Box> computed = extentFromGeometry(prim, time);
    if (!computed) continue;
    const std::optional<Box> authored = authoredExtent(prim, time);
    if (authored && isSame(*authored, *computed)) continue;
    isTooSmall |= !authored || isOutside(*computed, *authored);
    if (wrongCount++ > 0) continue;
    firstTime = time;
    first = fmt::format("it is {}, but the geometry has {}",
                        authored ? boxText(*authored) : "not a pair of points", boxText(*computed));
  }
  if (wrongCount == 0) return;
  const bool isAnimated = !firstTime.isEarliest();
  // An extent that is too large is only a waste.
  Finding& finding =
      report.add("WrongExtent", isTooSmall ? Severity::Error : Severity::Warning, {extent.path()},
                 isAnimated ? fmt::format("The extent is wrong at {} of {} samples: {}.",
                                          wrongCount, times.size(), first)
                            : fmt::format("The extent is wrong: {}.", first));
  if (isAnimated) finding.time = firstTime.time();
}

}  // namespace usdscope::detail
