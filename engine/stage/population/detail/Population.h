// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <stop_token>
#include <unordered_map>
#include <vector>

#include "engine/stage/detail/StageRows.h"
#include "engine/stage/population/detail/InstanceKeys.h"
#include "engine/stage/population/detail/RowComposer.h"

namespace usdscope {

/// What a population may take over from the stage before an edit: rows that are not marked.
struct ReusableRows {
  const StageRows& rows;
  std::vector<bool> isDirty;  ///< By row: an input has changed.
};

/// Finds the prims of a stage and makes rows of them: the pseudo-root's tree first, then round by
/// round the prototypes of the instances that the round before has found. Where that finds another
/// source for a prototype than the reference has, or arcs go in circles, the prototypes are made
/// once more, one by one in the order of the reference.
///
/// Within a round the tree grows level by level, the prims of one level in parallel; nothing
/// recurs, so that depth costs no stack, and prims are numbered afterwards, so that rows do not
/// depend on the number of threads. Where references multiply prims a thousand times beyond what
/// the layers hold, or the sites that composition looks at, the tree stops at the level that would
/// be too much, and an error says where; so it is with instances in instances.
/// Made for one use; not thread-safe.
class Population {
 public:
  /// `rows` has its request, layers, composer, definitions and version. Null: everything is new.
  Population(StageRows& rows, const ReusableRows* reusable, std::stop_token stop);

  /// Fills in the rows, prototypes and errors. False when it was stopped: then nothing is.
  bool run();

  /// After run(): what is not as it was in the reusable rows.
  void addChanges(StageChanges& changes) const;

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  /// A prim that is not yet a row. Numbers are places in drafts_.
  struct Draft {
    ComposedRow prim;
    /// Of one that is taken over as it was and has children that are not: for these.
    std::shared_ptr<const PrimIndex> presentIndex;
    Token name;  ///< Below the parent.
    std::uint32_t parent = kNone;
    std::uint32_t firstChild = kNone;
    std::uint32_t childCount = 0;
    std::uint32_t prototype = kNone;
    std::uint32_t rowBefore = kNoRow;  ///< In the reusable rows.
    bool isTakenOver = false;
    bool isComposed = false;  // Its index was made anew.
    /// Its sites are what they were, so that children may be taken over.
    bool hasSameSites = false;
    IndexDifference difference = IndexDifference::Sites;
  };

  /// Drafts in blocks so large that the system has their memory back when they go.
  class Drafts {
   public:
    std::uint32_t size() const { return size_; }
    Draft& operator[](std::uint32_t at) { return blocks_[at / kBlockSize][at % kBlockSize]; }
    const Draft& operator[](std::uint32_t at) const {
      return blocks_[at / kBlockSize][at % kBlockSize];
    }
    Draft& add() {
      if (size_++ % kBlockSize == 0) blocks_.emplace_back().reserve(kBlockSize);
      return blocks_.back().emplace_back();
    }

   private:
    static constexpr std::uint32_t kBlockSize = 4096;

    std::vector<std::vector<Draft>> blocks_;  // None grows beyond its reserve: drafts stay.
    std::uint32_t size_ = 0;
  };

  struct PrototypeTree {
    std::uint32_t source = kNone;  ///< The instance that it was made from.
    std::size_t firstOrdered = 0;  ///< Its prims, in order_.
    std::size_t lastOrdered = 0;
  };

  bool growTrees(std::vector<std::uint32_t> level);
  bool isTooMuch(std::span<const std::uint32_t> level);
  void composeDraft(Draft& draft);
  void takeOver(Draft& draft);
  bool canTakeOver(const Draft& draft) const;
  void boundProxies();
  void addChildren(std::uint32_t at);
  void order(std::uint32_t root);
  bool growPrototypesInRounds();
  bool growPrototypesOneByOne();
  bool hasCircles() const;
  bool haveRightSources(std::size_t ordinaryCount) const;
  std::optional<std::vector<std::uint32_t>> growPrototypes(
      std::span<const std::uint32_t> instances);
  std::vector<std::uint32_t> orderedInstances(std::size_t first, std::size_t last) const;
  std::vector<std::uint32_t> addPrototypes(std::span<const std::uint32_t> instances);
  void addPrototype(const Draft& instance);
  Path nextPrototypePath();
  void writeRows();
  void writeRow(Draft& draft, const std::vector<std::uint32_t>& rowOfDraft, PrimChunk& chunk) const;

  StageRows& rows_;
  const ReusableRows* const reusable_;
  const RowComposer composer_;
  const std::stop_token stop_;
  Drafts drafts_;
  std::vector<std::uint32_t> order_;  // Drafts in the order of rows.
  std::vector<std::uint32_t> prototypes_;
  std::unordered_map<std::uint32_t, PrototypeTree> prototypeTrees_;  // By their roots.
  std::size_t lastPrototypeNumber_ = 0;
  std::size_t visitCount_ = 0;                 // Of the indexes of all drafts.
  std::optional<CompositionError> tooMuch_;    // Where prims multiplied without end.
  std::vector<CompositionError> proxyErrors_;  // And where instances did.
  std::unordered_map<StageInstanceKey, std::uint32_t, StageInstanceKeyHash> prototypeByKey_;
};

}  // namespace usdscope
