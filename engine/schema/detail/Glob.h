// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace usdscope::detail {

/// Returns whether `pattern` matches all of `text`: `*` any bytes, `?` any byte, `[a-c_]` one of
/// these bytes, `[!a-c]` any other byte. Takes time proportional to the product of both lengths at
/// most.
bool matchesGlob(std::string_view pattern, std::string_view text);

}  // namespace usdscope::detail
