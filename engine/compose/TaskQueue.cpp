// SPDX-License-Identifier: Apache-2.0
#include "engine/compose/detail/TaskQueue.h"

#include <algorithm>

#include "engine/compose/detail/StrengthOrder.h"

namespace usdscope::detail {
namespace {

bool isAbove(const Graph& graph, NodeIndex above, NodeIndex node) {
  if (above == node) return false;
  for (; node != kNoNode; node = graph[node].parent) {
    if (node == above) return true;
  }
  return false;
}

}  // namespace

bool TaskQueue::runsAfter(const Task& a, const Task& b) const {
  if (a.kind != b.kind) return a.kind > b.kind;
  const auto setIsBehind = [&] {
    if (a.setPath != b.setPath) return pathLess(b.setPath, a.setPath);
    return a.setNumber > b.setNumber;
  };
  switch (a.kind) {
    case TaskKind::AncestralVariantAuthored:
    case TaskKind::AncestralVariantFallback:
    case TaskKind::VariantAuthored:
    case TaskKind::VariantFallback:
      // A selection may depend on opinions that a stronger one adds.
      if (a.node != b.node) return compareStrength(graph_, a.node, b.node) > 0;
      return setIsBehind();
    case TaskKind::AncestralVariantNone:
    case TaskKind::VariantNone:
      return a.node != b.node ? a.node > b.node : setIsBehind();
    case TaskKind::ImpliedClasses:
      // Descendants before their ancestors; otherwise the strongest node first.
      if (isAbove(graph_, a.node, b.node)) return true;
      if (isAbove(graph_, b.node, a.node)) return false;
      return compareStrength(graph_, a.node, b.node) > 0;
    default:
      return a.node > b.node;
  }
}

void TaskQueue::add(const Task& task) {
  const bool isImplied =
      task.kind == TaskKind::ImpliedClasses || task.kind == TaskKind::PropagatedSpecializes;
  if (isImplied && std::find(tasks_.begin(), tasks_.end(), task) != tasks_.end()) return;
  tasks_.push_back(task);
  std::push_heap(tasks_.begin(), tasks_.end(),
                 [this](const Task& a, const Task& b) { return runsAfter(a, b); });
}

Task TaskQueue::takeNext() {
  std::pop_heap(tasks_.begin(), tasks_.end(),
                [this](const Task& a, const Task& b) { return runsAfter(a, b); });
  const Task task = tasks_.back();
  tasks_.pop_back();
  return task;
}

void TaskQueue::retryVariants() {
  const auto order = [this](const Task& a, const Task& b) { return runsAfter(a, b); };
  for (auto it = tasks_.begin(); it != tasks_.end(); ++it) {
    if (it->kind == TaskKind::VariantFallback || it->kind == TaskKind::VariantNone) {
      it->kind = TaskKind::VariantAuthored;
    } else if (it->kind == TaskKind::AncestralVariantFallback ||
               it->kind == TaskKind::AncestralVariantNone) {
      it->kind = TaskKind::AncestralVariantAuthored;
    } else {
      continue;
    }
    std::push_heap(tasks_.begin(), it + 1, order);
  }
}

}  // namespace usdscope::detail
