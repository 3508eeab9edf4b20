// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/detail/SceneNodes.h"

#include "engine/schema/Imageable.h"

namespace usdscope {
namespace {

const Token kVisibility("visibility");
const Token kInvisible("invisible");

}  // namespace

std::uint32_t SceneNodes::add(const Prim& prim, std::uint32_t parent, bool isPrototypeRoot) {
  const auto index = static_cast<std::uint32_t>(nodes_.size());
  Node& node = nodes_.emplace_back();
  node.parent = parent;
  if (!isPrototypeRoot) {
    node.xform = XformQuery(prim);
    node.isXformVarying = node.xform.mightBeTimeVarying();
    if (!node.isXformVarying) node.still = node.xform.at(TimeCode::earliest());
  }
  if (const Attribute visibility = prim.attribute(kVisibility); visibility && isImageable(prim)) {
    node.visibility = visibility.query();
    node.isVisibilityVarying = node.visibility.mightBeTimeVarying();
    if (!node.isVisibilityVarying) {
      node.isVisible = node.visibility.value(TimeCode::earliest()).valueOr(Token()) != kInvisible;
    }
  }
  isAnimated_ |= node.isXformVarying || node.isVisibilityVarying;
  return index;
}

SceneNodes::Pose SceneNodes::poseAt(TimeCode time) const {
  Pose pose;
  pose.worldFromLocal.resize(nodes_.size());
  pose.isVisible.resize(nodes_.size());
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Node& node = nodes_[i];
    const LocalTransform local = localAt(node, time);
    const bool isVisible = node.isVisibilityVarying
                               ? node.visibility.value(time).valueOr(Token()) != kInvisible
                               : node.isVisible;
    if (node.parent == kNone) {
      pose.worldFromLocal[i] = local.parentFromLocal;
      pose.isVisible[i] = isVisible;
    } else {
      pose.worldFromLocal[i] = local.resetsXformStack
                                   ? local.parentFromLocal
                                   : pose.worldFromLocal[node.parent] * local.parentFromLocal;
      pose.isVisible[i] = pose.isVisible[node.parent] && isVisible;
    }
  }
  return pose;
}

SceneNodes::Pose SceneNodes::withNodesAt(Pose pose, TimeCode time,
                                         std::span<const PlacedNode> placed) const {
  if (placed.empty()) return pose;
  enum : char { Stays, IsPlaced, Follows };
  std::vector<char> states(nodes_.size(), Stays);
  for (const PlacedNode& at : placed) {
    states[at.node] = IsPlaced;
    pose.worldFromLocal[at.node] = at.worldFromLocal;
  }
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Node& node = nodes_[i];
    if (states[i] != Stays || node.parent == kNone || states[node.parent] == Stays) continue;
    const LocalTransform local = localAt(node, time);
    if (local.resetsXformStack) continue;
    states[i] = Follows;
    pose.worldFromLocal[i] = pose.worldFromLocal[node.parent] * local.parentFromLocal;
  }
  return pose;
}

glm::dmat4 SceneNodes::worldFromParent(const Pose& pose, std::uint32_t node, TimeCode time) const {
  const Node& own = nodes_[node];
  if (own.parent == kNone || localAt(own, time).resetsXformStack) return glm::dmat4(1.0);
  return pose.worldFromLocal[own.parent];
}

}  // namespace usdscope
