// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/detail/SceneNodes.h"

#include "engine/base/Parallel.h"
#include "engine/schema/Imageable.h"
#include "engine/schema/SchemaNames.h"

namespace usdscope {

std::uint32_t SceneNodes::add(const Prim& prim, std::uint32_t parent, bool isPrototypeRoot) {
  Local& local = locals_.emplace_back();
  local.prim = prim;
  local.isPrototypeRoot = isPrototypeRoot;
  nodes_.push_back({parent, static_cast<std::uint32_t>(locals_.size() - 1)});
  return static_cast<std::uint32_t>(nodes_.size() - 1);
}

std::uint32_t SceneNodes::addLike(std::uint32_t other, std::uint32_t parent) {
  const std::uint32_t local = nodes_[other].local;
  nodes_.push_back({parent, local});
  return static_cast<std::uint32_t>(nodes_.size() - 1);
}

void SceneNodes::evaluate() {
  parallelFor(locals_.size(), 128, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) evaluate(locals_[i]);
  });
  for (const Local& local : locals_) {
    isAnimated_ |= local.isXformVarying || local.isVisibilityVarying;
  }
}

void SceneNodes::evaluate(Local& local) {
  if (!local.isPrototypeRoot) {
    XformQuery xform(local.prim);
    local.isXformVarying = xform.mightBeTimeVarying();
    if (local.isXformVarying) {
      local.xform = std::move(xform);
    } else {
      local.still = xform.at(TimeCode::earliest());
    }
  }
  const Attribute visibility = local.prim.attribute(geom::kVisibility);
  if (!visibility || !isImageable(local.prim)) return;
  // Most prims have no opinion, and are visible.
  if (!visibility.isAuthored() && !local.prim.mayHaveClips()) return;
  AttributeQuery query = visibility.query();
  local.isVisibilityVarying = query.mightBeTimeVarying();
  if (local.isVisibilityVarying) {
    local.visibility = std::move(query);
  } else {
    local.isVisible = query.value(TimeCode::earliest()).valueOr(Token()) != geom::kInvisible;
  }
}

SceneNodes::Placement SceneNodes::placementAt(TimeCode time) const {
  struct Varying {
    LocalTransform transform;
    bool isVisible = true;
  };
  // Nodes of equal instances share what varies, so it is evaluated once.
  std::vector<Varying> varying(isAnimated_ ? locals_.size() : 0);
  parallelFor(varying.size(), 128, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const Local& local = locals_[i];
      if (local.isXformVarying) varying[i].transform = local.xform.at(time);
      if (local.isVisibilityVarying) {
        varying[i].isVisible = local.visibility.value(time).valueOr(Token()) != geom::kInvisible;
      }
    }
  });
  Placement placement;
  placement.worldFromLocal.resize(nodes_.size());
  placement.isVisible.resize(nodes_.size());
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Node& node = nodes_[i];
    const Local& local = locals_[node.local];
    const LocalTransform& own = local.isXformVarying ? varying[node.local].transform : local.still;
    const bool isVisible =
        local.isVisibilityVarying ? varying[node.local].isVisible : local.isVisible;
    const bool isRoot = node.parent == kNone;
    placement.isVisible[i] = (isRoot || placement.isVisible[node.parent]) && isVisible;
    placement.worldFromLocal[i] = isRoot || own.resetsXformStack
                                      ? own.parentFromLocal
                                      : placement.worldFromLocal[node.parent] * own.parentFromLocal;
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
