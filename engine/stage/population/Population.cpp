// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/population/detail/Population.h"

#include <algorithm>
#include <string>
#include <unordered_set>

#include "engine/base/Parallel.h"
#include "engine/stage/population/detail/PrimFacts.h"

namespace usdscope {
namespace {

using namespace prim_flags;

constexpr std::size_t kPrimGrain = 8;
constexpr std::size_t kAlwaysAllowedPrims = 250'000;
constexpr std::size_t kAllowedPrimsForEachSpec = 1000;
constexpr std::size_t kAllowedVisitsForEachPrim = 1000;
// Of what is seen below one instance, through instances in instances.
constexpr std::size_t kAlwaysAllowedProxies = 4'000'000;
constexpr std::size_t kAllowedProxiesForEachSpec = 5000;

std::size_t primSpecCount(const LayerCache& layers) {
  std::size_t count = 0;
  for (const std::string& identifier : layers.identifiers()) {
    const auto opened = layers.find(identifier);
    if (opened && opened->layer) count += opened->layer->primRowCount();
  }
  return count;
}

}  // namespace

Population::Population(StageRows& rows, const ReusableRows* reusable, std::stop_token stop)
    : rows_(rows), reusable_(reusable), composer_(rows), stop_(std::move(stop)) {}

bool Population::run() {
  Draft& root = drafts_.add();
  root.prim.row.path = Path::root();
  if (reusable_) root.rowBefore = 0;
  if (!growTrees({0})) return false;
  order(0);
  const std::size_t ordinaryCount = order_.size();
  if (!growPrototypesInRounds()) return false;
  if (!prototypes_.empty() && (hasCircles() || !haveRightSources(ordinaryCount))) {
    order_.resize(ordinaryCount);
    prototypes_.clear();
    prototypeTrees_.clear();
    prototypeByKey_.clear();
    lastPrototypeNumber_ = 0;
    if (!growPrototypesOneByOne()) return false;
  }
  boundProxies();
  writeRows();
  return true;
}

bool Population::growPrototypesInRounds() {
  std::vector<std::uint32_t> instances = orderedInstances(0, order_.size());
  while (!instances.empty()) {
    auto nested = growPrototypes(instances);
    if (!nested) return false;
    instances = std::move(*nested);
  }
  return true;
}

// Instances of one key may differ in what they meet where arcs go in circles, and in where the
// targets of those above lead, and so may the prims below them: it matters which of them has the
// prototype. The reference goes through siblings backwards (on one thread), and from an instance of
// a new key right on to what is below it.
bool Population::growPrototypesOneByOne() {
  std::vector<std::uint32_t> toVisit = orderedInstances(0, order_.size());
  while (!toVisit.empty()) {
    const std::uint32_t instance = toVisit.back();
    toVisit.pop_back();
    const auto nested = growPrototypes({&instance, 1});
    if (!nested) return false;
    toVisit.insert(toVisit.end(), nested->begin(), nested->end());
  }
  return true;
}

// Whether the rounds have given each prototype the source that it has when they are made one by
// one. They have not where an instance that was found late comes before one of its key found early.
bool Population::haveRightSources(std::size_t ordinaryCount) const {
  std::unordered_set<std::uint32_t> met;
  std::vector<std::uint32_t> toVisit = orderedInstances(0, ordinaryCount);
  while (!toVisit.empty()) {
    const std::uint32_t instance = toVisit.back();
    toVisit.pop_back();
    const std::uint32_t prototype = drafts_[instance].prototype;
    if (!met.insert(prototype).second) continue;
    const PrototypeTree& tree = prototypeTrees_.at(prototype);
    if (tree.source != instance) return false;
    const auto nested = orderedInstances(tree.firstOrdered, tree.lastOrdered);
    toVisit.insert(toVisit.end(), nested.begin(), nested.end());
  }
  return true;
}

bool Population::hasCircles() const {
  return std::ranges::any_of(order_, [&](std::uint32_t at) {
    return std::ranges::any_of(drafts_[at].prim.row.index->errors(), [](const auto& error) {
      return error.kind == CompositionErrorKind::ArcCycle;
    });
  });
}

// Gives the instances prototypes and grows the new ones' trees. Returns the instances in these, or
// nothing when it was stopped.
std::optional<std::vector<std::uint32_t>> Population::growPrototypes(
    std::span<const std::uint32_t> instances) {
  const std::size_t firstOrdered = order_.size();
  const std::vector<std::uint32_t> roots = addPrototypes(instances);
  if (!growTrees(roots)) return std::nullopt;
  for (const std::uint32_t at : roots) {
    PrototypeTree& tree = prototypeTrees_[at];
    tree.firstOrdered = order_.size();
    order(at);
    tree.lastOrdered = order_.size();
  }
  return orderedInstances(firstOrdered, order_.size());
}

std::vector<std::uint32_t> Population::orderedInstances(std::size_t first, std::size_t last) const {
  std::vector<std::uint32_t> instances;
  for (std::size_t i = first; i < last; ++i) {
    if (drafts_[order_[i]].prim.row.flags & kInstance) instances.push_back(order_[i]);
  }
  return instances;
}

bool Population::growTrees(std::vector<std::uint32_t> level) {
  while (!level.empty()) {
    parallelFor(level.size(), kPrimGrain, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last && !stop_.stop_requested(); ++i) {
        composeDraft(drafts_[level[i]]);
      }
    });
    if (stop_.stop_requested()) return false;

    if (isTooMuch(level)) {
      for (const std::uint32_t at : level) drafts_[at].prim.childNames.clear();
    }
    std::vector<std::uint32_t> next;
    for (const std::uint32_t at : level) {
      addChildren(at);
      const Draft& draft = drafts_[at];
      for (std::uint32_t i = 0; i < draft.childCount; ++i) next.push_back(draft.firstChild + i);
    }
    level = std::move(next);
  }
  return true;
}

// Whether the children of the level are more than there can be, which is noted once.
bool Population::isTooMuch(std::span<const std::uint32_t> level) {
  std::size_t count = drafts_.size();
  for (const std::uint32_t at : level) {
    count += drafts_[at].prim.childNames.size();
    visitCount_ += drafts_[at].prim.row.index->visitCount();
  }
  const auto isAtMost = [&](std::size_t prims) {
    return count <= prims && visitCount_ / kAllowedVisitsForEachPrim <= prims;
  };
  if (isAtMost(kAlwaysAllowedPrims)) return false;
  const std::size_t allowed =
      kAlwaysAllowedPrims + kAllowedPrimsForEachSpec * primSpecCount(*rows_.layers);
  if (isAtMost(allowed)) return false;
  const std::string what = count > allowed
                               ? "References multiply the prims beyond " + std::to_string(allowed)
                               : "Arcs multiply the sites of the prims without end";
  for (const std::uint32_t at : level) {
    const ComposedRow& prim = drafts_[at].prim;
    if (prim.childNames.empty() || tooMuch_) continue;
    tooMuch_ = CompositionError{
        .kind = CompositionErrorKind::IndexCapacityExceeded,
        .site = {.layer = rows_.rootLayer->identifier(), .path = prim.row.path.text()},
        .rootPath = prim.row.path,
        .message =
            what + ": what is below this prim, and below all others as deep as it, is left out."};
  }
  rows_.isCut = tooMuch_.has_value();
  return true;
}

// Instances in instances multiply what is seen below them while prims stay few. A prototype that
// shows more than there can be shows nothing, which is an error of its source.
void Population::boundProxies() {
  const std::size_t allowed =
      kAlwaysAllowedProxies + kAllowedProxiesForEachSpec * primSpecCount(*rows_.layers);
  std::unordered_map<std::uint32_t, std::size_t> sizes;  // By prototype, what is in it counted too.
  std::unordered_set<std::uint32_t> entered;
  std::vector<std::uint32_t> toVisit = prototypes_;
  bool isCut = false;
  while (!toVisit.empty()) {
    const std::uint32_t prototype = toVisit.back();
    const PrototypeTree& tree = prototypeTrees_.at(prototype);
    const auto instances = orderedInstances(tree.firstOrdered, tree.lastOrdered);
    if (entered.insert(prototype).second) {
      for (const std::uint32_t at : instances) {
        if (!entered.contains(drafts_[at].prototype)) toVisit.push_back(drafts_[at].prototype);
      }
      if (toVisit.back() != prototype) continue;
    }
    toVisit.pop_back();
    if (sizes.contains(prototype)) continue;
    std::size_t size = tree.lastOrdered - tree.firstOrdered;
    for (const std::uint32_t at : instances) size += sizes[drafts_[at].prototype];
    if (size > allowed) {
      const Path path = drafts_[tree.source].prim.row.path;
      proxyErrors_.push_back(
          {.kind = CompositionErrorKind::IndexCapacityExceeded,
           .site = {.layer = rows_.rootLayer->identifier(), .path = path.text()},
           .rootPath = path,
           .message = "Instances in instances multiply the prims below this one beyond " +
                      std::to_string(allowed) + ": all of them are left out."});
      drafts_[prototype].childCount = 0;
      size = 1;
      isCut = true;
    }
    sizes[prototype] = size;
  }
  if (!isCut) return;
  rows_.isCut = true;
  order_.clear();
  order(0);
  for (const std::uint32_t prototype : prototypes_) order(prototype);
}

void Population::addChildren(std::uint32_t at) {
  const std::vector<Token> names = std::move(drafts_[at].prim.childNames);
  drafts_[at].firstChild = drafts_.size();
  drafts_[at].childCount = static_cast<std::uint32_t>(names.size());
  const std::uint32_t rowBefore = drafts_[at].rowBefore;
  bool hasNewChildren = false;
  for (const Token name : names) {
    Draft& child = drafts_.add();
    child.name = name;
    child.parent = at;
    if (rowBefore != kNoRow) {
      const Path pathBefore = reusable_->rows.prims[rowBefore].path.child(name);
      child.rowBefore = reusable_->rows.rowByPath.find(pathBefore);
    }
    hasNewChildren = hasNewChildren || !canTakeOver(child);
  }
  Draft& draft = drafts_[at];
  if (draft.isTakenOver && hasNewChildren) {
    draft.presentIndex = rows_.composer->current(draft.prim.row.index);
  }
}

bool Population::canTakeOver(const Draft& draft) const {
  return draft.rowBefore != kNoRow && drafts_[draft.parent].hasSameSites &&
         !reusable_->isDirty[draft.rowBefore];
}

void Population::composeDraft(Draft& draft) {
  if (draft.parent != kNone) {
    draft.prim.row.path = drafts_[draft.parent].prim.row.path.child(draft.name);
  }
  const Path path = draft.prim.row.path;
  if (draft.parent != kNone && canTakeOver(draft)) return takeOver(draft);
  draft.isComposed = draft.parent != kNone;
  if (path.isRoot()) {
    draft.prim = composer_.composeRoot();
  } else if (draft.parent == kNone) {
    draft.prim = composer_.composePrototype(std::move(draft.prim.row.index), path);
  } else {
    const Draft& parent = drafts_[draft.parent];
    const PrimIndex& index = parent.presentIndex ? *parent.presentIndex : *parent.prim.row.index;
    draft.prim = composer_.composeChild(index, parent.prim.row.flags, path);
  }
  if (draft.rowBefore == kNoRow) return;
  draft.difference =
      compareIndexes(*reusable_->rows.prims[draft.rowBefore].index, *draft.prim.row.index);
  draft.hasSameSites = draft.difference != IndexDifference::Sites;
}

// The index and what it has in common with that of the stage before; opinions come with the row.
void Population::takeOver(Draft& draft) {
  const StageRows& before = reusable_->rows;
  const PrimRow& was = before.prims[draft.rowBefore];
  const std::uint32_t above = drafts_[draft.parent].prim.row.flags;
  const Path path = draft.prim.row.path;
  const bool isInheritedAlike =
      inheritedFlags(above) == inheritedFlags(before.prims[was.parent].flags);
  draft.isTakenOver = isInheritedAlike && !(was.flags & kInstance);
  draft.hasSameSites = true;
  draft.difference = IndexDifference::None;
  PrimRow& row = draft.prim.row;
  row = was;
  row.path = path;
  row.parent = row.firstChild = row.nextSibling = row.prototype = kNoRow;
  if (!draft.isTakenOver) {
    // Instances are compared with others, and what comes from above is mixed with opinions.
    row.index = rows_.composer->current(was.index);
    composer_.composeFacts(draft.prim, above);
  }
  if (!(row.flags & kActive) || (row.flags & kInstance)) return;
  for (std::uint32_t child = was.firstChild; child != kNoRow;
       child = before.prims[child].nextSibling) {
    draft.prim.childNames.push_back(before.prims[child].path.name());
  }
}

// Appends the tree to order_, depth first.
void Population::order(std::uint32_t root) {
  std::vector<std::uint32_t> toVisit = {root};
  while (!toVisit.empty()) {
    const std::uint32_t at = toVisit.back();
    toVisit.pop_back();
    order_.push_back(at);
    const Draft& draft = drafts_[at];
    for (std::uint32_t i = draft.childCount; i-- > 0;) toVisit.push_back(draft.firstChild + i);
  }
}

// Gives every instance a prototype, a new one where none fits. Returns the new ones.
std::vector<std::uint32_t> Population::addPrototypes(std::span<const std::uint32_t> instances) {
  std::vector<StageInstanceKey> keys(instances.size());
  parallelFor(instances.size(), kPrimGrain, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const ComposedRow& prim = drafts_[instances[i]].prim;
      keys[i] = stageInstanceKey(*prim.row.index, prim.opinions, rows_.request);
    }
  });

  // The last one stands for all: see growPrototypesOneByOne().
  const auto firstNew = drafts_.size();
  std::vector<std::uint32_t> sources;
  for (std::size_t i = 0; i < instances.size(); ++i) {
    const auto next = static_cast<std::uint32_t>(firstNew + sources.size());
    const auto [it, isNew] = prototypeByKey_.try_emplace(std::move(keys[i]), next);
    const std::uint32_t prototype = it->second;
    drafts_[instances[i]].prototype = prototype;
    if (isNew) {
      sources.push_back(instances[i]);
    } else if (prototype >= firstNew) {
      sources[prototype - firstNew] = instances[i];
    }
  }
  for (const std::uint32_t source : sources) {
    addPrototype(drafts_[source]);
    prototypeTrees_[prototypes_.back()].source = source;
  }
  return {prototypes_.end() - static_cast<std::ptrdiff_t>(sources.size()), prototypes_.end()};
}

void Population::addPrototype(const Draft& instance) {
  prototypes_.push_back(drafts_.size());
  const Path path = nextPrototypePath();
  std::uint32_t rowBefore = kNoRow;
  if (instance.rowBefore != kNoRow && instance.hasSameSites) {
    const StageRows& before = reusable_->rows;
    rowBefore = before.prims[instance.rowBefore].prototype;
    // What is below has the paths of that instance.
    if (rowBefore != kNoRow &&
        before.prims[rowBefore].index->path() != instance.prim.row.index->path()) {
      rowBefore = kNoRow;
    }
  }
  Draft& draft = drafts_.add();
  draft.prim.row.index = instance.prim.row.index;
  draft.prim.row.path = path;
  draft.rowBefore = rowBefore;
}

// `/__Prototype_1` and so on, less what the scene itself has.
Path Population::nextPrototypePath() {
  const auto isTaken = [&](Path path) {
    const Draft& root = drafts_[0];
    for (std::uint32_t i = 0; i < root.childCount; ++i) {
      if (drafts_[root.firstChild + i].prim.row.path == path) return true;
    }
    return false;
  };
  Path path;
  do {
    path = Path::root().child(Token("__Prototype_" + std::to_string(++lastPrototypeNumber_)));
  } while (isTaken(path));
  return path;
}

// Moves a draft's row and opinions to the end of its chunk.
void Population::writeRow(Draft& draft, const std::vector<std::uint32_t>& rowOfDraft,
                          PrimChunk& chunk) const {
  std::span<const PrimOpinion> opinions = draft.prim.opinions;
  if (draft.isTakenOver) {
    const PrimChunk& before = reusable_->rows.prims.chunkOf(draft.rowBefore);
    const PrimRow& was = reusable_->rows.prims[draft.rowBefore];
    opinions = std::span(before.opinions).subspan(was.opinionBegin, was.opinionCount);
    if (before.version != rows_.version) chunk.version = 0;
  }
  PrimRow& row = chunk.rows.emplace_back(std::move(draft.prim.row));
  row.opinionBegin = static_cast<std::uint32_t>(chunk.opinions.size());
  row.opinionCount = static_cast<std::uint32_t>(opinions.size());
  chunk.opinions.insert(chunk.opinions.end(), opinions.begin(), opinions.end());
  if (draft.childCount > 0) row.firstChild = rowOfDraft[draft.firstChild];
  if (draft.prototype != kNone) row.prototype = rowOfDraft[draft.prototype];
  if (draft.parent != kNone) {
    row.parent = rowOfDraft[draft.parent];
  } else if (!row.path.isRoot()) {
    row.parent = 0;
  }
}

void Population::writeRows() {
  const auto count = static_cast<std::uint32_t>(order_.size());
  std::vector<std::uint32_t> rowOfDraft(drafts_.size(), kNoRow);
  for (std::uint32_t row = 0; row < count; ++row) rowOfDraft[order_[row]] = row;

  rows_.prims =
      makeChunkedRows<PrimChunk>(count, [&](PrimChunk& chunk, std::size_t first, std::size_t last) {
        chunk.version = rows_.version;
        chunk.rows.reserve(last - first);
        for (std::size_t i = first; i < last; ++i) {
          const std::uint32_t at = order_[i];
          Draft& draft = drafts_[at];
          writeRow(draft, rowOfDraft, chunk);
          draft.prim.opinions = {};
          if (draft.parent == kNone) continue;
          // Children stand together in drafts_, so that the next one is the next sibling.
          const Draft& parent = drafts_[draft.parent];
          const bool isLast = at + 1 == parent.firstChild + parent.childCount;
          if (!isLast) chunk.rows.back().nextSibling = rowOfDraft[at + 1];
        }
        chunk.opinions.shrink_to_fit();
      });

  std::vector<Path> paths(count);
  std::vector<SiteUses::Use> uses;
  for (std::uint32_t i = 0; i < count; ++i) {
    const PrimRow& row = rows_.prims[i];
    paths[i] = row.path;
    // A prototype's root shares its index with an instance, which has told the errors.
    if (row.flags & kPrototype) continue;
    const auto errors = row.index->errors();
    rows_.errors.insert(rows_.errors.end(), errors.begin(), errors.end());
    for (const CompositionInput& site : row.index->inputs()) uses.push_back({site, i});
  }
  if (tooMuch_) rows_.errors.push_back(*tooMuch_);
  rows_.errors.insert(rows_.errors.end(), proxyErrors_.begin(), proxyErrors_.end());
  rows_.primErrorCount = rows_.errors.size();
  rows_.rowByPath = RowByPath(paths);
  rows_.siteUses = SiteUses(std::move(uses));
  for (const std::uint32_t prototype : prototypes_) {
    rows_.prototypes.push_back(rowOfDraft[prototype]);
  }
}

void Population::addChanges(StageChanges& changes) const {
  const StageRows& before = reusable_->rows;
  for (const std::uint32_t at : order_) {
    const Draft& draft = drafts_[at];
    const Path path = draft.prim.row.path;
    const auto isNew = [&](const Draft& prim) {
      return prim.rowBefore == kNoRow || before.prims[prim.rowBefore].path != prim.prim.row.path;
    };
    if (draft.isComposed) ++changes.composedCount;
    if (isNew(draft)) {
      const bool isBelowNew = draft.parent != kNone && isNew(drafts_[draft.parent]);
      if (!isBelowNew) changes.resynced.push_back(path);
    } else if (draft.difference != IndexDifference::None ||
               !haveSameFacts(draft.prim.row, before.prims[draft.rowBefore])) {
      changes.resynced.push_back(path);
    } else if (reusable_->isDirty[draft.rowBefore]) {
      changes.infoOnly.push_back(path);
    }
  }
  for (std::uint32_t row = 0; row < before.prims.size(); ++row) {
    const PrimRow& was = before.prims[row];
    if (was.path.isEmpty() || rows_.rowByPath.find(was.path) != kNoRow) continue;
    const bool isBelowRemoved =
        was.parent != kNoRow && rows_.rowByPath.find(before.prims[was.parent].path) == kNoRow;
    if (!isBelowRemoved) changes.resynced.push_back(was.path);
  }
}

}  // namespace usdscope
