// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/base/Json.h"
#include "engine/stage/Prim.h"

namespace usdscope {

/// One site of a prim's composition, as reports show it.
struct NodeLine {
  std::size_t depth = 0;  ///< Number of arcs between the root node and this node.
  std::string arc;        ///< "root", "reference", …
  std::string path;       ///< The path of the site, with variant selections.
  /// The root layer of its layer stack, as a path relative to the folder of the stage's root layer.
  std::string layerStack;
  std::string introduced;  ///< The path in the parent's layer stack at which the arc is authored.
  LayerOffset offset;      ///< Maps the site's time to stage time.
  bool hasSpecs = false;
  bool contributes = false;
  std::string why;  ///< Why the site contributes nothing, in words; empty if it contributes.
};

/// Returns the sites that composition found for a prim, in order of strength: a node comes before
/// its children.
std::vector<NodeLine> nodeLines(const Prim& prim);

/// Returns an object with the keys path, nodes (the sites) and opinions (the specs), both strongest
/// first.
Json primExplanationToJson(const Prim& prim);
std::string primExplanationToText(const Prim& prim);

}  // namespace usdscope
