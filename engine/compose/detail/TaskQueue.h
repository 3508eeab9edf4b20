// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unordered_set>
#include <vector>

#include "engine/compose/detail/Graph.h"

namespace usdscope::detail {

/// What remains to be looked at, in order of evaluation: each kind is only gone into when nothing
/// of the kinds before is left, so that a choice knows all opinions there are.
enum class TaskKind : std::uint8_t {
  Relocation,
  ImpliedRelocation,
  References,
  Payloads,
  Inherits,
  Specializes,
  PropagatedSpecializes,  ///< Specializes that came with a graph made elsewhere.
  ImpliedClasses,
  AncestralVariantSets,      ///< Sets on ancestors of a site that an arc led below.
  AncestralVariantAuthored,  ///< Look for an authored selection of one set.
  AncestralVariantFallback,
  AncestralVariantNone,  ///< No selection was found; looked at again when new opinions come in.
  VariantSets,
  VariantAuthored,
  VariantFallback,
  VariantNone,
  TargetExists,  ///< Whether a reference or payload leads to any spec.
};

struct Task {
  TaskKind kind = TaskKind::Relocation;
  NodeIndex node = kNoNode;
  Path setPath;   ///< Of a variant task: the path that has the set.
  Token setName;  ///< Of a variant task.
  std::uint32_t setNumber = 0;

  bool operator==(const Task&) const = default;
};

/// Tasks by priority. Not thread-safe.
class TaskQueue {
 public:
  explicit TaskQueue(const Graph& graph) : graph_(graph) {}

  bool isEmpty() const { return tasks_.empty(); }
  /// Implied tasks that are waiting already are not added twice.
  void add(const Task& task);
  Task takeNext();

  /// Looks for authored selections again for all sets that have found none.
  void retryVariants();

 private:
  bool isBehind(const Task& a, const Task& b) const;

  const Graph& graph_;
  std::vector<Task> tasks_;  // A heap: the next one in front.
};

}  // namespace usdscope::detail
