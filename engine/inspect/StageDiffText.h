// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/base/Json.h"
#include "engine/inspect/StageDiff.h"
#include "engine/report/text/LayerNames.h"

namespace usdscope {

/// Returns the times of an interval: "at 5", "5 to 8"; "5 and 12" if the two sides have different
/// times.
std::string intervalTimesText(const DifferenceInterval& interval);

/// Returns a difference as lines. As in the output of diff, lines of the first side begin with `-`,
/// and those of the second side with `+`:
///
///       </World/Ball.radius> 5 to 8, difference 0.25
///         - 1 in old.usda
///         + 1.25 in new.usda
std::string stageDifferenceText(const StageDifference& difference, const LayerNames& firstNames,
                                const LayerNames& secondNames);

/// Returns a difference at one time of each side as one line: "</World/Crowd.px> difference 87: 13
/// in clip_b.usda at 13 -> 100 in clip_c.usda at 14".
std::string stageDifferenceLine(const StageDifference& difference, const LayerNames& firstNames,
                                const LayerNames& secondNames);

/// Returns an object with the keys tolerance, times (their number), prims, attributes, skipped
/// (attributes that need too many clips), and differences, a list of objects with the keys kind and
/// path. An entry of kind `value` has the key intervals, a list of {from, to, times, step, first,
/// second}; the others have first and second. Both have the text of the value and its source.
Json stageDiffToJson(const StageDiff& diff, const StageDiffRequest& request,
                     const LayerNames& firstNames, const LayerNames& secondNames);

}  // namespace usdscope
