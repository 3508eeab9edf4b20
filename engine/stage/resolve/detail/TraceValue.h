// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/stage/resolve/Evaluate.h"
#include "engine/stage/resolve/ResolveTrace.h"

namespace usdscope {

/// Fills in `trace` from a value that was evaluated, all but edits of arrays.
void traceValue(const ValueOrigin& origin, const OriginValue& value, TimeCode time,
                InterpolationType interpolation, ResolveTrace& trace);

/// The part of it that a clip set has. Requires: origin.clips, and trace.info is there.
void traceClip(const ValueOrigin& origin, const OriginValue& value, TimeCode time,
               InterpolationType interpolation, ResolveTrace& trace);

/// The place of a file's time on a spline.
void traceSpline(const Spline& spline, double fileTime, bool isLeftLimit, ResolveTrace& trace);

/// The ResolveInfo of a value that was evaluated.
ResolveInfo resolveInfoOf(const ValueOrigin& origin, const OriginValue& value, TimeCode time);

}  // namespace usdscope
