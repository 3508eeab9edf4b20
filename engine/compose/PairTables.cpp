// SPDX-License-Identifier: Apache-2.0
#include "engine/compose/detail/PairTables.h"

namespace usdscope::detail {
namespace {

constexpr std::uint32_t kNoEarlier = static_cast<std::uint32_t>(-1);

}  // namespace

PairTables::PairTables(std::span<const MapFunction::Pair> pairs)
    : pairs_(pairs), isRemoved_(pairs.size()) {
  sources_.earlier.resize(pairs.size(), kNoEarlier);
  targets_.earlier.resize(pairs.size(), kNoEarlier);
  for (std::uint32_t i = 0; i < pairs.size(); ++i) {
    sources_.add(pairs[i].first, i);
    targets_.add(pairs[i].second, i);
  }
}

std::size_t PairTables::bestBySource(Path path, std::size_t minDepth) const {
  return sources_.best(path, minDepth);
}

std::size_t PairTables::bestByTarget(Path path, std::size_t minDepth) const {
  return targets_.best(path, minDepth);
}

void PairTables::remove(std::size_t pair) {
  isRemoved_[pair] = true;
  sources_.remove(pairs_[pair].first, isRemoved_);
  targets_.remove(pairs_[pair].second, isRemoved_);
}

void PairTables::Ends::add(Path end, std::uint32_t pair) {
  if (end.isEmpty()) return;
  const auto [place, isNew] = last.try_emplace(end, pair);
  if (isNew) return;
  earlier[pair] = place->second;
  place->second = pair;
}

std::size_t PairTables::Ends::best(Path path, std::size_t minDepth) const {
  for (; !path.isEmpty() && path.depth() >= minDepth; path = path.parent()) {
    if (const auto found = last.find(path); found != last.end()) return found->second;
    if (path.isRoot()) break;
  }
  return kNone;
}

// The last pair of a list is never one that was removed.
void PairTables::Ends::remove(Path end, const std::vector<bool>& isRemoved) {
  const auto found = last.find(end);
  if (found == last.end()) return;
  while (found->second != kNoEarlier && isRemoved[found->second]) {
    found->second = earlier[found->second];
  }
  if (found->second == kNoEarlier) last.erase(found);
}

}  // namespace usdscope::detail
