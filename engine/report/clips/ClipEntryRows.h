// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/stage/Prim.h"

namespace usdscope {

/// An entry of a clip set, or the order of the sets of a prim.
struct ClipEntryRow {
  Path prim;          ///< The prim that has the set.
  std::string set;    ///< Empty for the order of the sets.
  std::string key;    ///< "active", …, or "clipSets".
  std::string text;   ///< The composed value on one line; empty if no layer authors the entry.
  std::string layer;  ///< Identifier of the strongest layer with an opinion; may be empty.
  bool operator==(const ClipEntryRow&) const = default;
};

/// Returns the entries of the clip sets that layers author on a prim, by set, also those that no
/// layer authors but the set may have; then the order of the sets. A set with `assetPaths` has no
/// rows for a template, unless a layer authors them. Opens no clip.
std::vector<ClipEntryRow> clipEntryRows(const Prim& prim);

}  // namespace usdscope
