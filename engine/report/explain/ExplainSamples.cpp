// SPDX-License-Identifier: Apache-2.0
#include "engine/report/explain/ExplainSamples.h"

#include <fmt/format.h>

#include <cmath>

namespace usdscope {
namespace {

std::string textOf(SampleUse use, double time, double lower, double upper) {
  switch (use) {
    case SampleUse::None:
    case SampleUse::Spline:
      return {};
    case SampleUse::Exact:
      return "on a sample";
    case SampleUse::Linear: {
      const bool isHalfway = std::abs((time - lower) / (upper - lower) - 0.5) < 1e-9;
      return fmt::format("{} {} {} {} {}", interpolationText(time, lower, upper),
                         isHalfway ? "between samples" : "from sample", timeText(lower),
                         isHalfway ? "and" : "to", timeText(upper));
    }
    case SampleUse::Held:
      return lower == upper
                 ? fmt::format("held from sample {}", timeText(lower))
                 : fmt::format("held from sample {} until {}", timeText(lower), timeText(upper));
    // Before the first and after the last of the clip times, clip time is constant.
    case SampleUse::HeldBeforeFirst:
      if (time == lower) return fmt::format("on sample {}, which is held", timeText(lower));
      return fmt::format("before its first sample {}, which is held", timeText(lower));
    case SampleUse::HeldAfterLast:
      if (time == lower) return fmt::format("on sample {}, which is held", timeText(lower));
      return fmt::format("after its last sample {}, which is held", timeText(lower));
    case SampleUse::Blocked:
      return fmt::format("where sample {} is a block: no value", timeText(lower));
  }
  return {};
}

std::string_view nameOfLoop(SplineExtrapolationMode mode) {
  if (mode == SplineExtrapolationMode::LoopRepeat) return "repeat";
  return mode == SplineExtrapolationMode::LoopReset ? "reset" : "oscillate";
}

std::string outsideText(const SplineTrace& spline) {
  switch (spline.outside) {
    case SplineExtrapolationMode::Block:
      return {};
    case SplineExtrapolationMode::Held:
      return ", which is held";
    case SplineExtrapolationMode::Linear:
      return ", which continues in a straight line";
    case SplineExtrapolationMode::Sloped:
      return ", which continues with slope " + timeText(spline.slope);
    default:
      return fmt::format(", which loops ({}) the curve between knots {} and {}",
                         nameOfLoop(spline.outside), timeText(spline.loopFrom),
                         timeText(spline.loopTo));
  }
}

std::string segmentText(const SplineTrace& spline) {
  std::string text;
  if (spline.segment == SplineInterpolation::Held) {
    text = ", where knot " + timeText(spline.lower) + " is held";
  } else if (spline.segment == SplineInterpolation::Linear) {
    text = ", which a straight line joins";
  }
  if (!spline.innerLoop) return text;
  return text + fmt::format(", in a repeat of its inner loop from {} to {}",
                            timeText(spline.innerLoop->start), timeText(spline.innerLoop->end));
}

std::string splineText(const SplineTrace& spline) {
  using Place = SplineTrace::Place;
  const std::string lower = timeText(spline.lower);
  std::string text;
  switch (spline.place) {
    case Place::NoKnots:
      return ", whose spline has no knots: no value";
    case Place::OnKnot:
      text = spline.isLeftLimit ? fmt::format(", on its spline just before knot {}", lower)
                                : fmt::format(", on knot {} of its spline", lower);
      break;
    case Place::Between:
      text = fmt::format(", on its spline between knots {} and {}", lower, timeText(spline.upper)) +
             segmentText(spline);
      break;
    case Place::Before:
      text = fmt::format(", before knot {}, the first of its spline", lower) + outsideText(spline);
      break;
    case Place::After:
      text = fmt::format(", after knot {}, the last of its spline", lower) + outsideText(spline);
      break;
  }
  return spline.hasValue ? text : text + ", where it has no value";
}

}  // namespace

std::string interpolationText(double time, double lower, double upper) {
  const double share = (time - lower) / (upper - lower);
  if (std::abs(share - 0.5) < 1e-9) return "interpolated halfway";
  return fmt::format("interpolated {:.3g} % of the way", 100.0 * share);
}

std::string samplesText(const ResolveTrace& trace) {
  if (trace.spline) return splineText(*trace.spline);
  const std::string text = textOf(trace.samples, trace.fileTime, trace.lower, trace.upper);
  return text.empty() ? text : ", " + text;
}

std::string samplesText(const ClipSample& sample) {
  return textOf(sample.use, sample.time, sample.lowerTime, sample.upperTime);
}

}  // namespace usdscope
