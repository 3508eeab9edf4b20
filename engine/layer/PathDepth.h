// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace usdscope {

/// The most elements that a Path has. More than any real scene needs; keeps hostile files from
/// building endless paths, and what recurses into a namespace within the stack.
inline constexpr std::uint16_t kMostPathElements = 2000;

}  // namespace usdscope
