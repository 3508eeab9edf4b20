// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "engine/stage/resolve/ResolveTrace.h"

namespace usdscope {

/// An interval of stage time in which a value has one explanation: the same source, the same time
/// offsets, and the same bracketing samples used in the same way.
struct ResolveInterval {
  double from = 0.0;
  double to = 0.0;  ///< The start of the next interval; for the last one the end of the range.
  /// A time inside the interval. The requested and mapped times in `trace` are for this time; the
  /// rest of `trace` applies to the whole interval.
  double time = 0.0;
  /// True only if the value is the same in the whole interval. False does not mean that it varies.
  bool isConstant = false;
  ResolveTrace trace;
};

/// Visits the intervals between two stage times in order. Each interval starts at the end of the
/// interval before it, and there is at least one.
///
/// An interval ends where the explanation changes. This can happen only at samples, knots, gaps of
/// splines, starts of clips and ends of segments of the time map. An interval also ends where a
/// clip of another clip set of the prim starts, even if nothing else changes.
///
/// ResolveInterval::trace describes the inside of the interval. Exactly at `from`, the value may be
/// an authored sample although `trace` says that it is interpolated. Evaluates the attribute once
/// for each candidate for an end. Requires: `from` is not after `to`.
void visitIntervals(const Attribute& attribute, double from, double to,
                    const std::function<void(const ResolveInterval&)>& visit);

}  // namespace usdscope
