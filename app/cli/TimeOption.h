// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "engine/value/TimeCode.h"

namespace usdscope {

/// Reads a time as the command line has it: `24`, `24.5`, `default`, `earliest`, `pre:24`. Empty
/// for anything else, and for numbers that are not finite.
std::optional<TimeCode> parseTime(std::string_view text);

}  // namespace usdscope
