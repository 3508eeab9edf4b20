// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/stage/clips/ClipFiles.h"
#include "engine/stage/clips/ClipManifest.h"
#include "engine/stage/clips/ClipMetadata.h"
#include "engine/stage/clips/ClipSamples.h"
#include "engine/stage/resolve/Interpolation.h"
#include "engine/value/Spline.h"
#include "engine/value/TimeCode.h"

namespace usdscope {

/// One of the two values from which a clip set makes a value.
struct ClipSample {
  std::shared_ptr<const Layer> layer;  ///< A clip, or the manifest.
  bool isInManifest = false;        ///< The clip has no value: the manifest's default, or a block.
  std::size_t clip = 0;             ///< Index into ClipSet::clips().
  double time = 0.0;                ///< Clip time.
  SampleUse use = SampleUse::None;  ///< How samples of the clip give the value.
  double lowerTime = 0.0;           ///< Clip times of these samples.
  double upperTime = 0.0;
  bool isLeftLimit = false;  ///< For splines: the limit from the left at `time`.
};

/// A value that a clip set gives. Times are stage times.
struct ClipValue {
  SampledValue sampled;                ///< Sample times are stage times. Empty value: none.
  std::size_t clip = 0;                ///< The clip that plays, as an index into clips().
  std::shared_ptr<const Layer> layer;  ///< The source: a clip or the manifest.
  ClipSample lower;  ///< The value is this one, or interpolated between this and `upper`.
  ClipSample upper;
  ClipTimeMap::Place place;  ///< The place of the requested time; at a pre-time from the left.
};

/// A sample of a layer that replaces clips.
struct MergedSample {
  double time = 0.0;  ///< Stage time.
  ClipValue value;
};

/// An attribute as the clips of a set know it.
struct ClipAttribute {
  Path path;                ///< In the clips: see ClipSet::pathInClips().
  bool hasSplines = false;  ///< Its values are splines and not samples.
};

/// The clips of one set: when each plays, how time maps to clip time, and their values. Arguments
/// and results are stage times, spans and map have set times.
///
/// Attributes are named by their paths in the clips: see pathInClips(). Immutable, except for files
/// that are opened when needed. Thread-safe.
class ClipSet {
 public:
  /// Null when the definition is incomplete or has no clips (that switches weaker ones off), or is
  /// faulty; then it is reported as kInvalidClips.
  static std::shared_ptr<const ClipSet> make(ClipSetDefinition definition,
                                             std::shared_ptr<ClipFiles> layers);

  const ClipSetDefinition& definition() const { return definition_; }
  const std::string& name() const { return definition_.name; }
  /// In the order in which they play; at least one.
  std::span<const ClipSpan> clips() const { return clips_; }
  const ClipTimeMap& timeMap() const { return timeMap_; }
  /// The earliest time of all stays so, as it does in layers.
  double setFromStage(double stageTime) const {
    const bool isEarliest = stageTime == TimeCode::earliest().time();
    return isEarliest ? stageTime : setFromStage_(stageTime);
  }
  Path primPath() const { return primPath_; }
  bool hasGeneratedManifest() const { return manifest_.isGenerated(); }

  /// The file of a clip, opened; null when it cannot be.
  std::shared_ptr<const Layer> layerOf(std::size_t clip) const;
  std::shared_ptr<const Layer> manifest() const { return manifest_.layer(*layers_); }
  /// The clip that plays at a stage time.
  std::size_t clipAt(double stageTime) const { return clipAtSetTime(setFromStage(stageTime)); }

  /// The clip that plays at a time of the set.
  std::size_t clipAtSetTime(double setTime) const;

  /// Whether the set may speak at a site of its layer stack, given the path there.
  bool appliesTo(const LayerStack& layerStack, Path site) const;
  Path pathInClips(Path pathInLayerStack) const {
    return pathInLayerStack.withPrefixReplaced(definition_.site, primPath_);
  }

  /// Whether the manifest says that clips give values to an attribute.
  bool declares(Path attribute) const;
  /// Whether these values are splines and not samples. Only of declared attributes, as all below.
  bool hasSplines(Path attribute) const;
  /// Whether the clip has samples (or a spline) of its own.
  bool hasOwnValues(std::size_t clip, Path attribute) const;

  /// With `pins`, the layers of the result may be valid only while these live.
  ClipValue valueAt(const ClipAttribute& attribute, double stageTime, bool isPreTime,
                    InterpolationType interpolation, ClipPins* pins = nullptr) const;
  /// Opens all clips. Ascending; empty for splines.
  std::vector<double> sampleTimes(Path attribute) const;
  /// Sample times of several attributes together. Opens each clip once, on several threads.
  std::vector<double> unionOfSampleTimes(std::span<const Path> attributes) const;
  /// Samples for a layer that replaces the clips: at each sample time the value of the clip that
  /// plays, from its own samples alone. May differ from valueAt() next to clips without values and
  /// next to jumps.
  std::vector<MergedSample> mergedSamples(Path attribute, InterpolationType interpolation) const;
  /// The curve for a layer that replaces clips with splines, with set times. Empty when no clip has
  /// a spline. Opens all clips.
  std::optional<Spline> mergedSpline(Path attribute) const;
  /// Sample times of the clips that play between two stage times. The first and the last of these
  /// clips may add times outside of the range. Empty for splines.
  std::vector<double> sampleTimesBetween(Path attribute, double from, double to) const;
  /// Sample times of clips that also give values after their span, because later clips have none
  /// and missing values are interpolated. (As in the reference.)
  std::vector<double> sampleTimesBeyondSpansBetween(Path attribute, double from, double to) const;
  /// Knots of splines between two stage times, of the clips that play there.
  std::vector<double> knotTimesBetween(Path attribute, double from, double to) const;
  bool mightBeTimeVarying(Path attribute) const;

 private:
  /// The place of a set time: the clip that plays, and the clip time.
  struct ClipTime {
    std::size_t clip = 0;
    ClipTimeMap::Place place;
  };

  ClipSet(ClipSetDefinition definition, Path primPath, std::shared_ptr<ClipFiles> layers);

  /// The samples of one attribute, clip by clip. Keeps the clip that was opened last.
  class Samples {
   public:
    Samples(const ClipSet& set, Path attribute, ClipPins* pins = nullptr)
        : set_(set), attribute_(attribute), pins_(pins) {}

    Path attribute() const { return attribute_; }
    const TimeSamples& of(std::size_t clip);
    const std::shared_ptr<const Layer>& layerOf(std::size_t clip);

   private:
    void open(std::size_t clip);

    const ClipSet& set_;
    const Path attribute_;
    ClipPins* const pins_;
    std::optional<std::size_t> clip_;
    std::shared_ptr<const Layer> layer_;
    Value field_;
  };

  void notePlayed(std::size_t clip) const;
  Value manifestField(Path attribute, Token field) const;
  bool contributes(std::size_t clip, Samples& samples) const;
  std::vector<double> setTimesOfClips(Path attribute, std::size_t first, std::size_t last) const;
  std::vector<double> timesOfClips(Path attribute, std::size_t first, std::size_t last) const;
  TimeBracket bracket(Samples& samples, const ClipTime& at) const;
  ClipTime clipTimeAt(double setTime) const;
  ClipTime clipTimeBefore(double setTime) const;
  ClipValue valueInClip(Samples& samples, const ClipTime& at,
                        InterpolationType interpolation) const;
  std::optional<double> sampleBefore(Samples& samples, double setTime) const;
  ClipValue sampledValue(Path attribute, const ClipTime& at, std::optional<double> sampleBeforeTime,
                         InterpolationType interpolation, ClipPins* pins) const;
  Value onStage(Value value, const ClipTime& at) const;
  ClipValue manifestValue(Path attribute, const ClipTime& at) const;
  ClipValue splineInClip(Path attribute, const ClipTime& at) const;
  ClipValue splineBetweenClips(Path attribute, const ClipTime& at,
                               InterpolationType interpolation) const;
  ClipValue splineValue(Path attribute, const ClipTime& at, InterpolationType interpolation) const;

  ClipSetDefinition definition_;
  LayerOffset setFromStage_;
  Path primPath_;
  std::shared_ptr<ClipFiles> layers_;
  std::vector<ClipSpan> clips_;
  ClipTimeMap timeMap_;
  std::vector<std::shared_ptr<const ClipFile>> files_;  // As the asset paths.
  ClipManifest manifest_;
  mutable std::atomic<std::size_t> lastPlayed_ = 0;  // Into clips_, to guess what plays next.
};

}  // namespace usdscope
