// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/population/detail/Population.h"

#include "engine/stage/population/detail/Prototypes.h"

namespace usdscope {

Population::Population(StageRows& rows, const ReusableRows* reusable, std::stop_token stop)
    : rows_(rows), reusable_(reusable), trees_(rows, reusable, std::move(stop)) {}

bool Population::run() {
  PrimDraft& root = trees_.drafts.add();
  root.prim.row.path = Path::root();
  if (reusable_) root.rowBefore = 0;
  if (!trees_.grow({0})) return false;
  trees_.appendToOrder(0);
  Prototypes prototypes(rows_, reusable_, trees_);
  if (!prototypes.grow()) return false;
  writeRows(prototypes);
  return true;
}

void Population::writeRows(const Prototypes& prototypes) {
  const auto count = static_cast<std::uint32_t>(trees_.order.size());
  std::vector<std::uint32_t> rowOfDraft(trees_.drafts.size(), kNoRow);
  for (std::uint32_t row = 0; row < count; ++row) rowOfDraft[trees_.order[row]] = row;
  std::vector<Path> paths(count);
  std::vector<char> hasNotes(count, 0);  // Whether a row has errors or inputs.

  rows_.prims =
      makeChunkedRows<PrimChunk>(count, [&](PrimChunk& chunk, std::size_t first, std::size_t last) {
        chunk.version = rows_.version;
        chunk.rows.reserve(last - first);
        for (std::size_t i = first; i < last; ++i) {
          const std::uint32_t at = trees_.order[i];
          PrimDraft& draft = trees_.drafts[at];
          writeRow(draft, rowOfDraft, chunk);
          const PrimRow& row = chunk.rows.back();
          paths[i] = row.path;
          // A prototype's root shares its index with an instance, whose errors and inputs are
          // added.
          const bool isPrototype = row.flags & prim_flags::kPrototype;
          hasNotes[i] = !isPrototype && row.indexOwner != IndexOwner::Parent &&
                        (!row.givenIndex->errors().empty() || !row.givenIndex->inputs().empty());
          draft.prim.opinions = {};
          if (draft.parent == PrimDraft::kNone) continue;
          const PrimDraft& parent = trees_.drafts[draft.parent];
          const bool isLast = at + 1 == parent.firstChild + parent.childCount;
          if (!isLast) chunk.rows.back().nextSibling = rowOfDraft[at + 1];
        }
        chunk.opinions.shrink_to_fit();
      });
  for (const std::uint32_t root : prototypes.roots()) rows_.prototypes.push_back(rowOfDraft[root]);

  // Limits come first, because they may explain many of the errors that follow.
  rows_.errors.insert(rows_.errors.end(), trees_.errors().begin(), trees_.errors().end());
  rows_.errors.insert(rows_.errors.end(), prototypes.errors().begin(), prototypes.errors().end());
  std::vector<SiteUses::Use> uses;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!hasNotes[i]) continue;
    const PrimRow& row = rows_.prims[i];
    const auto errors = row.givenIndex->errors();
    rows_.errors.insert(rows_.errors.end(), errors.begin(), errors.end());
    for (const CompositionInput& site : row.givenIndex->inputs()) uses.push_back({site, i});
  }
  rows_.primErrorCount = rows_.errors.size();
  rows_.rowByPath = RowByPath(paths);
  rows_.siteUses = SiteUses(std::move(uses));
}

// Moves a draft's row and opinions to the end of its chunk.
void Population::writeRow(PrimDraft& draft, const std::vector<std::uint32_t>& rowOfDraft,
                          PrimChunk& chunk) const {
  std::span<const PrimOpinion> opinions = draft.prim.opinions;
  if (draft.isReused) {
    const PrimChunk& before = reusable_->rows.prims.chunkOf(draft.rowBefore);
    const PrimRow& was = reusable_->rows.prims[draft.rowBefore];
    opinions = std::span(before.opinions).subspan(was.opinionBegin, was.opinionCount);
    if (before.version != rows_.version) chunk.version = 0;
  }
  PrimRow& row = chunk.rows.emplace_back(std::move(draft.prim.row));
  row.opinionBegin = static_cast<std::uint32_t>(chunk.opinions.size());
  row.opinionCount = static_cast<std::uint32_t>(opinions.size());
  chunk.opinions.insert(chunk.opinions.end(), opinions.begin(), opinions.end());
  if (draft.childCount > 0) row.firstChild = rowOfDraft[draft.firstChild];
  if (draft.prototype != PrimDraft::kNone) row.prototype = rowOfDraft[draft.prototype];
  if (draft.parent != PrimDraft::kNone) {
    row.parent = rowOfDraft[draft.parent];
  } else if (!row.path.isRoot()) {
    row.parent = 0;
  }
}

void Population::addChanges(StageChanges& changes) const {
  const StageRows& before = reusable_->rows;
  const auto isNew = [&](const PrimDraft& draft, Path path) {
    return draft.rowBefore == kNoRow || before.prims[draft.rowBefore].path != path;
  };
  for (std::uint32_t i = 0; i < rows_.prims.size(); ++i) {
    const PrimDraft& draft = trees_.drafts[trees_.order[i]];
    const PrimRow& row = rows_.prims[i];
    if (draft.isComposed) ++changes.composedCount;
    if (isNew(draft, row.path)) {
      const bool isBelowNew = draft.parent != PrimDraft::kNone &&
                              isNew(trees_.drafts[draft.parent], rows_.prims[row.parent].path);
      if (!isBelowNew) changes.resynced.push_back(row.path);
    } else if (draft.difference != IndexDifference::None ||
               !haveSameFacts(row, before.prims[draft.rowBefore])) {
      changes.resynced.push_back(row.path);
    } else if (reusable_->isDirty[draft.rowBefore]) {
      changes.infoOnly.push_back(row.path);
    }
  }
  for (std::uint32_t row = 0; row < before.prims.size(); ++row) {
    const PrimRow& was = before.prims[row];
    if (was.path.isEmpty() || rows_.rowByPath.find(was.path) != kNoRow) continue;
    const bool isBelowRemoved =
        was.parent != kNoRow && rows_.rowByPath.find(before.prims[was.parent].path) == kNoRow;
    if (!isBelowRemoved) changes.resynced.push_back(was.path);
  }
}

}  // namespace usdscope
