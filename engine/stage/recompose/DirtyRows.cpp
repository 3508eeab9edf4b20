// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/recompose/detail/DirtyRows.h"

#include <algorithm>
#include <unordered_set>

namespace usdscope {
namespace {

class DirtySearch {
 public:
  DirtySearch(const StageRows& before, const StageRequest& request)
      : before_(before), request_(request) {}

  bool run(const SiteChanges& changes) {
    for (const std::uint32_t stack : changes.wholeStacks) {
      before_.siteUses.visit(stack, [&](const SiteUses::Use& use) { addTree(use.row); });
      if (costsTooMuch()) return false;
    }
    for (const SiteChange& change : changes.sites) {
      addUsersOf({change.layerStack, change.path});
      if (change.changesExistence && !change.path.isRoot()) {
        addUsersOf({change.layerStack, change.path.parent()});
      }
      if (change.changesArcs) addUsersBelow({change.layerStack, change.path});
      if (costsTooMuch()) return false;
    }
    addUsersOfMissingLayers();
    if (before_.request.loadRules != request_.loadRules) addPayloads();
    if (before_.request.mask != request_.mask) addMaskedDifferently();
    return true;
  }

  std::vector<std::uint32_t> rows() const {
    std::vector<std::uint32_t> rows(rows_.begin(), rows_.end());
    std::ranges::sort(rows);
    return rows;
  }

 private:
  // Beyond this, searching costs more than composing all prims.
  bool costsTooMuch() const { return foundCount_ > 2 * std::size_t{before_.prims.size()} + 1000; }

  void add(std::uint32_t row) {
    ++foundCount_;
    const PrimRow& prim = before_.prims[row];
    if (prim.path.isEmpty()) return;
    rows_.insert(row);
    // A change of an instance also affects its prototype.
    if (prim.prototype != kNoRow) rows_.insert(prim.prototype);
  }

  void addPath(Path path) {
    const std::uint32_t row = before_.findRow(path);
    if (row != kNoRow) add(row);
  }

  void addTree(std::uint32_t top) {
    std::vector<std::uint32_t> pending{top};
    while (!pending.empty()) {
      const std::uint32_t row = pending.back();
      pending.pop_back();
      const PrimRow& prim = before_.prims[row];
      if (prim.path.isEmpty() || !trees_.insert(row).second) continue;
      add(row);
      for (const std::uint32_t at : {row, prim.prototype}) {
        if (at == kNoRow) continue;
        for (std::uint32_t child = before_.prims[at].firstChild; child != kNoRow;
             child = before_.prims[child].nextSibling) {
          pending.push_back(child);
        }
      }
    }
  }

  // Adds the prims with an arc to the site, and the corresponding descendants of prims with an arc
  // to one of its ancestors.
  void addUsersOf(const CompositionInput& site) {
    if (site.layerStack == 0) addPath(site.path);
    for (Path at = site.path; !at.isEmpty(); at = at.parent()) {
      before_.siteUses.visit({site.layerStack, at}, [&](const SiteUses::Use& use) {
        const Path user = before_.prims[use.row].path;
        if (user.isEmpty()) return;
        if (at == site.path) {
          add(use.row);
        } else {
          addPath(site.path.withPrefixReplaced(at, user));
        }
      });
      if (at.isRoot() || costsTooMuch()) return;
    }
  }

  // Adds the prims with an arc to a descendant of the site, where the site's arcs bring opinions.
  void addUsersBelow(const CompositionInput& site) {
    before_.siteUses.visit(site.layerStack, [&](const SiteUses::Use& use) {
      if (use.site.path != site.path && use.site.path.hasPrefix(site.path)) add(use.row);
    });
  }

  // Adds the prims with arcs to layers that were missing or muted and are now available, or the
  // reverse.
  void addUsersOfMissingLayers() {
    for (const CompositionError& error : before_.errors) {
      if (error.kind != CompositionErrorKind::InvalidAssetPath &&
          error.kind != CompositionErrorKind::MutedAssetPath) {
        continue;
      }
      const std::uint32_t row = before_.findRow(error.rootPath);
      if (row == kNoRow || rows_.contains(row)) continue;
      const auto missing = before_.maybeStaleIndexOf(row)->missingLayers();
      if (std::ranges::any_of(missing, [&](const auto& layer) { return hasChanged(layer); })) {
        add(row);
      }
    }
  }

  bool hasChanged(const std::string& layer) const {
    const bool isMuted = request_.mutedLayers.contains(layer);
    if (isMuted != before_.request.mutedLayers.contains(layer)) return true;
    const auto opened = isMuted ? nullptr : before_.layers->find(layer);
    return opened && opened->layer;
  }

  void addPayloads() {
    // An arc to a prim below a root prim depends on the payloads of that prim's ancestors. A prim
    // with such an arc has its own path among its inputs.
    before_.siteUses.visit(0, [&](const SiteUses::Use& use) {
      const PrimRow& prim = before_.prims[use.row];
      if (!prim.path.isEmpty() && use.site.path == indexPathOf(prim)) add(use.row);
    });
    for (std::uint32_t row = 0; row < before_.prims.size(); ++row) {
      const PrimRow& prim = before_.prims[row];
      if (prim.path.isEmpty() || prim.indexOwner != IndexOwner::Self) continue;
      if (prim.givenIndex->hasPayloads() && isLoadedDifferently(*prim.givenIndex)) add(row);
    }
  }

  // For a payload behind an arc within the root layer stack, the rule of the arc's site may decide.
  bool isLoadedDifferently(const PrimIndex& index) const {
    const auto differs = [&](Path path) {
      return before_.request.loadRules.isLoaded(path) != request_.loadRules.isLoaded(path);
    };
    return differs(index.path()) || std::ranges::any_of(index.nodes(), [&](const auto& node) {
             return node.layerStack->number() == 0 && differs(node.path.withoutVariants());
           });
  }

  // Adds the prims whose list of children may differ: some child is outside of one of the masks.
  // Prims that the new mask excludes are removed when their parents are composed.
  void addMaskedDifferently() {
    const PopulationMask& was = before_.request.mask;
    const PopulationMask& is = request_.mask;
    for (std::uint32_t row = 0; row < before_.prims.size(); ++row) {
      const PrimRow& prim = before_.prims[row];
      if (prim.path.isEmpty()) continue;
      const Path path = indexPathOf(prim);
      const bool hasAll = was.includesSubtree(path) && is.includesSubtree(path);
      if (!hasAll && (path.isRoot() || is.includes(path))) add(row);
    }
  }

  const StageRows& before_;
  const StageRequest& request_;
  std::unordered_set<std::uint32_t> rows_;
  std::unordered_set<std::uint32_t> trees_;
  std::size_t foundCount_ = 0;
};

}  // namespace

std::optional<std::vector<std::uint32_t>> findDirtyRows(const StageRows& before,
                                                        const SiteChanges& changes,
                                                        const StageRequest& request) {
  const bool isStageWhole = std::ranges::find(changes.wholeStacks, 0u) != changes.wholeStacks.end();
  const bool hasChanges = !changes.sites.empty() || !changes.wholeStacks.empty();
  // Relocates move prims away from the paths to which arcs map them.
  if (isStageWhole || changes.hasOtherTypes || (changes.hasRelocates && hasChanges)) return {};
  DirtySearch search(before, request);
  if (!search.run(changes)) return {};
  return search.rows();
}

}  // namespace usdscope
