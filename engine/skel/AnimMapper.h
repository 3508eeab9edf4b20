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

  /// No name of the source is in the target.
  bool isNull() const { return mappedCount_ == 0; }
  /// Some name of the target is not in the source.
  bool isSparse() const { return isSparse_; }
  /// Source and target have equal names in equal order.
  bool isIdentity() const { return isContiguous_ && !isSparse_; }
  std::size_t targetSize() const { return targetSize_; }

  /// Index in the target of each source value; -1: not in the target.
  std::span<const int> targetOfSource() const { return targetOfSource_; }

  /// Copies the values whose names are in the target. `target` is resized to targetSize() with
  /// `fallback`; elements without a source keep their value. If the source's names are contiguous
  /// in the target, surplus values are copied behind them as far as there is room, as the reference
  /// does.
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
  std::size_t offset_ = 0;  ///< The first source value in the target, if all are contiguous.
  std::size_t mappedCount_ = 0;
  bool isContiguous_ = false;
  bool isSparse_ = true;
};

}  // namespace usdscope
