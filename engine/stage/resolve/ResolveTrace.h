// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/stage/Property.h"
#include "engine/stage/clips/ClipSet.h"
#include "engine/stage/resolve/SplineTrace.h"
#include "engine/stage/resolve/TimePath.h"

namespace usdscope {

/// The clip that plays at the time of a value, and the samples from which its clip set computed the
/// value. Times `from` and `to` are stage times.
struct ClipTrace {
  Path anchor;        ///< The prim on the stage that has the clip set.
  double from = 0.0;  ///< The clip plays from this time on; -infinity for the first clip.
  double to = 0.0;    ///< The clip plays until just before this time; infinity for the last clip.
  ClipSample lower;   ///< At ResolveInfo::lowerTime.
  ClipSample upper;   ///< At ResolveInfo::upperTime; only set if the value is interpolated.
  std::size_t playing = 0;      ///< The clip that plays: an index into ClipSet::clips().
  bool clipHasSamples = false;  ///< The clip has samples or a spline of the attribute.
  /// The manifest says that the clip has no values, so that its file is not needed.
  bool isBlockedByManifest = false;
  /// True if the clip's own samples alone make the value. ResolveTrace::lower and `upper` are then
  /// sample times in the file.
  bool isFromOwnSamples = false;
  /// Maps clip time to set time in the segment of the time map that applies; the identity without a
  /// time map and if clip time is constant.
  LayerOffset setFromClip;
  bool isClipTimeConstant = false;  ///< Clip time is constant in that segment.
};

struct ArrayEditTrace;

/// How the value of an attribute at one time is made: ResolveInfo, every mapping of time from the
/// stage to the file, and the samples in the file. Made on request only.
struct ResolveTrace {
  ResolveInfo info;
  std::vector<TimeStep> timePath;  ///< From the stage to the file; see timePath().
  double fileTime = 0.0;           ///< The result of the last step of `timePath`.
  /// How the value is made, and its bracketing times (`lower`, `upper`) in the time of the file.
  /// Explanations show these:
  /// - Samples of a layer: the times of the bracketing samples.
  /// - A clip whose own samples alone make the value: the times of these samples.
  /// - A clip set that interpolates between other times (the start of the next clip, a knot of the
  ///   clip times): these times, mapped to clip time.
  /// - A spline: the bracketing knots.
  /// - An array interpolated between two edits: the times of the edits.
  SampleUse samples = SampleUse::None;
  /// False if `lower` and `upper` mean nothing: for a manifest's default, a spline without knots,
  /// and clip times that are not finite.
  bool hasBracket = true;
  double lower = 0.0;
  double upper = 0.0;
  bool givesNoValue =
      false;  ///< The winning opinion has no value at this time: a block, or a gap of a spline.
  std::optional<SplineTrace> spline;      ///< Set if `samples` is Spline.
  std::unique_ptr<const ClipTrace> clip;  ///< Null if the value does not come from a clip set.
  /// If the opinion edits an array: the edit, or the two edits between which the value is
  /// interpolated.
  std::vector<ArrayEditTrace> edits;

  void setSamples(SampleUse use, double lowerTime, double upperTime) {
    samples = use;
    lower = lowerTime;
    upper = upperTime;
  }
};

/// One array edit (VtArrayEdit) at one time, and the array that it edits.
struct ArrayEditTrace {
  /// The stage time at which the edited array is evaluated: the requested time or, if the edits are
  /// time samples, a bracketing sample time of the edits or of the edited array.
  TimeCode time;
  double sample = 0.0;  ///< If the edits are time samples, the time of this sample in the file.
  /// False if this sample is an array and not an edit; then `edited` is empty.
  bool isEdit = true;
  ResolveTrace edited;  ///< How the edited array is made.
};

struct ValueOrigin;

/// Traces the value of an attribute. valueAt() returns the value and fills in its trace in one
/// pass.
ResolveTrace traceValue(const Attribute& attribute, TimeCode time);
/// Traces a value whose origin is already known. Requires: `time` is of the kind (default or
/// numeric) for which the origin was found.
ResolveTrace traceValue(const ValueOrigin& origin, TimeCode time);

}  // namespace usdscope
