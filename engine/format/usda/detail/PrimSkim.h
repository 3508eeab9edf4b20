// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace usdscope::usda {

/// Finds the end of the prim statement that begins at an offset, by counting braces. The end
/// includes the padding after the statement (spaces, line ends, comments).
///
/// Returns npos when the statement does not end before `limit`, or when the text has an error. For
/// a text with errors the result may be wrong.
std::size_t skimPrim(std::string_view text, std::size_t offset, std::size_t limit);

}  // namespace usdscope::usda
