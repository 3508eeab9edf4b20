// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/stage/ResolveTrace.h"

namespace usdscope {

/// A stretch of stage time in which a value comes from one place in one way.
struct ResolveInterval {
  double from = 0.0;
  double to = 0.0;  ///< Where the next one begins; of the last one the end of the range.
  double time =
      0.0;  ///< A time inside at which `trace` holds: `from`, where that is like the rest.
  ResolveTrace trace;
};

/// Where an attribute's values come from between two stage times, `from` not after `to`: cut where
/// the source, the layer, the clip or the part of its time map changes, and where samples begin,
/// end, are blocked. Intervals meet; there is at least one. Costs an answer for each change, and
/// for clips one for each of their samples in the range.
std::vector<ResolveInterval> resolveIntervals(const Attribute& attribute, double from, double to);

}  // namespace usdscope
