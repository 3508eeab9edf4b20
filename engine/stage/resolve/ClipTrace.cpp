// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include "engine/layer/ClipKeys.h"
#include "engine/stage/resolve/detail/TraceValue.h"

// Traces the value of a clip set: names the clip and the samples that evaluation recorded.

namespace usdscope {
namespace {

// Returns the prim on the stage that has a clip set: the ancestor of `prim` that is as many levels
// above `prim` as the site of the set is above the site of the opinion.
Path anchorPrim(const ClipSetDefinition& set, const Opinion& opinion, const Prim& prim) {
  Path anchor = prim.path();
  const std::size_t siteDepth = opinion.path.withoutVariants().depth();
  for (std::size_t depth = set.site.withoutVariants().depth(); depth < siteDepth; ++depth) {
    if (!anchor.isRoot()) anchor = anchor.parent();
  }
  return anchor;
}

}  // namespace

void traceClip(const ValueOrigin& origin, const OriginValue& evaluated, const ClipOrigin& value,
               TimeCode time, ResolveTrace& trace) {
  const ClipSet& set = *origin.clips;
  const ClipTimeUse how = set.timeUse(value, evaluated.sampled.use);
  const ClipTimeMap& map = set.timeMap();
  const LayerOffset& stageFromSet = set.definition().stageFromSet;
  const ClipSpan& span = set.clips()[value.clip];
  const double setTime = value.place.setTime;
  constexpr double kForever = std::numeric_limits<double>::infinity();
  auto clip = std::make_unique<ClipTrace>();
  clip->anchor = anchorPrim(set.definition(), origin.opinion, origin.prim);
  clip->from = value.clip == 0 ? -kForever : stageFromSet(span.start);
  clip->to = span.end == ClipSpan::kForever ? kForever : stageFromSet(span.end);
  clip->lower = value.lower;
  clip->upper = value.upper;
  if (!map.isIdentity()) {
    const ClipTimeMap::Segment part = map.segmentAt(value.place);
    // Rounding may lead into a jump, where no segment of the map applies.
    clip->isClipTimeConstant = map.isFlat(part) || map.isJump(part);
    if (!clip->isClipTimeConstant) clip->setFromClip = map.setFromClip(part);
    const ClipKeySite site = set.definition().siteOf(clip_keys::kTimes);
    trace.timePath.push_back({.kind = TimeStep::Kind::ClipTimes,
                              .layer = site.layer,
                              .path = site.path,
                              .offset = clip->setFromClip,
                              .from = setTime,
                              .to = trace.fileTime,
                              .isInnerTimeConstant = clip->isClipTimeConstant});
  }
  clip->playing = value.clip;
  clip->clipHasSamples = value.clipHasValues;
  clip->isBlockedByManifest = set.isBlockedByManifest(value.clip, origin.inClips.path);
  clip->isFromOwnSamples = how.isFromOwnSamples;
  if (how.use == SampleUse::Spline) {
    traceSpline(value.spline.valueOr(Spline()), value.lower.time, value.lower.isLeftLimit, trace);
    trace.spline->hasValue = !evaluated.sampled.value.isBlock();
  } else {
    trace.hasBracket = how.hasBracket;
    trace.setSamples(how.use, how.lower, how.upper);
  }
  const bool isNowhere = std::isnan(trace.fileTime) && !time.isEarliest();
  if (isNowhere || !std::isfinite(trace.lower) || !std::isfinite(trace.upper)) {
    trace.hasBracket = false;
    trace.lower = trace.upper = 0.0;
  }
  trace.clip = std::move(clip);
}

}  // namespace usdscope
