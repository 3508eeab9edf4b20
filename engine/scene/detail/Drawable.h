// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/scene/MeshReader.h"
#include "engine/scene/Scene.h"
#include "engine/scene/SkinReader.h"
#include "engine/scene/detail/EqualGeometry.h"
#include "engine/skel/SkelBindings.h"
#include "engine/stage/Prim.h"

namespace usdscope {

/// What moves a drawable's points, if anything does.
struct SkinnedBy {
  std::shared_ptr<const SkelBinding> binding;
  std::size_t target = 0;
  std::uint32_t skeletonNode = 0;  ///< Of SceneNodes: skinned points are in its space.
  bool areInfluencesVarying = false;
  bool isBindVarying = false;

  const SkinningQuery& query() const { return binding->targets[target]; }
  const SkeletonQuery& skeleton() const { return *binding->skeleton; }
};

/// One gprim, bound once: everything about it that does not depend on time, and how to get the
/// rest.
class Drawable {
 public:
  Drawable(const Prim& prim, std::uint32_t node, const DrawnPrimvars& primvars);

  const Prim& prim() const { return prim_; }
  std::uint32_t node() const { return node_; }
  bool isGeometryVarying() const { return isVarying_; }

  /// Geometry at a time; shared while it does not change, and with drawables that are equal to this
  /// one. Null when there is nothing to draw.
  std::shared_ptr<const Geometry> geometryAt(TimeCode time, EqualGeometry& known,
                                             Diagnostics& diagnostics);
  const std::vector<GeometryPart>& parts() const { return parts_; }

  /// Lets geometry subsets have materials of their own. `partOfFace` and `materials` (one for each
  /// part) are indices into the scene's materials.
  void setParts(std::vector<int> partOfFace, std::vector<int> materials);

  std::optional<SkinnedBy> skinnedBy;
  std::shared_ptr<const Skin> skin;  ///< Of the last geometry, and at its time.
  SkinReach reach;                   ///< Of the skin with the last geometry.
  Purpose purpose = Purpose::Default;
  bool isDoubleSided = false;
  std::uint32_t instancer = 0xFFFFFFFFu;  ///< Into the extractor's point instancers.
  std::uint32_t prototype = 0;            ///< Of that instancer.

 private:
  std::shared_ptr<const Geometry> build(TimeCode time, EqualGeometry& known,
                                        Diagnostics& diagnostics);
  std::shared_ptr<const Geometry> buildMesh(MeshInput input, EqualGeometry& known,
                                            std::string& problem);
  void updateSkin(const std::shared_ptr<const Geometry>& geometry, TimeCode time,
                  EqualGeometry& known, Diagnostics& diagnostics);

  Prim prim_;
  std::uint32_t node_ = 0;
  DrawnPrimvars primvars_;
  bool isVarying_ = false;
  bool isTopologyVarying_ = false;
  bool isTetMesh_ = false;
  bool isMesh_ = false;  ///< Also of a TetMesh.
  std::vector<int> partOfFace_;
  std::vector<int> partMaterials_{-1};
  std::optional<MeshTopology> topology_;
  std::vector<GeometryPart> parts_;
  std::size_t pointCount_ = 0;  ///< Of the prim, when its geometry was last built.
  bool isSkinRead_ = false;
  std::size_t skinPointCount_ = 0;                ///< For which the skin was read.
  std::shared_ptr<const Geometry> skinGeometry_;  ///< As well.
  std::shared_ptr<const Skin> readSkin_;          ///< As it was read.
  Diagnostics skinProblems_;
  std::shared_ptr<const Geometry> still_;
  Diagnostics stillProblems_;
  bool isBuilt_ = false;
};

}  // namespace usdscope
