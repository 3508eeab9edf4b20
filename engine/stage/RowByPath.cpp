// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/detail/RowByPath.h"

#include <bit>
#include <unordered_map>
#include <unordered_set>

#include "engine/stage/detail/StageRows.h"

namespace usdscope {
namespace {

constexpr std::size_t kPathsPerPart = 1024;

// Low bits of the hash select the part, higher bits the slot.
std::size_t slotOf(std::size_t hash, std::size_t partCount, std::size_t slotCount) {
  return (hash / partCount) & (slotCount - 1);
}

}  // namespace

RowByPath::RowByPath(const std::vector<Path>& paths) {
  const std::size_t partCount = std::bit_ceil(paths.size() / kPathsPerPart + 1);
  std::vector<std::size_t> counts(partCount, 0);
  for (const Path path : paths) ++counts[std::hash<Path>{}(path) & (partCount - 1)];

  std::vector<Part> parts(partCount);
  for (std::size_t i = 0; i < partCount; ++i) parts[i].resize(std::bit_ceil(counts[i] * 2 + 1));
  for (std::uint32_t row = 0; row < paths.size(); ++row) {
    put(parts[std::hash<Path>{}(paths[row]) & (partCount - 1)], partCount, paths[row], row);
  }
  for (Part& part : parts) parts_.push_back(std::make_shared<const Part>(std::move(part)));
}

void RowByPath::put(Part& part, std::size_t partCount, Path path, std::uint32_t row) {
  std::size_t at = slotOf(std::hash<Path>{}(path), partCount, part.size());
  while (!part[at].path.isEmpty()) at = (at + 1) & (part.size() - 1);
  part[at] = {path, row};
}

RowByPath RowByPath::edited(const std::vector<Path>& removed,
                            const std::vector<std::pair<Path, std::uint32_t>>& added) const {
  const std::unordered_set<Path> gone(removed.begin(), removed.end());
  std::unordered_map<std::size_t, std::vector<std::pair<Path, std::uint32_t>>> newInPart;
  const auto partOf = [&](Path path) { return std::hash<Path>{}(path) & (parts_.size() - 1); };
  for (const Path path : removed) newInPart[partOf(path)];
  for (const auto& entry : added) newInPart[partOf(entry.first)].push_back(entry);

  RowByPath next = *this;
  for (const auto& [number, entries] : newInPart) {
    std::vector<std::pair<Path, std::uint32_t>> all = entries;
    for (const Slot& slot : *parts_[number]) {
      if (!slot.path.isEmpty() && !gone.contains(slot.path)) all.emplace_back(slot.path, slot.row);
    }
    Part part(std::bit_ceil(all.size() * 2 + 1));
    for (const auto& [path, row] : all) put(part, parts_.size(), path, row);
    next.parts_[number] = std::make_shared<const Part>(std::move(part));
  }
  return next;
}

std::uint32_t RowByPath::find(Path path) const {
  if (parts_.empty() || path.isEmpty()) return kNoRow;
  const std::size_t hash = std::hash<Path>{}(path);
  const Part& part = *parts_[hash & (parts_.size() - 1)];
  for (std::size_t at = slotOf(hash, parts_.size(), part.size());;
       at = (at + 1) & (part.size() - 1)) {
    if (part[at].path.isEmpty()) return kNoRow;
    if (part[at].path == path) return part[at].row;
  }
}

}  // namespace usdscope
