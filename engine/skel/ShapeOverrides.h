// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/base/Token.h"
#include "engine/layer/Path.h"

namespace usdscope {

/// A blend shape of the prims that follow one skeleton, by its name in the animation.
struct ShapeOfSkeleton {
  Path skeleton;
  Token shape;

  explicit operator bool() const { return !skeleton.isEmpty() && !shape.isEmpty(); }
  bool operator==(const ShapeOfSkeleton&) const = default;
};

/// Weights that replace animated blend shape weights in pictures; nothing is edited. A value. A
/// shape has at most one entry, and a skeleton at most one solo shape.
struct ShapeOverrides {
  struct Weight {
    ShapeOfSkeleton of;
    float weight = 0.0f;
    bool operator==(const Weight&) const = default;
  };
  std::vector<Weight> weights;
  /// Solo shapes: they keep their weight, while all other shapes of their skeletons have weight 0,
  /// overridden or not.
  std::vector<ShapeOfSkeleton> solo;

  bool isEmpty() const { return weights.empty() && solo.empty(); }
  bool concerns(Path skeleton) const;
  bool isSolo(const ShapeOfSkeleton& shape) const;
  /// The weight that was set for a shape, even if a solo shape suppresses it.
  std::optional<float> setWeight(const ShapeOfSkeleton& shape) const;
  /// The weight that replaces the animated one; empty: the animated weight applies.
  std::optional<float> weightOf(const ShapeOfSkeleton& shape) const;
  /// Replaces the weights of the shapes of a skeleton. Requires: as many values as names.
  void apply(Path skeleton, std::span<const Token> names, std::span<float> values) const;

  /// Sets a weight; an empty one removes the entry.
  void set(const ShapeOfSkeleton& shape, std::optional<float> weight);
  void endSolo(Path skeleton);
  void setSolo(const ShapeOfSkeleton& shape, bool isSolo);

  bool operator==(const ShapeOverrides&) const = default;
};

}  // namespace usdscope
