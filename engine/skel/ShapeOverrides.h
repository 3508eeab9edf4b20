// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/base/Token.h"
#include "engine/layer/Path.h"

namespace usdscope {

/// Identifies a blend shape of the prims that follow one skeleton, by its name in the animation.
struct ShapeOfSkeleton {
  Path skeleton;
  Token shape;

  explicit operator bool() const { return !skeleton.isEmpty() && !shape.isEmpty(); }
  bool operator==(const ShapeOfSkeleton&) const = default;
};

/// Weights that replace animated blend shape weights in pictures, without editing the stage. A
/// shape has at most one entry, and a skeleton at most one solo shape.
struct ShapeOverrides {
  struct Weight {
    ShapeOfSkeleton of;
    float weight = 0.0f;
    bool operator==(const Weight&) const = default;
  };
  std::vector<Weight> weights;
  /// The solo shapes. A solo shape keeps its weight; all other shapes of its skeleton have weight
  /// 0, even if they have an entry in `weights`.
  std::vector<ShapeOfSkeleton> solo;

  bool isEmpty() const { return weights.empty() && solo.empty(); }
  bool concerns(Path skeleton) const;
  bool isSolo(const ShapeOfSkeleton& shape) const;
  /// The weight of a shape in `weights`. It applies only while no other shape is solo.
  std::optional<float> storedWeight(const ShapeOfSkeleton& shape) const;
  /// The weight that replaces the animated weight; empty if the animated weight applies.
  std::optional<float> weightOf(const ShapeOfSkeleton& shape) const;
  /// Replaces the animated weights `values` of the shapes `names` of a skeleton. Requires: both
  /// have the same size.
  void apply(Path skeleton, std::span<const Token> names, std::span<float> values) const;

  /// Sets the weight of a shape; an empty weight removes the entry.
  void set(const ShapeOfSkeleton& shape, std::optional<float> weight);
  void endSolo(Path skeleton);
  void setSolo(const ShapeOfSkeleton& shape, bool isSolo);

  bool operator==(const ShapeOverrides&) const = default;
};

}  // namespace usdscope
