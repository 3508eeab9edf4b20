// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/stage/Stage.h"

namespace usdscope {

/// What of all that must hold for every stage does not hold for this one, a sentence each; empty is
/// as it should be: `EXPECT_EQ(checkStage(stage), std::vector<std::string>())`.
std::vector<std::string> checkStage(const Stage& stage);

}  // namespace usdscope
