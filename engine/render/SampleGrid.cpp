// SPDX-License-Identifier: Apache-2.0
#include "engine/render/SampleGrid.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace usdscope {
namespace {

// In pixels. Devices round the positions of vertices, usually to 1/256.
constexpr double kSlack = 1.0 / 64.0;

}  // namespace

bool SampleGrid::mightCover(const Box& worldBounds) const {
  if (samples_.empty() || worldBounds.isEmpty()) return true;
  // Most things are much larger than a pixel.
  const double size = glm::length(worldBounds.size()) * frustum_.pixelsPerUnit;
  if (!(size < 2.0 * (frustum_.isOrthographic ? 1.0 : frustum_.depthOf(worldBounds.center())))) {
    return true;
  }
  const glm::dmat4& clipFromRelative = frustum_.clipFromRelative;
  glm::dvec2 low(std::numeric_limits<double>::max());
  glm::dvec2 high(std::numeric_limits<double>::lowest());
  for (int corner = 0; corner < 8; ++corner) {
    const glm::dvec3 point((corner & 1) ? worldBounds.max.x : worldBounds.min.x,
                           (corner & 2) ? worldBounds.max.y : worldBounds.min.y,
                           (corner & 4) ? worldBounds.max.z : worldBounds.min.z);
    const glm::dvec4 clip = clipFromRelative * glm::dvec4(point - frustum_.position, 1.0);
    if (!(clip.w > 0.0)) return true;
    const glm::dvec2 pixel = (glm::dvec2(clip) / clip.w * 0.5 + 0.5) * size_;
    low = glm::min(low, pixel);
    high = glm::max(high, pixel);
  }
  low -= kSlack;
  high += kSlack;
  const glm::dvec2 first = glm::floor(low);
  const glm::dvec2 last = glm::floor(high);
  // Also true for values that are not finite.
  if (!(last.x - first.x <= 1.0 && last.y - first.y <= 1.0)) return true;
  for (double y = first.y; y <= last.y; ++y) {
    for (double x = first.x; x <= last.x; ++x) {
      const bool isCovered = std::ranges::any_of(samples_, [&](const glm::dvec2& sample) {
        const glm::dvec2 at = glm::dvec2(x, y) + sample;
        return at.x >= low.x && at.x <= high.x && at.y >= low.y && at.y <= high.y;
      });
      if (isCovered) return true;
    }
  }
  return false;
}

}  // namespace usdscope
