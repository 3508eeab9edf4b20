// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace usdscope {

/// IEEE 754 binary16, for storage and conversion. Convert to float for arithmetic.
class Half {
 public:
  constexpr Half() = default;
  /// Rounds to nearest even; a value out of range becomes infinite.
  explicit Half(float value);
  static constexpr Half fromBits(std::uint16_t bits) {
    Half half;
    half.bits_ = bits;
    return half;
  }

  operator float() const;
  constexpr std::uint16_t bits() const { return bits_; }

  /// Compares numbers: -0 equals 0, NaN equals nothing.
  friend bool operator==(Half a, Half b) { return float(a) == float(b); }

 private:
  std::uint16_t bits_ = 0;
};

using HalfVec2 = std::array<Half, 2>;
using HalfVec3 = std::array<Half, 3>;
using HalfVec4 = std::array<Half, 4>;
/// Imaginary parts i, j, k, then the real part, as in files and in glm::quat.
struct HalfQuat {
  HalfVec4 ijkr{};
  friend bool operator==(const HalfQuat&, const HalfQuat&) = default;
};

}  // namespace usdscope
