// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "engine/stage/clips/ClipSet.h"
#include "engine/stage/resolve/SplineTrace.h"
#include "engine/value/SplineEvaluation.h"
#include "engine/value/SplineKnots.h"
#include "engine/value/SplineSegments.h"

namespace usdscope {
namespace {

constexpr double kForever = ClipSpan::kForever;

// An oscillating curve is written as one period of both directions, which then repeats.
SplineExtrapolation loopedFrom(SplineExtrapolation how, double boundary, bool isWrittenOut) {
  if (isWrittenOut && how.mode == SplineExtrapolationMode::LoopOscillate) {
    how.mode = SplineExtrapolationMode::LoopReset;
  }
  how.boundary = boundary;
  return how;
}

double numberOf(const Value& value) {
  if (const auto* number = value.find<double>()) return *number;
  if (const auto* number = value.find<float>()) return static_cast<double>(*number);
  if (const auto* number = value.find<Half>()) return static_cast<double>(float(*number));
  if (const auto* number = value.find<TimeCodeValue>()) return number->time;
  if (const auto* number = value.find<DurationValue>()) return number->time;
  return 0.0;
}

double rounded(double value, ValueKind kind) {
  if (kind == ValueKind::Float) return static_cast<double>(static_cast<float>(value));
  if (kind == ValueKind::Half) return static_cast<double>(float(Half(static_cast<float>(value))));
  return value;
}

/// Concatenates the curves of clips, knot by knot. The last knot is the end of the last segment,
/// until a segment that starts at its time is added.
class SplineMerge {
 public:
  explicit SplineMerge(const ClipTimeMap& map) : map_(map) {}

  /// Adds the curve of a clip in the span in which it plays.
  void add(const Spline& spline, const ClipSpan& span) {
    if (merged_.knots.empty()) merged_.valueKind = spline.valueKind;
    const SplineSegments segments(spline);
    if (segments.isEmpty()) return addMissing(span, Value());
    if (map_.isIdentity()) return addUnmapped(spline, segments, span);
    for (ClipTimeMap::Segment i = 0; i < map_.segmentCount(); ++i) {
      if (!map_.knots()[i].isBeforeJump) addMapped(spline, segments, span, i);
    }
  }

  /// Adds a clip without values: the manifest's default, or a block.
  void addMissing(const ClipSpan& span, const Value& standIn) {
    if (isMissing_) return;
    isMissing_ = true;
    const bool isBlock = standIn.isEmpty() || standIn.isBlock();
    if (isBlock && merged_.knots.empty()) {
      merged_.preExtrapolation.mode = SplineExtrapolationMode::Block;
    }
    addStart(span.authoredStart, numberOf(standIn),
             isBlock ? SplineInterpolation::Block : SplineInterpolation::Held);
  }

  /// Skips a clip whose values are interpolated between other clips.
  void skip() {
    if (!merged_.knots.empty()) merged_.knots.back().next = SplineInterpolation::Linear;
  }

  std::optional<Spline> take() {
    if (merged_.knots.empty()) return std::nullopt;
    for (SplineKnot& knot : merged_.knots) {
      knot.value = rounded(knot.value, merged_.valueKind);
      if (!knot.preValue) continue;
      knot.preValue = rounded(*knot.preValue, merged_.valueKind);
      if (*knot.preValue == knot.value) knot.preValue.reset();
    }
    const bool endsInBlock = merged_.knots.back().next == SplineInterpolation::Block;
    if (endsInBlock) merged_.postExtrapolation.mode = SplineExtrapolationMode::Block;
    return std::move(merged_);
  }

 private:
  void addStart(double time, double value, SplineInterpolation way, SplineTangent post = {}) {
    auto& knots = merged_.knots;
    if (knots.empty() || knots.back().time != time) knots.push_back({.time = time, .value = value});
    SplineKnot& knot = knots.back();
    if (knot.value != value) knot.preValue = knot.value;
    knot.value = value;
    knot.next = way;
    knot.post = post;
  }

  void addEnd(double time, double value, SplineTangent pre = {}) {
    merged_.knots.push_back({.time = time, .value = value, .pre = pre});
  }

  void addSegment(const SplineSegment& segment) {
    endMissing(segment.start);
    addStart(segment.start, segment.startValue, segment.way, segment.post);
    addEnd(segment.end, segment.endValue, segment.pre);
  }

  void addSegments(const std::vector<SplineSegment>& segments) {
    for (const SplineSegment& segment : segments) addSegment(segment);
  }

  // As in OpenUSD, the value at the end of a clip without values is 0.
  void endMissing(double time) {
    if (!isMissing_) return;
    isMissing_ = false;
    if (merged_.knots.back().time < time) addEnd(time, 0.0);
  }

  void addUnmapped(const Spline& spline, const SplineSegments& segments, const ClipSpan& span) {
    if (span.start == -kForever) return addUntil(spline, segments, span.end);
    if (span.end == kForever) return addFrom(spline, segments, span.start);
    addSegments(segments.between(span.start, span.end));
  }

  // Adds the first clip. Times before its curve stay extrapolated.
  void addUntil(const Spline& spline, const SplineSegments& segments, double end) {
    const SplineExtrapolation& how = spline.preExtrapolation;
    merged_.preExtrapolation = how;
    if (const auto period = segments.period(true)) {
      const bool isWhole = end >= segments.lastTime();
      const double boundary =
          isWhole ? segments.lastTime() : segments.knotBefore(end).value_or(segments.firstTime());
      const double start = isWhole ? segments.firstTime() : boundary - *period;
      const auto before = segments.between(start - *period, start);
      if (!isWhole && !before.empty()) addEnd(start, before.back().endValue);
      merged_.preExtrapolation = loopedFrom(how, boundary, !isWhole);
      return addSegments(segments.between(start, end));
    }
    if (isLooping(how.mode)) merged_.preExtrapolation = {};
    const SplineKnot& first = segments.knots().front();
    if (end > first.time) {
      addEnd(first.time, first.preValue.value_or(first.value));
      return addSegments(segments.between(first.time, end));
    }
    const bool isSloped = how.mode == SplineExtrapolationMode::Sloped;
    const bool isBlock = how.mode == SplineExtrapolationMode::Block;
    const double value = first.preValue.value_or(first.value);
    const double slope = isSloped ? how.slope : 0.0;
    addEnd(end, isBlock ? 0.0 : value + slope * (end - first.time), {first.pre.width, slope});
  }

  // Adds the last clip. Times after its curve stay extrapolated.
  void addFrom(const Spline& spline, const SplineSegments& segments, double start) {
    const SplineExtrapolation& how = spline.postExtrapolation;
    merged_.postExtrapolation = how;
    if (const auto period = segments.period(false)) {
      const bool isWhole = start <= segments.firstTime();
      const double boundary =
          isWhole ? segments.firstTime() : segments.knotAfter(start).value_or(segments.lastTime());
      merged_.postExtrapolation = loopedFrom(how, boundary, !isWhole);
      const double end = isWhole ? segments.lastTime() : boundary + *period;
      addSegments(segments.between(start, end));
      if (isWhole) return addLast(segments);
      const auto after = segments.between(end, end + *period);
      if (after.empty()) return;
      return addStart(end, after.front().startValue, SplineInterpolation::Held);
    }
    if (isLooping(how.mode)) merged_.postExtrapolation = {};
    const SplineKnot& last = segments.knots().back();
    if (start < last.time) {
      addSegments(segments.between(start, last.time));
      return addLast(segments);
    }
    endMissing(start);
    const bool isSloped = how.mode == SplineExtrapolationMode::Sloped;
    const bool rises = isSloped || how.mode == SplineExtrapolationMode::Linear;
    const bool isBlock = how.mode == SplineExtrapolationMode::Block;
    const double value = isSloped ? last.value + how.slope * (start - last.time) : last.value;
    if (start == last.time) return addLast(segments);
    addStart(start, isBlock ? 0.0 : value,
             isBlock ? SplineInterpolation::Block
             : rises ? SplineInterpolation::Linear
                     : SplineInterpolation::Held);
  }

  void addLast(const SplineSegments& segments) {
    const SplineKnot& last = segments.knots().back();
    if (segments.knots().size() > 1) {
      return addStart(last.time, last.value, SplineInterpolation::Held);
    }
    addStart(last.time, last.value, last.next, last.post);
  }

  // As in OpenUSD, a segment that ends in a jump at the end of the map leads to the clip time after
  // the jump.
  std::pair<ClipTimeMap::Knot, ClipTimeMap::Knot> endsOf(ClipTimeMap::Segment part) const {
    const auto knots = map_.knots();
    ClipTimeMap::Knot right = knots[part + 1];
    right.set = map_.setTimeAtEnd(part);
    if (right.isBeforeJump && map_.endsInJumpAt(right.set)) right.clip = knots.back().clip;
    return {knots[part], right};
  }

  // Adds the time that a segment of the map covers while the clip plays.
  void addMapped(const Spline& spline, const SplineSegments& segments, const ClipSpan& span,
                 ClipTimeMap::Segment part) {
    const bool isFirst = part == 0;
    const bool isLast = part + 1 == map_.segmentCount();
    const auto [left, right] = endsOf(part);
    const double partStart = isFirst ? -kForever : left.set;
    const double partEnd = isLast ? kForever : right.set;
    const double start = std::max(partStart, span.start);
    const double end = std::min(partEnd, span.end);
    if (!(start < end)) return;
    if (left.clip == right.clip) return addStill(spline, left.clip, start, end);

    const double scale = (right.set - left.set) / (right.clip - left.clip);
    const LayerOffset setFromClip = {.offset = left.set - scale * left.clip, .scale = scale};
    const auto clipFromSet = [&](double time) { return (time - left.set) / scale + left.clip; };
    const double clipStart = start == partStart ? left.clip : clipFromSet(start);
    const double clipEnd = end == partEnd ? right.clip : clipFromSet(end);
    auto found = segments.between(std::min(clipStart, clipEnd), std::max(clipStart, clipEnd));
    for (SplineSegment& segment : found) segment = mapped(segment, setFromClip, spline.valueKind);
    if (scale < 0.0) std::ranges::reverse(found);
    if (found.empty()) return;
    found.front().start = start;
    found.back().end = end;
    addSegments(found);
  }

  // Adds a segment with constant clip time.
  void addStill(const Spline& spline, double clipTime, double start, double end) {
    const std::optional<double> value = splineAt(spline, clipTime);
    const auto way = value ? SplineInterpolation::Held : SplineInterpolation::Block;
    if (start > -kForever) {
      endMissing(start);
      addStart(start, value.value_or(0.0), way);
    } else if (!value) {
      merged_.preExtrapolation.mode = SplineExtrapolationMode::Block;
    }
    if (end < kForever) addEnd(end, value.value_or(0.0));
  }

  static SplineSegment mapped(const SplineSegment& segment, const LayerOffset& setFromClip,
                              ValueKind kind) {
    const double scale = setFromClip.scale;
    // The values of splines of time codes are mapped too, so their slopes do not change.
    const bool isOfTimes = kind == ValueKind::TimeCode;
    const auto value = [&](double inClip) { return isOfTimes ? setFromClip(inClip) : inClip; };
    const auto tangent = [&](const SplineTangent& inClip) {
      return SplineTangent{.width = inClip.width * std::abs(scale),
                           .slope = isOfTimes ? inClip.slope : inClip.slope / scale};
    };
    SplineSegment onSet = segment;
    onSet.start = setFromClip(segment.start);
    onSet.end = setFromClip(segment.end);
    onSet.startValue = value(segment.startValue);
    onSet.endValue = value(segment.endValue);
    onSet.post = tangent(segment.post);
    onSet.pre = tangent(segment.pre);
    if (scale > 0.0) return onSet;
    std::swap(onSet.start, onSet.end);
    if (segment.way != SplineInterpolation::Held) std::swap(onSet.startValue, onSet.endValue);
    std::swap(onSet.post, onSet.pre);
    return onSet;
  }

  const ClipTimeMap& map_;
  Spline merged_;
  bool isMissing_ = false;
};

// Returns the lowest and highest time of a clip that plays between two set times.
std::pair<double, double> clipTimesIn(const ClipSpan& span, const ClipTimeMap& map, double from,
                                      double to) {
  if (from > to) std::swap(from, to);
  from = std::max(from, span.start);
  to = std::min(to, span.end);
  const double start = map.clipFromSet(from);
  const double end = map.clipFromSet(to);
  std::pair<double, double> range = std::minmax(start, end);
  for (const ClipTimeMap::Knot& knot : map.knots()) {
    if (knot.set < from || knot.set > to) continue;
    range = {std::min(range.first, knot.clip), std::max(range.second, knot.clip)};
  }
  return range;
}

}  // namespace

std::vector<double> ClipSet::knotTimesBetween(Path attribute, double from, double to) const {
  std::vector<double> times;
  const auto [first, last] = std::minmax({clipAt(from), clipAt(to)});
  for (std::size_t clip = first; clip <= last; ++clip) {
    if (isBlockedByManifest(clip, attribute)) continue;
    const auto layer = layerOf(clip);
    const PropertySpec spec = layer ? layer->findProperty(attribute) : PropertySpec();
    const Value field = spec ? spec.field(fields::kSpline) : Value();
    const Spline spline = field.valueOr(Spline());
    const auto [start, end] =
        clipTimesIn(clips_[clip], timeMap_, setFromStage(from), setFromStage(to));
    std::vector<double> knots = loopedGaps(spline, start, end);
    for (const SplineKnot& knot : effectiveKnots(spline)) knots.push_back(knot.time);
    std::ranges::sort(knots);
    ClipTimesLimit limit = timesLimit(knots.size());
    for (const double time :
         clipSampleTimes(clips_[clip], timeMap_, Array<double>(std::move(knots)), limit)) {
      times.push_back(definition_.stageFromSet(time));
    }
    reportLimit(limit);
  }
  return times;
}

std::optional<Spline> ClipSet::mergedSpline(Path attribute) const {
  const auto splineOf = [&](std::size_t clip) {
    if (isBlockedByManifest(clip, attribute)) return Value();
    const auto layer = layerOf(clip);
    const PropertySpec spec = layer ? layer->findProperty(attribute) : PropertySpec();
    return spec ? spec.field(fields::kSpline) : Value();
  };
  if (clips_.size() == 1 && timeMap_.isIdentity()) {
    const Value value = splineOf(0);
    if (const auto* spline = value.find<Spline>()) return *spline;
  }
  const Value standIn = manifestField(attribute, fields::kDefault);
  const bool interpolatesMissing = definition_.interpolatesMissing && standIn.isEmpty();
  SplineMerge merge(timeMap_);
  for (std::size_t clip = 0; clip < clips_.size(); ++clip) {
    const Value value = splineOf(clip);
    if (const auto* spline = value.find<Spline>()) {
      merge.add(*spline, clips_[clip]);
    } else if (interpolatesMissing) {
      merge.skip();
    } else {
      merge.addMissing(clips_[clip], standIn);
    }
  }
  return merge.take();
}

}  // namespace usdscope
