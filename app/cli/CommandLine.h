// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/cli/Verb.h"

namespace usdscope {

/// Runs a command line and returns the exit status.
///
/// `arguments` excludes the program's name. A first argument that is neither a verb nor an option
/// is a file for the verb `view`. Without arguments, `view` starts without a file.
int runCommandLine(std::vector<std::string> arguments, VerbContext context);

/// Runs the program under the name by which it was called: as a tool of OpenUSD if it has the name
/// of one, else like runCommandLine(). Returns the exit status.
int runProgram(std::string_view invokedAs, std::vector<std::string> arguments, VerbContext context);

}  // namespace usdscope
