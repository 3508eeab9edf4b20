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

/// The rows of the stage before an edit. A population reuses those that are not dirty.
struct ReusableRows {
  const StageRows& rows;
  std::vector<bool> isDirty;  ///< By row: an input of the prim has changed.
};

/// A prim that does not have a row yet. Links are numbers of drafts.
struct PrimDraft {
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  ComposedRow prim;
  /// The index with the present layer stacks, for composing new children of a reused prim.
  std::shared_ptr<const PrimIndex> currentIndex;
  Token name;  ///< Below the parent.
  std::uint32_t parent = kNone;
  std::uint32_t firstChild = kNone;  ///< Siblings have consecutive numbers.
  std::uint32_t childCount = 0;
  std::uint32_t prototype = kNone;
  std::uint32_t rowBefore = kNoRow;  ///< In the reusable rows.
  bool isReused = false;             ///< Opinions and facts come from the row before.
  bool isComposed = false;           ///< The index was computed, not reused.
  bool hasSameSites = false;         ///< As in the row before, so children may be reused.
  IndexDifference difference = IndexDifference::Sites;
};

/// Drafts by number, in blocks so large that the system gets their memory back when they go.
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

/// Grows trees of prims: level by level, the prims of a level in parallel, so that depth costs no
/// stack. Prims get their order afterwards, so that it does not depend on the number of threads.
///
/// A tree stops at the level where prims or the sites that composition visits go a thousand times
/// beyond the specs of the layers; errors() has the reason. Made for one use; not thread-safe.
class PrimTrees {
 public:
  /// Requires: `rows` has its request, layers, composer, definitions and version. `reusable` is
  /// null when everything is new.
  PrimTrees(StageRows& rows, const ReusableRows* reusable, std::stop_token stop);

  /// Composes the trees of these drafts. Returns false when stopped.
  bool grow(std::vector<std::uint32_t> roots);
  /// Appends a tree to `order`, depth first.
  void appendToOrder(std::uint32_t root);

  /// At most one error, for the level at which trees stopped.
  const std::optional<CompositionError>& error() const { return error_; }

  PrimDrafts drafts;
  std::vector<std::uint32_t> order;  ///< Drafts in the order of rows.

 private:
  bool exceedsLimits(std::span<const std::uint32_t> level);
  bool canReuse(const PrimDraft& draft) const;
  void compose(PrimDraft& draft);
  void reuse(PrimDraft& draft);
  void addChildren(std::uint32_t at);

  StageRows& rows_;
  const ReusableRows* const reusable_;
  const RowComposer composer_;
  const std::stop_token stop_;
  std::size_t visitCount_ = 0;  // Sites visited for the indexes of all drafts.
  std::optional<CompositionError> error_;
};

/// Returns an error that says that a stage has too many prims at `path`.
CompositionError capacityError(const StageRows& rows, Path path, std::string message);

/// Number of prim specs in all open layers, which limits how many prims a stage may have.
std::size_t primSpecCount(const LayerCache& layers);

}  // namespace usdscope
