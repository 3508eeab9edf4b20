// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/value/TimeCode.h"

namespace usdscope {

/// Returns the words for the time of a picture: "Frame 24", "Frame 24, left limit", "Default time".
std::string frameText(TimeCode time);

/// Reads a time that a user types: `24`, `24.5`, `24 1/3`, `73/3`, `default`, and the left limit as
/// `24-` or `pre:24`. Empty for any other text, and for numbers that are not finite.
std::optional<TimeCode> timeFromTyped(std::string_view text);

/// Returns a time, or a number, as the argument of an action: the text from which the action reads
/// exactly this time.
std::string argumentOf(TimeCode time);
std::string argumentOf(double number);

}  // namespace usdscope
