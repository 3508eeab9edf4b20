// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>

#include "engine/value/Spline.h"

namespace usdscope {

/// A knot as the evaluation of a curve needs it: without custom data, and with eased tangents.
struct CurveKnot {
  double time = 0.0;
  double value = 0.0;
  std::optional<double> preValue;  ///< The left limit at the knot, if it differs from `value`.
  SplineInterpolation next = SplineInterpolation::Held;
  SplineTangent pre;
  SplineTangent post;
};

/// The knots of a curve, each computed when it is asked for. Unrolls inner loops and eases tangents
/// without copying the authored knots, so that it costs the same for any number of knots.
///
/// Refers to the spline, which must outlive it. Thread-safe, like all that does not change.
class KnotSequence {
 public:
  /// The knots with the repetitions of an inner loop. Constant time but for a few binary
  /// searches.
  explicit KnotSequence(const Spline& spline);
  /// The authored knots, which an inner loop does not repeat.
  static KnotSequence authored(const Spline& spline);

  std::size_t size() const { return size_; }
  bool isEmpty() const { return size_ == 0; }
  /// Whether an inner loop repeats knots.
  bool isUnrolled() const { return loopCount_ > 0; }

  /// These functions require: `index` is less than size(). Times ascend as in the spline.
  double timeAt(std::size_t index) const {
    return index < beforeCount_ ? spline_->knots[index].time : loopedTimeAt(index);
  }
  CurveKnot operator[](std::size_t index) const;
  CurveKnot front() const { return (*this)[0]; }
  CurveKnot back() const { return (*this)[size_ - 1]; }

  /// The index of the authored knot that the knot repeats or is.
  std::size_t authoredIndex(std::size_t index) const { return sourceOf(index).index; }

  /// Returns the index of the first knot at or after a time; size() if there is none.
  std::size_t lowerBound(double time) const;
  /// Returns the index of the first knot after a time; size() if there is none.
  std::size_t upperBound(double time) const;

 private:
  struct WholeTag {};
  KnotSequence(const Spline& spline, WholeTag);

  // An authored knot, and in a loop the number of its turn.
  struct Source {
    std::size_t index = 0;
    std::optional<int> turn;
  };
  Source sourceOf(std::size_t index) const;
  double loopedTimeAt(std::size_t index) const;

  const Spline* spline_;
  std::size_t size_ = 0;
  // Without a loop all knots lie before it.
  std::size_t beforeCount_ = 0;  // Authored knots before the first turn.
  std::size_t loopBegin_ = 0;    // The first authored knot of the loop.
  std::size_t loopCount_ = 0;    // Authored knots in a turn.
  std::size_t loopedCount_ = 0;  // Knots of all turns, and the one at the end of the last turn.
  std::size_t afterBegin_ = 0;   // The first authored knot after the last turn.
  int firstTurn_ = 0;
};

}  // namespace usdscope
