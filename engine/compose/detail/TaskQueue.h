// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unordered_set>
#include <vector>

#include "engine/compose/detail/Graph.h"

namespace usdscope::detail {

/// The kinds of tasks in order of evaluation. A kind runs only when there are no tasks of earlier
/// kinds, so that a variant selection considers all opinions.
enum class TaskKind : std::uint8_t {
  Relocation,
  ImpliedRelocation,
  References,
  Payloads,
  Inherits,
  Specializes,
  PropagatedSpecializes,  ///< Specializes in a graph from an inner builder.
  ImpliedClasses,
  AncestralVariantSets,      ///< Sets on ancestors of an arc's target.
  AncestralVariantAuthored,  ///< Search an authored selection for one set.
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
  /// Does not add an implied task twice.
  void add(const Task& task);
  Task takeNext();

  /// Searches authored selections again for all sets without one.
  void retryVariants();

 private:
  bool runsAfter(const Task& a, const Task& b) const;

  const Graph& graph_;
  std::vector<Task> tasks_;  // A heap: the next one in front.
};

}  // namespace usdscope::detail
