// SPDX-License-Identifier: Apache-2.0
#include "engine/report/supply/SupplierColors.h"

#include "engine/report/explain/ExplainWords.h"
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

template <std::size_t Count>
const glm::vec3& nth(const glm::vec3 (&colors)[Count], std::size_t i) {
  return colors[i % Count];
}

}  // namespace

const glm::vec3& colorOfLayer(std::size_t position) { return nth(kLayerColors, position); }
const glm::vec3& colorOfClip(std::size_t index) { return nth(kClipColors, index); }

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
