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

/// The clip that a value comes from, and what its clip set made the value of.
struct ClipTrace {
  Path anchor;              ///< Prim of the stage that has the clip set.
  double from = 0.0;        ///< It plays from this stage time on; -infinity for the first one.
  double to = 0.0;          ///< Up to and without this stage time; infinity for the last one.
  ClipSample lower;         ///< At ResolveInfo::lowerTime.
  ClipSample upper;         ///< At ResolveInfo::upperTime; only where the two are interpolated.
  std::size_t playing = 0;  ///< The clip that plays, into ClipSet::clips().
  bool hasOwn = false;      ///< It has samples, or a spline, of its own.
  bool isOfFile = false;    ///< These alone make the value, and are what the trace tells.
  LayerOffset setFromClip;  ///< The part of the set's time map in force; identity without one.
  bool isStill = false;     ///< There time in the clip stands still.
};

struct ArrayEditTrace;

/// How the value of an attribute at one time comes about, down to the samples in its file: what
/// ResolveInfo says, and every step of time by itself. Made on request only.
struct ResolveTrace {
  ResolveInfo info;
  std::vector<TimeStep> timePath;  ///< Stage first, file last. Steps that change nothing: none.
  double fileTime = 0.0;           ///< At the end of the time path.
  /// Samples in the time of the file, as people are told: of a clip those that the clip itself has,
  /// where they alone make the value. Where it is made between two times of the set that are no
  /// samples of the clip (the start of the next one, a knot of the clip times), these times, as the
  /// clip counts them. Of a spline the knots around; where an array is made between two edits the
  /// times of these.
  SampleUse samples = SampleUse::None;
  bool hasTimes = true;  ///< Else there are no samples around: a manifest's default, a spline
                         ///< without knots, clip times that are no numbers.
  double lower = 0.0;
  double upper = 0.0;
  std::optional<SplineTrace> spline;      ///< Where `samples` are a spline.
  std::unique_ptr<const ClipTrace> clip;  ///< Null when no clip is involved.
  /// Where the opinion edits an array instead of giving one: the edit, or the two between which the
  /// value is interpolated.
  std::vector<ArrayEditTrace> edits;
};

/// An array that is made at one time of the stage: an opinion edits what is weaker.
struct ArrayEditTrace {
  TimeCode time;        ///< As asked; of samples that are edits, a sample of theirs or of what is
                        ///< weaker.
  double sample = 0.0;  ///< Of samples the one that is the edit, in the time of the file.
  bool isEdit = true;   ///< Else this sample is an array itself, and `below` says nothing.
  ResolveTrace below;   ///< How the array that is edited comes about.
};

struct ValueOrigin;

ResolveTrace traceValue(const Attribute& attribute, TimeCode time);
/// The same for an origin that is known, at a time of its kind.
ResolveTrace traceValue(const ValueOrigin& origin, const Attribute& attribute, TimeCode time);

}  // namespace usdscope
