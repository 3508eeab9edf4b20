// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace usdscope {

/// Mixes `hash` into `seed`; the order matters. The result may change, so do not store it in files.
constexpr std::size_t hashCombine(std::size_t seed, std::size_t hash) {
  seed ^= hash + 0x9E3779B97F4A7C15ull + (seed << 6) + (seed >> 2);
  return seed;
}

}  // namespace usdscope
