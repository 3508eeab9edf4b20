// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/stage/population/detail/RowComposer.h"

namespace usdscope {

/// The rows of the stage before an edit. Population reuses the rows that are not dirty.
struct ReusableRows {
  const StageRows& rows;
  std::vector<bool> isDirty;  ///< Per row: whether an input of the prim has changed.
};

/// A prim that does not have a row yet. Links are numbers of drafts.
struct PrimDraft {
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  ComposedRow prim;
  /// For a reused prim: its index with the current layer stacks, from which new children are
  /// composed.
  std::shared_ptr<const PrimIndex> currentIndex;
  Token name;  ///< The name of the prim in its parent.
  std::uint32_t parent = kNone;
  std::uint32_t firstChild = kNone;  ///< Siblings have consecutive numbers.
  std::uint32_t childCount = 0;
  std::uint32_t prototype = kNone;
  std::uint32_t rowBefore = kNoRow;  ///< Its row in ReusableRows; kNoRow for a new prim.
  bool isReused = false;             ///< Opinions and facts are taken from `rowBefore`.
  bool isComposed = false;           ///< The prim index was computed, not reused.
  /// The index has the same sites as that of `rowBefore`, so children may be reused.
  bool hasSameSites = false;
  IndexDifference difference = IndexDifference::Sites;
};

/// Drafts by number. They lie in blocks that are large enough for the allocator to return their
/// memory to the system.
class PrimDrafts {
 public:
  std::uint32_t size() const { return size_; }
  PrimDraft& operator[](std::uint32_t at) { return blocks_[at / kBlockSize][at % kBlockSize]; }
  const PrimDraft& operator[](std::uint32_t at) const {
    return blocks_[at / kBlockSize][at % kBlockSize];
  }
  /// References to earlier drafts stay valid.
  PrimDraft& add() {
    if (size_++ % kBlockSize == 0) blocks_.emplace_back().reserve(kBlockSize);
    return blocks_.back().emplace_back();
  }

 private:
  static constexpr std::uint32_t kBlockSize = 4096;

  std::vector<std::vector<PrimDraft>> blocks_;
  std::uint32_t size_ = 0;
};

/// Composes trees of prims level by level, and the prims of a level in parallel. Deep trees
/// therefore need no deep recursion. The order of the prims is set afterwards, so it does not
/// depend on the number of threads.
///
/// A tree stops at the level at which the number of its prims, or of the sites that composition
/// visits, exceeds a limit, which grows with each spec in the layers. The prims
/// of a level are cut where the sites that prims keep exceed a limit. errors() has the reasons.
/// Made for one use; not thread-safe.
class PrimTrees {
 public:
  /// Requires: `rows` has its request, layers, composer, definitions and version. `reusable` is
  /// null when everything is new.
  PrimTrees(StageRows& rows, const ReusableRows* reusable, std::stop_token stop);

  /// Composes the trees of these drafts. Returns false when stopped.
  bool grow(std::vector<std::uint32_t> roots);
  /// Appends the prims of a tree to `order`, depth first.
  void appendToOrder(std::uint32_t root);

  /// The errors of prims that were cut: at the level at which trees stopped, if they did, and where
  /// paths would be too deep.
  const std::vector<CompositionError>& errors() const { return errors_; }

  PrimDrafts drafts;
  std::vector<std::uint32_t> order;  ///< Drafts in the order of rows.

 private:
  std::size_t composeLevel(std::span<const std::uint32_t> level);
  bool haveTooManySites() const;
  void cutFrom(std::size_t first, std::span<const std::uint32_t> level);
  void cutTooDeep(std::span<const std::uint32_t> level);
  bool exceedsLimits(std::span<const std::uint32_t> level);
  bool canReuse(const PrimDraft& draft) const;
  void compose(PrimDraft& draft);
  void reuse(PrimDraft& draft);
  void addChildren(std::uint32_t at);

  StageRows& rows_;
  const ReusableRows* const reusable_;
  const RowComposer composer_;
  const std::stop_token stop_;
  std::size_t visitCount_ = 0;     // Sites visited for the indexes of all drafts.
  std::size_t siteCount_ = 0;      // Sites in the indexes of all drafts.
  std::size_t composedCount_ = 0;  // Drafts with an index.
  std::size_t specCount_ = 0;      // Prim specs when last counted, which takes a while.
  bool hasTooMany_ = false;        // Whether errors_ has the level at which trees stopped.
  std::vector<CompositionError> errors_;
};

/// Number of prim specs in all open layers, which limits how many prims a stage may have.
std::size_t primSpecCount(const LayerCache& layers);

}  // namespace usdscope
