// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "app/cli/help/CommandHelp.h"

namespace usdscope {

// Each function returns a script that completes verbs, options and the words that options take.
// Other words are completed as files. Requires: `commands` begins with the program.
std::string bashCompletion(std::span<const CommandHelp> commands);
std::string zshCompletion(std::span<const CommandHelp> commands);
std::string fishCompletion(std::span<const CommandHelp> commands);

}  // namespace usdscope
