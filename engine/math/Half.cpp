// SPDX-License-Identifier: Apache-2.0
#include "engine/math/Half.h"

#include <bit>

namespace usdscope {

Half::Half(float value) {
  const auto f = std::bit_cast<std::uint32_t>(value);
  const auto sign = static_cast<std::uint16_t>((f >> 16) & 0x8000u);
  const std::uint32_t magnitude = f & 0x7FFFFFFFu;

  if (magnitude >= 0x7F800000u) {  // Infinite or NaN; NaN stays NaN.
    const std::uint32_t payload =
        magnitude > 0x7F800000u ? 0x200u | ((magnitude >> 13) & 0x3FFu) : 0;
    bits_ = static_cast<std::uint16_t>(sign | 0x7C00u | payload);
    return;
  }
  if (magnitude >= 0x477FF000u) {  // Rounds beyond 65504.
    bits_ = static_cast<std::uint16_t>(sign | 0x7C00u);
    return;
  }
  if (magnitude < 0x38800000u) {  // Subnormal: let float addition do the rounding.
    const float shifted = std::bit_cast<float>(magnitude) + std::bit_cast<float>(0x3F000000u);
    bits_ =
        static_cast<std::uint16_t>(sign | (std::bit_cast<std::uint32_t>(shifted) - 0x3F000000u));
    return;
  }
  const std::uint32_t odd = (magnitude >> 13) & 1u;
  const std::uint32_t rounded = magnitude + 0xC8000FFFu + odd;  // Rebias by -112, round to even.
  bits_ = static_cast<std::uint16_t>(sign | (rounded >> 13));
}

Half::operator float() const {
  const std::uint32_t sign = (bits_ & 0x8000u) << 16;
  const std::uint32_t exponent = (bits_ >> 10) & 0x1Fu;
  const std::uint32_t mantissa = bits_ & 0x3FFu;
  if (exponent == 31) return std::bit_cast<float>(sign | 0x7F800000u | (mantissa << 13));
  if (exponent == 0) {
    const float value = static_cast<float>(mantissa) * 0x1p-24f;
    return sign != 0 ? -value : value;
  }
  return std::bit_cast<float>(sign | ((exponent + 112) << 23) | (mantissa << 13));
}

}  // namespace usdscope
