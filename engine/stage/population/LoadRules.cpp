// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/population/LoadRules.h"

#include <algorithm>

namespace usdscope {
namespace {

using Entries = std::vector<LoadRules::Entry>;

// Returns the index of the first rule that does not sort before `path`.
std::size_t lowerBound(const Entries& rules, Path path) {
  const auto it = std::ranges::lower_bound(rules, path, pathLess, &LoadRules::Entry::first);
  return static_cast<std::size_t>(it - rules.begin());
}

// Returns the end of the run of rules from `first` on whose prims are `path` or its descendants.
std::size_t endBelow(const Entries& rules, std::size_t first, Path path) {
  while (first < rules.size() && rules[first].first.hasPrefix(path)) ++first;
  return first;
}

}  // namespace

LoadRules LoadRules::none() {
  LoadRules rules;
  rules.set(Path::root(), Rule::None);
  return rules;
}

void LoadRules::load(Path path, bool withDescendants) {
  set(path, withDescendants ? Rule::All : Rule::Only);
}

void LoadRules::unload(Path path) { set(path, Rule::None); }

void LoadRules::set(Path path, Rule rule) {
  const std::size_t first = lowerBound(rules_, path);
  const std::size_t last = endBelow(rules_, first, path);
  const auto begin = rules_.begin();
  const auto at = rules_.erase(begin + static_cast<std::ptrdiff_t>(first),
                               begin + static_cast<std::ptrdiff_t>(last));
  rules_.insert(at, {path, rule});
}

LoadRules::Rule LoadRules::effectiveRule(Path path) const {
  const std::size_t below = lowerBound(rules_, path);
  if (below < rules_.size() && rules_[below].first == path && rules_[below].second != Rule::None) {
    return rules_[below].second;
  }

  // The nearest rule of the prim or an ancestor.
  Rule nearest = Rule::All;
  for (Path at = path; !at.isEmpty(); at = at.parent()) {
    const std::size_t i = lowerBound(rules_, at);
    if (i == rules_.size() || rules_[i].first != at) continue;
    nearest = rules_[i].second;
    break;
  }
  if (nearest == Rule::All) return Rule::All;

  // The prim is loaded only if a descendant is. The first rule on the way down decides.
  std::size_t i = below;
  while (i < rules_.size() && rules_[i].first == path) ++i;
  const std::size_t end = endBelow(rules_, i, path);
  while (i < end) {
    if (rules_[i].second != Rule::None) return Rule::Only;
    i = endBelow(rules_, i + 1, rules_[i].first);
  }
  return Rule::None;
}

LoadRules LoadRules::relativeTo(Path path) const {
  LoadRules out;
  out.rules_.emplace_back(Path::root(), effectiveRule(path));
  for (const auto& [at, rule] : rules_) {
    if (at == path || !at.hasPrefix(path)) continue;
    out.rules_.emplace_back(at.withPrefixReplaced(path, Path::root()), rule);
  }
  out.removeRedundant();
  return out;
}

void LoadRules::removeRedundant() {
  Entries kept;
  Entries above;  // The kept rules of the ancestors of the entry's prim, nearest last.
  for (const Entry& entry : rules_) {
    while (!above.empty() && !entry.first.hasPrefix(above.back().first)) above.pop_back();
    const Rule inherited = above.empty() ? Rule::All : above.back().second;
    if (entry.second == inherited) continue;
    kept.push_back(entry);
    above.push_back(entry);
  }
  rules_ = std::move(kept);
}

}  // namespace usdscope
