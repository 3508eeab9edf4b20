// SPDX-License-Identifier: Apache-2.0
#include "app/session/problems/ProblemMarks.h"

#include <algorithm>

namespace usdscope {
namespace {

// Returns whether the mark is new or has become more severe.
template <typename Map, typename Key>
bool raise(Map& map, const Key& key, Severity severity) {
  const auto [found, isNew] = map.try_emplace(key, severity);
  if (isNew) return true;
  if (found->second >= severity) return false;
  found->second = severity;
  return true;
}

template <typename Map, typename Key>
std::optional<Severity> find(const Map& map, const Key& key) {
  const auto found = map.find(key);
  return found == map.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

std::optional<Severity> ProblemMarks::ofPrim(Path prim) const {
  const auto found = prims.find(prim);
  return found == prims.end() ? std::nullopt : std::optional(found->second.severity);
}

const Problem* ProblemMarks::firstOfPrim(Path prim, std::size_t& count) const {
  const auto found = prims.find(prim);
  if (found == prims.end() || !list) return nullptr;
  count = found->second.count;
  return &(*list)[found->second.first];
}

std::optional<Severity> ProblemMarks::belowPrim(Path prim) const { return find(ancestors, prim); }

std::optional<Severity> ProblemMarks::ofLayer(const std::string& identifier) const {
  return find(layers, identifier);
}

void ProblemMarks::markPrim(Path prim, Severity severity, std::size_t problem) {
  if (severity == Severity::Note || prim.isEmpty() || prim.isRoot()) return;
  const auto [found, isNew] = prims.try_emplace(prim, OfPrim{severity, problem, problem, 0});
  OfPrim& mark = found->second;
  // Sites of one problem may be properties of one prim.
  if (mark.count == 0 || mark.last != problem) ++mark.count;
  mark.last = problem;
  if (!isNew && mark.severity >= severity) return;
  if (mark.severity < severity) mark.first = problem;
  mark.severity = severity;
  // Ancestors beyond a marked one are marked already.
  for (Path at = prim.parent(); !at.isEmpty() && !at.isRoot(); at = at.parent()) {
    if (!raise(ancestors, at, severity)) return;
  }
}

void ProblemMarks::markLayer(const std::string& identifier, Severity severity) {
  if (severity == Severity::Note || identifier.empty()) return;
  raise(layers, identifier, severity);
}

}  // namespace usdscope
