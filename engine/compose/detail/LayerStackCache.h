// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <set>
#include <shared_mutex>
#include <string>
#include <tuple>
#include <vector>

#include "engine/compose/LayerStack.h"
#include "engine/compose/detail/LayerOpener.h"
#include "engine/compose/detail/RelocatedMaps.h"

namespace usdscope::detail {

/// The layer stacks of one stage. Unchanged stacks are shared with the caches of the stages before
/// and after. Prim indexes keep their cache alive. Thread-safe.
class LayerStackCache {
 public:
  LayerStackCache(std::shared_ptr<const Layer> root, std::shared_ptr<const Layer> session,
                  std::set<std::string> muted, LayerCache& layers);
  /// Makes the cache after an edit. Shares the stacks of `previous` whose layers are unchanged.
  /// Builds the other stacks again with the same numbers, and drops those whose root layer is muted
  /// or unreadable.
  LayerStackCache(std::shared_ptr<const Layer> root, std::shared_ptr<const Layer> session,
                  std::set<std::string> muted, LayerCache& layers, const LayerStackCache& previous);

  const LayerStack* root() const { return root_; }
  LayerOpener& opener() { return opener_; }
  const LayerOpener& opener() const { return opener_; }
  RelocatedMaps& relocatedMaps() { return relocatedMaps_; }

  /// Whether some layer of the stacks made so far may author value clips on a prim. If not, no site
  /// needs to be searched for them.
  bool mayHaveClips() const { return mayHaveClips_.load(std::memory_order_relaxed); }

  /// Returns the stack whose root layer is `layer`, for an arc from the stack `referencing`. The
  /// same layer has several stacks if it is referenced with different expression variables.
  const LayerStack* findOrBuild(const std::shared_ptr<const Layer>& layer,
                                const LayerStack& referencing);

  /// All stacks made so far, sorted by the identifier of their root layer.
  std::vector<const LayerStack*> stacks() const;
  /// All stacks by number; null for dropped stacks.
  std::vector<std::shared_ptr<const LayerStack>> stacksByNumber() const;
  /// Returns the current version of a stack; the stack itself if it has been dropped.
  const LayerStack* findCurrent(const LayerStack& stack) const;
  /// Drops the stacks whose use count is 0 or missing, except the root layer stack of the stage.
  void keepOnly(const std::vector<std::uint32_t>& useCounts);

 private:
  /// Root layer, session layer and number of the source of expression variables.
  using Key = std::tuple<const Layer*, const Layer*, std::uint32_t>;

  const LayerStack* add(const Key& key, std::unique_ptr<LayerStack> stack);
  void carryOver(std::uint32_t number, const LayerStackCache& previous,
                 const std::vector<std::shared_ptr<const LayerStack>>& before);
  void noteClips(const LayerStack& stack);
  bool isCurrent(const LayerStack& stack, const std::set<std::string>& mutedBefore) const;

  const std::set<std::string> muted_;
  LayerCache& layers_;
  LayerOpener opener_;
  RelocatedMaps relocatedMaps_;
  mutable std::shared_mutex mutex_;
  std::map<Key, std::uint32_t> numbers_;
  std::vector<std::shared_ptr<const LayerStack>> stacks_;
  // Per number of a stack, the number of the stack that provides its expression variables.
  std::vector<std::uint32_t> variableSources_;
  const LayerStack* root_ = nullptr;
  // Set before a stack with clips is returned, and never reset.
  std::atomic<bool> mayHaveClips_ = false;
};

}  // namespace usdscope::detail
