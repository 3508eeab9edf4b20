// SPDX-License-Identifier: Apache-2.0
#include "engine/layer/PathExpressionTree.h"

#include <algorithm>

#include "engine/layer/detail/InfixText.h"
#include "engine/layer/detail/PathExpressionBuilder.h"
#include "engine/layer/detail/PathExpressionParser.h"

namespace usdscope {
namespace {

// Bounds references that multiply from layer to layer.
constexpr std::size_t kMostJoined = 2000;

// Operators from the tightest to the loosest; a space is a union too.
int looseness(char op) { return static_cast<int>(std::string_view("~ +&-").find(op)) + 1; }

}  // namespace

PathExpressionTree::PathExpressionTree(Steps steps)
    : steps_(std::make_shared<const Steps>(std::move(steps))), end_(steps_->size()) {}

PathExpressionTree::PathExpressionTree(const PathExpressionTree& whole, std::size_t begin,
                                       std::size_t end)
    : steps_(whole.steps_), begin_(begin), end_(end) {}

std::optional<PathExpressionTree> PathExpressionTree::read(std::string_view text, PathSyntax syntax,
                                                           ExpressionProblem& problem) {
  Steps steps;
  if (!detail::parsePathExpression(text, syntax, steps, problem)) return {};
  return PathExpressionTree(std::move(steps));
}

PathExpressionTree PathExpressionTree::parse(std::string_view text) {
  ExpressionProblem problem;
  return read(text, PathSyntax::Anchored, problem).value_or(PathExpressionTree());
}

std::size_t PathExpressionTree::atomCount() const {
  return static_cast<std::size_t>(std::ranges::count(steps(), '\0', &Step::op));
}

char PathExpressionTree::op() const { return steps().back().op; }

const PathExpressionAtom& PathExpressionTree::atom() const { return *steps().back().atom; }

PathExpressionTree PathExpressionTree::right() const {
  const std::size_t end = end_ - 1;
  return {*this, end - (*steps_)[end - 1].size, end};
}

PathExpressionTree PathExpressionTree::left() const {
  const std::size_t end = right().begin_;
  return {*this, end - (*steps_)[end - 1].size, end};
}

PathExpressionTree PathExpressionTree::joined(char op, const PathExpressionTree& left,
                                              const PathExpressionTree& right) {
  if (!left.isEmpty() && !right.isEmpty() && left.atomCount() + right.atomCount() > kMostJoined) {
    return left;
  }
  detail::PathExpressionBuilder builder;
  builder.push(left.steps());
  builder.push(right.steps());
  builder.apply(op);
  return PathExpressionTree(builder.finish());
}

PathExpressionTree PathExpressionTree::transformed(
    const std::function<PathExpressionTree(const PathExpressionTree&)>& atom) const {
  if (isEmpty()) return {};
  detail::PathExpressionBuilder builder;
  for (std::size_t i = begin_; i < end_; ++i) {
    const Step& step = (*steps_)[i];
    if (step.op == 0) {
      builder.push(atom({*this, i, i + 1}).steps());
    } else {
      builder.apply(step.op);
    }
  }
  return PathExpressionTree(builder.finish());
}

std::span<const PathExpressionStep> PathExpressionTree::steps() const {
  if (isEmpty()) return {};
  return std::span(*steps_).subspan(begin_, end_ - begin_);
}

std::string PathExpressionTree::text() const {
  std::string out;
  detail::writeInfix(
      out, steps(), [](const Step& step) { return step.op == 0 ? 0 : looseness(step.op); },
      [](const Step& step) { return step.op == '~'; },
      [&](const Step& step) {
        if (step.op == 0) {
          out += step.atom->text();
        } else if (step.op == '~' || step.op == ' ') {
          out += step.op;
        } else {
          ((out += ' ') += step.op) += ' ';
        }
      });
  return out;
}

PathExpressionTree PathExpressionTree::anchored(Path prim) const {
  const auto isRelative = [](const Step& step) {
    return step.op == 0 && !step.atom->path.empty() && !step.atom->path.starts_with('/');
  };
  if (std::ranges::none_of(steps(), isRelative)) return *this;
  Steps result(steps().begin(), steps().end());
  for (Step& step : result) {
    if (!isRelative(step)) continue;
    step.atom = std::make_shared<const PathExpressionAtom>(step.atom->anchored(prim));
  }
  return PathExpressionTree(std::move(result));
}

bool PathExpressionTree::hasWeakerReference() const {
  return std::ranges::any_of(
      steps(), [](const Step& step) { return step.op == 0 && step.atom->isWeaker(); });
}

PathExpressionTree PathExpressionTree::over(const PathExpressionTree& weaker) const {
  if (isEmpty()) return weaker;
  const auto isWeaker = [](const Step& step) { return step.op == 0 && step.atom->isWeaker(); };
  const auto places = static_cast<std::size_t>(std::ranges::count_if(steps(), isWeaker));
  if (places == 0) return *this;
  if (atomCount() + places * weaker.atomCount() > kMostJoined + 1) return *this;
  return transformed(
      [&](const PathExpressionTree& atom) { return atom.atom().isWeaker() ? weaker : atom; });
}

PathExpressionTree PathExpressionTree::mapped(const std::function<Path(Path)>& map) const {
  return transformed([&](const PathExpressionTree& tree) -> PathExpressionTree {
    const PathExpressionAtom& atom = tree.atom();
    const bool startsAnywhere =
        atom.path == "/" && !atom.elements.empty() && atom.elements[0].isStretch();
    if (!atom.path.starts_with('/') || startsAnywhere) return tree;
    const Path target = map(Path::fromText(atom.path));
    if (target.isEmpty()) return {};
    auto changed = std::make_shared<PathExpressionAtom>(atom);
    changed->path = target.text();
    return PathExpressionTree(Steps{{.op = 0, .size = 1, .atom = std::move(changed)}});
  });
}

}  // namespace usdscope
