// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unordered_set>
#include <vector>

#include "engine/compose/detail/Graph.h"

namespace usdscope::detail {

/// The kinds of tasks, in the order in which they run. A task runs only when no task of an earlier
/// kind is left, so that a variant selection considers all opinions.
enum class TaskKind : std::uint8_t {
  Relocation,
  ImpliedRelocation,
  References,
  Payloads,
  Inherits,
  Specializes,
  PropagatedSpecializes,  ///< Propagate specializes from the graph of an inner builder.
  ImpliedClasses,
  AncestralVariantSets,      ///< Find variant sets on ancestors of an arc's target.
  AncestralVariantAuthored,  ///< Search for an authored selection for one set.
  AncestralVariantFallback,
  AncestralVariantNone,  ///< No selection was found. Retried when new opinions are added.
  VariantSets,
  VariantAuthored,
  VariantFallback,
  VariantNone,
  TargetExists,  ///< Check that the target of a reference or payload has specs.
};

struct Task {
  TaskKind kind = TaskKind::Relocation;
  NodeIndex node = kNoNode;
  Path setPath;   ///< For a variant task: the path that has the set.
  Token setName;  ///< For a variant task.
  std::uint32_t setNumber = 0;

  bool operator==(const Task&) const = default;
};

/// Tasks by priority. Not thread-safe.
class TaskQueue {
 public:
  explicit TaskQueue(const Graph& graph) : graph_(graph) {}

  bool isEmpty() const { return tasks_.empty(); }
  /// Adds a task, except an implied task that is in the queue already.
  void add(const Task& task);
  Task takeNext();

  /// Searches again for authored selections, for all sets without one.
  void retryVariants();

 private:
  bool runsAfter(const Task& a, const Task& b) const;

  const Graph& graph_;
  std::vector<Task> tasks_;  // A heap; the next task is in front.
};

}  // namespace usdscope::detail
