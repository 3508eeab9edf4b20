// SPDX-License-Identifier: Apache-2.0
#include "engine/skel/AnimMapper.h"

#include <unordered_map>

namespace usdscope {

AnimMapper::AnimMapper(std::span<const Token> source, std::span<const Token> target)
    : targetOfSource_(source.size(), -1), targetSize_(target.size()) {
  if (source.empty() || target.empty()) return;

  // A source that is contiguous in the target keeps its order, repeated names included.
  const auto first = std::ranges::find(target, source[0]);
  const auto offset = static_cast<std::size_t>(first - target.begin());
  if (offset + source.size() <= target.size() && std::equal(source.begin(), source.end(), first)) {
    for (std::size_t i = 0; i < source.size(); ++i) {
      targetOfSource_[i] = static_cast<int>(offset + i);
    }
    mappedCount_ = source.size();
    isContiguous_ = true;
    offset_ = offset;
    isSparse_ = source.size() != target.size();
    return;
  }

  std::unordered_map<Token, int> indexByName;
  for (std::size_t i = 0; i < target.size(); ++i) indexByName[target[i]] = static_cast<int>(i);
  std::vector<bool> isReached(target.size());
  for (std::size_t i = 0; i < source.size(); ++i) {
    const auto found = indexByName.find(source[i]);
    if (found == indexByName.end()) continue;
    targetOfSource_[i] = found->second;
    isReached[static_cast<std::size_t>(found->second)] = true;
    ++mappedCount_;
  }
  isSparse_ = !std::ranges::all_of(isReached, [](bool reached) { return reached; });
}

}  // namespace usdscope
