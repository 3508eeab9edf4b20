// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/schema/Xformable.h"
#include "engine/stage/Property.h"

namespace usdscope {

/// Transforms and visibility down the namespace. Each drawn prim and each of its ancestors has a
/// node; parents come before children.
class SceneNodes {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  /// The transform and visibility of all nodes at one time.
  struct Placement {
    std::vector<glm::dmat4> worldFromLocal;
    std::vector<char> isVisible;
  };

  struct PlacedNode {
    std::uint32_t node = 0;
    glm::dmat4 worldFromLocal{1.0};
  };

  /// Adds the node of a prim and returns its index. `parent` is kNone for the root of a stage and
  /// for the root of a point instancer's prototype. The prototype's root gets no transform, because
  /// instances place prototypes relative to their root.
  std::uint32_t add(const Prim& prim, std::uint32_t parent, bool isPrototypeRoot = false);
  /// Adds a node with the local transform and the visibility of another one, and returns its index.
  std::uint32_t addLike(std::uint32_t other, std::uint32_t parent);
  /// Evaluates everything that does not vary. Requires: all nodes have been added. The functions
  /// below require this.
  void evaluate();

  std::size_t size() const { return nodes_.size(); }
  std::uint32_t parentOf(std::uint32_t node) const { return nodes_[node].parent; }

  /// Places all nodes at a time. Transforms that do not vary are not evaluated again.
  Placement placementAt(TimeCode time) const;

  /// Gives some nodes new transforms, and moves their descendants with them, except those that
  /// reset the transform stack.
  Placement withNodesAt(Placement placement, TimeCode time,
                        std::span<const PlacedNode> placed) const;
  /// Returns the world transform of a node's parent; the identity for a node that resets the
  /// transform stack.
  glm::dmat4 worldFromParent(const Placement& placement, std::uint32_t node, TimeCode time) const;

  bool isAnimated() const { return isAnimated_; }

 private:
  /// The transform and the visibility of a prim, which all nodes like it share.
  struct Local {
    Prim prim;
    bool isPrototypeRoot = false;
    bool isXformVarying = false;
    bool isVisibilityVarying = false;
    bool isVisible = true;      ///< The authored visibility, if it does not vary.
    LocalTransform still;       ///< The transform, if its ops do not vary.
    XformQuery xform;           ///< Empty if the ops do not vary.
    AttributeQuery visibility;  ///< Empty if it does not vary.
  };
  struct Node {
    std::uint32_t parent = kNone;
    std::uint32_t local = 0;  ///< Index into locals_.
  };

  static void evaluate(Local& local);
  LocalTransform localAt(const Node& node, TimeCode time) const {
    const Local& local = locals_[node.local];
    return local.isXformVarying ? local.xform.at(time) : local.still;
  }

  std::vector<Node> nodes_;
  std::vector<Local> locals_;
  bool isAnimated_ = false;
};

}  // namespace usdscope
