// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/stage/population/detail/InstanceKeys.h"
#include "engine/stage/population/detail/PrimTrees.h"

namespace usdscope {

/// Makes the prototypes of a stage. Instances with equal keys share a prototype. Its source is the
/// last of these instances in the order in which the reference visits them.
///
/// Prototypes are made in rounds. Each round handles the instances that the round before has found.
/// If a prototype gets another source than in the reference, or arcs form a cycle, all prototypes
/// are made again, one by one in the order of the reference. Made for one use; not thread-safe.
class Prototypes {
 public:
  /// Requires: `trees` has composed the pseudo-root's tree, with the pseudo-root as draft 0, and
  /// its order.
  Prototypes(StageRows& rows, const ReusableRows* reusable, PrimTrees& trees)
      : rows_(rows), reusable_(reusable), trees_(trees), ordinaryCount_(trees.order.size()) {}

  /// Composes the trees of all prototypes and appends them to the order. Returns false when
  /// stopped.
  bool grow();

  /// Drafts of the prototypes' roots, in the order of their first instances.
  std::span<const std::uint32_t> roots() const { return roots_; }
  /// Errors for prototypes that are empty because their nested instances have too many prims.
  std::span<const CompositionError> errors() const { return errors_; }

 private:
  struct Tree {
    std::uint32_t source = PrimDraft::kNone;  // The instance that the prototype is made from.
    std::size_t firstOrdered = 0;             // Its prims, in the order of the trees.
    std::size_t lastOrdered = 0;
  };

  bool growInRounds();
  bool growOneByOne();
  bool haveReferenceSources() const;
  std::optional<std::vector<std::uint32_t>> growFor(std::span<const std::uint32_t> instances);
  std::vector<std::uint32_t> instancesBetween(std::size_t first, std::size_t last) const;
  std::vector<std::uint32_t> assign(std::span<const std::uint32_t> instances);
  void addRoot(std::uint32_t source);
  Path nextPath();
  void limitInstanceProxies();

  StageRows& rows_;
  const ReusableRows* const reusable_;
  PrimTrees& trees_;
  const std::size_t ordinaryCount_;  // Prims outside of prototypes.
  std::vector<std::uint32_t> roots_;
  std::unordered_map<std::uint32_t, Tree> treeOfRoot_;
  std::unordered_map<StageInstanceKey, std::uint32_t, StageInstanceKeyHash> rootOfKey_;
  std::size_t lastNumber_ = 0;
  std::vector<CompositionError> errors_;
};

/// Whether arcs form a cycle. Instances with equal keys may then have different prims, so the order
/// in which prototypes are made matters.
bool hasArcCycle(std::span<const CompositionError> errors);

}  // namespace usdscope
