// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <vector>

#include "engine/inspect/FindMotion.h"
#include "engine/stage/resolve/Variation.h"

/// The finders. Each one examines one attribute and appends what it finds. They run on several
/// threads.
namespace usdscope::detail {

/// The finders look at the motion this many frames before and behind the interval.
inline constexpr double kFramesAround = 4.0;

using Findings = std::vector<MotionFinding>;

void findChange(const AttributeVariation& variation, const MotionRequest& request,
                const std::stop_token& stop, Findings& out);
void findPops(const AttributeVariation& variation, const MotionRequest& request,
              const std::stop_token& stop, Findings& out);
/// Finds pops of values that cannot move: those that change and are back after a frame or two.
void findFlashes(const AttributeVariation& variation, const MotionRequest& request,
                 const std::stop_token& stop, Findings& out);
void findFrozen(const AttributeVariation& variation, const MotionRequest& request,
                const std::stop_token& stop, Findings& out);
void findSeams(const AttributeVariation& variation, const MotionRequest& request,
               const std::stop_token& stop, Findings& out);

/// Fills in the sources of a finding on either side of a jump, and returns why the value jumps.
MotionReason compareSources(const Attribute& attribute, TimeCode before, TimeCode after,
                            MotionFinding& out);

/// Returns the stage times at which another clip starts or the times of the clips jump, ascending;
/// empty if the values do not come from clips.
std::vector<double> breaksOfClips(const AttributeVariation& variation);

/// Returns the source of a value.
MotionSource sourceAt(const Attribute& attribute, TimeCode time);

}  // namespace usdscope::detail
