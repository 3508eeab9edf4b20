// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "engine/stage/resolve/ResolveTrace.h"

namespace usdscope {

/// An interval of stage time in which a value has one explanation: its source, the offsets, the
/// bracketing samples and their use.
struct ResolveInterval {
  double from = 0.0;
  double to = 0.0;    ///< The start of the next interval; for the last one the end of the range.
  double time = 0.0;  ///< A time inside. The times in `trace` are for this time; the rest of
                      ///< `trace` holds throughout.
  bool isConstant =
      false;  ///< The value is the same throughout. (If false it may be the same too.)
  ResolveTrace trace;
};

/// Visits the intervals between two stage times in order. They are cut at samples, at knots, and
/// at the starts of clips and of segments of their time maps. Intervals meet, and there is at least
/// one. The value at the very start of an interval may be a sample, while the interval reports
/// interpolation. Costs one evaluation for each cut. Requires: `from` is not after `to`.
void visitIntervals(const Attribute& attribute, double from, double to,
                    const std::function<void(const ResolveInterval&)>& visit);

}  // namespace usdscope
