// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/stage/Stage.h"

namespace usdscope {

/// Everything a stage resolves to except values at numeric times, one fact per line, in traversal
/// order. Stages without a visible difference have equal texts. For small scenes.
std::string stageText(const Stage& stage);

/// The first line in which two such texts differ, with its prim; empty when they are equal.
std::string firstDifference(const std::string& a, const std::string& b);

}  // namespace usdscope
