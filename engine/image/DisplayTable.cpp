// SPDX-License-Identifier: Apache-2.0
#include "engine/image/DisplayTable.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "engine/base/Parallel.h"

namespace usdscope {
namespace {

constexpr std::size_t kEdge = DisplayTable::kSize;
constexpr float kMostHalf = 65504.0f;  // Devices keep the colours as half floats.

float storedColor(float color) {
  return std::isnan(color) ? 0.0f : std::clamp(color, -kMostHalf, kMostHalf);
}

}  // namespace

// With this offset the first entry is 0, and entry kWhite is 1.
float DisplayTable::offset() { return 1.0f / (std::exp2(float(kWhite) / kStepsPerStop) - 1.0f); }

float DisplayTable::valueAt(int entry) {
  return std::exp2(float(entry - kWhite) / kStepsPerStop) * (1.0f + offset()) - offset();
}

std::shared_ptr<const DisplayTable> makeDisplayTable(const DisplayTransform& transform,
                                                     const std::stop_token& stop) {
  std::array<float, kEdge> values{};
  for (std::size_t i = 0; i < kEdge; ++i) values[i] = DisplayTable::valueAt(int(i));
  values.front() = 0.0f;
  values[DisplayTable::kWhite] = 1.0f;
  auto table = std::make_shared<DisplayTable>();
  table->colors.resize(kEdge * kEdge * kEdge * 3);
  parallelFor(kEdge, 1, [&](std::size_t first, std::size_t last) {
    std::vector<float> pixels(kEdge * kEdge * 4);
    for (std::size_t blue = first; blue < last && !stop.stop_requested(); ++blue) {
      for (std::size_t i = 0; i < kEdge * kEdge; ++i) {
        const std::array<float, 4> pixel{values[i % kEdge], values[i / kEdge], values[blue], 1.0f};
        std::ranges::copy(pixel, pixels.begin() + std::ptrdiff_t(i * 4));
      }
      transform.apply(pixels);
      float* out = table->colors.data() + blue * kEdge * kEdge * 3;
      for (std::size_t i = 0; i < kEdge * kEdge; ++i) {
        for (std::size_t c = 0; c < 3; ++c) out[i * 3 + c] = storedColor(pixels[i * 4 + c]);
      }
    }
  });
  return stop.stop_requested() ? nullptr : table;
}

}  // namespace usdscope
