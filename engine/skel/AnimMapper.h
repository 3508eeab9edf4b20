// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "engine/base/Token.h"

namespace usdscope {

/// Carries values from one order of names to another. (UsdSkelAnimMapper.) Immutable.
class AnimMapper {
 public:
  AnimMapper() = default;
  AnimMapper(std::span<const Token> source, std::span<const Token> target);

  /// Nothing of the source has a place in the target.
  bool isNull() const { return mappedCount_ == 0; }
  /// Some of the target gets nothing from the source.
  bool isSparse() const { return isSparse_; }
  /// Source and target are the same names in the same order.
  bool isIdentity() const { return isInOnePiece_ && !isSparse_; }
  std::size_t targetSize() const { return targetSize_; }

  /// Index in the target of each source value; -1 where it has none.
  std::span<const int> targetOfSource() const { return targetOfSource_; }

  /// Writes the values that have a place; `target` is made targetSize() long, new elements as
  /// `fallback`, and keeps what it had where nothing comes from the source. Where the source's
  /// names stand in the target in one piece, values beyond the names go on behind it, as far as
  /// there is room: as the reference does.
  template <typename T>
  void remap(std::span<const T> source, std::vector<T>& target, const T& fallback) const {
    target.resize(targetSize_, fallback);
    if (isInOnePiece_) {
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
  std::size_t offset_ = 0;  ///< Of the first value, where all stand in one piece.
  std::size_t mappedCount_ = 0;
  bool isInOnePiece_ = false;
  bool isSparse_ = true;
};

}  // namespace usdscope
