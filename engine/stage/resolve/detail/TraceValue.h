// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/stage/resolve/Evaluate.h"
#include "engine/stage/resolve/ResolveTrace.h"

namespace usdscope {

/// Fills in `trace` from an evaluated value, except for its array edits. `clips` is used only if
/// the source is a clip set.
void traceValue(const ValueOrigin& origin, const OriginValue& value, const ClipOrigin& clips,
                TimeCode time, ResolveTrace& trace);

/// Fills in the parts of `trace` that describe a clip set. Requires: `origin.clips` and
/// `trace.info` are set.
void traceClip(const ValueOrigin& origin, const OriginValue& evaluated, const ClipOrigin& value,
               TimeCode time, ResolveTrace& trace);

/// Fills in the spline of `trace` and its bracketing knots.
void traceSpline(const Spline& spline, double fileTime, bool isLeftLimit, ResolveTrace& trace);

/// Returns the ResolveInfo of an evaluated value.
ResolveInfo resolveInfoOf(const ValueOrigin& origin, const OriginValue& value, TimeCode time);

}  // namespace usdscope
