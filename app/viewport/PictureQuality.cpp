// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/PictureQuality.h"

#include <algorithm>
#include <array>

#include "engine/render/Shown.h"

namespace usdscope {
namespace {

constexpr std::array<PictureDetail, 5> kLevels{{
    {},
    {1, 1.0, 0},
    {1, 0.5, 400'000},
    {1, 0.5, 120'000},
    {1, 0.25, 40'000},
}};
constexpr int kLast = static_cast<int>(kLevels.size()) - 1;

// Slower than this, movement looks jerky; quicker than that, there is time for more detail. The two
// are far apart so that the detail does not flicker.
constexpr double kSlowMs = 45.0;
constexpr double kQuickMs = 12.0;
// Triangles in a millisecond, by rough measurement.
constexpr double kSoftwareRate = 4'000.0;
constexpr double kDeviceRate = 1'000'000.0;

}  // namespace

PictureDetail PictureQuality::whileMoving() const {
  return kLevels[static_cast<std::size_t>(level_)];
}

void PictureQuality::note(const PictureDetail& detail, double milliseconds) {
  const auto found = std::ranges::find(kLevels, detail);
  const auto level = static_cast<int>(found - kLevels.begin());
  if (milliseconds > kSlowMs) level_ = std::max(level_, std::min(level + 1, kLast));
  if (milliseconds < kQuickMs && level == level_) level_ = std::max(level_ - 1, 0);
}

void PictureQuality::expect(std::size_t triangleCount, bool isSoftware) {
  const double ms = double(triangleCount) / (isSoftware ? kSoftwareRate : kDeviceRate);
  level_ = ms > 20.0 * kSlowMs ? 3 : ms > 2.0 * kSlowMs ? 2 : 0;
}

std::size_t shownTriangles(const Scene& scene, const RenderSettings& settings) {
  std::size_t count = 0;
  for (const Item& item : scene.items) {
    if (!item.geometry || !item.isVisible || !isShown(item.purpose, settings)) continue;
    count += item.geometry->indices.size() / 3 * std::max<std::size_t>(item.instances.size(), 1);
  }
  return count;
}

}  // namespace usdscope
