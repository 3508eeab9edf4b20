// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace usdscope {

/// The largest number of elements of a Path, more than any real scene needs. It protects against
/// hostile files, and keeps functions that recurse into a namespace from overflowing the stack.
inline constexpr std::uint16_t kMostPathElements = 2000;

}  // namespace usdscope
