// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace usdscope::detail {

/// Returns whether `pattern` matches all of `text`: `*` any bytes, `?` any byte, `[a-c_]` one byte
/// of these, `[!a-c]` one of the others. Takes at most the time of the product of both lengths.
bool matchesGlob(std::string_view pattern, std::string_view text);

}  // namespace usdscope::detail
