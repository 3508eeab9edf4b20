// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/inspect/detail/Finders.h"
#include "engine/inspect/detail/Motion.h"

namespace usdscope::detail {
namespace {

// The size of a step if there is no value, if a value begins or ends, or if arrays have different
// lengths.
constexpr double kNoStep = std::numeric_limits<double>::quiet_NaN();
constexpr double kOneSided = -std::numeric_limits<double>::infinity();
constexpr double kOtherLength = std::numeric_limits<double>::infinity();
// Steps on each side of a step that show what is usual. The interval is extended by as many frames.
constexpr std::size_t kAround = std::size_t(kFramesAround);

/// The sizes of the steps from each frame to the next one.
struct Steps {
  double firstFrame = 0.0;
  std::vector<double> sizes;
  double smallest = 0.0;  // Smaller steps are rounding.
};

Steps readSteps(const Attribute& attribute, const MotionRequest& request,
                const std::stop_token& stop) {
  Steps out;
  out.firstFrame = request.from - double(kAround);
  const auto count = std::size_t(std::floor(request.to - request.from)) + 1 + 2 * kAround;
  const AttributeQuery query = attribute.query();
  MotionNumbers previous;
  bool hadValue = false;
  for (std::size_t i = 0; i < count && !stop.stop_requested(); ++i) {
    const Value value = query.value(out.firstFrame + double(i));
    const bool hasValue = canMove(value);
    MotionNumbers numbers = numbersIn(value);
    out.smallest = std::max(out.smallest, smallestStep(numbers));
    if (i > 0) {
      double size = hasValue == hadValue ? kNoStep : kOneSided;
      if (!previous.isEmpty() && !numbers.isEmpty()) {
        size = previous.numbers.size() != numbers.numbers.size()
                   ? kOtherLength
                   : largest(stepBetween(previous, numbers, measureOf(attribute, value)),
                             numbers.width);
      }
      out.sizes.push_back(size);
    }
    previous = std::move(numbers);
    hadValue = hasValue;
  }
  return out;
}

// Returns the usual size of the steps around one: the second largest, because the way back from a
// single wrong frame is as large as the way there. Three large steps in a row are a quick motion.
double usualStep(const std::vector<double>& sizes, std::size_t at) {
  std::vector<double> around;
  const std::size_t first = at > kAround ? at - kAround : 0;
  for (std::size_t i = first; i <= at + kAround && i < sizes.size(); ++i) {
    if (i != at && std::isfinite(sizes[i])) around.push_back(sizes[i]);
  }
  if (around.size() < 2) return kNoStep;
  std::ranges::sort(around);
  return around[around.size() - 2];
}

// Whether the length of an array changes here, but not at the steps on either side.
bool isSingleLengthChange(const std::vector<double>& sizes, std::size_t at) {
  return sizes[at] == kOtherLength && at > 0 && std::isfinite(sizes[at - 1]) &&
         at + 1 < sizes.size() && std::isfinite(sizes[at + 1]);
}

}  // namespace

void findPops(const AttributeVariation& variation, const MotionRequest& request,
              const std::stop_token& stop, Findings& out) {
  if (variation.variation != Variation::MayVary) return;
  const Attribute& attribute = variation.attribute;
  const AttributeQuery query = attribute.query();
  // Values that cannot move are texts, whole numbers and truth values.
  const auto cannotMove = [&](double time) {
    const Value value = query.value(time);
    return !value.isEmpty() && !value.isBlock() && !canMove(value);
  };
  if (cannotMove(request.from) || cannotMove(request.to)) return;
  const Steps steps = readSteps(attribute, request, stop);
  if (stop.stop_requested()) return;
  const std::vector<double> breaks = breaksOfClips(variation);
  for (std::size_t i = kAround; i + kAround < steps.sizes.size(); ++i) {
    const double usual = usualStep(steps.sizes, i);
    const double size = steps.sizes[i];
    const bool isPop =
        std::isfinite(size) && size > steps.smallest && size > request.popFactor * usual;
    const bool isOtherLength = isSingleLengthChange(steps.sizes, i);
    const bool isOneSided = size == kOneSided;
    if (!isPop && !isOtherLength && !isOneSided) continue;
    MotionFinding finding;
    finding.kind = MotionKind::Pop;
    finding.attribute = attribute;
    finding.from = steps.firstFrame + double(i);
    finding.to = finding.from + 1.0;
    finding.time = finding.to;
    finding.isJump = true;
    finding.reason = compareSources(attribute, finding.from, finding.to, finding);
    const bool jumpsInClip = std::ranges::any_of(
        breaks, [&](double time) { return time > finding.from && time <= finding.to; });
    if (jumpsInClip && finding.reason != MotionReason::OtherClip) {
      finding.reason = MotionReason::ClipTime;
    }
    if (isOneSided) {
      finding.reason = MotionReason::Block;
    } else if (isOtherLength) {
      finding.reason = MotionReason::ElementCount;
      finding.lowerCount = numbersIn(query.value(finding.from)).count;
      finding.upperCount = numbersIn(query.value(finding.to)).count;
    } else {
      finding.step = size;
      finding.usualStep = usual;
    }
    out.push_back(std::move(finding));
  }
}

}  // namespace usdscope::detail
