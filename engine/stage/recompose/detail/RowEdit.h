// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <stop_token>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "engine/stage/population/detail/RowComposer.h"

namespace usdscope {

/// Makes the rows after a small edit from the rows before it. A row is one composed prim; rows are
/// stored in chunks (StageRows). Only chunks with changed rows are copied; before and after share
/// the others. New prims get rows at the end; rows of removed prims are kept but unused. Works on
/// one thread. Made for one use; not thread-safe.
class RowEdit {
 public:
  /// Requires: `after` has its request, layers, composer, definitions and version.
  RowEdit(const StageRows& before, StageRows& after, std::stop_token stop);

  /// Composes the dirty rows and the rows that turn out to depend on them. Returns false and leaves
  /// `after` unchanged:
  /// - when stopped;
  /// - when the edit affects an instance or a prototype;
  /// - when the edit could renumber prototypes: the order of children changes, or a cycle of arcs
  ///   appears or disappears;
  /// - when the edit is too large.
  /// The caller then composes a Population.
  bool run(const std::vector<std::uint32_t>& dirtyRows, StageChanges& changes);

 private:
  // update(), updateChildren(), addTree(), remove() and finish() return false when the edit must be
  // given up.
  bool update(std::uint32_t row);
  std::vector<Token> childNames(std::uint32_t row) const;
  bool updateChildren(std::uint32_t row, const std::vector<Token>& names);
  bool addTree(std::uint32_t parent, Token name);
  std::uint32_t append(std::uint32_t parent, ComposedRow composed);
  bool remove(std::uint32_t row);
  void write(std::uint32_t row, ComposedRow composed);
  void plan(std::uint32_t row);
  void planChildren(std::uint32_t row);
  const std::shared_ptr<const PrimIndex>& currentIndex(std::uint32_t row);
  void countComposed(const ComposedRow& composed);
  bool isTooLarge() const;
  std::vector<CompositionError> primErrors() const;
  bool finish();

  const StageRows& before_;
  StageRows& after_;
  const RowComposer composer_;
  const std::stop_token stop_;
  ChunkedRowsEdit<PrimChunk> prims_;
  std::set<std::pair<std::size_t, std::uint32_t>> planned_;  // Depth and row: parents come first.
  std::unordered_set<std::uint32_t> done_;
  std::unordered_map<std::uint32_t, std::shared_ptr<const PrimIndex>> currentIndexes_;
  std::unordered_map<Path, std::uint32_t> added_;
  std::vector<Path> removed_;
  std::size_t visitCount_ = 0;
  SiteUses siteUses_;
  StageChanges changes_;
};

}  // namespace usdscope
