// SPDX-License-Identifier: Apache-2.0
#include "engine/report/clips/ClipGaps.h"

#include <algorithm>
#include <cstddef>
#include <unordered_map>

namespace usdscope {

std::vector<bool> stretchesWithGap(std::span<const ClipStretch> lane,
                                   std::span<const Path> declared, Path attribute) {
  std::vector<bool> hasGap(lane.size(), false);
  std::unordered_map<Path, std::size_t> numbers;
  for (std::size_t i = 0; i < declared.size(); ++i) numbers.emplace(declared[i], i);
  const auto wanted = numbers.find(attribute);
  if (wanted == numbers.end()) return hasGap;
  // The gaps of a stretch have the order of the declared attributes.
  const auto numberOf = [&](Path path) {
    const auto found = numbers.find(path);
    return found == numbers.end() ? declared.size() : found->second;
  };
  for (std::size_t i = 0; i < lane.size(); ++i) {
    hasGap[i] = std::ranges::binary_search(lane[i].gaps, wanted->second, {}, numberOf);
  }
  return hasGap;
}

}  // namespace usdscope
