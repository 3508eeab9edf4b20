// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "engine/stage/Stage.h"
#include "engine/value/TimeCode.h"

namespace usdscope {

/// Returns a report about selected prims and properties as Markdown, for people who cannot open the
/// scene: the explanation of each property at a time, for a prim that of the attribute behind its
/// shape and of the animation that poses it, and pops, frozen animation and seams below them from
/// `from` to `to`; then the findings of the clip doctor about the stage, at most 100. Works in the
/// background, and returns what it has when stopped. Opens clips.
std::string capsuleReport(const Stage& stage, const std::vector<Path>& selected, TimeCode time,
                          double from, double to, const std::stop_token& stop);

}  // namespace usdscope
