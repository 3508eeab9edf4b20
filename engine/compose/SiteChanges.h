// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/compose/LayerStack.h"

namespace usdscope {

/// A site at which some layer of a stack says something else than before.
struct SiteChange {
  std::uint32_t layerStack = 0;  ///< LayerStack::number().
  Path path;                     ///< Of a prim, without variant selections.
  /// A spec came or went in some layer, so that the parent may have other children too.
  bool isExistence = false;
  bool isArcs = false;  ///< Arcs, or choices of variants, differ: that may concern prims below.
};

/// What is different between two versions of the layer stacks of a stage.
struct SiteChanges {
  std::vector<SiteChange> sites;
  /// Stacks in which something differs that concerns all that they bring: relocates, variables,
  /// times, the default prim. By number; those that are gone are among them.
  std::vector<std::uint32_t> wholeStacks;
  bool hasNewStacks = false;   ///< Some stack is not the object that it was.
  bool hasRelocates = false;   ///< Some stack moves prims, now or before.
  bool hasOtherTypes = false;  ///< Fallback types of the stage's own layers differ.
};

/// Stacks by number; null where there is none.
SiteChanges siteChanges(std::span<const std::shared_ptr<const LayerStack>> before,
                        std::span<const std::shared_ptr<const LayerStack>> after);

}  // namespace usdscope
