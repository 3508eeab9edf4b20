// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace usdscope::usda {

/// A number as written in text.
struct NumberText {
  double real = 0.0;            ///< The value, rounded to nearest; infinite when too large.
  std::uint64_t magnitude = 0;  ///< The absolute value of an integer.
  bool isNegative = false;
  bool isInteger = false;  ///< Whether the text has only digits, and the magnitude fits in 64 bits.
};

/// Reads `-1`, `.5`, `5.`, `1e-3`, `inf`, `-inf` or `nan` at the start of [at, end) and returns
/// the end of the number, or `at` when there is none.
const char* readNumber(const char* at, const char* end, NumberText& number);

/// Reads a number like readNumber(), but returns only its value.
const char* readAnyReal(const char* at, const char* end, double& value);

/// Like readAnyReal(), but fast for short decimal numbers, of which most arrays consist.
inline const char* readReal(const char* at, const char* end, double& value) {
  const char* p = at;
  const bool isNegative = p < end && *p == '-';
  if (isNegative) ++p;
  std::uint64_t mantissa = 0;
  const auto takeDigits = [&] {
    const char* const first = p;
    for (; p < end; ++p) {
      const auto digit = static_cast<unsigned char>(*p - '0');
      if (digit > 9) break;
      mantissa = mantissa * 10 + digit;
    }
    return static_cast<unsigned>(p - first);
  };
  unsigned count = takeDigits();
  unsigned fraction = 0;
  if (p < end && *p == '.') {
    ++p;
    fraction = takeDigits();
    count += fraction;
  }
  // Fifteen digits and a power of ten up to 22 are exact as doubles, so that one division rounds
  // once. (Clinger 1990.)
  constexpr unsigned kExactDigits = 15;
  const bool hasExponent = p < end && (*p == 'e' || *p == 'E');
  if (count == 0 || count > kExactDigits || hasExponent) return readAnyReal(at, end, value);
  constexpr double kPowers[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  const double magnitude =
      static_cast<double>(static_cast<std::int64_t>(mantissa)) / kPowers[fraction];
  value = isNegative ? -magnitude : magnitude;
  return p;
}

/// Converts the number to an integer type and truncates fractions. Returns false when out of range.
template <typename Int>
bool toInteger(const NumberText& number, Int& out) {
  using Limits = std::numeric_limits<Int>;
  if (number.isInteger) {
    if (!number.isNegative) {
      if (number.magnitude > static_cast<std::uint64_t>(Limits::max())) return false;
      out = static_cast<Int>(number.magnitude);
      return true;
    }
    const std::uint64_t most = Limits::is_signed ? std::uint64_t(Limits::max()) + 1 : 0;
    if (number.magnitude > most) return false;
    out = static_cast<Int>(~number.magnitude + 1);
    return true;
  }
  const double whole = std::trunc(number.real);
  // The bounds are powers of two, which double holds exactly.
  const double above = std::ldexp(1.0, Limits::digits);
  if (!(whole < above && whole >= (Limits::is_signed ? -above : 0.0))) return false;
  out = static_cast<Int>(whole);
  return true;
}

}  // namespace usdscope::usda
