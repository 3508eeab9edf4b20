// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/population/detail/Prototypes.h"

#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>

#include "engine/base/Parallel.h"
#include "engine/layer/PathDepth.h"

namespace usdscope {
namespace {

constexpr std::size_t kKeyGrain = 8;
// Limits of the number of prims in all instances of the scene, including those in nested instances:
// as many as PrimTrees allows without instances. Verbs and the window visit each of them.
constexpr std::size_t kAlwaysAllowedProxies = 100'000;
constexpr std::size_t kAllowedProxiesForEachSpec = 1000;

}  // namespace

bool hasArcCycle(std::span<const CompositionError> errors) {
  return std::ranges::any_of(errors, [](const CompositionError& error) {
    return error.kind == CompositionErrorKind::ArcCycle;
  });
}

bool Prototypes::grow() {
  if (!growInRounds()) return false;
  const auto isInCycle = [&](std::uint32_t at) {
    return hasArcCycle(trees_.drafts[at].prim.row.givenIndex->errors());
  };
  if (!roots_.empty() &&
      (std::ranges::any_of(trees_.order, isInCycle) || !haveReferenceSources())) {
    trees_.order.resize(ordinaryCount_);
    roots_.clear();
    treeOfRoot_.clear();
    rootOfKey_.clear();
    lastNumber_ = 0;
    if (!growOneByOne()) return false;
  }
  limitInstanceProxies();
  return true;
}

bool Prototypes::growInRounds() {
  std::vector<std::uint32_t> instances = instancesBetween(0, trees_.order.size());
  while (!instances.empty()) {
    auto nested = growFor(instances);
    if (!nested) return false;
    instances = std::move(*nested);
  }
  return true;
}

// If arcs form a cycle, instances with equal keys may differ in their errors and in the targets of
// their ancestors, and so may their descendants. So the choice of the source matters. OpenUSD
// visits siblings backwards (on one thread), and after an instance with a new key it visits the
// instances nested in this one first.
bool Prototypes::growOneByOne() {
  std::vector<std::uint32_t> toVisit = instancesBetween(0, trees_.order.size());
  while (!toVisit.empty()) {
    const std::uint32_t instance = toVisit.back();
    toVisit.pop_back();
    const auto nested = growFor({&instance, 1});
    if (!nested) return false;
    toVisit.insert(toVisit.end(), nested->begin(), nested->end());
  }
  return true;
}

// Whether the rounds have given each prototype the same source as growOneByOne() would. They have
// not if an instance that was found in a later round comes, in the order of OpenUSD, before an
// instance with the same key from an earlier round.
bool Prototypes::haveReferenceSources() const {
  std::unordered_set<std::uint32_t> met;
  std::vector<std::uint32_t> toVisit = instancesBetween(0, ordinaryCount_);
  while (!toVisit.empty()) {
    const std::uint32_t instance = toVisit.back();
    toVisit.pop_back();
    const std::uint32_t root = trees_.drafts[instance].prototype;
    if (!met.insert(root).second) continue;
    const Tree& tree = treeOfRoot_.at(root);
    if (tree.source != instance) return false;
    const auto nested = instancesBetween(tree.firstOrdered, tree.lastOrdered);
    toVisit.insert(toVisit.end(), nested.begin(), nested.end());
  }
  return true;
}

// Gives the instances prototypes and grows the trees of new ones. Returns the instances nested in
// these; empty optional when stopped.
std::optional<std::vector<std::uint32_t>> Prototypes::growFor(
    std::span<const std::uint32_t> instances) {
  const std::size_t firstOrdered = trees_.order.size();
  const std::vector<std::uint32_t> added = assign(instances);
  if (!trees_.grow(added)) return std::nullopt;
  for (const std::uint32_t root : added) {
    Tree& tree = treeOfRoot_[root];
    tree.firstOrdered = trees_.order.size();
    trees_.appendToOrder(root);
    tree.lastOrdered = trees_.order.size();
  }
  return instancesBetween(firstOrdered, trees_.order.size());
}

std::vector<std::uint32_t> Prototypes::instancesBetween(std::size_t first, std::size_t last) const {
  std::vector<std::uint32_t> instances;
  for (std::size_t i = first; i < last; ++i) {
    const std::uint32_t at = trees_.order[i];
    if (trees_.drafts[at].prim.row.flags & prim_flags::kInstance) instances.push_back(at);
  }
  return instances;
}

// Returns for each instance the first one that is known to have the same key. Instances that share
// an index do, unless the key depends on the path or on clips.
std::vector<std::size_t> Prototypes::instancesWithSameKey(
    std::span<const std::uint32_t> instances) const {
  const bool dependsOnPath =
      rows_.request.loadRules != LoadRules() || !rows_.request.mask.includesAll();
  std::unordered_map<const PrimIndex*, std::size_t> firstWithIndex;
  std::vector<std::size_t> first(instances.size());
  for (std::size_t i = 0; i < instances.size(); ++i) {
    const PrimRow& row = trees_.drafts[instances[i]].prim.row;
    first[i] = dependsOnPath || (row.flags & prim_flags::kClipsHere)
                   ? i
                   : firstWithIndex.try_emplace(row.givenIndex.get(), i).first->second;
  }
  return first;
}

// Gives every instance a prototype, and makes a new one if no prototype has its key. Returns the
// roots of the new prototypes.
std::vector<std::uint32_t> Prototypes::assign(std::span<const std::uint32_t> instances) {
  PrimDrafts& drafts = trees_.drafts;
  const std::vector<std::size_t> firstWithKey = instancesWithSameKey(instances);
  std::vector<StageInstanceKey> keys(instances.size());
  parallelFor(instances.size(), kKeyGrain, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      if (firstWithKey[i] != i) continue;
      const ComposedRow& prim = drafts[instances[i]].prim;
      keys[i] = stageInstanceKey(prim.row, prim.opinions, rows_.request);
    }
  });

  // The last instance of a key is the source: see growOneByOne().
  const auto firstNew = drafts.size();
  std::vector<std::uint32_t> sources;
  for (std::size_t i = 0; i < instances.size(); ++i) {
    std::uint32_t& root = drafts[instances[i]].prototype;
    if (firstWithKey[i] != i) {
      root = drafts[instances[firstWithKey[i]]].prototype;
    } else {
      const auto next = static_cast<std::uint32_t>(firstNew + sources.size());
      const auto [it, isNew] = rootOfKey_.try_emplace(std::move(keys[i]), next);
      root = it->second;
      if (isNew) sources.emplace_back();
    }
    if (root >= firstNew) sources[root - firstNew] = instances[i];
  }
  for (const std::uint32_t source : sources) addRoot(source);
  return {roots_.end() - static_cast<std::ptrdiff_t>(sources.size()), roots_.end()};
}

void Prototypes::addRoot(std::uint32_t source) {
  roots_.push_back(trees_.drafts.size());
  treeOfRoot_[roots_.back()].source = source;
  const PrimDraft& instance = trees_.drafts[source];
  PrimDraft root;
  root.prim.row.givenIndex = currentIndexOf(instance.prim.row, *rows_.composer);
  root.prim.row.path = nextPath();
  if (instance.rowBefore != kNoRow && instance.hasSameSites) {
    const StageRows& before = reusable_->rows;
    root.rowBefore = before.prims[instance.rowBefore].prototype;
    // The indexes in a prototype have the paths of its source, so another source reuses nothing.
    if (root.rowBefore != kNoRow &&
        before.prims[root.rowBefore].givenIndex->path() != root.prim.row.givenIndex->path()) {
      root.rowBefore = kNoRow;
    }
  }
  trees_.drafts.add() = std::move(root);
}

// Returns `/__Prototype_1` and so on, without the paths that prims of the scene have.
Path Prototypes::nextPath() {
  const auto isTaken = [&](Path path) {
    const PrimDraft& pseudoRoot = trees_.drafts[0];
    for (std::uint32_t i = 0; i < pseudoRoot.childCount; ++i) {
      if (trees_.drafts[pseudoRoot.firstChild + i].prim.row.path == path) return true;
    }
    return false;
  };
  Path path;
  do {
    path = Path::root().child(Token("__Prototype_" + std::to_string(++lastNumber_)));
  } while (isTaken(path));
  return path;
}

// Nested instances multiply the instance proxies below them, although there are few rows. The
// prototypes that bring too many are emptied. Instances whose proxies would have no end, or would
// lie too deep, are emptied alone.
void Prototypes::limitInstanceProxies() {
  if (roots_.empty()) return;
  PrimDrafts& drafts = trees_.drafts;
  const std::size_t specs = primSpecCount(*rows_.layers);
  const std::size_t allowed = kAlwaysAllowedProxies + specs * kAllowedProxiesForEachSpec;
  std::unordered_map<std::uint32_t, Proxies> below;  // By root.
  std::unordered_set<std::uint32_t> entered;
  std::vector<std::uint32_t> toVisit = roots_;
  while (!toVisit.empty()) {
    const std::uint32_t root = toVisit.back();
    const Tree& tree = treeOfRoot_.at(root);
    const auto instances = instancesBetween(tree.firstOrdered, tree.lastOrdered);
    if (entered.insert(root).second) {
      for (const std::uint32_t at : instances) {
        const std::uint32_t nested = drafts[at].prototype;
        if (!entered.contains(nested)) {
          toVisit.push_back(nested);
        } else if (!below.contains(nested)) {  // It is entered at present.
          emptyInstance(at, faults::kInstanceInItself, {});
        }
      }
      continue;
    }
    toVisit.pop_back();
    if (below.contains(root)) continue;
    Proxies proxies = {tree.lastOrdered - tree.firstOrdered, 0};
    for (std::size_t i = tree.firstOrdered; i < tree.lastOrdered; ++i) {
      proxies.depth = std::max(proxies.depth, depthInPrototype(trees_.order[i]));
    }
    for (const std::uint32_t at : instances) {
      const Proxies& nested = below.at(drafts[at].prototype);
      const std::size_t depth = depthInPrototype(at) + nested.depth;
      if (depth >= kMostPathElements) {
        emptyInstance(at, faults::kTooDeepInstance, {std::to_string(kMostPathElements)});
        continue;
      }
      proxies.count += nested.count;
      proxies.depth = std::max(proxies.depth, depth);
    }
    if (proxies.count > allowed) {
      errors_.push_back(capacityError(rows_, drafts[tree.source].prim.row.path,
                                      faults::kTooManyInstances, {std::to_string(allowed)}));
      drafts[root].childCount = 0;
      proxies = {1, 0};
    }
    below[root] = proxies;
  }
  std::size_t total = 0;
  bool isExceeded = false;
  for (const std::uint32_t at : instancesBetween(0, ordinaryCount_)) {
    Proxies& proxies = below.at(drafts[at].prototype);
    if (drafts[at].prim.row.path.depth() + proxies.depth > kMostPathElements) {
      emptyInstance(at, faults::kTooDeepInstance, {std::to_string(kMostPathElements)});
      continue;
    }
    if (total + proxies.count > allowed && proxies.count > 1) {
      if (!std::exchange(isExceeded, true)) {
        errors_.push_back(capacityError(rows_, drafts[at].prim.row.path,
                                        faults::kTooManyInstancesTogether,
                                        {std::to_string(allowed)}));
      }
      drafts[drafts[at].prototype].childCount = 0;
      proxies = {1, 0};
    }
    total += proxies.count;
  }
  if (errors_.empty()) return;
  rows_.isCut = true;
  trees_.order.clear();
  trees_.appendToOrder(0);
  for (const std::uint32_t root : roots_) trees_.appendToOrder(root);
}

// Elements of the path of a draft in a prototype below the prototype's root.
std::size_t Prototypes::depthInPrototype(std::uint32_t at) const {
  return trees_.drafts[at].prim.row.path.depth() - 1;
}

// Makes an instance an ordinary prim without children, and reports it.
void Prototypes::emptyInstance(std::uint32_t at, const CompositionFault& fault,
                               std::initializer_list<std::string_view> names) {
  PrimDraft& draft = trees_.drafts[at];
  PrimRow& row = draft.prim.row;
  errors_.push_back(capacityError(rows_, row.givenIndex->path(), fault, names));
  row.flags &= ~prim_flags::kInstance;
  draft.prototype = PrimDraft::kNone;
}

}  // namespace usdscope
