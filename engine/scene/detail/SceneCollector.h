// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/scene/Bones.h"
#include "engine/scene/MaterialValues.h"
#include "engine/scene/detail/Drawable.h"
#include "engine/scene/detail/SceneNodes.h"
#include "engine/schema/MaterialBinding.h"
#include "engine/skel/SkeletonQuery.h"
#include "engine/stage/Stage.h"

namespace usdscope {

/// Skinned prims would need too many joint matrices, and one is drawn without its skin.
inline constexpr DiagnosticCode kTooManyJointMatrices{"scene.too-many-joint-matrices",
                                                      Severity::Error};

/// A point instancer, and the node in whose local space its instances are placed.
struct InstancerUse {
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
  Prim prim;
  std::uint32_t node = 0;
  std::uint32_t outer = kNone;  ///< The instancer whose prototype contains this instancer.
  std::uint32_t outerPrototype = 0;
};

struct CameraUse {
  Prim prim;
  std::uint32_t node = 0;
};

struct LightUse {
  Prim prim;
  std::uint32_t node = 0;
  std::uint32_t link = kAllLights;        ///< See SceneLight::link.
  std::uint32_t shadowLink = kAllLights;  ///< See SceneLight::shadowLink.
};

/// A material, with the values that the primvars of some prims give to it.
struct MaterialUse {
  Prim prim;
  MaterialValues values;
  std::optional<Material> card;  ///< The material of a card, which is not read from `prim`.
};

/// A skeleton, which is posed once per frame for all its followers.
struct SkeletonUse {
  std::shared_ptr<const SkeletonQuery> query;
  std::uint32_t node = 0;
  /// Whether prims follow the skeleton. If not, it is posed only to show its bones.
  bool movesPrims = false;
  /// Whether the skeleton has skinning matrices. Set only if `movesPrims`.
  bool isPosable = false;
};

/// The bones of a skeleton.
struct BonesUse {
  std::uint32_t skeleton = 0;  ///< Index into SceneContents::skeletons.
  Bones bones;
};

/// A rigid prim: joints move it as a whole, together with its descendants.
struct RigidUse {
  SkinnedBy by;
  std::uint32_t node = 0;
};

/// A prim that is drawn. The descendants of equal instances have one drawable for all.
struct DrawnPrim {
  Path path;
  std::uint32_t node = 0;
  std::uint32_t drawable = 0;          ///< Index into SceneContents::drawables.
  std::uint32_t lights = kAllLights;   ///< See Item::lights.
  std::uint32_t shadows = kAllLights;  ///< See Item::shadows.
};

/// Everything that is drawn of a stage, collected once.
struct SceneContents {
  SceneNodes nodes;
  std::vector<std::unique_ptr<Drawable>> drawables;
  std::vector<DrawnPrim> drawn;  ///< In traversal order.
  std::vector<RigidUse> rigid;
  std::vector<InstancerUse> instancers;
  std::vector<CameraUse> cameras;
  std::vector<LightUse> lights;
  std::vector<SkeletonUse> skeletons;
  /// In traversal order. Skeletons in prototypes of point instancers have none.
  std::vector<BonesUse> bones;
  std::vector<MaterialUse> materials;
  std::size_t primCount = 0;
};

/// Traverses a stage and collects what is drawn: gprims with their materials, skins and purposes,
/// and the prototypes of point instancers. Problems go to `diagnostics`.
SceneContents collectScene(const Stage& stage, Diagnostics& diagnostics);

}  // namespace usdscope
