// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "engine/scene/Bones.h"
#include "engine/scene/detail/Drawable.h"
#include "engine/scene/detail/SceneNodes.h"
#include "engine/schema/MaterialBinding.h"
#include "engine/skel/SkeletonQuery.h"
#include "engine/stage/Stage.h"

namespace usdscope {

/// A point instancer, and the node whose space its instances are in.
struct InstancerUse {
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
  Prim prim;
  std::uint32_t node = 0;
  std::uint32_t outer = kNone;  ///< The instancer with this one in a prototype.
  std::uint32_t outerPrototype = 0;
};

struct CameraUse {
  Prim prim;
  std::uint32_t node = 0;
};

/// A skeleton, posed once per frame for all that follows it.
struct SkeletonUse {
  std::shared_ptr<const SkeletonQuery> query;
  std::uint32_t node = 0;
  bool movesPrims = false;  ///< Else it is posed only to show its bones.
  /// Whether there are skinning matrices; set for skeletons that move prims.
  bool isPosable = false;
};

/// The bones of a skeleton that can be shown.
struct BonesUse {
  std::uint32_t skeleton = 0;  ///< Into SceneContents::skeletons.
  Bones bones;
};

/// A prim that joints move as a whole, with its descendants.
struct RigidUse {
  SkinnedBy by;
  std::uint32_t node = 0;
};

/// The drawn contents of a stage, collected once.
struct SceneContents {
  SceneNodes nodes;
  std::vector<std::unique_ptr<Drawable>> drawables;
  std::vector<RigidUse> rigid;
  std::vector<InstancerUse> instancers;
  std::vector<CameraUse> cameras;
  std::vector<SkeletonUse> skeletons;
  std::vector<BonesUse> bones;  ///< In traversal order; none in prototypes of point instancers.
  std::vector<Prim> materials;  ///< Prims of the scene's materials.
  std::size_t primCount = 0;
};

/// Traverses a stage and collects what is drawn: gprims with their materials, skins and purposes,
/// and the prototypes of point instancers. Problems go to `diagnostics`.
SceneContents collectScene(const Stage& stage, Diagnostics& diagnostics);

}  // namespace usdscope
