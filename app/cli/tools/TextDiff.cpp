// SPDX-License-Identifier: Apache-2.0
#include "app/cli/tools/TextDiff.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace usdscope {
namespace {

using Lines = std::vector<std::string_view>;

// The lines of a text with their ends.
Lines linesOf(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1);
    lines.push_back(text.substr(0, end + 1));
    text.remove_prefix(end + 1);
  }
  return lines;
}

// Equal lines: `size` of them from `first` and `second` on.
struct EqualBlock {
  std::size_t first = 0;
  std::size_t second = 0;
  std::size_t size = 0;
};

struct DiffRange {
  std::size_t first = 0;
  std::size_t firstEnd = 0;
  std::size_t second = 0;
  std::size_t secondEnd = 0;
};

// Finds equal blocks as difflib.SequenceMatcher does: the longest block, then those before and
// behind it. Lines that are in more than one of a hundred places do not start a block.
class LineMatcher {
 public:
  LineMatcher(const Lines& first, const Lines& second) : first_(first), second_(second) {
    for (std::size_t i = 0; i < second.size(); ++i) places_[second[i]].push_back(i);
    constexpr std::size_t kManyLines = 200;
    if (second.size() < kManyLines) return;
    const std::size_t most = second.size() / 100 + 1;
    std::erase_if(places_, [&](const auto& place) { return place.second.size() > most; });
  }

  // In ascending order; neighbouring blocks are joined.
  std::vector<EqualBlock> blocks() const {
    std::vector<EqualBlock> found;
    std::vector<DiffRange> waiting = {{0, first_.size(), 0, second_.size()}};
    while (!waiting.empty()) {
      const DiffRange range = waiting.back();
      waiting.pop_back();
      const EqualBlock block = longestBlock(range);
      if (block.size == 0) continue;
      found.push_back(block);
      waiting.push_back({range.first, block.first, range.second, block.second});
      waiting.push_back(
          {block.first + block.size, range.firstEnd, block.second + block.size, range.secondEnd});
    }
    std::ranges::sort(
        found, {}, [](const EqualBlock& block) { return std::tuple(block.first, block.second); });
    std::vector<EqualBlock> joined;
    for (const EqualBlock& block : found) {
      const bool continues = !joined.empty() &&
                             joined.back().first + joined.back().size == block.first &&
                             joined.back().second + joined.back().size == block.second;
      if (continues) {
        joined.back().size += block.size;
      } else {
        joined.push_back(block);
      }
    }
    return joined;
  }

 private:
  EqualBlock longestBlock(const DiffRange& range) const {
    EqualBlock best{range.first, range.second, 0};
    // The lengths of the blocks that end at the previous line of the first text.
    std::unordered_map<std::size_t, std::size_t> lengths;
    for (std::size_t i = range.first; i < range.firstEnd; ++i) {
      std::unordered_map<std::size_t, std::size_t> next;
      const auto places = places_.find(first_[i]);
      if (places != places_.end()) {
        const auto begin = std::ranges::lower_bound(places->second, range.second);
        for (auto place = begin; place != places->second.end() && *place < range.secondEnd;
             ++place) {
          const auto before = *place > 0 ? lengths.find(*place - 1) : lengths.end();
          const std::size_t length = before == lengths.end() ? 1 : before->second + 1;
          next[*place] = length;
          if (length > best.size) best = {i + 1 - length, *place + 1 - length, length};
        }
      }
      lengths = std::move(next);
    }
    while (best.first > range.first && best.second > range.second &&
           first_[best.first - 1] == second_[best.second - 1]) {
      --best.first;
      --best.second;
      ++best.size;
    }
    while (best.first + best.size < range.firstEnd && best.second + best.size < range.secondEnd &&
           first_[best.first + best.size] == second_[best.second + best.size]) {
      ++best.size;
    }
    return best;
  }

  const Lines& first_;
  const Lines& second_;
  std::unordered_map<std::string_view, std::vector<std::size_t>> places_;
};

// The lines of one side of a hunk: `5`, `3,2`, or for an empty side the line before it: `50,0`.
std::string rangeText(std::size_t begin, std::size_t end) {
  const std::size_t count = end - begin;
  if (count == 1) return fmt::format("{}", begin + 1);
  return fmt::format("{},{}", count == 0 ? begin : begin + 1, count);
}

}  // namespace

std::string unifiedDiff(std::string_view first, std::string_view second) {
  if (first == second) return {};
  const Lines a = linesOf(first);
  const Lines b = linesOf(second);
  std::vector<EqualBlock> blocks = LineMatcher(a, b).blocks();
  blocks.push_back({a.size(), b.size(), 0});
  std::string out;
  std::size_t i = 0;
  std::size_t j = 0;
  for (const EqualBlock& block : blocks) {
    if (i < block.first || j < block.second) {
      out += fmt::format("@@ -{} +{} @@\n", rangeText(i, block.first), rangeText(j, block.second));
      for (; i < block.first; ++i) out.append("-").append(a[i]);
      for (; j < block.second; ++j) out.append("+").append(b[j]);
    }
    i = block.first + block.size;
    j = block.second + block.size;
  }
  return out;
}

}  // namespace usdscope
