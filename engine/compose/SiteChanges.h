// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/compose/LayerStack.h"

namespace usdscope {

/// A site at which an edit changed the opinions of some layer of a stack.
struct SiteChange {
  std::uint32_t layerStack = 0;  ///< LayerStack::number().
  Path path;                     ///< The path of a prim, without variant selections.
  /// A spec was added or removed in some layer, so the children of the parent may differ, too.
  bool changesExistence = false;
  bool changesArcs = false;  ///< Arcs or variant selections differ, which may affect descendants.
};

/// The differences between two versions of the layer stacks of a stage.
struct SiteChanges {
  std::vector<SiteChange> sites;
  /// The numbers of stacks that were removed or have a difference that affects all of their prims:
  /// relocates, expression variables, time offsets and rates, the default prim.
  std::vector<std::uint32_t> wholeStacks;
  bool hasNewStacks = false;   ///< Some stack of `after` is another object than in `before`.
  bool hasRelocates = false;   ///< Some stack has relocates, now or before.
  bool hasOtherTypes = false;  ///< The fallback prim types of some layer differ.
};

/// Compares the stacks with equal numbers. `before[i]` and `after[i]` are stack number i; null if
/// there is none.
SiteChanges siteChanges(std::span<const std::shared_ptr<const LayerStack>> before,
                        std::span<const std::shared_ptr<const LayerStack>> after);

}  // namespace usdscope
