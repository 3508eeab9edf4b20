// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usda/detail/WriteContext.h"

namespace usdscope::usda {
namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }

int folded(char c) {
  const auto code = static_cast<unsigned char>(c);
  return code >= 'A' && code <= 'Z' ? code + 32 : code;
}

std::string_view takeDigits(std::string_view& text) {
  std::size_t size = 0;
  while (size < text.size() && isDigit(text[size])) ++size;
  const std::string_view digits = text.substr(0, size);
  text.remove_prefix(size);
  return digits;
}

std::string_view withoutZeros(std::string_view digits) {
  return digits.substr(std::min(digits.find_first_not_of('0'), digits.size()));
}

}  // namespace

bool listedBefore(std::string_view a, std::string_view b) {
  int tie = 0;
  while (!a.empty() && !b.empty()) {
    if (isDigit(a[0]) && isDigit(b[0])) {
      const std::string_view wholeA = takeDigits(a);
      const std::string_view wholeB = takeDigits(b);
      const std::string_view numberA = withoutZeros(wholeA);
      const std::string_view numberB = withoutZeros(wholeB);
      if (numberA.size() != numberB.size()) return numberA.size() < numberB.size();
      if (numberA != numberB) return numberA < numberB;
      if (tie == 0 && wholeA.size() != wholeB.size()) tie = wholeA.size() < wholeB.size() ? -1 : 1;
      continue;
    }
    if (folded(a[0]) != folded(b[0])) return folded(a[0]) < folded(b[0]);
    if (tie == 0 && a[0] != b[0]) tie = a[0] < b[0] ? -1 : 1;
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  if (a.empty() != b.empty()) return a.empty();
  return tie < 0;
}

}  // namespace usdscope::usda
