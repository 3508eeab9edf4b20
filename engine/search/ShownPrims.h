// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/stage/Stage.h"

namespace usdscope {

/// The prims that a tree shows and that searches find, with usdview's defaults.
struct ShownPrims {
  bool inactive = true;
  bool undefined = false;   ///< Prims that only have `over` specs.
  bool abstract = false;    ///< `class` prims and their descendants.
  bool prototypes = false;  ///< The prototypes of instances, behind the other root prims.
  /// Whether the tree shows the display names of prims that have one. Searches look at names.
  bool displayNames = true;

  bool shows(const Prim& prim) const;
  /// Returns the children that are shown, in order. The roots of prototypes follow the children of
  /// the pseudo-root.
  std::vector<Prim> childrenOf(const Prim& parent) const;
  /// Returns the text that stands for a prim in the tree: its name or its display name.
  std::string titleOf(const Prim& prim) const;
  /// Whether childrenOf() is not empty.
  bool hasChildren(const Prim& parent) const;

  bool operator==(const ShownPrims&) const = default;
};

/// Calls `visit(prim)` for the shown descendants of a prim, depth first, and for each prim before
/// its children. Ends when `visit` returns false. Returns whether it has visited all.
bool visitShown(const Prim& from, const ShownPrims& shown,
                const std::function<bool(const Prim&)>& visit);

}  // namespace usdscope
