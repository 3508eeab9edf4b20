// SPDX-License-Identifier: Apache-2.0
#include "engine/skel/ShapeOverrides.h"

#include <algorithm>

namespace usdscope {

bool ShapeOverrides::concerns(Path skeleton) const {
  return std::ranges::any_of(weights, [&](const Weight& w) { return w.of.skeleton == skeleton; }) ||
         std::ranges::find(solo, skeleton, &ShapeOfSkeleton::skeleton) != solo.end();
}

bool ShapeOverrides::isSolo(const ShapeOfSkeleton& shape) const {
  return std::ranges::find(solo, shape) != solo.end();
}

std::optional<float> ShapeOverrides::storedWeight(const ShapeOfSkeleton& shape) const {
  const auto found = std::ranges::find(weights, shape, &Weight::of);
  return found == weights.end() ? std::nullopt : std::optional(found->weight);
}

std::optional<float> ShapeOverrides::weightOf(const ShapeOfSkeleton& shape) const {
  const auto other = std::ranges::find(solo, shape.skeleton, &ShapeOfSkeleton::skeleton);
  if (other != solo.end() && *other != shape) return 0.0f;
  return storedWeight(shape);
}

void ShapeOverrides::apply(Path skeleton, std::span<const Token> names,
                           std::span<float> values) const {
  for (std::size_t i = 0; i < std::min(names.size(), values.size()); ++i) {
    if (const auto weight = weightOf({skeleton, names[i]})) values[i] = *weight;
  }
}

void ShapeOverrides::set(const ShapeOfSkeleton& shape, std::optional<float> weight) {
  std::erase_if(weights, [&](const Weight& w) { return w.of == shape; });
  if (weight) weights.push_back({shape, *weight});
}

void ShapeOverrides::endSolo(Path skeleton) {
  std::erase_if(solo, [&](const ShapeOfSkeleton& of) { return of.skeleton == skeleton; });
}

void ShapeOverrides::setSolo(const ShapeOfSkeleton& shape, bool isNowSolo) {
  std::erase_if(solo, [&](const ShapeOfSkeleton& other) {
    return other.skeleton == shape.skeleton && (isNowSolo || other.shape == shape.shape);
  });
  if (isNowSolo) solo.push_back(shape);
}

}  // namespace usdscope
