// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace usdscope {

/// Returns the word that was probably meant by a mistyped one: the word with the fewest inserted,
/// removed, replaced or swapped characters, regardless of case. Empty when none is near.
std::string nearestWord(std::string_view typed, const std::vector<std::string>& words);

}  // namespace usdscope
