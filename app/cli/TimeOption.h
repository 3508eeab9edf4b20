// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "engine/value/TimeCode.h"

namespace usdscope {

/// Reads a time of the command line: `24`, `24.5`, `default`, `earliest`, `pre:24`. Empty for any
/// other text, and for numbers that are not finite.
std::optional<TimeCode> parseTime(std::string_view text);

}  // namespace usdscope
