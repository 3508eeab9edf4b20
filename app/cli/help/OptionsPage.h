// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "app/cli/help/CommandHelp.h"

namespace usdscope {

/// Returns the page of the manual about all options, as Markdown: a heading and a table for the
/// program and for each verb.
std::string optionsPage(std::span<const CommandHelp> commands);

}  // namespace usdscope
