// SPDX-License-Identifier: Apache-2.0
#include "engine/layer/Spelling.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "engine/base/Utf8.h"
#include "engine/layer/Identifiers.h"
#include "engine/layer/Path.h"

namespace usdscope {
namespace {

template <typename Real>
void appendReal(std::string& out, Real value) {
  if (std::isnan(value)) {
    out += "nan";
    return;
  }
  if (std::isinf(value)) {
    out += value < 0 ? "-inf" : "inf";
    return;
  }
  if (value == Real(0)) {
    out += std::signbit(value) ? "-0" : "0";
    return;
  }
  // Reformats the shortest digits, which come as d.ddde±xx.
  char text[40];
  const auto result = std::to_chars(text, text + sizeof text, value, std::chars_format::scientific);
  const char* at = text;
  if (*at == '-') out += *at++;
  const char* const exponentMark =
      std::string_view(at, static_cast<std::size_t>(result.ptr - at)).find('e') + at;
  char digits[24];
  int count = 0;
  for (; at < exponentMark; ++at) {
    if (*at != '.') digits[count++] = *at;
  }
  int exponent = 0;
  const char* number = exponentMark + 1;
  if (*number == '+') ++number;
  std::from_chars(number, result.ptr, exponent);

  if (exponent < -6 || exponent >= 15) {
    out += digits[0];
    if (count > 1) {
      out += '.';
      out.append(digits + 1, static_cast<std::size_t>(count - 1));
    }
    out += 'e';
    out += std::to_string(exponent);
  } else if (exponent < 0) {
    out += "0.";
    out.append(static_cast<std::size_t>(-exponent - 1), '0');
    out.append(digits, static_cast<std::size_t>(count));
  } else if (count <= exponent + 1) {
    out.append(digits, static_cast<std::size_t>(count));
    out.append(static_cast<std::size_t>(exponent + 1 - count), '0');
  } else {
    out.append(digits, static_cast<std::size_t>(exponent + 1));
    out += '.';
    out.append(digits + exponent + 1, static_cast<std::size_t>(count - exponent - 1));
  }
}

int hexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

template <typename Int>
void appendInteger(std::string& out, Int value) {
  char text[24];
  const auto result = std::to_chars(text, text + sizeof text, value);
  out.append(text, result.ptr);
}

// True for numbers below `limit` that do not need an exponent.
template <typename Real>
void appendShort(std::string& out, Real value, Real limit) {
  const Real magnitude = std::abs(value);
  if (!(magnitude < limit && magnitude >= Real(1e-5))) return appendReal(out, value);
  const auto whole = static_cast<std::int64_t>(value);
  if (static_cast<Real>(whole) == value) return appendInteger(out, whole);
  char text[40];
  const auto result = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed);
  out.append(text, static_cast<std::size_t>(result.ptr - text));
}

// The digits of numbers below a hundred.
constexpr std::array<char, 200> kPairs = [] {
  std::array<char, 200> pairs{};
  for (std::size_t i = 0; i < 100; ++i) {
    pairs[2 * i] = static_cast<char>('0' + i / 10);
    pairs[2 * i + 1] = static_cast<char>('0' + i % 10);
  }
  return pairs;
}();

// Writes ten digits with leading zeros. The last ones are decimals: at most eight, behind an
// integer of at most eight digits.
void appendDecimals(std::string& out, bool isNegative, std::uint32_t digits, int decimals,
                    std::uint32_t whole) {
  constexpr int kDigits = 10;
  constexpr int kMost = 8;
  char all[kDigits + kMost];
  const std::uint32_t low = digits % 100'000'000;
  const std::uint32_t pairs[] = {digits / 100'000'000, low / 1'000'000, low / 10'000 % 100,
                                 low / 100 % 100, low % 100};
  for (std::size_t i = 0; i < 5; ++i) std::memcpy(all + 2 * i, &kPairs[2 * pairs[i]], 2);
  const int wholeDigits = 1 + (whole >= 10) + (whole >= 100) + (whole >= 1000) + (whole >= 10'000) +
                          (whole >= 100'000) + (whole >= 1'000'000);
  char text[1 + kMost + 1 + kMost];
  char* at = text;
  *at = '-';
  at += isNegative;
  std::memcpy(at, all + kDigits - decimals - wholeDigits, kMost);  // A fixed size is fastest.
  at += wholeDigits;
  *at++ = '.';
  std::memcpy(at, all + kDigits - decimals, kMost);
  at += decimals;
  out.append(text, static_cast<std::size_t>(at - text));
}

// Writes a float that is not an integer with its shortest decimals. Returns false for unusual
// sizes, and when this fast path does not find the decimals.
//
// The number is rounded to decimals coarser than the distance to the next float. This candidate is
// the shortest text if it reads back as the same number; else the nearest number with one more
// decimal is. In this range of sizes products are exact, and rounding quotients twice does not
// matter.
bool appendFast(std::string& out, float value) {
  const double magnitude = std::abs(double{value});
  if (!(magnitude >= 0.125 && magnitude < 8388608.0)) return false;
  static constexpr double kPowers[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8};
  // For each power of two from 2^-3 on: the decimals that are coarser than the float spacing.
  static constexpr std::uint8_t kCoarse[] = {7, 7, 7, 6, 6, 6, 6, 5, 5, 5, 4, 4, 4,
                                             3, 3, 3, 3, 2, 2, 2, 1, 1, 1, 0, 0, 0};
  const std::uint32_t exponent = (std::bit_cast<std::uint32_t>(value) >> 23 & 0xFFu) - 124u;
  int decimals = kCoarse[exponent];
  for (const bool isCoarse : {true, false}) {
    const double product = magnitude * kPowers[decimals];
    auto digits = static_cast<std::uint32_t>(product + 0.5);
    if (static_cast<float>(digits / kPowers[decimals]) == std::abs(value)) {
      if (product + 0.5 == digits) return false;  // Halfway: leave it to the slow path.
      for (; isCoarse && digits % 10 == 0; --decimals) digits /= 10;
      appendDecimals(out, value < 0, digits, decimals, static_cast<std::uint32_t>(magnitude));
      return true;
    }
    ++decimals;
  }
  return false;
}

}  // namespace

void appendNumber(std::string& out, double value) { appendShort(out, value, 1e15); }

// From 2^24 on, floats are printed with more than the shortest digits.
void appendNumber(std::string& out, float value) {
  const bool isWhole = std::trunc(value) == value;
  if (isWhole || !appendFast(out, value)) appendShort(out, value, 1e7f);
}

void appendNumber(std::string& out, Half value) {
  const float number = value;
  if (!std::isfinite(number)) return appendReal(out, number);
  char text[24];
  const int size = std::snprintf(text, sizeof text, "%g", static_cast<double>(number));
  out.append(text, static_cast<std::size_t>(size));
}

void appendNumber(std::string& out, std::int64_t value) { appendInteger(out, value); }

void appendNumber(std::string& out, std::uint64_t value) { appendInteger(out, value); }

void appendQuoted(std::string& out, std::string_view text) {
  const bool hasDouble = text.find('"') != std::string_view::npos;
  const bool hasSingle = text.find('\'') != std::string_view::npos;
  const char quote = hasDouble && !hasSingle ? '\'' : '"';
  const bool isTriple = text.find('\n') != std::string_view::npos;
  out.append(isTriple ? 3 : 1, quote);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\n') {
      out += c;
    } else if (c == '\r') {
      out += "\\r";
    } else if (c == '\t') {
      out += "\\t";
    } else if (c == '\\' || c == quote) {
      out += '\\';
      out += c;
    } else {
      i += appendCharacterOrEscape(out, text.substr(i)) - 1;
    }
  }
  out.append(isTriple ? 3 : 1, quote);
}

std::string unescaped(std::string_view from) {
  std::string text;
  text.reserve(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (from[i] != '\\' || i + 1 == from.size()) {
      text += from[i];
      continue;
    }
    const char c = from[++i];
    constexpr std::string_view kLetters = "abfnrtv";
    constexpr std::string_view kMeanings = "\a\b\f\n\r\t\v";
    if (const std::size_t known = kLetters.find(c); known != std::string_view::npos) {
      text += kMeanings[known];
    } else if (c == 'x') {
      int code = 0;
      for (int k = 0; k < 2 && i + 1 < from.size() && hexDigit(from[i + 1]) >= 0; ++k) {
        code = code * 16 + hexDigit(from[++i]);
      }
      text += static_cast<char>(code);
    } else if (c >= '0' && c <= '7') {
      int code = c - '0';
      for (int k = 0; k < 2 && i + 1 < from.size() && from[i + 1] >= '0' && from[i + 1] <= '7';
           ++k) {
        code = code * 8 + (from[++i] - '0');
      }
      text += static_cast<char>(code);
    } else {
      text += c;
    }
  }
  return text;
}

void appendAsset(std::string& out, std::string_view path) {
  if (path.find('@') == std::string_view::npos) {
    out += '@';
    out += path;
    out += '@';
    return;
  }
  out += "@@@";
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path.substr(i).starts_with("@@@")) {
      out += "\\@@@";
      i += 2;
    } else {
      out += path[i];
    }
  }
  out += "@@@";
}

void appendKey(std::string& out, std::string_view key) {
  const bool isAscii =
      std::ranges::all_of(key, [](char c) { return static_cast<signed char>(c) >= 0; });
  if (isAscii && isValidIdentifier(key)) {
    out += key;
  } else {
    appendQuoted(out, key);
  }
}

void appendIndent(std::string& out, int level) {
  out.append(static_cast<std::size_t>(level) * 4, ' ');
}

}  // namespace usdscope
