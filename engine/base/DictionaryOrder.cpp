// SPDX-License-Identifier: Apache-2.0
#include "engine/base/DictionaryOrder.h"

#include <algorithm>
#include <cstddef>

namespace usdscope {
namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }

unsigned char lowered(char c) {
  return static_cast<unsigned char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

// A run of digits from `at` on: the ends of its leading zeros and of the run.
struct Digits {
  Digits(std::string_view text, std::size_t at) {
    std::size_t first = at;
    while (first < text.size() && text[first] == '0') ++first;
    end = first;
    while (end < text.size() && isDigit(text[end])) ++end;
    // In a run of zeros, the last zero is the value.
    if (end == first && first > at) --first;
    zeros = first - at;
    value = text.substr(first, end - first);
  }

  std::size_t zeros = 0;
  std::size_t end = 0;
  std::string_view value;
};

int sign(auto a, auto b) { return a < b ? -1 : b < a ? 1 : 0; }

}  // namespace

bool dictionaryLess(std::string_view a, std::string_view b) {
  int tie = 0;  // The first difference that only breaks ties.
  // Most names begin alike. A number is compared from its first digit on.
  const std::size_t shorter = std::min(a.size(), b.size());
  std::size_t i = 0;
  while (i < shorter && a[i] == b[i]) ++i;
  while (i > 0 && isDigit(a[i - 1])) --i;
  std::size_t j = i;
  while (i < a.size() && j < b.size()) {
    if (isDigit(a[i]) && isDigit(b[j])) {
      const Digits left(a, i);
      const Digits right(b, j);
      int order = sign(left.value.size(), right.value.size());
      if (order == 0) order = sign(left.value, right.value);
      if (order != 0) return order < 0;
      if (tie == 0) tie = sign(left.zeros, right.zeros);
      i = left.end;
      j = right.end;
      continue;
    }
    const int order = sign(lowered(a[i]), lowered(b[j]));
    if (order != 0) return order < 0;
    if (tie == 0) tie = sign(static_cast<unsigned char>(a[i]), static_cast<unsigned char>(b[j]));
    ++i;
    ++j;
  }
  const int order = sign(a.size() - i, b.size() - j);
  return order != 0 ? order < 0 : tie < 0;
}

}  // namespace usdscope
