// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usda/detail/ReadNumber.h"

#include <charconv>
#include <string_view>

namespace usdscope::usda {
namespace {

constexpr double kPowersOfTen[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                   1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                   1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
constexpr int kExactPower = 22;
constexpr std::uint64_t kExactMantissa = std::uint64_t{1} << 53;
constexpr int kExactDigits = 19;  // Any number of 19 digits fits 64 bits.

bool isDecimalDigit(char c) { return static_cast<unsigned char>(c - '0') < 10; }

// The absolute value of a decimal number.
struct Decimal {
  const char* begin;
  const char* end;
  std::uint64_t mantissa = 0;  // All digits; exact when there are at most kExactDigits.
  int digitCount = 0;
  int exponent = 0;  // The power of ten that scales the mantissa.
  bool isWhole = true;
};

bool scanDecimal(const char* at, const char* end, Decimal& out) {
  out.begin = at;
  std::uint64_t mantissa = 0;
  const char* const digits = at;
  for (; at < end && isDecimalDigit(*at); ++at) mantissa = mantissa * 10 + std::uint64_t(*at - '0');
  std::ptrdiff_t count = at - digits;
  if (at < end && *at == '.') {
    const char* const fraction = ++at;
    for (; at < end && isDecimalDigit(*at); ++at)
      mantissa = mantissa * 10 + std::uint64_t(*at - '0');
    count += at - fraction;
    out.exponent = -static_cast<int>(std::min<std::ptrdiff_t>(at - fraction, 100000));
    out.isWhole = false;
  }
  if (count == 0) return false;
  if (at < end && (*at == 'e' || *at == 'E')) {
    const char* p = at + 1;
    const bool isNegative = p < end && *p == '-';
    if (p < end && (*p == '-' || *p == '+')) ++p;
    if (p < end && isDecimalDigit(*p)) {
      int exponent = 0;
      for (; p < end && isDecimalDigit(*p); ++p)
        exponent = std::min(exponent * 10 + (*p - '0'), 100000);
      out.exponent += isNegative ? -exponent : exponent;
      out.isWhole = false;
      at = p;
    }
  }
  out.end = at;
  out.mantissa = mantissa;
  out.digitCount = static_cast<int>(std::min<std::ptrdiff_t>(count, 100000));
  return true;
}

double valueOf(const Decimal& decimal) {
  // Both factors are exact, so that one rounding gives the nearest double. (Clinger 1990.)
  if (decimal.digitCount <= kExactDigits && decimal.mantissa <= kExactMantissa) {
    const double mantissa = static_cast<double>(decimal.mantissa);
    if (decimal.exponent == 0) return mantissa;
    if (decimal.exponent < 0 && decimal.exponent >= -kExactPower) {
      return mantissa / kPowersOfTen[-decimal.exponent];
    }
    if (decimal.exponent > 0 && decimal.exponent <= kExactPower) {
      return mantissa * kPowersOfTen[decimal.exponent];
    }
  }
  double value = 0.0;
  const auto result = std::from_chars(decimal.begin, decimal.end, value);
  if (result.ec == std::errc::result_out_of_range) {
    // The value is too small or too large, as the position of the first nonzero digit shows.
    const char* first = decimal.begin;
    int skipped = 0;
    for (; first < decimal.end && (*first == '0' || *first == '.'); ++first) {
      if (*first == '0') ++skipped;
    }
    return decimal.exponent + decimal.digitCount - skipped > 0
               ? std::numeric_limits<double>::infinity()
               : 0.0;
  }
  return value;
}

bool startsWith(const char* at, const char* end, std::string_view word) {
  return std::string_view(at, static_cast<std::size_t>(end - at)).starts_with(word);
}

// Reads `inf` and `nan`, after the sign.
const char* readSpecial(const char* at, const char* end, bool isNegative, double& value) {
  if (startsWith(at, end, "inf")) {
    value = std::numeric_limits<double>::infinity();
    return at + 3;
  }
  if (!isNegative && startsWith(at, end, "nan")) {
    value = std::numeric_limits<double>::quiet_NaN();
    return at + 3;
  }
  return at;
}

}  // namespace

const char* readAnyReal(const char* at, const char* end, double& value) {
  const char* p = at;
  const bool isNegative = p < end && *p == '-';
  if (isNegative) ++p;
  Decimal decimal;
  if (scanDecimal(p, end, decimal)) {
    value = isNegative ? -valueOf(decimal) : valueOf(decimal);
    return decimal.end;
  }
  const char* const special = readSpecial(p, end, isNegative, value);
  if (special == p) return at;
  if (isNegative) value = -value;
  return special;
}

const char* readNumber(const char* at, const char* end, NumberText& number) {
  const char* p = at;
  number.isInteger = false;
  number.isNegative = p < end && *p == '-';
  if (number.isNegative) ++p;
  Decimal decimal;
  if (!scanDecimal(p, end, decimal)) return readAnyReal(at, end, number.real);
  number.real = number.isNegative ? -valueOf(decimal) : valueOf(decimal);
  if (decimal.isWhole) {
    number.magnitude = decimal.mantissa;
    number.isInteger = true;
    if (decimal.digitCount > kExactDigits) {
      const auto result = std::from_chars(decimal.begin, decimal.end, number.magnitude);
      number.isInteger = result.ec == std::errc();
    }
  }
  return decimal.end;
}

}  // namespace usdscope::usda
