// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/CameraFit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace usdscope {
namespace {

constexpr double kFit = 1.1;          // As in usdview.
constexpr double kClearance = 0.001;  // The least distance to the box, as a part of its size.
using Corners = std::array<glm::dvec3, 8>;

/// The part of the view along one axis that lies inside the picture, as slopes of lines from the
/// eye.
struct Slopes {
  double low;
  double high;
};

Slopes slopes(double halfSize, double shift) {
  return {shift - halfSize / kFit, shift + halfSize / kFit};
}

// A corner at x with the depth z is inside for an eye at (ex, ez) when
// low * (ez - z) <= x - ex <= high * (ez - z). Both sides give a bound of ex + slope * ez.
struct Bounds {
  double high = std::numeric_limits<double>::lowest();
  double low = std::numeric_limits<double>::max();

  Bounds(const Corners& corners, int axis, Slopes of) {
    for (const glm::dvec3& corner : corners) {
      high = std::max(high, corner[axis] + of.high * corner.z);
      low = std::min(low, corner[axis] + of.low * corner.z);
    }
  }
  // The least depth of the eye.
  double depth(Slopes of) const { return (high - low) / (of.high - of.low); }
  // The place of an eye of this depth, from which both margins are equal.
  double place(Slopes of, double depth) const {
    return 0.5 * (high - of.high * depth + low - of.low * depth);
  }
};

bool isFinite(const Box& box) {
  const glm::dvec3 sum = glm::abs(box.min) + glm::abs(box.max);
  return std::isfinite(sum.x + sum.y + sum.z);
}

}  // namespace

void fitToBox(FreeCamera& camera, const Box& bounds, double aspectRatio, bool isZUp) {
  if (bounds.isEmpty() || !isFinite(bounds)) return;
  const double aspect = std::max(aspectRatio, 0.01);
  const glm::dvec3 center = bounds.center();
  const double diagonal = glm::length(bounds.size());
  const glm::dmat3 axes = axesOf(camera, isZUp);
  Corners corners;  // In view space, with the origin at the centre of the box.
  glm::dvec3 half(0.0);
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const glm::dvec3 point(i & 1 ? bounds.max.x : bounds.min.x, i & 2 ? bounds.max.y : bounds.min.y,
                           i & 4 ? bounds.max.z : bounds.min.z);
    corners[i] = glm::transpose(axes) * (point - center);
    half = glm::max(half, glm::abs(corners[i]));
  }

  CameraLens& lens = camera.lens;
  if (lens.isOrthographic) {
    const double size = 2.0 * kFit * std::max(half.y, half.x / aspect);
    if (size > 0.0) lens.verticalSize = size;
    if (diagonal > 0.0) camera.distance = diagonal;
    const glm::dvec2 offset = lens.shift * (lens.verticalSize / 2.0);
    camera.focus = center - axes * glm::dvec3(offset, 0.0);
    return;
  }
  const double halfHeight = std::tan(lens.verticalFovRadians / 2.0);
  const Slopes across = slopes(halfHeight * aspect, lens.shift.x * halfHeight);
  const Slopes along = slopes(halfHeight, lens.shift.y * halfHeight);
  const Bounds x(corners, 0, across);
  const Bounds y(corners, 1, along);
  if (diagonal > 0.0) {
    camera.distance = std::max({x.depth(across), y.depth(along), half.z + kClearance * diagonal});
  }
  const glm::dvec3 eye(x.place(across, camera.distance), y.place(along, camera.distance), 0.0);
  camera.focus = center + axes * eye;
}

}  // namespace usdscope
