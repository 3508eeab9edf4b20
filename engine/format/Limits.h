// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace usdscope {

/// How deep dictionaries may lie in dictionaries: far more than scenes have, and little enough for
/// the stack of any thread, sanitized ones too. The same in every format, so that what one can say
/// the others can.
inline constexpr int kMaxDictionaryNesting = 256;

}  // namespace usdscope
