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

/// The skeleton that a drawable follows.
struct SkinnedBy {
  std::shared_ptr<const SkelBinding> binding;
  std::size_t target = 0;      ///< Into binding->targets.
  std::uint32_t skeleton = 0;  ///< Into SceneContents::skeletons.
  bool areInfluencesVarying = false;
  bool isBindVarying = false;

  const SkinningQuery& query() const { return binding->targets[target]; }
};

/// One gprim, bound once: everything about it that does not depend on time, and how to get the
/// rest.
///
/// Updating to a time takes the steps readGeometry() to bindSkin(), in this order. The steps with
/// an EqualGeometry run for one drawable after the other; the others write only to their drawable,
/// so different drawables may run them at the same time.
class Drawable {
 public:
  Drawable(const Prim& prim, std::uint32_t node, const DrawnPrimvars& primvars);

  const Prim& prim() const { return prim_; }
  std::uint32_t node() const { return node_; }
  bool isGeometryVarying() const { return isVarying_; }

  /// Lets geometry subsets have materials of their own. `partOfFace` and `materials` (one for each
  /// part) are indices into the scene's materials.
  void setParts(std::vector<int> partOfFace, std::vector<int> materials);

  /// Whether an update can change anything but bindSkin()'s results.
  bool isStale() const;
  void readGeometry(TimeCode time);
  void findEqualGeometry(EqualGeometry& known);
  void buildGeometry();
  void shareGeometry(EqualGeometry& known);
  /// `jointCount` is the number of joints that influences may name; empty when the skeleton cannot
  /// be posed.
  void readSkin(TimeCode time, std::optional<std::size_t> jointCount);
  void shareSkin(EqualGeometry& known);
  void bindSkin(TimeCode time);

  /// The results of the last update. The geometry is shared while it does not change and with equal
  /// drawables; null when there is nothing to draw.
  const std::shared_ptr<const Geometry>& geometry() const { return geometry_; }
  const std::vector<GeometryPart>& parts() const { return parts_; }
  const std::shared_ptr<const Skin>& skin() const { return skin_; }
  const SkinReach& reach() const { return reach_; }
  void appendProblems(Diagnostics& diagnostics) const;

  std::optional<SkinnedBy> skinnedBy;
  Purpose purpose = Purpose::Default;
  bool isDoubleSided = false;
  std::uint32_t instancer = 0xFFFFFFFFu;  ///< Into SceneContents::instancers.
  std::uint32_t prototype = 0;            ///< Prototype of that instancer.

 private:
  /// A geometry on its way through the steps.
  struct Pending {
    std::shared_ptr<const MeshInput> input;  ///< Null for lines and dots.
    std::shared_ptr<BuiltMesh> built;        ///< The result; perhaps built by another drawable.
    bool isFirst = true;                     ///< This drawable builds it.
    std::shared_ptr<const Geometry> lines;
    std::string problem;  ///< Why lines are incomplete.
    std::size_t pointCount = 0;
  };

  Prim prim_;
  std::uint32_t node_ = 0;
  DrawnPrimvars primvars_;
  bool isVarying_ = false;
  bool isTopologyVarying_ = false;
  bool isTetMesh_ = false;
  bool isMesh_ = false;  ///< Also true for a TetMesh.
  std::vector<int> partOfFace_;
  std::vector<int> partMaterials_{-1};
  std::optional<Pending> pending_;

  bool isBuilt_ = false;
  std::shared_ptr<const MeshTopology> topology_;
  std::shared_ptr<const Geometry> geometry_;
  std::vector<GeometryPart> parts_;
  std::size_t pointCount_ = 0;  ///< Number of points when last built.
  Diagnostics geometryProblems_;

  std::shared_ptr<const Skin> readSkin_;          ///< As read, for skinGeometry_.
  std::shared_ptr<const Geometry> skinGeometry_;  ///< Null: no skin has been read.
  std::size_t skinPointCount_ = 0;
  bool isSkinNew_ = false;
  bool isReachStale_ = false;
  Diagnostics skinProblems_;
  std::shared_ptr<const Skin> skin_;  ///< With the bind transform of the time.
  Diagnostics bindProblems_;
  SkinReach reach_;
};

}  // namespace usdscope
