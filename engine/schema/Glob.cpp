// SPDX-License-Identifier: Apache-2.0
#include "engine/schema/detail/Glob.h"

#include <cstddef>

namespace usdscope::detail {
namespace {

// Returns the byte size of the first element: a bracket with its content, or one byte.
std::size_t elementSize(std::string_view pattern) {
  if (pattern[0] != '[') return 1;
  std::size_t end = 1;
  if (end < pattern.size() && pattern[end] == '!') ++end;
  // As the first character of a bracket, `]` is literal.
  if (end < pattern.size() && pattern[end] == ']') ++end;
  end = pattern.find(']', end);
  return end == std::string_view::npos ? 1 : end + 1;
}

bool matchesOne(std::string_view element, char c) {
  if (element == "?") return true;
  if (element.size() == 1) return element[0] == c;
  std::string_view set = element.substr(1, element.size() - 2);
  const bool isNegated = set.starts_with('!');
  if (isNegated) set.remove_prefix(1);
  bool isIn = false;
  for (std::size_t i = 0; i < set.size(); ++i) {
    if (i + 2 < set.size() && set[i + 1] == '-') {
      isIn = isIn || (set[i] <= c && c <= set[i + 2]);
      i += 2;
    } else {
      isIn = isIn || set[i] == c;
    }
  }
  return isIn != isNegated;
}

}  // namespace

bool matchesGlob(std::string_view pattern, std::string_view text) {
  // On a mismatch only the last star can match more.
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;
  std::size_t retry = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      retry = t;
      continue;
    }
    if (p < pattern.size()) {
      const std::size_t size = elementSize(pattern.substr(p));
      if (matchesOne(pattern.substr(p, size), text[t])) {
        p += size;
        ++t;
        continue;
      }
    }
    if (star == std::string_view::npos) return false;
    p = star + 1;
    t = ++retry;
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace usdscope::detail
