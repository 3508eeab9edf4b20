// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/detail/SceneNodes.h"

#include "engine/base/Parallel.h"
#include "engine/schema/Imageable.h"
#include "engine/schema/SchemaNames.h"

namespace usdscope {
std::uint32_t SceneNodes::add(const Prim& prim, std::uint32_t parent, bool isPrototypeRoot) {
  const auto index = static_cast<std::uint32_t>(nodes_.size());
  Node& node = nodes_.emplace_back();
  node.parent = parent;
  if (!isPrototypeRoot) {
    node.xform = XformQuery(prim);
    node.isXformVarying = node.xform.mightBeTimeVarying();
    if (!node.isXformVarying) node.still = node.xform.at(TimeCode::earliest());
  }
  if (const Attribute visibility = prim.attribute(geom::kVisibility);
      visibility && isImageable(prim)) {
    node.visibility = visibility.query();
    node.isVisibilityVarying = node.visibility.mightBeTimeVarying();
    if (!node.isVisibilityVarying) {
      node.isVisible =
          node.visibility.value(TimeCode::earliest()).valueOr(Token()) != geom::kInvisible;
    }
  }
  isAnimated_ |= node.isXformVarying || node.isVisibilityVarying;
  return index;
}

SceneNodes::Placement SceneNodes::placementAt(TimeCode time) const {
  Placement placement;
  placement.worldFromLocal.resize(nodes_.size());
  placement.isVisible.resize(nodes_.size());
  std::vector<char> resetsXformStack(nodes_.size());
  parallelFor(nodes_.size(), 128, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const Node& node = nodes_[i];
      const LocalTransform local = localAt(node, time);
      placement.worldFromLocal[i] = local.parentFromLocal;
      resetsXformStack[i] = local.resetsXformStack;
      placement.isVisible[i] =
          node.isVisibilityVarying
              ? node.visibility.value(time).valueOr(Token()) != geom::kInvisible
              : node.isVisible;
    }
  });
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const std::uint32_t parent = nodes_[i].parent;
    if (parent == kNone) continue;
    placement.isVisible[i] = placement.isVisible[parent] && placement.isVisible[i];
    if (resetsXformStack[i]) continue;
    placement.worldFromLocal[i] = placement.worldFromLocal[parent] * placement.worldFromLocal[i];
  }
  return placement;
}

SceneNodes::Placement SceneNodes::withNodesAt(Placement placement, TimeCode time,
                                              std::span<const PlacedNode> placed) const {
  if (placed.empty()) return placement;
  enum : char { Stays, IsPlaced, Follows };
  std::vector<char> states(nodes_.size(), Stays);
  for (const PlacedNode& at : placed) {
    states[at.node] = IsPlaced;
    placement.worldFromLocal[at.node] = at.worldFromLocal;
  }
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Node& node = nodes_[i];
    if (states[i] != Stays || node.parent == kNone || states[node.parent] == Stays) continue;
    const LocalTransform local = localAt(node, time);
    if (local.resetsXformStack) continue;
    states[i] = Follows;
    placement.worldFromLocal[i] = placement.worldFromLocal[node.parent] * local.parentFromLocal;
  }
  return placement;
}

glm::dmat4 SceneNodes::worldFromParent(const Placement& placement, std::uint32_t node,
                                       TimeCode time) const {
  const Node& own = nodes_[node];
  if (own.parent == kNone || localAt(own, time).resetsXformStack) return glm::dmat4(1.0);
  return placement.worldFromLocal[own.parent];
}

}  // namespace usdscope
