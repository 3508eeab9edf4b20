// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "engine/compose/CompositionFaults.h"
#include "engine/compose/LayerStack.h"
#include "engine/compose/detail/LayerOpener.h"

namespace usdscope {

/// Makes one layer stack: opens sublayers, works out their times, order and relocates.
class LayerStackBuilder {
 public:
  explicit LayerStackBuilder(detail::LayerOpener& layers) : layers_(layers) {}

  /// `session` may be null. `expressionOverrides` is the stack whose expression variables win over
  /// this one's: that of the referencing stack; null for the stack of the stage itself.
  std::unique_ptr<LayerStack> build(std::shared_ptr<const Layer> root,
                                    std::shared_ptr<const Layer> session,
                                    const LayerStack* expressionOverrides);

 private:
  /// A layer on its way into the stack. One without a layer marks the end of `leaves`'s sublayers.
  struct Pending {
    std::shared_ptr<const Layer> layer;
    LayerOffset offset;
    std::uint32_t parent = LayerStackEntry::kNoParent;
    LayerOffset authored;
    const Layer* leaves = nullptr;
  };

  void composeExpressionVariables(const LayerStack* overrides);
  void addTree(const std::shared_ptr<const Layer>& top, const LayerOffset& offset,
               const std::string& sessionOwner);
  /// The sublayers of the entry with this number.
  std::vector<Pending> openSublayers(std::uint32_t entry);
  void putOwnedFirst(const Layer& layer, const std::string& sessionOwner,
                     std::vector<Pending>& sublayers);
  std::string sessionOwner() const;
  void report(const CompositionFault& fault, const Layer& layer,
              std::initializer_list<std::string_view> names);

  detail::LayerOpener& layers_;
  std::unique_ptr<LayerStack> stack_;
  std::unordered_set<const Layer*> above_;  // The layer that is being added and those above it.
  bool isFull_ = false;
};

}  // namespace usdscope
