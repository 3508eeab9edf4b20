// SPDX-License-Identifier: Apache-2.0
#include "engine/compose/SiteChanges.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "engine/compose/detail/LayerChanges.h"

namespace usdscope {
namespace {

using detail::LayerChanges;

/// Compares stacks; each pair of layers once.
class StackComparison {
 public:
  explicit StackComparison(SiteChanges& changes) : changes_(changes) {}

  void compare(const LayerStack& before, const LayerStack& after) {
    const bool isWhole = before.timeCodesPerSecond() != after.timeCodesPerSecond() ||
                         before.expressionVariables() != after.expressionVariables() ||
                         !before.relocates().isEmpty() || !after.relocates().isEmpty();
    if (isWhole || !pairLayers(before, after)) {
      changes_.wholeStacks.push_back(after.number());
      return;
    }
    std::unordered_map<Path, SiteChange> sites;
    for (const auto& [was, is] : pairs_) {
      const LayerChanges& found = changesOf(was, is);
      changes_.hasOtherTypes = changes_.hasOtherTypes || found.changesFallbackTypes;
      if (found.affectsWholeLayer) {
        changes_.wholeStacks.push_back(after.number());
        return;
      }
      for (const auto& spec : found.specs) {
        const Path path = spec.path.withoutVariants();
        SiteChange& site = sites[path];
        site.layerStack = after.number();
        site.path = path;
        site.changesExistence = site.changesExistence || spec.changesExistence;
        site.changesArcs = site.changesArcs || spec.changesArcs;
      }
    }
    for (const auto& [path, site] : sites) changes_.sites.push_back(site);
  }

 private:
  /// Fills pairs_ with the layers that differ: two versions, or an added or removed layer. Returns
  /// false when layers changed their order or times.
  bool pairLayers(const LayerStack& before, const LayerStack& after) {
    pairs_.clear();
    std::unordered_map<std::string_view, std::size_t> placeBefore;
    for (std::size_t i = 0; i < before.entries().size(); ++i) {
      if (!placeBefore.try_emplace(before.entries()[i].layer->identifier(), i).second) return false;
    }
    std::unordered_set<std::string_view> names;
    std::size_t next = 0;  // Common layers have the same order in both.
    for (const LayerStackEntry& entry : after.entries()) {
      if (!names.insert(entry.layer->identifier()).second) return false;
      const auto at = placeBefore.find(entry.layer->identifier());
      if (at == placeBefore.end()) {
        pairs_.emplace_back(nullptr, entry.layer.get());
        continue;
      }
      const LayerStackEntry& was = before.entries()[at->second];
      if (at->second < next || was.offset != entry.offset) return false;
      next = at->second + 1;
      if (was.layer != entry.layer) pairs_.emplace_back(was.layer.get(), entry.layer.get());
    }
    for (const LayerStackEntry& entry : before.entries()) {
      if (!names.contains(entry.layer->identifier())) {
        pairs_.emplace_back(entry.layer.get(), nullptr);
      }
    }
    return true;
  }

  const LayerChanges& changesOf(const Layer* before, const Layer* after) {
    const auto [it, isNew] = known_.try_emplace({before, after});
    if (isNew) it->second = detail::layerChanges(before, after);
    return it->second;
  }

  SiteChanges& changes_;
  std::vector<std::pair<const Layer*, const Layer*>> pairs_;
  std::map<std::pair<const Layer*, const Layer*>, LayerChanges> known_;
};

}  // namespace

SiteChanges siteChanges(std::span<const std::shared_ptr<const LayerStack>> before,
                        std::span<const std::shared_ptr<const LayerStack>> after) {
  SiteChanges changes;
  StackComparison comparison(changes);
  for (std::size_t number = 0; number < before.size(); ++number) {
    const LayerStack* was = before[number].get();
    const LayerStack* is = number < after.size() ? after[number].get() : nullptr;
    if (!was) continue;
    changes.hasRelocates =
        changes.hasRelocates || !was->relocates().isEmpty() || (is && !is->relocates().isEmpty());
    if (was == is) continue;
    changes.hasNewStacks = true;
    if (is) {
      comparison.compare(*was, *is);
    } else {
      changes.wholeStacks.push_back(static_cast<std::uint32_t>(number));
    }
  }
  return changes;
}

}  // namespace usdscope
