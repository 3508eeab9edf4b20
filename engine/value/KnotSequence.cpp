// SPDX-License-Identifier: Apache-2.0
#include "engine/value/KnotSequence.h"

#include <algorithm>
#include <cstdint>
#include <ranges>

#include "engine/value/SplineKnots.h"

namespace usdscope {
namespace {

std::size_t authoredLowerBound(const Spline& spline, double time) {
  const auto at = std::ranges::lower_bound(spline.knots, time, {}, &SplineKnot::time);
  return std::size_t(at - spline.knots.begin());
}

std::size_t authoredUpperBound(const Spline& spline, double time) {
  const auto at = std::ranges::upper_bound(spline.knots, time, {}, &SplineKnot::time);
  return std::size_t(at - spline.knots.begin());
}

}  // namespace

KnotSequence::KnotSequence(const Spline& spline, WholeTag)
    : spline_(&spline), size_(spline.knots.size()), beforeCount_(spline.knots.size()) {}

KnotSequence KnotSequence::authored(const Spline& spline) { return {spline, WholeTag{}}; }

KnotSequence::KnotSequence(const Spline& spline) : KnotSequence(spline, WholeTag{}) {
  if (!hasRepeatingInnerLoop(spline)) return;
  const SplineInnerLoop& loop = *spline.innerLoop;
  const double length = loop.end - loop.start;
  firstTurn_ = -std::max(loop.preCount, 0);
  const int lastTurn = std::max(loop.postCount, 0);
  const double loopedBegin = loop.start + firstTurn_ * length;
  const double loopedEnd = loop.start + (lastTurn + 1) * length;

  beforeCount_ = authoredLowerBound(spline, loopedBegin);
  loopBegin_ = authoredLowerBound(spline, loop.start);
  loopCount_ = authoredLowerBound(spline, loop.end) - loopBegin_;
  // The last turn ends where the next one would start.
  loopedCount_ = loopCount_ * std::size_t(lastTurn - firstTurn_ + 1) + 1;
  afterBegin_ = authoredUpperBound(spline, loopedEnd);
  size_ = beforeCount_ + loopedCount_ + (spline.knots.size() - afterBegin_);
}

KnotSequence::Source KnotSequence::sourceOf(std::size_t index) const {
  if (index < beforeCount_) return {index, std::nullopt};
  index -= beforeCount_;
  if (index >= loopedCount_) return {afterBegin_ + (index - loopedCount_), std::nullopt};
  return {loopBegin_ + index % loopCount_, firstTurn_ + int(index / loopCount_)};
}

double KnotSequence::loopedTimeAt(std::size_t index) const {
  const Source source = sourceOf(index);
  const double time = spline_->knots[source.index].time;
  if (!source.turn) return time;
  return time + *source.turn * (spline_->innerLoop->end - spline_->innerLoop->start);
}

CurveKnot KnotSequence::operator[](std::size_t index) const {
  const Source source = index < beforeCount_ ? Source{index, std::nullopt} : sourceOf(index);
  const std::vector<SplineKnot>& knots = spline_->knots;
  const SplineKnot& knot = knots[source.index];
  CurveKnot result{knot.time, knot.value, knot.preValue, knot.next, knot.pre, knot.post};
  if (isEased(knot.pre) || isEased(knot.post)) {
    // Tangents are eased between the authored neighbours, also where the loop has others.
    const SplineKnot* before = source.index > 0 ? &knot - 1 : nullptr;
    const SplineKnot* after = source.index + 1 < knots.size() ? &knot + 1 : nullptr;
    const KnotTangents eased = easedTangents(before, knot, after);
    result.pre = eased.pre;
    result.post = eased.post;
  }
  if (source.turn) {
    const double rise = *source.turn * spline_->innerLoop->valueOffset;
    result.time = timeAt(index);
    result.value += rise;
    if (result.preValue) *result.preValue += rise;
  }
  return result;
}

std::size_t KnotSequence::lowerBound(double time) const {
  if (!isUnrolled()) return authoredLowerBound(*spline_, time);
  const auto indices = std::views::iota(std::uint32_t(0), std::uint32_t(size_));
  return std::size_t(
      std::ranges::lower_bound(indices, time, {}, [&](std::uint32_t i) { return timeAt(i); }) -
      indices.begin());
}

std::size_t KnotSequence::upperBound(double time) const {
  if (!isUnrolled()) return authoredUpperBound(*spline_, time);
  const auto indices = std::views::iota(std::uint32_t(0), std::uint32_t(size_));
  return std::size_t(
      std::ranges::upper_bound(indices, time, {}, [&](std::uint32_t i) { return timeAt(i); }) -
      indices.begin());
}

}  // namespace usdscope
