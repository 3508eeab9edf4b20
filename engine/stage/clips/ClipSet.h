// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/layer/MappedTime.h"
#include "engine/stage/clips/ClipFiles.h"
#include "engine/stage/clips/ClipManifest.h"
#include "engine/stage/clips/ClipMetadata.h"
#include "engine/stage/clips/ClipPins.h"
#include "engine/stage/clips/ClipSamples.h"
#include "engine/stage/resolve/Interpolation.h"
#include "engine/value/Spline.h"
#include "engine/value/TimeCode.h"

namespace usdscope {

/// The lower or upper value between which a clip set interpolates.
struct ClipSample {
  std::shared_ptr<const Layer> layer;  ///< A clip, or the manifest.
  /// The clip has no samples of the attribute; the value is the manifest's default, or a block if
  /// the manifest has none.
  bool isInManifest = false;
  std::size_t clip = 0;             ///< Index into ClipSet::clips().
  double time = 0.0;                ///< Clip time.
  SampleUse use = SampleUse::None;  ///< How the samples in the clip make this value.
  double lowerTime = 0.0;           ///< The bracketing samples in the clip, in clip time.
  double upperTime = 0.0;
  bool isLeftLimit = false;  ///< For splines: the value is the left limit at `time`.
};

/// How a value of a clip set is made, in the time of the clip that plays.
struct ClipTimeUse {
  SampleUse use = SampleUse::None;
  bool hasBracket = true;  ///< False for the default of a manifest.
  /// The bracketing samples in the file, or set times mapped to clip time. Not set for splines.
  double lower = 0.0;
  double upper = 0.0;
  /// The samples or the spline of the clip that plays alone make the value. `lower` and `upper` are
  /// then sample times in the file.
  bool isFromOwnSamples = false;
};

/// The origin of a value in a clip set.
struct ClipOrigin {
  /// The clip that plays, or played just before a pre-time: an index into clips().
  std::size_t clip = 0;
  std::shared_ptr<const Layer> layer;  ///< The source: a clip or the manifest.
  ClipSample lower;  ///< The value is `lower`, or is interpolated between `lower` and `upper`.
  ClipSample upper;
  Value spline;  ///< The spline in the clip of `lower`; empty for samples.
  /// The set time of the request and the clip time at which the value is read. For a pre-time, the
  /// place from the left.
  ClipTimeMap::Place place;
  bool clipHasValues = false;  ///< The clip that plays has samples or a spline of the attribute.
  TimeBracket inSet;           ///< The bracketing samples of the set, in set time.
  /// The bracketing samples of the clip that plays, in clip time; empty if it has none there.
  std::optional<TimeBracket> ownSamples;
};

/// A value that a clip set gives.
struct ClipValue : ClipOrigin {
  SampledValue sampled;  ///< Sample times are stage times. Its value is empty if the set has none.
};

/// A time sample for flattening: a layer with such samples can replace the clips.
struct MergedSample {
  double time = 0.0;  ///< Stage time.
  ClipValue value;
};

/// An attribute in the clips of a set.
struct ClipAttribute {
  Path path;                ///< Its path in the clips; see ClipSet::pathInClips().
  bool hasSplines = false;  ///< Its values are splines and not samples.
  RowGuess row = {};        ///< Its row in the clips.
};

/// The clips of one set: when each plays, how time maps to clip time, and their values. Times in
/// arguments and results are stage times; times in clips() and timeMap() are set times.
///
/// Attributes are named by their paths in the clips: see pathInClips(). Immutable, except for files
/// that are opened when needed. Thread-safe.
class ClipSet {
 public:
  /// Returns null if the definition is incomplete, faulty (then it reports kInvalidClips), or has
  /// no clips. A stronger layer uses a set without clips to switch weaker clips off.
  static std::shared_ptr<const ClipSet> make(ClipSetDefinition definition,
                                             std::shared_ptr<ClipFiles> layers);

  const ClipSetDefinition& definition() const { return definition_; }
  const std::string& name() const { return definition_.name; }
  /// In the order in which they play; at least one.
  std::span<const ClipSpan> clips() const { return clips_; }
  const ClipTimeMap& timeMap() const { return timeMap_; }
  /// Maps stage time to set time. TimeCode::earliest() is kept.
  double setFromStage(double stageTime) const {
    return mappedTime(stageTime, setFromStage_).time();
  }
  Path primPath() const { return primPath_; }
  bool hasGeneratedManifest() const { return manifest_.isGenerated(); }

  /// Returns the layer of a clip, and opens it if necessary; null if it is unreadable.
  std::shared_ptr<const Layer> layerOf(std::size_t clip) const;
  /// Returns the layer of a clip if it is in memory already, else null. Reads no file.
  std::shared_ptr<const Layer> residentLayerOf(std::size_t clip) const;
  /// The estimated size of all clips of the stage in memory, in bytes; see ClipFiles.
  std::size_t residentByteSize() const { return layers_->residentByteSize(); }
  /// Opens a clip if necessary, and returns why it is unreadable; null if it is readable.
  std::shared_ptr<const ClipFault> faultOf(std::size_t clip) const;
  std::shared_ptr<const Layer> manifest() const { return manifest_.layer(*layers_); }
  /// Returns the clip that plays at a stage time.
  std::size_t clipAt(double stageTime) const { return clipAtSetTime(setFromStage(stageTime)); }

  /// Returns the clip that plays at a set time.
  std::size_t clipAtSetTime(double setTime) const;

  /// Whether the set gives opinions at a site: `layerStack` is the anchor's, and `site` is the
  /// anchor prim or a descendant.
  bool appliesTo(const LayerStack& layerStack, Path site) const;
  Path pathInClips(Path pathInLayerStack) const {
    return pathInLayerStack.withPrefixReplaced(definition_.site, primPath_);
  }

  /// Whether the manifest declares the attribute as varying, so that clips give it values.
  bool declares(Path attribute) const;
  /// Returns false if declares() is false for the attribute of a prim. `prim` is its path in the
  /// layer stack. May return true for others if there is no manifest file.
  bool mayDeclare(Path prim, Token name) const;
  /// Whether the values in the clips are splines and not samples. Requires declares(attribute), and
  /// so do all functions below.
  bool hasSplines(Path attribute) const;
  /// Whether the clip has samples or a spline of the attribute.
  bool hasOwnValues(std::size_t clip, Path attribute) const;

  /// Whether a block of the manifest at the start of a clip says that the clip has no values of the
  /// attribute. The file of the clip then does not matter. Opens no clip. For samples, such blocks
  /// only count if missing values are interpolated and the manifest has no default.
  bool isBlockedByManifest(std::size_t clip, Path attribute) const;

  /// Requires: `stageTime` is numeric. With `pins`, the layers of the result may be valid only
  /// while `pins` lives.
  ClipValue valueAt(const ClipAttribute& attribute, TimeCode stageTime,
                    InterpolationType interpolation, ClipPins* pins = nullptr) const;
  /// Returns only the value of valueAt(), from decoded samples. Empty if this value needs more: ask
  /// valueAt() then. Requires: `stageTime` is numeric.
  Value tabledValueAt(const ClipAttribute& attribute, TimeCode stageTime,
                      InterpolationType interpolation, ClipPins* pins) const;
  /// Returns how a value of valueAt() is made, in the time of the clip that plays. `use` is the use
  /// of the samples of the set.
  ClipTimeUse timeUse(const ClipOrigin& value, SampleUse use) const;
  /// Returns all sample times, ascending; empty for splines. Opens all clips.
  std::vector<double> sampleTimes(Path attribute) const;
  /// Returns the sample times of all the attributes together. Opens each clip once, on several
  /// threads.
  std::vector<double> unionOfSampleTimes(std::span<const Path> attributes) const;
  /// Samples for a layer that replaces the clips: at each sample time the value of the clip that
  /// plays, from its own samples alone. May differ from valueAt() next to clips without values and
  /// next to jumps.
  std::vector<MergedSample> mergedSamples(Path attribute, InterpolationType interpolation) const;
  /// The curve for a layer that replaces clips with splines, with set times. Empty when no clip has
  /// a spline. Opens all clips.
  std::optional<Spline> mergedSpline(Path attribute) const;
  /// Returns the sample times of the clips that play between two stage times. Times outside of the
  /// range may come from the first and the last of these clips. Empty for splines.
  std::vector<double> sampleTimesBetween(Path attribute, double from, double to) const;
  /// Returns the sample times that can matter between two stage times when missing values are
  /// interpolated: also those of earlier clips, outside of the span in which they play. Empty when
  /// missing values are not interpolated. (As in OpenUSD.)
  std::vector<double> sampleTimesBeyondSpansBetween(Path attribute, double from, double to) const;
  /// Returns the knots of the splines in the clips that play between two stage times.
  std::vector<double> knotTimesBetween(Path attribute, double from, double to) const;
  bool mightBeTimeVarying(Path attribute) const;

 private:
  /// The samples of a set around a time, and those of the clip that plays.
  struct Bracket {
    TimeBracket inSet;
    std::optional<TimeBracket> inClip;  ///< In clip time; empty if the clip has no samples.
  };

  ClipSet(ClipSetDefinition definition, Path primPath, std::shared_ptr<ClipFiles> layers);

  /// Reads the samples of one attribute from clip after clip. Keeps the layer of the last clip.
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

  bool plan(ClipMoment& moment, const Array<double>& times) const;
  void notePlayed(std::size_t clip, Path attribute) const;
  bool playsSpline(std::size_t clip, Path attribute) const;
  Value manifestField(Path attribute, Token field) const;
  bool contributes(std::size_t clip, Samples& samples) const;
  ClipTimesLimit timesLimit(std::size_t sampleCount) const;
  void reportLimit(const ClipTimesLimit& limit) const;
  std::vector<double> setTimesOfClips(Path attribute, std::size_t first, std::size_t last) const;
  std::vector<double> timesOfClips(Path attribute, std::size_t first, std::size_t last) const;
  Bracket bracket(Samples& samples, const ClipTime& at) const;
  ClipTime clipTimeAt(double setTime) const;
  ClipTime clipTimeBefore(double setTime) const;
  ClipValue valueInClip(Samples& samples, const ClipTime& at,
                        InterpolationType interpolation) const;
  std::optional<double> sampleBefore(Samples& samples, double setTime) const;
  ClipValue oneSample(Samples& samples, const ClipTime& at, double setTime, double sampleTime,
                      InterpolationType interpolation) const;
  ClipValue sampledValue(Samples& samples, const ClipTime& at,
                         InterpolationType interpolation) const;
  ClipValue sampledValueBefore(Samples& samples, ClipTime at, double sampleBeforeTime,
                               InterpolationType interpolation) const;
  ClipValue valueBetween(Samples& samples, const ClipTime& at, const Bracket& around,
                         InterpolationType interpolation) const;
  Value onStage(Value value, const ClipTime& at) const;
  ClipValue manifestValue(Path attribute, const ClipTime& at) const;
  ClipValue splineInClip(Path attribute, const ClipTime& at) const;
  ClipValue splineBetweenClips(Path attribute, const ClipTime& at,
                               InterpolationType interpolation) const;
  ClipValue splineValue(Path attribute, const ClipTime& at, InterpolationType interpolation) const;
  SampleUse useInClip(const ClipOrigin& value, SampleUse use) const;

  ClipSetDefinition definition_;
  LayerOffset setFromStage_;
  Path primPath_;
  std::shared_ptr<ClipFiles> layers_;
  std::vector<ClipSpan> clips_;
  ClipTimeMap timeMap_;
  std::vector<std::shared_ptr<const ClipFile>> files_;  // One for each asset path.
  ClipManifest manifest_;
  // Index into clips_, to guess which clip plays next.
  mutable std::atomic<std::size_t> lastPlayed_ = 0;
};

}  // namespace usdscope
