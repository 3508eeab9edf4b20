// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace usdscope {

/// How finely subdivision surfaces, round shapes and curves are divided. (usdview's complexity 1.0
/// to 1.3.)
enum class Complexity : std::uint8_t { Low, Medium, High, VeryHigh };

/// Returns how many parts a round shape or curve has if it has `low` parts at low complexity.
template <typename Number>
constexpr Number refined(Number low, Complexity complexity) {
  return low * static_cast<Number>(static_cast<int>(complexity) + 1);
}

}  // namespace usdscope
