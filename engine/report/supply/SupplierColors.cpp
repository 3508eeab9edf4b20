// SPDX-License-Identifier: Apache-2.0
#include "engine/report/supply/SupplierColors.h"

#include <iterator>

#include "engine/report/clips/ClipIdentity.h"
#include "engine/report/explain/ExplainWords.h"
#include "engine/report/text/LayerNames.h"
#include "engine/stage/Stage.h"
#include "engine/stage/clips/ClipMetadata.h"

namespace usdscope {
namespace {

constexpr glm::vec3 kLayerColors[] = {
    {0.35f, 0.71f, 0.91f}, {0.90f, 0.62f, 0.00f}, {0.00f, 0.50f, 0.38f}, {0.94f, 0.89f, 0.35f},
    {0.15f, 0.35f, 0.65f}, {0.84f, 0.37f, 0.10f}, {0.55f, 0.82f, 0.55f}, {0.45f, 0.30f, 0.20f},
    {0.60f, 0.80f, 0.80f}, {0.75f, 0.72f, 0.55f}};
// Any six neighbours differ clearly, also for people who lack one kind of cones. The last ones and
// the first ones are neighbours. All 20 colours differ. The first six are far from grey, which
// surfaces without a colour have.
constexpr glm::vec3 kClipColors[] = {
    {0.64f, 0.33f, 1.00f}, {0.55f, 0.12f, 0.48f}, {0.79f, 0.36f, 0.79f}, {0.33f, 0.00f, 0.97f},
    {0.85f, 0.30f, 0.55f}, {0.42f, 0.03f, 0.76f}, {0.79f, 0.76f, 1.00f}, {0.52f, 0.15f, 0.58f},
    {0.33f, 0.21f, 0.27f}, {0.55f, 0.52f, 1.00f}, {0.76f, 0.61f, 0.70f}, {0.70f, 0.24f, 0.52f},
    {0.97f, 0.88f, 0.97f}, {0.39f, 0.21f, 0.73f}, {0.64f, 0.09f, 1.00f}, {0.39f, 0.00f, 0.36f},
    {0.97f, 0.52f, 1.00f}, {0.48f, 0.33f, 0.39f}, {0.88f, 0.73f, 0.88f}, {0.33f, 0.00f, 0.58f}};

template <std::size_t Count>
const glm::vec3& nth(const glm::vec3 (&colors)[Count], std::size_t i) {
  return colors[i % Count];
}

}  // namespace

const glm::vec3& colorOfLayer(std::size_t position) { return nth(kLayerColors, position); }
const glm::vec3& colorOfClip(std::size_t index) {
  static_assert(std::size(kClipColors) == kClipColorCount);
  return nth(kClipColors, index);
}

SupplierColors::SupplierColors(const Stage& stage) : stage_(&stage) {
  for (const auto& layer : stage.usedLayers()) layers_.try_emplace(layer.get(), layers_.size());
}

glm::vec3 SupplierColors::ofLayer(const Layer* layer) const {
  const auto place = layers_.find(layer);
  return colorOfLayer(place == layers_.end() ? layers_.size() : place->second);
}

const std::string& SupplierColors::identifierOf(const Prim& prim, const ClipUse& use) {
  const ClipSetDefinition* set = findUsedSet(prim, use);
  if (!set) return use.file;
  const std::lock_guard lock(mutex_);
  // Elements of such maps stay where they are.
  const auto [entry, isNew] = identifiers_[set->layer.get()].try_emplace(use.file);
  if (isNew) entry->second = clipIdentifier(*stage_, *set, use.index);
  return entry->second;
}

SupplierColor SupplierColors::of(const Prim& prim, const ResolveInfo& info) {
  if (info.clip) {
    return {identifierOf(prim, *info.clip), nameOfFile(info.clip->file),
            colorOfClip(info.clip->index)};
  }
  if (info.layer) {
    return {info.layer->identifier(), layerLabel(*info.layer, *stage_), ofLayer(info.layer.get())};
  }
  if (info.source == ValueSource::Fallback) return {"fallback", "fallback", kFallbackColor};
  return {"", "no value", kNoValueColor};
}

}  // namespace usdscope
