// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace usdscope {

/// The deepest nesting of dictionaries. It is far more than scenes need, and small enough for the
/// stack of any thread, even with sanitizers. All formats have the same limit, so that each can
/// store the values of the others.
inline constexpr int kMaxDictionaryNesting = 256;

}  // namespace usdscope
