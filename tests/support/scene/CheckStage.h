// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/stage/Stage.h"

namespace usdscope {

/// Checks the invariants of every stage. Returns a sentence for each violation:
/// `EXPECT_EQ(checkStage(stage), std::vector<std::string>())`.
std::vector<std::string> checkStage(const Stage& stage);

}  // namespace usdscope
