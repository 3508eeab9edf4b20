// SPDX-License-Identifier: Apache-2.0
#include "engine/report/clips/MissingClips.h"

#include <algorithm>
#include <cstddef>

#include "engine/layer/Layer.h"
#include "engine/stage/clips/ClipManifest.h"
#include "engine/stage/clips/ClipSet.h"
#include "engine/value/Value.h"

namespace usdscope {
namespace {

/// The question about one attribute of a set at one time.
class AttributeNeeds {
 public:
  AttributeNeeds(const ClipSet& set, double stageTime, InterpolationType interpolation,
                 const PropertySpec& declared)
      : set_(set),
        stageTime_(stageTime),
        interpolation_(interpolation),
        path_(declared.path()),
        playing_(set.clipAt(stageTime)),
        hasDefault_(!set.hasGeneratedManifest() && declared.hasField(fields::kDefault)) {}

  bool lacksClip(bool isNextMissing) const {
    if (set_.hasSplines(path_)) return false;
    // A default of the manifest is the value of each clip without values.
    if (set_.definition().interpolatesMissing && !hasDefault_) return passesOverMissing();
    return isNextMissing && (hasDefault_ || hasOwn()) && !hasSampleAhead() && isInterpolated();
  }

 private:
  bool isMissing(std::size_t clip) const { return set_.faultOf(clip) != nullptr; }

  // Whether the clip that plays has values.
  bool hasOwn() const {
    return !set_.isBlockedByManifest(playing_, path_) && set_.hasOwnValues(playing_, path_);
  }

  // Whether a missing clip lies between the time and the nearest values before or after it.
  bool passesOverMissing() const {
    const bool isOwn = hasOwn();
    if (isOwn && hasSampleAhead()) return false;
    for (std::size_t clip = playing_; !isOwn && clip-- > 0;) {
      if (set_.isBlockedByManifest(clip, path_)) continue;
      if (isMissing(clip)) return true;
      if (set_.hasOwnValues(clip, path_)) break;
    }
    for (std::size_t clip = playing_ + 1; clip < set_.clips().size(); ++clip) {
      if (set_.isBlockedByManifest(clip, path_)) continue;
      if (isMissing(clip)) return isInterpolated();
      if (set_.hasOwnValues(clip, path_)) break;
    }
    return false;
  }

  // Whether the clip that plays has a sample at the time or after it, so that the value does not
  // depend on the next clip.
  bool hasSampleAhead() const {
    const bool isReversed = set_.definition().stageFromSet.scale < 0.0;
    return std::ranges::any_of(
        set_.sampleTimesBetween(path_, stageTime_, stageTime_),
        [&](double sample) { return isReversed ? sample <= stageTime_ : sample >= stageTime_; });
  }

  // Whether values of this type are interpolated; true if no clip has a value.
  bool isInterpolated() const {
    if (interpolation_ == InterpolationType::Held) return false;
    const Value value =
        set_.valueAt({.path = path_}, TimeCode(stageTime_), interpolation_).sampled.value;
    return value.isEmpty() || value.isBlock() || isInterpolating(value.kind());
  }

  const ClipSet& set_;
  const double stageTime_;
  const InterpolationType interpolation_;
  const Path path_;
  const std::size_t playing_;
  const bool hasDefault_;
};

}  // namespace

bool lacksClipFile(const ClipSet& set, double stageTime, InterpolationType interpolation) {
  const std::size_t playing = set.clipAt(stageTime);
  // Generating a manifest opens all clips.
  const auto declaring = set.hasGeneratedManifest() ? set.layerOf(playing) : set.manifest();
  if (!declaring || set.faultOf(playing)) return true;
  const std::size_t next = playing + 1;
  const bool isNextMissing = next < set.clips().size() && set.faultOf(next);
  if (!isNextMissing && !set.definition().interpolatesMissing) return false;
  bool lacks = false;
  visitDeclaredAttributes(*declaring, set.primPath(), [&](const PropertySpec& declared) {
    lacks = AttributeNeeds(set, stageTime, interpolation, declared).lacksClip(isNextMissing);
    return !lacks;
  });
  return lacks;
}

}  // namespace usdscope
