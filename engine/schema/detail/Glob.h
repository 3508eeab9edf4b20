// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace usdscope::detail {

/// Whether the whole of `text` is as `pattern` says: `*` any bytes, `?` any byte, `[a-c_]` one of
/// these, `[!a-c]` none of these. Takes time in the product of both lengths at most.
bool matchesGlob(std::string_view pattern, std::string_view text);

}  // namespace usdscope::detail
