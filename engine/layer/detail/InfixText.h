// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace usdscope::detail {

/// Writes steps in postfix order as infix text, with brackets where they are needed. Each step has
/// the `size` of itself and its operands.
///
/// `looseness` is 0 for an operand and larger for operators that bind less. `isPrefix` is true for
/// an operator in front of its only operand. `write` writes an operand, or the operator itself.
template <typename Step, typename Looseness, typename IsPrefix, typename Write>
void writeInfix(std::string& out, std::span<const Step> steps, Looseness&& looseness,
                IsPrefix&& isPrefix, Write&& write) {
  struct Task {
    enum Kind { Operand, Operator, Close } kind;
    std::size_t index;
    int parent;  // The looseness of the operator whose operand this is; 0 for the whole text.
    bool isRight;
  };
  if (steps.empty()) return;
  std::vector<Task> tasks = {{Task::Operand, steps.size() - 1, 0, false}};
  while (!tasks.empty()) {
    const Task task = tasks.back();
    tasks.pop_back();
    if (task.kind == Task::Close) {
      out += ')';
      continue;
    }
    const Step& step = steps[task.index];
    const int own = looseness(step);
    if (task.kind == Task::Operator || own == 0) {
      write(step);
      continue;
    }
    const bool isBracketed =
        task.parent != 0 && (task.parent < own || (task.parent == own && task.isRight));
    if (isBracketed) {
      out += '(';
      tasks.push_back({Task::Close, 0, 0, false});
    }
    const bool isSingle = isPrefix(step);
    const std::size_t right = task.index - 1;
    tasks.push_back({Task::Operand, right, own, !isSingle});
    tasks.push_back({Task::Operator, task.index, 0, false});
    if (!isSingle) tasks.push_back({Task::Operand, right - steps[right].size, own, false});
  }
}

template <typename Step, typename... Rest>
void writeInfix(std::string& out, const std::vector<Step>& steps, Rest&&... rest) {
  writeInfix(out, std::span<const Step>(steps), rest...);
}

}  // namespace usdscope::detail
