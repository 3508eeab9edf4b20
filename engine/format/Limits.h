// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace usdscope {

/// The deepest nesting of dictionaries: far more than scenes have, and small enough for the stack
/// of any thread, with sanitizers too. Equal for all formats, so that each can store the values of
/// the others.
inline constexpr int kMaxDictionaryNesting = 256;

}  // namespace usdscope
