// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <set>
#include <shared_mutex>
#include <string>
#include <tuple>
#include <vector>

#include "engine/compose/LayerStack.h"
#include "engine/compose/detail/LayerOpener.h"

namespace usdscope::detail {

/// The layer stacks of one stage, each once. Internally synchronised. Owns the stacks, together
/// with the caches before and after it; prim indexes keep it alive.
class LayerStackCache {
 public:
  LayerStackCache(std::shared_ptr<const Layer> root, std::shared_ptr<const Layer> session,
                  std::set<std::string> muted, LayerCache& layers);
  /// After an edit: stacks of `previous` whose layers are what they were are shared, the others
  /// are made again under their numbers, or dropped where their root layer cannot be had.
  LayerStackCache(std::shared_ptr<const Layer> root, std::shared_ptr<const Layer> session,
                  std::set<std::string> muted, LayerCache& layers, const LayerStackCache& previous);

  const LayerStack* root() const { return root_; }
  LayerOpener& opener() { return opener_; }
  const LayerOpener& opener() const { return opener_; }

  /// The stack behind `layer` when it is referenced from `referencing`: one that hands on other
  /// expression variables makes another stack.
  const LayerStack* findOrBuild(const std::shared_ptr<const Layer>& layer,
                                const LayerStack& referencing);

  /// All stacks made so far, by identifier of their root layer.
  std::vector<const LayerStack*> stacks() const;
  /// By number; null where there is none any more.
  std::vector<std::shared_ptr<const LayerStack>> stacksByNumber() const;
  /// The version of a stack that is in force; itself where there is none any more.
  const LayerStack* findCurrent(const LayerStack& stack) const;
  /// Forgets those whose number is marked 0, or beyond the end. The stage's own one stays.
  void keepOnly(const std::vector<std::uint32_t>& useCounts);

 private:
  /// Root layer, session layer and number of the source of expression variables.
  using Key = std::tuple<const Layer*, const Layer*, std::uint32_t>;

  const LayerStack* add(const Key& key, std::unique_ptr<LayerStack> stack);
  void carryOver(std::uint32_t number, const LayerStackCache& previous,
                 const std::vector<std::shared_ptr<const LayerStack>>& before);
  bool isCurrent(const LayerStack& stack, const std::set<std::string>& mutedBefore) const;

  const std::set<std::string> muted_;
  LayerCache& layers_;
  LayerOpener opener_;
  mutable std::shared_mutex mutex_;
  std::map<Key, std::uint32_t> numbers_;
  std::vector<std::shared_ptr<const LayerStack>> stacks_;
  std::vector<std::uint32_t> variableSources_;  // By number: whose variables it was made with.
  const LayerStack* root_ = nullptr;
};

}  // namespace usdscope::detail
