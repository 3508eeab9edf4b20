// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/detail/DrawableTriangles.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/scene/detail/Reach.h"

namespace usdscope {

Array<std::uint32_t> drawableTriangles(const Array<std::uint32_t>& indices,
                                       std::vector<glm::vec3>& positions, std::string& problem) {
  const auto isGoodPoint = [](const glm::vec3& p) { return isDrawable(p); };
  if (std::ranges::all_of(positions, isGoodPoint)) return indices;
  std::vector<std::uint32_t> drawn(indices.begin(), indices.end());
  std::size_t left = 0;
  std::uint32_t anchor = 0;  // A drawn corner; all corners of omitted triangles go there.
  for (std::size_t i = 0; i + 2 < drawn.size(); i += 3) {
    const bool isGood = isDrawable(positions[drawn[i]]) && isDrawable(positions[drawn[i + 1]]) &&
                        isDrawable(positions[drawn[i + 2]]);
    if (isGood) anchor = drawn[i];
    left += isGood ? 1 : 0;
  }
  for (std::size_t i = 0; i + 2 < drawn.size(); i += 3) {
    const bool isGood = isDrawable(positions[drawn[i]]) && isDrawable(positions[drawn[i + 1]]) &&
                        isDrawable(positions[drawn[i + 2]]);
    if (!isGood) std::fill_n(drawn.begin() + static_cast<std::ptrdiff_t>(i), 3, anchor);
  }
  if (problem.empty()) {
    problem =
        fmt::format("Some points are not finite or too far away; {} of {} triangles are drawn.",
                    left, drawn.size() / 3);
  }
  for (glm::vec3& p : positions) {
    if (!isDrawable(p)) p = glm::vec3(0.0f);
  }
  if (left == 0) drawn.clear();
  return Array<std::uint32_t>(std::move(drawn));
}

}  // namespace usdscope
