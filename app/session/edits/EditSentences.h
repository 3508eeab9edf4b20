// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/layer/Path.h"

// Sentences that name the steps of edits, for the commands of StageEditor.
namespace usdscope {

inline constexpr const char* kNothingOpen = "Nothing is open.";

/// Returns "Hide /World/Anna", "Hide 12 prims" or "Block 3 properties".
std::string sentenceOf(const std::string& verb, const std::vector<Path>& objects);

/// Returns a text on one line, cut after 60 letters.
std::string shortened(std::string text);

}  // namespace usdscope
