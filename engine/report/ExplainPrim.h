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
  std::size_t depth = 0;   ///< Arcs between it and the root node.
  std::string arc;         ///< "root", "reference", …
  std::string path;        ///< The path of the site, with variant selections.
  std::string layerStack;  ///< Its root layer, relative to the root layer of the stage.
  std::string introduced;  ///< The path in the parent's layer stack at which the arc is authored.
  LayerOffset offset;      ///< Stage time from the time of the site.
  bool hasSpecs = false;
  bool contributes = false;
  std::string why;  ///< Why it contributes nothing, in words; empty when it contributes.
};

/// The sites that composition found for a prim, a node before its children, strongest first.
std::vector<NodeLine> nodeLines(const Prim& prim);

/// Keys path, nodes and opinions: the prim's composition, and its specs in strength order.
Json primExplanationToJson(const Prim& prim);
std::string primExplanationToText(const Prim& prim);

}  // namespace usdscope
