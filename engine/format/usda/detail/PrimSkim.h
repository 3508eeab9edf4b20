// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace usdscope::usda {

/// Finds where the prim statement that begins at an offset ends, by its braces alone: the offset
/// behind it and the padding that follows it (spaces, line ends, comments).
///
/// npos when it does not end before `limit`, or when the text is none that can be read: then, and
/// now and then for a text with errors, the result says nothing.
std::size_t skimPrim(std::string_view text, std::size_t offset, std::size_t limit);

}  // namespace usdscope::usda
