// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "engine/inspect/detail/Finders.h"
#include "engine/inspect/detail/Motion.h"
#include "engine/stage/clips/ClipSet.h"

namespace usdscope::detail {
namespace {

// More samples between two times are not looked at for jumps.
constexpr std::size_t kMostBreaks = 10'000;

/// The difference of two values.
struct Difference {
  bool differs = false;
  double step = 0.0;
  std::size_t lowerCount = 0;  // Set if arrays have different lengths.
  std::size_t upperCount = 0;
};

Difference differenceOf(const Attribute& attribute, const Value& a, const Value& b) {
  Difference out;
  if (a == b) return out;
  const MotionNumbers lower = numbersIn(a);
  const MotionNumbers upper = numbersIn(b);
  out.differs = true;
  // A text, or no value on one side.
  if (lower.isEmpty() || upper.isEmpty()) return out;
  if (lower.width != upper.width || lower.count != upper.count) {
    out.lowerCount = lower.count;
    out.upperCount = upper.count;
    return out;
  }
  const auto step = stepBetween(lower, upper, measureOf(attribute, b));
  out.step = largest(step, lower.width);
  out.differs = out.step > smallestStep(lower);
  return out;
}

// The time just before a jump. As in the reference, the left limit of clips under a layer offset
// may be that of a clip that plays at another time, so that a time before it is asked for.
TimeCode timeBefore(const AttributeVariation& variation, double time) {
  const ClipSet* set = variation.spans.empty() ? nullptr : variation.spans.front().clips.get();
  if (!set || set->definition().stageFromSet.isIdentity()) return TimeCode::preTime(time);
  return time - 1e-8 * std::max(1.0, std::abs(time));
}

}  // namespace

void findChange(const AttributeVariation& variation, const MotionRequest& request,
                const std::stop_token& stop, Findings& out) {
  if (variation.variation != Variation::MayVary || request.from == request.to) return;
  const Attribute& attribute = variation.attribute;
  const AttributeQuery query = attribute.query();
  std::vector<double> times = variation.times;
  const std::vector<double> breaks = breaksOfClips(variation);
  times.insert(times.end(), breaks.begin(), breaks.end());
  std::erase_if(times, [&](double time) { return time <= request.from || time > request.to; });
  std::ranges::sort(times);
  times.erase(std::unique(times.begin(), times.end()), times.end());
  if (times.size() > kMostBreaks) times.resize(kMostBreaks);

  MotionFinding finding;
  finding.kind = MotionKind::Change;
  finding.attribute = attribute;
  finding.from = request.from;
  finding.to = request.to;
  Difference jump;
  for (const double time : times) {
    if (stop.stop_requested()) return;
    Difference at =
        differenceOf(attribute, query.value(TimeCode::preTime(time)), query.value(TimeCode(time)));
    if (!at.differs) continue;
    if (const TimeCode before = timeBefore(variation, time); !before.isPreTime()) {
      at = differenceOf(attribute, query.value(before), query.value(TimeCode(time)));
      if (!at.differs) continue;
    }
    if (finding.jumpCount++ > 0) continue;
    finding.time = time;
    jump = at;
  }
  finding.isJump = finding.jumpCount > 0;
  if (!finding.isJump) {
    finding.time = request.to;
    jump = differenceOf(attribute, query.value(request.from), query.value(request.to));
    if (!jump.differs) return;
  }
  finding.reason = finding.isJump ? compareSources(attribute, timeBefore(variation, finding.time),
                                                   finding.time, finding)
                                  : compareSources(attribute, request.from, request.to, finding);
  finding.step = jump.step;
  finding.lowerCount = jump.lowerCount;
  finding.upperCount = jump.upperCount;
  out.push_back(std::move(finding));
}

}  // namespace usdscope::detail
