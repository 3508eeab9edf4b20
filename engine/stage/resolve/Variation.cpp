// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/resolve/Variation.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_set>

#include "engine/stage/Stage.h"
#include "engine/stage/clips/ClipSet.h"
#include "engine/stage/resolve/Evaluate.h"
#include "engine/value/SplineKnots.h"

namespace usdscope {
namespace {

/// The clips that a visit has opened, and may still open.
class ClipBudget {
 public:
  explicit ClipBudget(const VariationRequest& request) : request_(request) {}

  std::size_t openedCount() const { return paid_.size(); }

  /// Charges the clips that a generated manifest is made from. Returns false, and charges nothing,
  /// if there are too many.
  bool takeManifest(const ClipSet& set) {
    if (!set.hasGeneratedManifest() || manifests_.contains(&set)) return true;
    if (!take(set, 0, set.clips().size())) return false;
    manifests_.insert(&set);
    return true;
  }

  /// Charges the clips that play in the interval. If missing values are interpolated, the search
  /// for them may reach any clip.
  bool takePlaying(const ClipSet& set) {
    if (set.definition().interpolatesMissing) return take(set, 0, set.clips().size());
    const auto [first, last] = playing(set);
    return take(set, first, last + 1);
  }

  /// Returns the first and the last clip that play in the interval.
  std::pair<std::size_t, std::size_t> playing(const ClipSet& set) const {
    const std::size_t a = set.clipAt(request_.from);
    const std::size_t b = set.clipAt(request_.to);
    return std::minmax(a, b);
  }

 private:
  using Key = std::pair<const ClipSet*, std::size_t>;  // A set, and one of its files.

  bool take(const ClipSet& set, std::size_t first, std::size_t end) {
    std::set<Key> added;
    for (std::size_t clip = first; clip < end; ++clip) {
      const Key key(&set, set.clips()[clip].file);
      if (!paid_.contains(key) && !set.residentLayerOf(clip)) added.insert(key);
    }
    if (added.size() > request_.clipBudget - paid_.size()) return false;
    paid_.merge(added);
    return true;
  }

  const VariationRequest& request_;
  std::set<Key> paid_;
  std::set<const ClipSet*> manifests_;
};

void addArrayEditTimes(const ValueOrigin& origin, std::vector<double>& times) {
  if (!editsArrays(origin)) return;
  const ValueOrigin edited = findEditedOrigin(origin, TimeKind::Numeric);
  const std::vector<double> more = sampleTimesOf(edited);
  times.insert(times.end(), more.begin(), more.end());
  addArrayEditTimes(edited, times);
}

// Returns the times of the samples or knots of an origin, ascending: all of a layer, or those of
// the clips that play in the interval.
std::vector<double> timesOf(const ValueOrigin& origin, const VariationRequest& request) {
  std::vector<double> times;
  if (origin.clips) {
    const ClipSet& set = *origin.clips;
    const Path path = origin.inClips.path;
    times = origin.inClips.hasSplines ? set.knotTimesBetween(path, request.from, request.to)
                                      : set.sampleTimesBetween(path, request.from, request.to);
  } else if (const auto* spline = origin.field.find<Spline>()) {
    for (const SplineKnot& knot : effectiveKnots(*spline)) {
      times.push_back(origin.anchor.stageFromLayer(knot.time));
    }
  } else {
    times = sampleTimesOf(origin);
  }
  addArrayEditTimes(origin, times);
  std::erase_if(times, [](double time) { return !std::isfinite(time); });
  std::ranges::sort(times);
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

// Whether samples at these times can give different values in the interval.
bool mayVary(const ValueOrigin& origin, const std::vector<double>& times,
             const VariationRequest& request) {
  if (request.from == request.to) return false;
  const bool isSpline = origin.field.holds<Spline>() || (origin.clips && origin.inClips.hasSplines);
  if (isSpline) return true;
  return times.size() > 1 && times.front() < request.to && times.back() > request.from;
}

SourceSpan spanOfLayer(const ValueOrigin& origin, const VariationRequest& request) {
  SourceSpan span{.from = request.from, .to = request.to};
  span.source = origin.source;
  span.isBlocked = origin.isBlocked;
  if (origin.source == ValueSource::None || origin.source == ValueSource::Fallback) return span;
  span.layer = origin.opinion.layer();
  span.specPath = origin.opinion.path.property(origin.name);
  return span;
}

std::string assetOf(const ClipSet& set, std::size_t clip) {
  const auto& assets = set.definition().assetPaths;
  const std::size_t file = set.clips()[clip].file;
  return assets && file < assets->size() ? (*assets)[file] : std::string();
}

// Returns one span for each clip that plays. Without `canOpen`, the layers of clips that are not in
// memory stay unknown.
std::vector<SourceSpan> spansOfClips(const ValueOrigin& origin, const VariationRequest& request,
                                     std::pair<std::size_t, std::size_t> playing, bool canOpen) {
  const ClipSet& set = *origin.clips;
  const LayerOffset& stageFromSet = set.definition().stageFromSet;
  std::vector<SourceSpan> spans;
  for (std::size_t clip = playing.first; clip <= playing.second; ++clip) {
    const ClipSpan& plays = set.clips()[clip];
    double from = plays.start == -ClipSpan::kForever ? request.from : stageFromSet(plays.start);
    double to = plays.end == ClipSpan::kForever ? request.to : stageFromSet(plays.end);
    if (from > to) std::swap(from, to);  // Time runs backwards.
    SourceSpan& span = spans.emplace_back();
    span.from = std::clamp(from, request.from, request.to);
    span.to = std::clamp(to, request.from, request.to);
    span.source = ValueSource::Clips;
    span.clip = clip;
    span.clipAsset = assetOf(set, clip);
    span.clips = origin.clips;
    if (!canOpen) {
      span.layer = set.residentLayerOf(clip);
    } else {
      const Path path = origin.inClips.path;
      const bool isInClip = !set.isBlockedByManifest(clip, path) && set.hasOwnValues(clip, path);
      span.layer = isInClip ? set.layerOf(clip) : set.manifest();
    }
    if (span.layer) span.specPath = origin.inClips.path;
  }
  if (stageFromSet.scale < 0.0) std::ranges::reverse(spans);
  // A clip that starts exactly at the end of an interval has no part in it.
  const auto isEmpty = [&](const SourceSpan& span) {
    return span.from == span.to && request.from != request.to;
  };
  std::erase_if(spans, isEmpty);
  if (!spans.empty()) {
    spans.front().from = request.from;
    spans.back().to = request.to;
  }
  return spans;
}

AttributeVariation variationOf(const Attribute& attribute, const VariationRequest& request,
                               ClipBudget& budget) {
  AttributeVariation out{.attribute = attribute, .times = {}, .spans = {}};
  if (attribute.prim().mayHaveClips()) {
    const auto sets = attribute.prim().stage().clipSets(attribute.prim());
    const bool canRead =
        std::ranges::all_of(*sets, [&](const auto& set) { return budget.takeManifest(*set); });
    if (!canRead) {
      out.variation = Variation::Unknown;
      return out;
    }
  }
  const ValueOrigin origin = findOrigin(attribute, TimeKind::Numeric);
  out.source = origin.source;
  const bool canOpen = !origin.clips || budget.takePlaying(*origin.clips);
  out.spans = origin.clips ? spansOfClips(origin, request, budget.playing(*origin.clips), canOpen)
                           : std::vector<SourceSpan>{spanOfLayer(origin, request)};
  if (!canOpen) {
    out.variation = Variation::Unknown;
    return out;
  }
  out.times = timesOf(origin, request);
  if (mayVary(origin, out.times, request)) out.variation = Variation::MayVary;
  std::erase_if(out.times, [&](double time) { return time < request.from || time > request.to; });
  return out;
}

}  // namespace

void visitValuedAttributes(const Prim& root, const std::stop_token& stop,
                           const std::function<void(const Attribute&)>& visit) {
  std::unordered_set<std::uint32_t> seenRows;
  const auto visitPrim = [&](const Prim& prim) {
    if (stop.stop_requested()) return false;
    if (!seenRows.insert(prim.row()).second) return false;
    for (const Token name :
         prim.mayHaveClips() ? prim.propertyNames() : prim.authoredPropertyNames()) {
      if (const Attribute attribute = prim.attribute(name)) visit(attribute);
    }
    return true;
  };
  traverse(root, PrimFilter::drawn(), visitPrim);
}

VariationSummary visitVariation(const Prim& root, const VariationRequest& request,
                                const std::stop_token& stop,
                                const std::function<void(AttributeVariation&&)>& visit) {
  VariationSummary summary;
  ClipBudget budget(request);
  visitValuedAttributes(root, stop, [&](const Attribute& attribute) {
    if (stop.stop_requested()) return;
    AttributeVariation variation = variationOf(attribute, request, budget);
    if (variation.variation == Variation::Unknown) ++summary.unknownCount;
    visit(std::move(variation));
  });
  summary.openedClips = budget.openedCount();
  summary.isComplete = !stop.stop_requested();
  return summary;
}

}  // namespace usdscope
