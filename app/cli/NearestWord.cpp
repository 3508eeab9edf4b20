// SPDX-License-Identifier: Apache-2.0
#include "app/cli/NearestWord.h"

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace usdscope {
namespace {

constexpr std::size_t kLongestWord = 64;

char lower(char character) { return char(std::tolower(static_cast<unsigned char>(character))); }

// The number of edits that make one word of the other; swapping two neighbours is one edit.
std::size_t editCount(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1);  // The row before the previous one.
  std::vector<std::size_t> previous(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) previous[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool isEqual = lower(a[i - 1]) == lower(b[j - 1]);
      row[j] = std::min({previous[j] + 1, row[j - 1] + 1, previous[j - 1] + (isEqual ? 0u : 1u)});
      const bool isSwap = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
                          lower(a[i - 2]) == lower(b[j - 1]);
      if (isSwap) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, previous);
    std::swap(previous, row);
  }
  return previous[b.size()];
}

}  // namespace

std::string nearestWord(std::string_view typed, const std::vector<std::string>& words) {
  if (typed.size() > kLongestWord) return {};
  // A third of the characters may be wrong, and a word may be cut short.
  std::size_t fewest = typed.size() / 3 + 1;
  std::string nearest;
  for (const std::string& word : words) {
    const bool isBeginning = typed.size() > 3 && word.starts_with(typed);
    const std::size_t edits = isBeginning ? 0 : editCount(typed, word);
    if (edits >= typed.size() || edits > fewest || (edits == fewest && !nearest.empty())) continue;
    fewest = edits;
    nearest = word;
  }
  return nearest;
}

}  // namespace usdscope
