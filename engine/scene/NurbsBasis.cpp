// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/NurbsBasis.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace usdscope {
namespace {

// Says why knots cannot be used, without the full stop; empty if they can.
std::string knotProblem(std::span<const double> knots, int order, std::size_t pointCount) {
  if (order < 2 || order > kMostNurbsOrder) {
    return fmt::format("The order {} of NURBS is not from 2 to {}", order, kMostNurbsOrder);
  }
  if (static_cast<std::size_t>(order) > pointCount) {
    return fmt::format("NURBS of order {} need more than the {} points that there are", order,
                       pointCount);
  }
  const std::size_t due = pointCount + static_cast<std::size_t>(order);
  if (knots.size() != due) {
    return fmt::format("NURBS have {} knots, expected {}", knots.size(), due);
  }
  if (!std::ranges::all_of(knots, [](double knot) { return std::isfinite(knot); })) {
    return "Knots of NURBS are not finite";
  }
  if (!std::ranges::is_sorted(knots)) return "Knots of NURBS decrease";
  if (knots[static_cast<std::size_t>(order) - 1] >= knots[pointCount]) {
    return "The knots of NURBS leave no range of parameters";
  }
  return {};
}

// Returns the interval with a parameter: the index of the knot where it begins. It is not empty.
std::size_t intervalOf(const NurbsKnots& k, double parameter) {
  const auto first = k.knots.begin() + k.order - 1;
  const auto last = k.knots.begin() + static_cast<std::ptrdiff_t>(k.pointCount);
  auto after = std::upper_bound(first, last, parameter);
  if (after == last) after = std::lower_bound(first, last, *last);
  if (after == first) ++after;
  return static_cast<std::size_t>(after - k.knots.begin()) - 1;
}

double ratio(double above, double below) { return below > 0.0 ? above / below : 0.0; }

}  // namespace

std::optional<NurbsKnots> checkedKnots(std::span<const double> knots, int order,
                                       std::size_t pointCount, std::optional<glm::dvec2> range,
                                       std::string_view instead, std::string& problem) {
  const std::string found = knotProblem(knots, order, pointCount);
  if (!found.empty()) {
    if (problem.empty()) problem = fmt::format("{}; {}.", found, instead);
    return std::nullopt;
  }
  NurbsKnots checked{knots, order, pointCount, knots[static_cast<std::size_t>(order) - 1],
                     knots[pointCount]};
  if (range) {
    const double begin = std::max(checked.begin, range->x);
    const double end = std::min(checked.end, range->y);
    // Comparisons with NaN are false.
    if (range->x <= range->y && begin < end) {
      checked.begin = begin;
      checked.end = end;
    }
  }
  return checked;
}

NurbsSample sampleNurbs(const NurbsKnots& k, double parameter) {
  const double t = std::clamp(parameter, k.begin, k.end);
  const std::size_t interval = intervalOf(k, t);
  const auto order = static_cast<std::size_t>(k.order);
  // Cox and de Boor: basis functions of growing order; those of the order before give the slopes.
  std::array<double, kMostNurbsOrder> basis{1.0};
  std::array<double, kMostNurbsOrder> before{};
  for (std::size_t degree = 1; degree < order; ++degree) {
    before = basis;
    double carried = 0.0;
    for (std::size_t i = 0; i < degree; ++i) {
      const double left = k.knots[interval + 1 + i - degree];
      const double right = k.knots[interval + 1 + i];
      const double share = ratio(before[i], right - left);
      basis[i] = carried + (right - t) * share;
      carried = (t - left) * share;
    }
    basis[degree] = carried;
  }
  NurbsSample sample;
  sample.parameter = t;
  sample.segment = static_cast<std::uint32_t>(interval - (order - 1));
  sample.first = sample.segment;
  const double start = k.knots[interval];
  sample.between = static_cast<float>(ratio(t - start, k.knots[interval + 1] - start));
  sample.basis.assign(basis.begin(), basis.begin() + static_cast<std::ptrdiff_t>(order));
  sample.slope.assign(order, 0.0);
  const std::size_t degree = order - 1;
  for (std::size_t i = 0; i < degree; ++i) {
    const double width = k.knots[interval + 1 + i] - k.knots[interval + 1 + i - degree];
    const double slope = ratio(static_cast<double>(degree) * before[i], width);
    sample.slope[i] -= slope;
    sample.slope[i + 1] += slope;
  }
  return sample;
}

std::vector<NurbsSample> sampleWholeNurbs(const NurbsKnots& k, std::size_t perSegment) {
  const std::size_t parts = k.order == 2 ? 1 : std::max<std::size_t>(perSegment, 1);
  std::vector<NurbsSample> samples;
  for (auto i = static_cast<std::size_t>(k.order) - 1; i < k.pointCount; ++i) {
    const double begin = std::max(k.knots[i], k.begin);
    const double end = std::min(k.knots[i + 1], k.end);
    if (begin >= end) continue;
    for (std::size_t part = 0; part < parts; ++part) {
      const double share = static_cast<double>(part) / static_cast<double>(parts);
      samples.push_back(sampleNurbs(k, begin + (end - begin) * share));
    }
  }
  samples.push_back(sampleNurbs(k, k.end));
  return samples;
}

}  // namespace usdscope
