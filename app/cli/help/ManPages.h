// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "app/cli/help/CommandHelp.h"

namespace usdscope {

/// Returns the man page of the program, `usdscope(1)`. Requires: `commands` begins with the
/// program.
std::string programManPage(std::span<const CommandHelp> commands);

/// Returns the man page of a verb, `usdscope-VERB(1)`.
std::string verbManPage(const CommandHelp& verb);

}  // namespace usdscope
