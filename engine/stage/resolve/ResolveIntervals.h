// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "engine/stage/resolve/ResolveTrace.h"

namespace usdscope {

/// A stretch of stage time in which one thing holds of a value: where it comes from, the offsets,
/// the samples around and how they make it.
struct ResolveInterval {
  double from = 0.0;
  double to = 0.0;    ///< Where the next one begins; of the last one the end of the range.
  double time = 0.0;  ///< A time inside: what `trace` says of times is of this one, all else of the
                      ///< whole stretch.
  bool isConstant =
      false;  ///< The value is the same throughout. (False does not say that it changes.)
  ResolveTrace trace;
};

/// Visits the intervals between two stage times, `from` not after `to`, in order: cut at samples
/// and knots and where clips or parts of their time map begin. Between them a value at the very
/// start may be a sample itself, where the interval says how samples are interpolated. Intervals
/// meet; there is at least one. Costs an answer for each.
void visitIntervals(const Attribute& attribute, double from, double to,
                    const std::function<void(const ResolveInterval&)>& visit);

}  // namespace usdscope
