// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/stage/Prim.h"

namespace usdscope {

/// One row of the Composition pane: one layer of a site of a prim, or an arc that leads nowhere.
/// The rows are a tree, listed depth first: a row with depth d is a child of the last row before it
/// with depth d - 1. The root layer of a site is the parent of its sublayers and of the sites to
/// which the site's arcs lead.
struct CompositionRow {
  std::size_t depth = 0;
  std::string layer;       ///< See layerLabel().
  std::string identifier;  ///< The identifier of the layer.
  std::string arcType;     ///< "root", "reference", "sublayer", …
  std::string arcPath;     ///< The path of the site at which the arc was introduced.
  bool hasSpec = false;    ///< Whether the layer has a spec at `sitePath`.

  std::string sitePath;    ///< The path of the site, with variant selections.
  std::string introduced;  ///< The path in the parent's layer stack at which the arc is authored.
  std::string variant;     ///< For a variant: "look = red".
  LayerOffset offset;      ///< Maps the layer's time to stage time.
  /// How paths of the site map to the stage: "/M → /World/A". Only for the root layer of a site.
  std::vector<std::string> pathMap;
  bool contributes = false;  ///< Whether the layer gives opinions.
  /// Whether composition omits the site in the end, because neither the site nor the sites under it
  /// contribute.
  bool isCulled = false;
  /// Whether composition did not follow the arc, for example because its layer is missing. Such
  /// rows come last; `why` has the reason.
  bool isProblem = false;
  /// The number of the site's node in the prim index; empty if composition did not follow the arc.
  std::optional<std::uint32_t> node = std::nullopt;
  std::string why;  ///< Why the layer gives no opinions, in words; empty if it does.

  bool operator==(const CompositionRow&) const = default;
};

/// Returns the layers of all sites of a prim, in order of strength.
std::vector<CompositionRow> compositionRows(const Prim& prim);

}  // namespace usdscope
