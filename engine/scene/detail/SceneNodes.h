// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/schema/Xformable.h"
#include "engine/stage/Property.h"

namespace usdscope {

/// Transforms and visibility down the namespace: one node for each prim that is passed on the way
/// to something drawn, parents first.
class SceneNodes {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  /// Where each node is at one time.
  struct Pose {
    std::vector<glm::dmat4> worldFromLocal;
    std::vector<char> isVisible;
  };

  struct PlacedNode {
    std::uint32_t node = 0;
    glm::dmat4 worldFromLocal{1.0};
  };

  /// `parent` is kNone for the root of a stage or of a point instancer's prototype, which has no
  /// transform: prototypes are posed relative to their root.
  std::uint32_t add(const Prim& prim, std::uint32_t parent, bool isPrototypeRoot = false);

  /// All nodes at a time; what does not vary is not asked again.
  Pose poseAt(TimeCode time) const;

  /// Puts some nodes elsewhere, and what is below them with them: all but what resets its stack.
  Pose withNodesAt(Pose pose, TimeCode time, std::span<const PlacedNode> placed) const;
  /// Where the parent of a node is in a pose; the world for what resets its stack at that time.
  glm::dmat4 worldFromParent(const Pose& pose, std::uint32_t node, TimeCode time) const;

  bool isAnimated() const { return isAnimated_; }

 private:
  struct Node {
    std::uint32_t parent = kNone;
    XformQuery xform;
    LocalTransform still;  ///< At any time, when the ops do not vary.
    AttributeQuery visibility;
    bool isXformVarying = false;
    bool isVisibilityVarying = false;
    bool isVisible = true;  ///< When its visibility does not vary.
  };
  static LocalTransform localAt(const Node& node, TimeCode time) {
    return node.isXformVarying ? node.xform.at(time) : node.still;
  }

  std::vector<Node> nodes_;
  bool isAnimated_ = false;
};

}  // namespace usdscope
