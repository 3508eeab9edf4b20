// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "engine/inspect/detail/Finders.h"
#include "engine/inspect/detail/Motion.h"

namespace usdscope::detail {
namespace {

// A seam does not match in position if the step over it deviates from the mean of the steps around
// it by more than this share of the larger one. Even acceleration deviates by at most a half.
constexpr double kMostDeviation = 0.75;
// A seam does not match in speed if the steps around it differ by more than this share.
constexpr double kMostSpeedChange = 0.5;

// Returns the distance at which the motion around a seam is measured: a frame, or less between
// seams that lie close together.
double reachOf(const std::vector<double>& breaks, std::size_t at) {
  double reach = 1.0;
  if (at > 0) reach = std::min(reach, (breaks[at] - breaks[at - 1]) / 2.0);
  if (at + 1 < breaks.size()) reach = std::min(reach, (breaks[at + 1] - breaks[at]) / 2.0);
  return reach;
}

/// The motion over a seam: two frames before it to one behind it.
class SeamMotion {
 public:
  SeamMotion(const Attribute& attribute, double time, double reach) {
    const AttributeQuery query = attribute.query();
    const Value at = query.value(time);
    if (!canMove(at)) return;
    measure_ = measureOf(attribute, at);
    for (const double offset : {-2.0, -1.0, 0.0, 1.0}) {
      values_.push_back(numbersIn(query.value(time + offset * reach)));
    }
  }

  bool canBeCompared() const {
    return values_.size() == 4 && !values_[1].isEmpty() && !values_[2].isEmpty();
  }
  bool hasOtherLength() const { return !isAlike(1, 2); }
  std::size_t lowerCount() const { return values_[1].count; }
  std::size_t upperCount() const { return values_[2].count; }
  /// Whether there is a motion on both sides to compare with.
  bool isWhole() const { return isAlike(0, 1) && isAlike(1, 2) && isAlike(2, 3); }

  void measure() {
    const std::size_t width = values_[1].width;
    const auto before = step(0);
    const auto over = step(1);
    const auto after = step(2);
    std::vector<double> deviation(over.size());
    std::vector<double> change(over.size());
    for (std::size_t i = 0; i < over.size(); ++i) {
      deviation[i] = over[i] - (before[i] + after[i]) / 2.0;
      change[i] = after[i] - before[i];
    }
    usual = std::max(largest(before, width), largest(after, width));
    positionError = largest(deviation, width);
    speedError = largest(change, width);
    smallest = std::max(smallestStep(values_[1]), smallestStep(values_[2]));
  }

  double usual = 0.0;
  double positionError = 0.0;
  double speedError = 0.0;
  double smallest = 0.0;

 private:
  bool isAlike(std::size_t a, std::size_t b) const {
    return values_[a].width == values_[b].width && values_[a].count == values_[b].count;
  }
  std::vector<double> step(std::size_t from) const {
    return stepBetween(values_[from], values_[from + 1], measure_);
  }

  MotionMeasure measure_ = MotionMeasure::Plain;
  std::vector<MotionNumbers> values_;
};

}  // namespace

void findSeams(const AttributeVariation& variation, const MotionRequest& request,
               const std::stop_token& stop, Findings& out) {
  if (variation.variation != Variation::MayVary) return;
  const std::vector<double> breaks = breaksOfClips(variation);
  for (std::size_t i = 0; i < breaks.size(); ++i) {
    if (stop.stop_requested()) return;
    if (breaks[i] < request.from || breaks[i] > request.to) continue;
    const double reach = reachOf(breaks, i);
    SeamMotion motion(variation.attribute, breaks[i], reach);
    if (!motion.canBeCompared()) continue;
    MotionFinding finding;
    finding.kind = MotionKind::Seam;
    finding.attribute = variation.attribute;
    finding.time = breaks[i];
    finding.from = breaks[i] - reach;
    finding.to = breaks[i] + reach;
    if (motion.hasOtherLength()) {
      finding.reason = MotionReason::ElementCount;
      finding.isJump = true;
      finding.lowerCount = motion.lowerCount();
      finding.upperCount = motion.upperCount();
    } else if (motion.isWhole() && breaks[i] - 2.0 * reach >= request.from &&
               breaks[i] + reach <= request.to) {
      // Beyond the interval nothing plays: the last file of a sequence is held there.
      motion.measure();
      finding.isJump = motion.positionError > kMostDeviation * motion.usual + motion.smallest;
      const bool isFaster = motion.speedError > kMostSpeedChange * motion.usual + motion.smallest;
      if (!finding.isJump && !isFaster) continue;
      finding.reason = finding.isJump ? MotionReason::Position : MotionReason::Speed;
      finding.step = finding.isJump ? motion.positionError : motion.speedError / reach;
      finding.usualStep = finding.isJump ? motion.usual : motion.usual / reach;
    } else {
      continue;
    }
    finding.before = sourceAt(variation.attribute, finding.from);
    finding.after = sourceAt(variation.attribute, finding.time);
    out.push_back(std::move(finding));
  }
}

}  // namespace usdscope::detail
