// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace usdscope {

/// The byte size of the longest identifier at the start of `text`; 0 when there is none. The
/// identifier ends before bytes that are not UTF-8. (AOUSD core specification 16.2: XID rules, `_`
/// may start.)
std::size_t identifierSize(std::string_view text);

}  // namespace usdscope
