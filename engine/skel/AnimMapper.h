// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "engine/base/Token.h"

namespace usdscope {

/// Maps values from one order of names to another. (UsdSkelAnimMapper.) Immutable.
class AnimMapper {
 public:
  AnimMapper() = default;
  AnimMapper(std::span<const Token> source, std::span<const Token> target);

  /// Whether no name of the source is in the target.
  bool isNull() const { return mappedCount_ == 0; }
  /// Whether some name of the target is not in the source.
  bool isSparse() const { return isSparse_; }
  /// Whether source and target have equal names in equal order.
  bool isIdentity() const { return isContiguous_ && !isSparse_; }
  std::size_t targetSize() const { return targetSize_; }

  /// Per source value, its index in the target; -1 if it is not in the target.
  std::span<const int> targetOfSource() const { return targetOfSource_; }

  /// Copies the values whose names are in the target. Resizes `target` to targetSize() and sets new
  /// elements to `fallback`; elements without a source value keep their value. If the source's
  /// names are contiguous in the target and `source` has more values than names, the surplus values
  /// are copied to the elements behind them, as in the reference.
  template <typename T>
  void remap(std::span<const T> source, std::vector<T>& target, const T& fallback) const {
    target.resize(targetSize_, fallback);
    if (isContiguous_) {
      const std::size_t fitting = std::min(source.size(), targetSize_ - offset_);
      std::copy_n(source.begin(), fitting, target.begin() + std::ptrdiff_t(offset_));
      return;
    }
    const std::size_t count = std::min(source.size(), targetOfSource_.size());
    for (std::size_t i = 0; i < count; ++i) {
      if (targetOfSource_[i] >= 0) target[static_cast<std::size_t>(targetOfSource_[i])] = source[i];
    }
  }

 private:
  std::vector<int> targetOfSource_;
  std::size_t targetSize_ = 0;
  /// The target index of the first source value, if the source's names are contiguous in the
  /// target.
  std::size_t offset_ = 0;
  std::size_t mappedCount_ = 0;
  bool isContiguous_ = false;
  bool isSparse_ = true;
};

}  // namespace usdscope
