// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "app/cli/Verb.h"

namespace usdscope {

/// Runs what the command line asks for and gives the exit status.
///
/// `arguments` are those after the program's name. A first argument that is no verb and no option
/// is a file for the verb `view`; without arguments `view` starts without a file.
int runCommandLine(std::vector<std::string> arguments, Streams streams);

}  // namespace usdscope
