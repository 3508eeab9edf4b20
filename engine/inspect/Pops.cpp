// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/inspect/detail/Finders.h"
#include "engine/inspect/detail/Motion.h"

namespace usdscope::detail {
namespace {

// Steps on each side of a step that show what is usual. The interval is extended by as many frames.
constexpr std::size_t kAround = std::size_t(kFramesAround);

enum class StepKind : std::uint8_t {
  Moves,
  OneSided,     // A value begins or ends.
  OtherLength,  // The arrays have different lengths.
  NotFinite,    // A number that is not finite comes up.
  None,         // There is no value, or no number to compare.
};

struct Step {
  StepKind kind = StepKind::None;
  double size = 0.0;  // If it moves.
};

/// The steps from each frame to the next one.
struct Steps {
  double firstFrame = 0.0;
  std::vector<Step> steps;
  double smallest = 0.0;  // Smaller steps are rounding.
};

bool isFinite(const MotionNumbers& numbers) {
  return std::ranges::all_of(numbers.numbers, [](double number) { return std::isfinite(number); });
}

/// A value at a frame.
struct Frame {
  MotionNumbers numbers;
  bool hasValue = false;
  bool isFinite = true;
};

Step stepOf(const Frame& from, const Frame& to, MotionMeasure measure) {
  if (from.hasValue != to.hasValue) return {StepKind::OneSided};
  if (from.numbers.isEmpty() || to.numbers.isEmpty()) return {};
  if (from.numbers.numbers.size() != to.numbers.numbers.size()) return {StepKind::OtherLength};
  if (!from.isFinite || !to.isFinite) return {from.isFinite ? StepKind::NotFinite : StepKind::None};
  return {StepKind::Moves,
          largest(stepBetween(from.numbers, to.numbers, measure), to.numbers.width)};
}

Steps readSteps(const Attribute& attribute, const MotionRequest& request,
                const std::stop_token& stop) {
  Steps out;
  out.firstFrame = request.from - double(kAround);
  const auto count = std::size_t(std::floor(request.to - request.from)) + 1 + 2 * kAround;
  const AttributeQuery query = attribute.query();
  Frame previous;
  for (std::size_t i = 0; i < count && !stop.stop_requested(); ++i) {
    const Value value = query.value(out.firstFrame + double(i));
    Frame frame{numbersIn(value), canMove(value)};
    frame.isFinite = isFinite(frame.numbers);
    if (frame.isFinite) out.smallest = std::max(out.smallest, smallestStep(frame.numbers));
    if (i > 0) out.steps.push_back(stepOf(previous, frame, measureOf(attribute, value)));
    previous = std::move(frame);
  }
  return out;
}

// Returns the usual size of the steps around one: the second largest, because the way back from a
// single wrong frame is as large as the way there. Three large steps in a row are a quick motion.
double usualStep(const std::vector<Step>& steps, std::size_t at) {
  std::vector<double> around;
  const std::size_t first = at > kAround ? at - kAround : 0;
  for (std::size_t i = first; i <= at + kAround && i < steps.size(); ++i) {
    if (i != at && steps[i].kind == StepKind::Moves) around.push_back(steps[i].size);
  }
  if (around.size() < 2) return std::numeric_limits<double>::infinity();
  std::ranges::sort(around);
  return around[around.size() - 2];
}

// Whether the length of an array changes at this step, for good or for one frame. Arrays whose
// length changes at each frame are meant.
bool isLengthPop(const std::vector<Step>& steps, std::size_t at) {
  const auto hasOtherLength = [&](std::size_t i) {
    return i < steps.size() && steps[i].kind == StepKind::OtherLength;
  };
  const auto moves = [&](std::size_t i) {
    return i < steps.size() && steps[i].kind == StepKind::Moves;
  };
  if (!hasOtherLength(at)) return false;
  const std::size_t first = at > 0 && hasOtherLength(at - 1) ? at - 1 : at;
  const std::size_t last = first == at && hasOtherLength(at + 1) ? at + 1 : at;
  return first > 0 && moves(first - 1) && moves(last + 1);
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
  for (std::size_t i = kAround; i + kAround < steps.steps.size(); ++i) {
    const auto [kind, size] = steps.steps[i];
    const double usual = usualStep(steps.steps, i);
    const bool isLarge =
        kind == StepKind::Moves && size > steps.smallest && size > request.popFactor * usual;
    const bool isOtherLength = isLengthPop(steps.steps, i);
    const bool isOneSided = kind == StepKind::OneSided;
    const bool isNotFinite = kind == StepKind::NotFinite;
    if (!isLarge && !isOtherLength && !isOneSided && !isNotFinite) continue;
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
    } else if (isNotFinite) {
      finding.reason = MotionReason::NotFinite;
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
