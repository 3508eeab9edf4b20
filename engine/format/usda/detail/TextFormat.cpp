// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usda/detail/TextFormat.h"

#include <fmt/compile.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>

#include "engine/layer/Identifiers.h"
#include "engine/layer/Path.h"

namespace usdscope::usda {
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
  // Shortest digits as d.ddde±xx, laid out anew.
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

std::size_t utf8Size(std::string_view text) {
  char32_t codePoint = 0;
  return decodeUtf8(text, codePoint);
}

void appendByte(std::string& out, unsigned char byte) {
  constexpr char kHex[] = "0123456789abcdef";
  out += "\\x";
  out += kHex[byte >> 4];
  out += kHex[byte & 15];
}

template <typename Int>
void appendInteger(std::string& out, Int value) {
  char text[24];
  const auto result = std::to_chars(text, text + sizeof text, value);
  out.append(text, result.ptr);
}

// Numbers of usual size, below `limit`, which need no exponent here, nor where fmt writes them.
template <typename Real>
void appendShort(std::string& out, Real value, Real limit) {
  const Real magnitude = std::abs(value);
  if (!(magnitude < limit && magnitude >= Real(1e-3))) return appendReal(out, value);
  const auto whole = static_cast<std::int64_t>(value);
  if (static_cast<Real>(whole) == value) return appendInteger(out, whole);
  char text[40];
  const char* const end = fmt::format_to(text, FMT_COMPILE("{}"), value);
  out.append(text, static_cast<std::size_t>(end - text));
}

}  // namespace

void appendNumber(std::string& out, double value) { appendShort(out, value, 1e15); }

// From 2^24 on floats print digits that are not the shortest.
void appendNumber(std::string& out, float value) { appendShort(out, value, 1e7f); }

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
    const auto code = static_cast<unsigned char>(c);
    if (c == '\n') {
      out += c;
    } else if (c == '\r') {
      out += "\\r";
    } else if (c == '\t') {
      out += "\\t";
    } else if (c == '\\' || c == quote) {
      out += '\\';
      out += c;
    } else if (code >= 0x20 && code < 0x7F) {
      out += c;
    } else if (const std::size_t size = code < 0x80 ? 0 : utf8Size(text.substr(i)); size > 0) {
      out += text.substr(i, size);
      i += size - 1;
    } else {
      appendByte(out, code);
    }
  }
  out.append(isTriple ? 3 : 1, quote);
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

}  // namespace usdscope::usda
