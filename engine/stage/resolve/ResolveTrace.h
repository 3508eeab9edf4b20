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

/// The clip that a value comes from, and the samples that its clip set made the value from.
struct ClipTrace {
  Path anchor;              ///< Prim of the stage that has the clip set.
  double from = 0.0;        ///< It plays from this stage time on; -infinity for the first one.
  double to = 0.0;          ///< It plays up to and without this stage time; infinity for the last.
  ClipSample lower;         ///< At ResolveInfo::lowerTime.
  ClipSample upper;         ///< At ResolveInfo::upperTime; only where the two are interpolated.
  std::size_t playing = 0;  ///< The clip that plays, into ClipSet::clips().
  bool clipHasSamples = false;    ///< It has samples, or a spline, of its own.
  bool isFromOwnSamples = false;  ///< These alone make the value, and are the samples of the trace.
  LayerOffset setFromClip;  ///< The part of the set's time map in force; identity without one.
  bool isClipTimeConstant = false;  ///< There time in the clip stands still.
};

struct ArrayEditTrace;

/// How the value of an attribute at one time comes about, down to the samples in its file: what
/// ResolveInfo has, and every step of time. Made on request only.
struct ResolveTrace {
  ResolveInfo info;
  std::vector<TimeStep> timePath;  ///< Stage first, file last; see timePath().
  double fileTime = 0.0;           ///< At the end of the time path.
  /// The samples for a person, in the time of the file. For a clip its own samples, if they alone
  /// make the value. If the value is made between two times of the set that are not samples of
  /// the clip (the start of the next one, a knot of the clip times), these times, as the clip
  /// counts them. For a spline the bracketing knots. For an array made between two edits, their
  /// times.
  SampleUse samples = SampleUse::None;
  bool hasBracket = true;  ///< False if no samples bracket the time: a manifest's default, a spline
                           ///< without knots, clip times that are not finite.
  double lower = 0.0;
  double upper = 0.0;
  bool givesNoValue =
      false;  ///< The opinion has no value at this time: a block, a gap of a spline.
  std::optional<SplineTrace> spline;      ///< Present where `samples` are a spline.
  std::unique_ptr<const ClipTrace> clip;  ///< Null when no clip is involved.
  /// For opinions that edit arrays: the edit, or the two that the value is interpolated between.
  std::vector<ArrayEditTrace> edits;

  void setSamples(SampleUse use, double lowerTime, double upperTime) {
    samples = use;
    lower = lowerTime;
    upper = upperTime;
  }
};

/// An array made at one stage time, where an opinion edits a weaker one.
struct ArrayEditTrace {
  TimeCode time;        ///< The time asked; where samples are edits, a sample time of either.
  double sample = 0.0;  ///< The time of the sample that is the edit, in the file.
  bool isEdit = true;   ///< False where the sample is an array itself; then `edited` is empty.
  ResolveTrace edited;  ///< How the array that is edited comes about.
};

struct ValueOrigin;

/// Traces the value of an attribute. See valueAt() for both in one pass.
ResolveTrace traceValue(const Attribute& attribute, TimeCode time);
/// Traces the value of a known origin, at a time of its kind.
ResolveTrace traceValue(const ValueOrigin& origin, TimeCode time);

}  // namespace usdscope
