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

/// The layer stacks of one stage, each once. Internally synchronised. Owns the stacks; prim indexes
/// keep it alive.
class LayerStackCache {
 public:
  LayerStackCache(std::shared_ptr<const Layer> root, std::shared_ptr<const Layer> session,
                  std::set<std::string> muted, LayerCache& layers);

  const LayerStack* root() const { return root_; }
  LayerOpener& opener() { return opener_; }

  /// The stack behind `layer` when it is referenced from `referencing`: one that hands on other
  /// expression variables makes another stack.
  const LayerStack* findOrBuild(const std::shared_ptr<const Layer>& layer,
                                const LayerStack& referencing);

  /// All stacks made so far, by identifier of their root layer.
  std::vector<const LayerStack*> stacks() const;

 private:
  /// Root layer, session layer and source of expression variables.
  using Key = std::tuple<const Layer*, const Layer*, const LayerStack*>;

  const std::set<std::string> muted_;
  LayerOpener opener_;
  mutable std::shared_mutex mutex_;
  std::map<Key, std::unique_ptr<LayerStack>> stacks_;
  const LayerStack* root_ = nullptr;
};

}  // namespace usdscope::detail
