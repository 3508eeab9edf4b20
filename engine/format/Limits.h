// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace usdscope {

/// How deep dictionaries may lie in dictionaries. The same in every format, so that what one can
/// say the others can.
inline constexpr int kMaxDictionaryNesting = 1000;

}  // namespace usdscope
