// SPDX-License-Identifier: Apache-2.0
#include "engine/value/BezierTime.h"

#include <algorithm>
#include <cmath>

namespace usdscope {
namespace {

// A margin for shortened tangents, so that time always increases along the segment.
constexpr double kSlack = 1e-5;

}  // namespace

// Time runs forward along the segment while (post + pre - 1)² <= post · pre, or post + pre <= 1.
BezierWidths withoutRegression(BezierWidths widths) {
  widths = {std::max(widths.post, 0.0), std::max(widths.pre, 0.0)};
  const double excess = widths.post + widths.pre - 1.0;
  if (excess <= 0.0 || excess * excess <= widths.post * widths.pre) return widths;
  if (widths.pre == 0.0) return {1.0 - kSlack, 0.0};
  const double ratio = widths.post / widths.pre;
  const double pre = 1.0 / (1.0 + ratio - std::sqrt(ratio));
  return {std::max(ratio * pre - kSlack, 0.0), std::max(pre - kSlack, 0.0)};
}

double bezierCubic(double u, double p0, double p1, double p2, double p3) {
  const double v = 1.0 - u;
  return v * v * v * p0 + 3.0 * v * v * u * p1 + 3.0 * v * u * u * p2 + u * u * u * p3;
}

// Newton's method, bounded by bisection.
double bezierParameterAt(double target, double p1, double p2) {
  double low = 0.0;
  double high = 1.0;
  double u = target;
  for (int i = 0; i < 100; ++i) {
    const double error = bezierCubic(u, 0.0, p1, p2, 1.0) - target;
    if (error == 0.0) return u;
    (error > 0.0 ? high : low) = u;
    const double v = 1.0 - u;
    const double slope = 3.0 * (v * v * p1 + 2.0 * u * v * (p2 - p1) + u * u * (1.0 - p2));
    double next = u - error / slope;
    if (!(next > low && next < high)) next = (low + high) / 2.0;
    if (next == u) return u;
    u = next;
  }
  return u;
}

}  // namespace usdscope
