// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/detail/StageRows.h"
#include "engine/stage/population/detail/PrimFacts.h"

namespace usdscope {

std::uint32_t StageRows::findRow(Path path) const {
  if (!path.isRootOrPrim() || path.hasVariants()) return kNoRow;

  // Finds the nearest ancestor that has a row of its own, then goes down through prototypes.
  std::vector<Token> namesBelow;
  std::uint32_t row = rowByPath.find(path);
  for (Path at = path; row == kNoRow; row = rowByPath.find(at)) {
    namesBelow.push_back(at.name());
    at = at.parent();
  }
  for (; !namesBelow.empty(); namesBelow.pop_back()) {
    const std::uint32_t prototype = prims[row].prototype;
    const Path parent = prims[prototype != kNoRow ? prototype : row].path;
    row = rowByPath.find(parent.child(namesBelow.back()));
    if (row == kNoRow) return kNoRow;
  }
  return row;
}

CurrentChunks::~CurrentChunks() {
  for (const auto& chunk : chunks_) delete chunk.load(std::memory_order_relaxed);
}

const PrimChunk& CurrentChunks::findOrMake(std::size_t number, const PrimChunk& chunk,
                                           const Composer& composer) const {
  if (const PrimChunk* made = chunks_[number].load(std::memory_order_acquire)) return *made;

  auto current = std::make_unique<PrimChunk>();
  // Siblings follow each other, so the index of their parent is made current once.
  std::shared_ptr<const PrimIndex> given;
  std::shared_ptr<const PrimIndex> givenNow;
  current->rows = chunk.rows;
  for (PrimRow& row : current->rows) {
    const auto opinions = std::span(chunk.opinions).subspan(row.opinionBegin, row.opinionCount);
    row.opinionBegin = static_cast<std::uint32_t>(current->opinions.size());
    if (row.givenIndex != given) {
      given = row.givenIndex;
      givenNow = given ? composer.current(given) : nullptr;
    }
    if (givenNow == given) {
      current->opinions.insert(current->opinions.end(), opinions.begin(), opinions.end());
      continue;
    }
    row.givenIndex = indexFrom(givenNow, row, composer);
    row.indexOwner = IndexOwner::Self;
    // The root of a prototype does not have the opinions of its index.
    if (row.flags & prim_flags::kPrototype) continue;
    const PrimOpinions found = findOpinions(*row.givenIndex, row.givenIndex->path());
    row.opinionCount = static_cast<std::uint32_t>(found.size());
    current->opinions.insert(current->opinions.end(), found.begin(), found.end());
  }

  const PrimChunk* expected = nullptr;
  if (chunks_[number].compare_exchange_strong(expected, current.get(), std::memory_order_acq_rel)) {
    return *current.release();
  }
  return *expected;
}

}  // namespace usdscope
