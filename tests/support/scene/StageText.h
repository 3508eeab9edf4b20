// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/stage/Stage.h"

namespace usdscope {

/// All that a stage resolves to but for values at numeric times, one fact a line, in the order of a
/// traversal: two stages that cannot be told apart have one text. For scenes of modest size.
std::string stageText(const Stage& stage);

/// The first line in which two such texts differ, with the prim that it belongs to; empty: none.
std::string firstDifference(const std::string& a, const std::string& b);

}  // namespace usdscope
