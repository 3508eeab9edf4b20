// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "engine/inspect/detail/Finders.h"
#include "engine/stage/clips/ClipSet.h"
#include "engine/stage/resolve/Evaluate.h"

namespace usdscope::detail {
namespace {

constexpr double kMostSplineFrames = 10'000.0;
// Fewer equal samples at the end are a key that is held. As many samples must move before them.
constexpr std::size_t kFewestEqualSamples = 4;

// Finds the strongest animation that an opinion without animation hides.
void findHidden(const Attribute& attribute, const MotionRequest& request, Findings& out) {
  MotionFinding finding;
  bool isFound = false;
  const auto visit = [&](const OpinionStop& stop) {
    const bool isHidden = stop.judged.verdict == OpinionVerdict::Weaker ||
                          stop.judged.verdict == OpinionVerdict::Blocked;
    if (isFound || !isHidden || !stop.opinion) return;
    MotionSource hidden;
    hidden.source = stop.judged.offers;
    if (stop.clips) {
      hidden.layer = stop.clips->definition().layer;
      hidden.specPath = stop.clips->definition().site;
      hidden.isClip = true;
    } else if (stop.judged.offers == ValueSource::TimeSamples ||
               stop.judged.offers == ValueSource::Spline) {
      const Value field = stop.opinion->property.field(fields::kTimeSamples);
      const auto* samples = field.find<TimeSamples>();
      if (stop.judged.offers == ValueSource::TimeSamples && (!samples || samples->size() < 2)) {
        return;
      }
      if (samples) finding.lowerCount = samples->size();
      hidden.layer = stop.opinion->layer();
      hidden.specPath = stop.opinion->property.path();
    } else {
      return;
    }
    finding.after = hidden;
    isFound = true;
  };
  const ValueOrigin origin = findOrigin(attribute, TimeKind::Numeric, visit);
  if (!isFound || mightBeTimeVarying(origin)) return;
  finding.kind = MotionKind::Frozen;
  finding.reason = MotionReason::StrongerValue;
  finding.attribute = attribute;
  finding.from = request.from;
  finding.to = request.to;
  finding.time = request.from;
  finding.before = sourceAt(attribute, request.from);
  out.push_back(std::move(finding));
}

// Returns the times of samples and knots in the interval, ascending.
std::vector<double> authoredTimes(const AttributeVariation& variation,
                                  const MotionRequest& request) {
  std::vector<double> times = variation.times;
  std::erase_if(times, [&](double time) { return time < request.from || time > request.to; });
  return times;
}

// Returns the times at which a value is compared: its samples, and for splines every frame, too.
std::vector<double> comparedTimes(const AttributeVariation& variation,
                                  const MotionRequest& request) {
  std::vector<double> times = authoredTimes(variation, request);
  if (!variation.attribute.hasSpline()) return times;
  for (double at = request.from; at <= request.to && at - request.from < kMostSplineFrames;
       at += 1.0) {
    times.push_back(at);
  }
  return times;
}

// Finds equal samples, or equal knots of a curve that stays there, at the end of a motion. Frames
// after the last knot do not count, as those after the last sample: what ends there is meant to.
void findStop(const AttributeVariation& variation, const MotionRequest& request,
              const std::stop_token& stop, Findings& out) {
  const Attribute& attribute = variation.attribute;
  const std::vector<double> times = authoredTimes(variation, request);
  if (times.size() < 2 * kFewestEqualSamples) return;
  const AttributeQuery query = attribute.query();
  const Value last = query.value(times.back());
  std::size_t first = times.size() - 1;
  while (first > 0 && !stop.stop_requested() && query.value(times[first - 1]) == last) --first;
  const std::size_t count = times.size() - first;
  if (count < kFewestEqualSamples || first < kFewestEqualSamples || stop.stop_requested()) return;
  for (const double time : comparedTimes(variation, request)) {
    if (stop.stop_requested()) return;
    if (time > times[first] && time < times.back() && query.value(time) != last) return;
  }
  MotionFinding finding;
  finding.kind = MotionKind::Frozen;
  finding.reason = MotionReason::Stops;
  finding.attribute = attribute;
  finding.from = finding.time = times[first];
  finding.to = times.back();
  finding.lowerCount = count;
  finding.before = sourceAt(attribute, finding.from);
  finding.after = sourceAt(attribute, finding.to);
  out.push_back(std::move(finding));
}

}  // namespace

void findFrozen(const AttributeVariation& variation, const MotionRequest& request,
                const std::stop_token& stop, Findings& out) {
  const Attribute& attribute = variation.attribute;
  findHidden(attribute, request, out);
  if (variation.variation != Variation::MayVary) return;
  const std::vector<double> times = comparedTimes(variation, request);
  if (times.size() < 2) return;
  const AttributeQuery query = attribute.query();
  const Value first = query.value(times.front());
  // Samples may lie on both sides of a jump back to the same value.
  const auto moves = [&](double time) {
    return query.value(time) != first ||
           (time > times.front() && query.value(TimeCode::preTime(time)) != first);
  };
  for (const double time : times) {
    if (stop.stop_requested()) return;
    if (moves(time)) return findStop(variation, request, stop, out);
  }
  MotionFinding finding;
  finding.kind = MotionKind::Frozen;
  finding.reason = MotionReason::EqualSamples;
  finding.attribute = attribute;
  finding.from = request.from;
  finding.to = request.to;
  finding.time = times.front();
  finding.lowerCount = times.size();
  finding.before = sourceAt(attribute, times.front());
  finding.after = sourceAt(attribute, times.back());
  out.push_back(std::move(finding));
}

}  // namespace usdscope::detail
