// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "engine/stage/Property.h"
#include "engine/stage/TimeLadder.h"
#include "engine/stage/clips/ClipSet.h"

namespace usdscope {

/// The clip that a value comes from, and what its clip set made the value of.
struct ClipTrace {
  Path anchor;              ///< Prim of the stage that has the clip set.
  double from = 0.0;        ///< It plays from this stage time on; -infinity for the first one.
  double to = 0.0;          ///< Up to and without this stage time; infinity for the last one.
  ClipSample lower;         ///< At ResolveInfo::lowerTime.
  ClipSample upper;         ///< At ResolveInfo::upperTime; only where the two are interpolated.
  LayerOffset setFromClip;  ///< The part of the set's time map in force; identity without one.
};

/// How the value of an attribute at one time comes about, down to the samples in its file: what
/// ResolveInfo says, and every step of time by itself. Made on request only.
struct ResolveTrace {
  ResolveInfo info;
  std::vector<LadderRung> ladder;  ///< Stage first, file last. Steps that change nothing: none.
  double fileTime = 0.0;           ///< At the foot of the ladder.
  /// Samples in the time of the file, as people are told: of a clip those that the clip itself has,
  /// where they make the value. Where it is made together with the next clip, `upper` is the time
  /// at which that one takes over. Of a spline the knots around.
  SampleUse samples = SampleUse::None;
  double lower = 0.0;
  double upper = 0.0;
  std::unique_ptr<const ClipTrace> clip;  ///< Null when no clip is involved.
};

struct ValueOrigin;

ResolveTrace traceValue(const Attribute& attribute, TimeCode time);
/// The same for an origin that is known, at a time of its kind.
ResolveTrace traceValue(const ValueOrigin& origin, const Attribute& attribute, TimeCode time);

}  // namespace usdscope
