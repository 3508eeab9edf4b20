// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/population/detail/PrimTrees.h"

#include <algorithm>
#include <atomic>
#include <string>

#include "engine/base/Parallel.h"
#include "engine/layer/PathDepth.h"
#include "engine/stage/population/detail/CapacityFaults.h"

namespace usdscope {
namespace {

using namespace prim_flags;

constexpr std::size_t kPrimGrain = 8;
// References multiply prims: a few specs, nested four or five deep, make a hundred thousand in
// scenes that people build.
constexpr std::size_t kAlwaysAllowedPrims = 100'000;
constexpr std::size_t kAllowedPrimsForEachSpec = 1000;
constexpr std::size_t kAlwaysAllowedVisits = 50'000'000;
constexpr std::size_t kAllowedVisitsForEachSpec = 250'000;
constexpr std::size_t kAlwaysAllowedSites = 1'600'000;
constexpr std::size_t kAllowedSitesForEachPrim = 256;
constexpr std::size_t kSitesAtATime = 250'000;  // About so many are composed, then counted.

}  // namespace

std::size_t primSpecCount(const LayerCache& layers) {
  std::size_t count = 0;
  for (const std::string& identifier : layers.identifiers()) {
    const auto opened = layers.find(identifier);
    if (opened && opened->layer) count += opened->layer->primRowCount();
  }
  return count;
}

CompositionError capacityError(const StageRows& rows, Path path, const CompositionFault& fault,
                               std::initializer_list<std::string_view> names) {
  CompositionError error;
  error.kind = fault.kind;
  error.site.layer = rows.rootLayer->identifier();
  error.site.path = path.text();
  error.rootPath = path;
  error.message = messageOf(fault, names);
  return error;
}

PrimTrees::PrimTrees(StageRows& rows, const ReusableRows* reusable, std::stop_token stop)
    : rows_(rows), reusable_(reusable), composer_(rows, !reusable), stop_(std::move(stop)) {}

bool PrimTrees::grow(std::vector<std::uint32_t> level) {
  while (!level.empty()) {
    const std::size_t composedCount = composeLevel(level);
    if (stop_.stop_requested()) return false;
    if (composedCount < level.size()) {
      cutFrom(composedCount, level);
      level.resize(composedCount);
    }

    cutTooDeep(level);
    if (exceedsLimits(level)) {
      for (const std::uint32_t at : level) drafts[at].prim.childNames.clear();
    }
    std::vector<std::uint32_t> next;
    for (const std::uint32_t at : level) {
      addChildren(at);
      const PrimDraft& draft = drafts[at];
      for (std::uint32_t i = 0; i < draft.childCount; ++i) next.push_back(draft.firstChild + i);
    }
    level = std::move(next);
  }
  return true;
}

// Composes the prims of a level. Returns how many: fewer than all when they have too many sites.
std::size_t PrimTrees::composeLevel(std::span<const std::uint32_t> level) {
  for (std::size_t begin = 0; begin < level.size();) {
    const bool isBelowPrims = drafts[level[begin]].parent != PrimDraft::kNone;
    if (isBelowPrims && haveTooManySites()) return begin;
    // Does not depend on the number of threads.
    const std::size_t sitesOfPrim = siteCount_ / std::max<std::size_t>(composedCount_, 1);
    const std::size_t most = std::clamp<std::size_t>(composedCount_, 64, 4096);
    const std::size_t count =
        std::min({level.size() - begin, most, 64 + kSitesAtATime / (sitesOfPrim + 1)});
    std::atomic<std::size_t> sites = 0;
    std::atomic<std::size_t> visits = 0;
    parallelFor(count, kPrimGrain, [&](std::size_t first, std::size_t last) {
      std::size_t sitesHere = 0;
      std::size_t visitsHere = 0;
      for (std::size_t i = first; i < last && !stop_.stop_requested(); ++i) {
        PrimDraft& draft = drafts[level[begin + i]];
        compose(draft);
        const PrimRow& row = draft.prim.row;
        sitesHere += draft.prim.siteCount;
        visitsHere += row.indexOwner == IndexOwner::Parent ? 1 : row.givenIndex->visitCount();
      }
      sites += sitesHere;
      visits += visitsHere;
    });
    if (stop_.stop_requested()) break;
    siteCount_ += sites;
    visitCount_ += visits;
    composedCount_ += count;
    begin += count;
  }
  return level.size();
}

bool PrimTrees::haveTooManySites() const {
  return siteCount_ > kAlwaysAllowedSites + kAllowedSitesForEachPrim * composedCount_;
}

// Removes the prims of a level from the one numbered `first` on, and reports this at their parent.
void PrimTrees::cutFrom(std::size_t first, std::span<const std::uint32_t> level) {
  // Siblings have consecutive numbers, so the last children of a prim are removed.
  for (const std::uint32_t at : level.subspan(first)) --drafts[drafts[at].parent].childCount;
  rows_.isCut = true;
  if (std::exchange(hasTooMany_, true)) return;
  const PrimDraft& draft = drafts[level[first]];
  errors_.push_back(capacityError(rows_, drafts[draft.parent].prim.row.path,
                                  faults::kTooManySitesOfChildren, {draft.name.text()}));
}

// Removes and reports children whose paths would have too many elements. In prototypes, these are
// paths of the source.
void PrimTrees::cutTooDeep(std::span<const std::uint32_t> level) {
  for (const std::uint32_t at : level) {
    ComposedRow& prim = drafts[at].prim;
    if (prim.childNames.empty()) continue;
    const std::size_t depth = std::max(prim.row.path.depth(), prim.row.givenIndex->path().depth());
    if (depth < kMostPathElements) continue;
    prim.childNames.clear();
    rows_.isCut = true;
    errors_.push_back(
        capacityError(rows_, prim.row.path, faults::kTooDeep, {std::to_string(kMostPathElements)}));
  }
}

// Whether a level has too many children. Reports the first such level.
bool PrimTrees::exceedsLimits(std::span<const std::uint32_t> level) {
  std::size_t count = drafts.size();
  for (const std::uint32_t at : level) {
    count += drafts[at].prim.childNames.size();
  }
  const auto isAllowed = [&] {
    return count <= kAlwaysAllowedPrims + specCount_ * kAllowedPrimsForEachSpec &&
           visitCount_ <= kAlwaysAllowedVisits + specCount_ * kAllowedVisitsForEachSpec;
  };
  if (isAllowed()) return false;
  specCount_ = primSpecCount(*rows_.layers);  // Composition only adds layers.
  if (isAllowed()) return false;
  const std::size_t allowed = kAlwaysAllowedPrims + specCount_ * kAllowedPrimsForEachSpec;
  for (const std::uint32_t at : level) {
    const ComposedRow& prim = drafts[at].prim;
    if (prim.childNames.empty() || hasTooMany_) continue;
    hasTooMany_ = true;
    errors_.push_back(
        count > allowed
            ? capacityError(rows_, prim.row.path, faults::kTooManyPrims, {std::to_string(allowed)})
            : capacityError(rows_, prim.row.path, faults::kTooManySitesOfPrims, {}));
  }
  rows_.isCut = rows_.isCut || hasTooMany_;
  return true;
}

void PrimTrees::addChildren(std::uint32_t at) {
  const std::vector<Token> names = std::move(drafts[at].prim.childNames);
  drafts[at].firstChild = drafts.size();
  drafts[at].childCount = static_cast<std::uint32_t>(names.size());
  const std::uint32_t rowBefore = drafts[at].rowBefore;
  bool hasNewChildren = false;
  for (const Token name : names) {
    PrimDraft& child = drafts.add();
    child.name = name;
    child.parent = at;
    if (rowBefore != kNoRow) {
      const Path pathBefore = reusable_->rows.prims[rowBefore].path.child(name);
      child.rowBefore = reusable_->rows.rowByPath.find(pathBefore);
    }
    hasNewChildren = hasNewChildren || !canReuse(child);
  }
  PrimDraft& draft = drafts[at];
  if (draft.isReused && hasNewChildren) {
    draft.currentIndex = rows_.composer->current(draft.prim.row.givenIndex);
  }
}

bool PrimTrees::canReuse(const PrimDraft& draft) const {
  return draft.rowBefore != kNoRow && drafts[draft.parent].hasSameSites &&
         !reusable_->isDirty[draft.rowBefore];
}

void PrimTrees::compose(PrimDraft& draft) {
  const bool hasParent = draft.parent != PrimDraft::kNone;
  if (hasParent) draft.prim.row.path = drafts[draft.parent].prim.row.path.child(draft.name);
  const Path path = draft.prim.row.path;
  if (hasParent && canReuse(draft)) return reuse(draft);
  draft.isComposed = hasParent;
  if (path.isRoot()) {
    draft.prim = composer_.composeRoot();
  } else if (!hasParent) {
    draft.prim = composer_.composePrototype(std::move(draft.prim.row.givenIndex), path);
  } else {
    const PrimDraft& parent = drafts[draft.parent];
    const auto& index = parent.currentIndex ? parent.currentIndex : parent.prim.row.givenIndex;
    draft.prim = composer_.composeChild(index, parent.prim.row.flags, path);
  }
  if (draft.rowBefore == kNoRow) return;
  draft.difference = compareIndexes(*reusable_->rows.maybeStaleIndexOf(draft.rowBefore),
                                    *draft.prim.row.givenIndex);
  draft.hasSameSites = draft.difference != IndexDifference::Sites;
}

// Copies the row before. Its opinions are copied when the row is written.
void PrimTrees::reuse(PrimDraft& draft) {
  const StageRows& before = reusable_->rows;
  const PrimRow& was = before.prims[draft.rowBefore];
  const std::uint32_t parentFlags = drafts[draft.parent].prim.row.flags;
  const Path path = draft.prim.row.path;
  const bool inheritsSame =
      inheritedFlags(parentFlags) == inheritedFlags(before.prims[was.parent].flags);
  draft.isReused = inheritsSame && !(was.flags & kInstance);
  draft.hasSameSites = true;
  draft.difference = IndexDifference::None;
  PrimRow& row = draft.prim.row;
  row = was;
  draft.prim.siteCount = was.indexOwner == IndexOwner::Parent
                             ? was.opinionCount
                             : static_cast<std::uint32_t>(was.givenIndex->nodes().size());
  row.path = path;
  row.parent = row.firstChild = row.nextSibling = row.prototype = kNoRow;
  if (!draft.isReused) {
    // Instance keys need a current index, and flags depend on those of the parent and on the
    // opinions.
    row.givenIndex = rows_.composer->current(was.givenIndex);
    if (was.indexOwner == IndexOwner::Parent) {
      row.givenIndex = indexFrom(row.givenIndex, was, *rows_.composer);
      row.indexOwner = IndexOwner::Self;
    }
    composer_.composeFacts(draft.prim, parentFlags);
  }
  if (!(row.flags & kActive) || (row.flags & kInstance)) return;
  for (std::uint32_t child = was.firstChild; child != kNoRow;
       child = before.prims[child].nextSibling) {
    draft.prim.childNames.push_back(before.prims[child].path.name());
  }
}

void PrimTrees::appendToOrder(std::uint32_t root) {
  std::vector<std::uint32_t> toVisit = {root};
  while (!toVisit.empty()) {
    const std::uint32_t at = toVisit.back();
    toVisit.pop_back();
    order.push_back(at);
    const PrimDraft& draft = drafts[at];
    for (std::uint32_t i = draft.childCount; i-- > 0;) toVisit.push_back(draft.firstChild + i);
  }
}

}  // namespace usdscope
