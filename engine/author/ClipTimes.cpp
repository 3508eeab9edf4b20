// SPDX-License-Identifier: Apache-2.0
#include "engine/author/ClipTimes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/value/Spline.h"
#include "engine/value/TimeSamples.h"

namespace usdscope {
namespace {

constexpr std::size_t kMostEntries = 20'000;
// A time that was mapped to the stage and back may differ by rounding.
constexpr double kSameTime = 1e-6;

ClipTimesResult notPossible(std::string problem) {
  ClipTimesResult result;
  result.problem = std::move(problem);
  return result;
}

// Returns the last time at which an attribute of a clip has a sample or a knot.
double lastTimeIn(const Layer& clip, Path top) {
  double last = -std::numeric_limits<double>::infinity();
  std::vector<PrimSpec> open = {clip.findPrim(top)};
  while (!open.empty()) {
    const PrimSpec prim = open.back();
    open.pop_back();
    if (!prim) continue;
    for (std::size_t i = 0; i < prim.childCount(); ++i) open.push_back(prim.child(i));
    for (std::size_t i = 0; i < prim.propertyCount(); ++i) {
      const Value field = prim.property(i).field(fields::kTimeSamples);
      const auto* samples = field.find<TimeSamples>();
      if (samples && !samples->isEmpty()) {
        last = std::max(last, samples->times()[samples->size() - 1]);
      }
      const Value curve = prim.property(i).field(fields::kSpline);
      const auto* spline = curve.find<Spline>();
      if (spline && !spline->knots.empty()) last = std::max(last, spline->knots.back().time);
    }
  }
  return last;
}

/// The part that repeats: pairs of set time and clip, and of set time and clip time, both
/// ascending.
struct Period {
  double first = 0.0;
  double last = 0.0;
  std::vector<glm::dvec2> active;
  std::vector<glm::dvec2> times;
};

Period periodOf(const ClipSet& set) {
  Period period;
  for (const ClipSpan& clip : set.clips()) {
    period.active.emplace_back(clip.authoredStart, double(clip.file));
  }
  if (const auto& times = set.definition().times; times && !times->empty()) {
    period.times = *times;
    std::ranges::stable_sort(period.times, {}, &glm::dvec2::x);
    period.first = period.times.front().x;
    period.last = period.times.back().x;
    // The outer side of a jump at an end is never seen; the next period takes its place.
    const auto isJump = [&](std::size_t i) { return period.times[i].x == period.times[i + 1].x; };
    if (period.times.size() > 2 && isJump(period.times.size() - 2)) period.times.pop_back();
    if (period.times.size() > 2 && isJump(0)) period.times.erase(period.times.begin());
    return period;
  }
  period.first = period.active.front().x;
  period.last = period.active.back().x;
  if (const auto clip = set.layerOf(set.clips().size() - 1)) {
    period.last = std::max(period.last, lastTimeIn(*clip, set.primPath()));
  }
  period.times = {{period.first, period.first}, {period.last, period.last}};
  return period;
}

// Set time becomes that of the target if the target is as strong as the anchor, or stronger, and in
// the same layer stack.
LayerOffset targetFromSet(const ClipSetDefinition& set, const EditTarget& target) {
  const auto& entries = set.layerStack->entries();
  const auto indexOf = [&](const std::string& layer) {
    const auto found = std::ranges::find_if(
        entries, [&](const LayerStackEntry& entry) { return entry.layer->identifier() == layer; });
    return std::size_t(found - entries.begin());
  };
  const std::size_t ofTarget = indexOf(target.layer());
  if (ofTarget == entries.size() || ofTarget > indexOf(set.layer->identifier())) return {};
  const LayerOffset layerFromStage = target.layerFromStage();
  if (layerFromStage.inverse() == set.stageFromSet) return {};
  return compose(layerFromStage, set.stageFromSet);
}

// Moves the entries of `times` at `present` to `wanted`, if they are a jump. Returns why that is
// impossible.
std::string moveJump(const ClipSet& set, double present, double wanted,
                     std::vector<glm::dvec2>& times) {
  const double same = kSameTime * std::max(1.0, std::abs(present));
  const auto isHere = [&](const glm::dvec2& entry) { return std::abs(entry.x - present) <= same; };
  // A single entry bends the clip times, but does not start them anew.
  if (std::ranges::count_if(times, isHere) < 2) return {};
  for (const glm::dvec2& other : times) {
    if (isHere(other)) continue;
    const bool isBefore = other.x < present;
    if (isBefore ? other.x < wanted : other.x > wanted) continue;
    return fmt::format("The jump of `times` must stay {} the entry at {}.",
                       isBefore ? "after" : "before", set.definition().stageFromSet(other.x));
  }
  for (glm::dvec2& entry : times) {
    if (isHere(entry)) entry.x = entry.x == present ? wanted : wanted + (entry.x - present);
  }
  return {};
}

}  // namespace

ClipTimesResult movedSeam(const ClipSet& set, double from, double to) {
  const double wanted = set.setFromStage(to);
  const double present = set.setFromStage(from);
  if (!std::isfinite(wanted)) return notPossible("A clip must start at a finite time.");
  ClipTimesResult result;
  result.active = *set.definition().active;
  if (set.definition().times) result.times = *set.definition().times;
  const auto distance = [&](const glm::dvec2& entry) { return std::abs(entry.x - present); };
  const auto moved = std::ranges::min_element(result.active, {}, distance);
  if (moved == result.active.end() ||
      !(distance(*moved) <= kSameTime * std::max(1.0, std::abs(present)))) {
    return notPossible(fmt::format("No clip of the set {} starts at {}.", set.name(), from));
  }
  for (const glm::dvec2& other : result.active) {
    if (&other == &*moved) continue;
    const bool isBefore = other.x < moved->x;
    if (isBefore ? other.x < wanted : other.x > wanted) continue;
    return notPossible(fmt::format("The clip must stay {} the start of its neighbour at {}.",
                                   isBefore ? "after" : "before",
                                   set.definition().stageFromSet(other.x)));
  }
  std::string problem = moveJump(set, moved->x, wanted, result.times);
  if (!problem.empty()) return notPossible(std::move(problem));
  moved->x = wanted;
  return result;
}

ClipTimesResult loopedClips(const ClipSet& set, double rangeStart, double rangeEnd) {
  const Period period = periodOf(set);
  const double length = period.last - period.first;
  if (!(length > 0.0) || !std::isfinite(length)) {
    return notPossible(
        fmt::format("The clips of the set {} have no length that can repeat.", set.name()));
  }
  const double start = std::min(set.setFromStage(rangeStart), period.first);
  const double end = std::max(set.setFromStage(rangeEnd), period.last);
  const double before = std::ceil((period.first - start) / length);
  const double after = std::ceil((end - period.last) / length);
  const double entries =
      (before + after + 1.0) * double(std::max(period.active.size() + 1, period.times.size()));
  if (!(entries <= double(kMostEntries))) {
    return notPossible(
        fmt::format("The clips of the set {} would repeat {:.0f} times, which is too "
                    "often.",
                    set.name(), before + after));
  }
  ClipTimesResult result;
  for (double i = -before; i <= after; ++i) {
    // Times at the ends are equal to those of the neighbours.
    const double first = period.first + i * length;
    const double last = period.first + (i + 1.0) * length;
    const auto placed = [&](double time) {
      return time == period.last ? last : first + (time - period.first);
    };
    const std::size_t atFirst = set.clipAtSetTime(period.first);
    result.active.emplace_back(first, period.active[atFirst].y);
    for (std::size_t clip = atFirst + 1; clip < period.active.size(); ++clip) {
      const glm::dvec2& entry = period.active[clip];
      if (entry.x > period.first && entry.x < period.last) {
        result.active.emplace_back(placed(entry.x), entry.y);
      }
    }
    for (const glm::dvec2& time : period.times) result.times.emplace_back(placed(time.x), time.y);
  }
  return result;
}

ClipTimesResult inTimeOfTarget(ClipTimesResult result, const ClipSetDefinition& set,
                               const EditTarget& target) {
  const LayerOffset targetFromTime = targetFromSet(set, target);
  if (!result.problem.empty() || targetFromTime == LayerOffset()) return result;
  if (result.times.empty()) {
    return notPossible(fmt::format(
        "The clips have no `times`, and {} has another time than the layer that names them. Edit "
        "that layer, or author `times` first.",
        target.text()));
  }
  for (glm::dvec2& pair : result.active) pair.x = targetFromTime(pair.x);
  for (glm::dvec2& pair : result.times) pair.x = targetFromTime(pair.x);
  return result;
}

}  // namespace usdscope
