// SPDX-License-Identifier: Apache-2.0
#include "engine/report/supply/SupplierColors.h"

#include <array>
#include <glm/common.hpp>
#include <iterator>

#include "engine/report/explain/ExplainWords.h"
#include "engine/report/supply/SupplierLegend.h"
#include "engine/report/text/LayerNames.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

constexpr glm::vec3 kLayerColors[] = {
    {0.35f, 0.71f, 0.91f}, {0.90f, 0.62f, 0.00f}, {0.00f, 0.50f, 0.38f}, {0.94f, 0.89f, 0.35f},
    {0.15f, 0.35f, 0.65f}, {0.84f, 0.37f, 0.10f}, {0.55f, 0.82f, 0.55f}, {0.45f, 0.30f, 0.20f},
    {0.60f, 0.80f, 0.80f}, {0.75f, 0.72f, 0.55f}};
constexpr glm::vec3 kClipColors[] = {{0.71f, 0.38f, 0.86f},
                                     {0.93f, 0.66f, 0.91f},
                                     {0.45f, 0.22f, 0.62f},
                                     {0.83f, 0.30f, 0.62f},
                                     {0.66f, 0.58f, 0.95f}};
// A factor of the colour, and the share of white.
constexpr glm::vec2 kClipShades[] = {{1.0f, 0.0f}, {0.66f, 0.0f}, {1.0f, 0.45f}, {0.42f, 0.0f}};

template <std::size_t Count>
const glm::vec3& nth(const glm::vec3 (&colors)[Count], std::size_t i) {
  return colors[i % Count];
}

// Returns the colours of clips: those above, then the same ones in other shades. Neighbours differ
// in hue.
std::array<glm::vec3, kClipColorCount> shadedClipColors() {
  static_assert(std::size(kClipColors) * std::size(kClipShades) == kClipColorCount);
  std::array<glm::vec3, kClipColorCount> colors;
  for (std::size_t i = 0; i < colors.size(); ++i) {
    const glm::vec2 shade = kClipShades[i / std::size(kClipColors)];
    colors[i] = glm::mix(nth(kClipColors, i) * shade.x, glm::vec3(1.0f), shade.y);
  }
  return colors;
}

}  // namespace

const glm::vec3& colorOfLayer(std::size_t position) { return nth(kLayerColors, position); }
const glm::vec3& colorOfClip(std::size_t index) {
  static const auto kColors = shadedClipColors();
  return kColors[index % kColors.size()];
}

SupplierColors::SupplierColors(const Stage& stage) : stage_(&stage) {
  for (const auto& layer : stage.usedLayers()) layers_.try_emplace(layer.get(), layers_.size());
}

SupplierColor SupplierColors::of(const ResolveInfo& info) const {
  if (info.clip) {
    const std::string& file = info.clip->file;
    return {file, nameOfFile(file), colorOfClip(info.clip->index)};
  }
  if (info.layer) {
    const auto place = layers_.find(info.layer.get());
    const std::size_t at = place == layers_.end() ? layers_.size() : place->second;
    return {info.layer->identifier(), layerLabel(*info.layer, *stage_), colorOfLayer(at)};
  }
  if (info.source == ValueSource::Fallback) return {"fallback", "fallback", kFallbackColor};
  return {"", "no value", kNoValueColor};
}

}  // namespace usdscope
