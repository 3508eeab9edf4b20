// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace usdscope {

/// Compares two texts line by line. Returns the hunks of a unified diff without context and without
/// the names of files: lines that begin with `@@`, `-` and `+`. Empty if the texts are equal.
///
/// Pairs the lines as Python's difflib does, of which usddiff prints the result.
std::string unifiedDiff(std::string_view first, std::string_view second);

}  // namespace usdscope
