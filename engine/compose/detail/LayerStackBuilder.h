// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "engine/compose/CompositionErrorTexts.h"
#include "engine/compose/LayerStack.h"
#include "engine/compose/detail/LayerOpener.h"

namespace usdscope {

/// Builds one layer stack: opens the sublayers, and computes their order, time offsets and
/// relocates.
class LayerStackBuilder {
 public:
  explicit LayerStackBuilder(detail::LayerOpener& layers) : layers_(layers) {}

  /// Builds the stack of a root layer. `session` may be null. `expressionOverrides` is the
  /// referencing stack, whose expression variables are stronger; null for the root layer stack of
  /// the stage.
  std::unique_ptr<LayerStack> build(const std::shared_ptr<const Layer>& root,
                                    std::shared_ptr<const Layer> session,
                                    const LayerStack* expressionOverrides);

 private:
  /// A layer that will be added to the stack. If `layer` is null, the entry marks the end of the
  /// sublayers of `leaves`.
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
  /// Opens the sublayers of an entry.
  std::vector<Pending> openSublayers(std::uint32_t entry);
  void reportFull(const Layer& layer);
  void putOwnedFirst(const Layer& layer, const std::string& sessionOwner,
                     std::vector<Pending>& sublayers);
  std::string sessionOwner() const;
  void report(const CompositionFault& fault, const Layer& layer,
              std::initializer_list<std::string_view> names);

  detail::LayerOpener& layers_;
  std::unique_ptr<LayerStack> stack_;
  // The layer that is being added, and the layers that include it.
  std::unordered_set<const Layer*> includers_;
  std::size_t openedCount_ = 0;  // Layers that were opened or are missing.
  bool isFull_ = false;
};

}  // namespace usdscope
