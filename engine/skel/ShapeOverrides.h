// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/base/Token.h"
#include "engine/layer/Path.h"

namespace usdscope {

/// A blend shape of whatever follows one skeleton, by the name that the animation knows it by.
struct ShapeOfSkeleton {
  Path skeleton;
  Token shape;

  explicit operator bool() const { return !skeleton.isEmpty() && !shape.isEmpty(); }
  bool operator==(const ShapeOfSkeleton&) const = default;
};

/// Weights of blend shapes that stand in for the animated ones, for looking: nothing is edited. A
/// value; one entry at most for each shape, and for each skeleton one shape at most that is alone.
struct ShapeOverrides {
  struct Weight {
    ShapeOfSkeleton of;
    float weight = 0.0f;
    bool operator==(const Weight&) const = default;
  };
  std::vector<Weight> weights;
  /// Shapes that keep their weight, while all others of their skeletons have none, whatever is said
  /// of these.
  std::vector<ShapeOfSkeleton> alone;

  bool isEmpty() const { return weights.empty() && alone.empty(); }
  bool concerns(Path skeleton) const;
  bool isAlone(const ShapeOfSkeleton& shape) const;
  /// What has been set for a shape, whether it counts or not.
  std::optional<float> setWeight(const ShapeOfSkeleton& shape) const;
  /// The weight that stands in for the animated one; empty: that one counts.
  std::optional<float> weightOf(const ShapeOfSkeleton& shape) const;
  /// Replaces the weights of the shapes of a skeleton, as many as names.
  void apply(Path skeleton, std::span<const Token> names, std::span<float> values) const;

  /// Empty: takes it back.
  void set(const ShapeOfSkeleton& shape, std::optional<float> weight);
  void endAlone(Path skeleton);
  void setAlone(const ShapeOfSkeleton& shape, bool isAlone);

  bool operator==(const ShapeOverrides&) const = default;
};

}  // namespace usdscope
