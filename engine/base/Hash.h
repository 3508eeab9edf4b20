// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace usdscope {

/// Mixes `hash` into `seed`; the order matters. The result may change, so do not store it in files.
/// One-to-one in each of the two, because many hashes are small numbers near each other.
constexpr std::size_t hashCombine(std::size_t seed, std::size_t hash) {
  const std::size_t mixed = (seed * 0xD6E8FEB86659FD93ull + hash) * 0x9E3779B97F4A7C15ull;
  return mixed ^ (mixed >> 32);
}

}  // namespace usdscope
