// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/math/VectorRegisters.h"

namespace usdscope::usdc {

/// A place among coded 32-bit integers.
struct CodedPlace {
  const std::byte* codes;   ///< The next byte, with the codes of four integers.
  const std::byte* deltas;  ///< The next difference.
  std::uint32_t value;      ///< The integer before.
};

/// Decodes groups of four integers, as many as fit `out` while 16 bytes of differences are left
/// before `end`. Moves `place` behind them, and returns the number of integers. Results are those
/// of decodeIntegers(). Requires: usesAvx2(), and a byte of codes for each group in `out`.
std::size_t decodeGroups(CodedPlace& place, std::uint32_t common, const std::byte* end,
                         std::span<std::uint32_t> out);

}  // namespace usdscope::usdc
