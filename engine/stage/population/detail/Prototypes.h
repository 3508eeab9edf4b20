// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/stage/population/detail/CapacityFaults.h"
#include "engine/stage/population/detail/InstanceKeys.h"
#include "engine/stage/population/detail/PrimTrees.h"

namespace usdscope {

/// Makes the prototypes of a stage. Instances with equal keys share a prototype. Each prototype is
/// made from one of its instances, its source. The source is the instance that OpenUSD visits
/// first; OpenUSD visits siblings from last to first.
///
/// Prototypes are made in rounds. Each round handles the instances that the round before has found.
/// If a prototype gets another source than in OpenUSD, or arcs form a cycle, all prototypes are
/// made again, one by one in the order of OpenUSD. Made for one use; not thread-safe.
class Prototypes {
 public:
  /// Requires: `trees` has composed the pseudo-root's tree and `trees.order` lists its prims. The
  /// pseudo-root is draft 0.
  Prototypes(StageRows& rows, const ReusableRows* reusable, PrimTrees& trees)
      : rows_(rows), reusable_(reusable), trees_(trees), ordinaryCount_(trees.order.size()) {}

  /// Composes the trees of all prototypes and appends their prims to `trees.order`. Returns false
  /// when stopped.
  bool grow();

  /// Numbers of the drafts of the prototypes' roots, in the order of the prototypes' numbers.
  std::span<const std::uint32_t> roots() const { return roots_; }
  /// Errors for prototypes and instances that are empty because they have too many prims, prims too
  /// deep, or themselves among their prims.
  std::span<const CompositionError> errors() const { return errors_; }

 private:
  struct Tree {
    std::uint32_t source = PrimDraft::kNone;  // The instance that the prototype is made from.
    std::size_t firstOrdered = 0;             // Its prims, in the order of the trees.
    std::size_t lastOrdered = 0;
  };

  // The proxies below an instance of a prototype, with those of nested instances.
  struct Proxies {
    std::size_t count = 0;
    std::size_t depth = 0;  // Elements of the longest path below the instance.
  };

  bool growInRounds();
  bool growOneByOne();
  // Whether each prototype has the source that it has in OpenUSD.
  bool haveReferenceSources() const;
  // Returns the instances in the new prototypes; an empty optional when stopped.
  std::optional<std::vector<std::uint32_t>> growFor(std::span<const std::uint32_t> instances);
  // Returns the instances among `trees_.order[first]` to `trees_.order[last - 1]`.
  std::vector<std::uint32_t> instancesBetween(std::size_t first, std::size_t last) const;
  std::vector<std::size_t> instancesWithSameKey(std::span<const std::uint32_t> instances) const;
  // Returns the roots of the new prototypes.
  std::vector<std::uint32_t> assign(std::span<const std::uint32_t> instances);
  void addRoot(std::uint32_t source);
  Path nextPath();
  void limitInstanceProxies();
  std::size_t depthInPrototype(std::uint32_t at) const;
  void emptyInstance(std::uint32_t at, const CompositionFault& fault,
                     std::initializer_list<std::string_view> names);

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

/// Whether one of these errors reports a cycle of arcs. Instances with equal keys may then have
/// different prims, so the order in which prototypes are made matters.
bool hasArcCycle(std::span<const CompositionError> errors);

}  // namespace usdscope
