// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/scene/Complexity.h"
#include "engine/scene/ImplicitShapes.h"
#include "engine/scene/MeshReader.h"
#include "engine/scene/Scene.h"
#include "engine/scene/SkinReader.h"
#include "engine/scene/StandIn.h"
#include "engine/scene/VolumeFields.h"
#include "engine/scene/detail/EqualGeometry.h"
#include "engine/skel/SkelBindings.h"
#include "engine/stage/Prim.h"

namespace usdscope {

/// The skeleton that a drawable follows.
struct SkinnedBy {
  std::shared_ptr<const SkelBinding> binding;
  std::size_t target = 0;      ///< Index into binding->targets.
  std::uint32_t skeleton = 0;  ///< Index into SceneContents::skeletons.
  bool areInfluencesVarying = false;
  bool isBindVarying = false;
  /// The joints at the earliest time. Only those of a rigid prim may vary.
  std::shared_ptr<const FollowedJoints> joints;

  const SkinningQuery& query() const { return binding->targets[target]; }
};

/// The geometry of an update that is not complete yet.
struct PendingGeometry {
  std::shared_ptr<const MeshInput> input;  ///< Null for lines and dots.
  std::shared_ptr<BuiltMesh> built;        ///< The result, which an equal drawable may build.
  bool isFirst = true;                     ///< Whether this drawable builds `built`.
  std::shared_ptr<const Geometry> lines;
  std::string problem;  ///< A sentence that says why `lines` are incomplete.
  std::string remark;   ///< A sentence that says how `lines` are simplified.
  std::shared_ptr<const VolumeFields> volume;
  std::size_t pointCount = 0;
};

/// One gprim to draw, or the equal gprims in equal instances. It keeps everything that does not
/// depend on time, and updates the rest to a time.
///
/// An update calls the functions readGeometry() to bindSkin(), in the order of their declaration.
/// The functions with an EqualGeometry must be called for one drawable after the other. The other
/// functions write only to their drawable, so different drawables may run them at the same time.
class Drawable {
 public:
  Drawable(const Prim& prim, const DrawnPrimvars& primvars);
  /// Draws a stand-in in place of the prim and its descendants.
  Drawable(const Prim& prim, StandIn standIn);

  bool isGeometryVarying() const { return isVarying_; }
  /// Whether this is a volume, whose fields are drawn if they can be read.
  bool isVolume() const { return standIn_ && standIn_->isVolume; }
  /// The names of the primvars to draw, which the materials say.
  const DrawnPrimvars& primvars() const { return primvars_; }

  /// Sets the parts that geometry subsets make: per face the index of its part, and per part the
  /// index of its material in the scene.
  void setParts(std::vector<int> partOfFace, std::vector<int> materials);

  /// Sets how finely the next updates divide round shapes, curves and subdivision surfaces.
  void setComplexity(Complexity complexity);
  /// Whether an update needs any function except bindSkin().
  bool isStale() const;
  /// `shapes` holds the shapes that drawables of the same types and sizes share, and `grids` the
  /// grids that volumes with the same fields share.
  void readGeometry(TimeCode time, ShapeCache& shapes, FieldCache& grids);
  void findEqualGeometry(EqualGeometry& known);
  void buildGeometry();
  void shareGeometry(EqualGeometry& known);
  /// `jointCount` is the number of joints that influences may refer to; empty when the skeleton
  /// cannot be posed.
  void readSkin(TimeCode time, std::optional<std::size_t> jointCount);
  void shareSkin(EqualGeometry& known);
  void bindSkin(TimeCode time);

  /// The results of the last update. The geometry is null when there is nothing to draw. It is
  /// shared with earlier updates while it does not vary, and with equal drawables.
  const std::shared_ptr<const Geometry>& geometry() const { return geometry_; }
  /// The fields of a volume, whose box the geometry is; null if the geometry is drawn.
  const std::shared_ptr<const VolumeFields>& volume() const { return volume_; }
  const std::vector<GeometryPart>& parts() const { return parts_; }
  const std::shared_ptr<const Skin>& skin() const { return skin_; }
  const SkinReach& reach() const { return reach_; }
  /// The opacity of a prototype that has an opacity but no colour: its instances have colours.
  float opacity() const { return opacity_; }
  /// Reports the problems for one of the prims that the drawable stands for.
  void appendProblems(Path prim, Diagnostics& diagnostics) const;

  std::optional<SkinnedBy> skinnedBy;
  Purpose purpose = Purpose::Default;
  bool isDoubleSided = false;
  static constexpr std::uint32_t kNoInstancer = 0xFFFFFFFFu;
  std::uint32_t instancer = kNoInstancer;  ///< Index into SceneContents::instancers.
  std::uint32_t prototype = 0;             ///< Index of the prototype in the instancer.

 private:
  bool buildRefined(const MeshInput& input, BuiltMesh& built) const;
  std::optional<MeshInput> readStandIn(TimeCode time, FieldCache& grids,
                                       PendingGeometry& pending) const;
  bool readFields(TimeCode time, FieldCache& grids, PendingGeometry& pending) const;

  Prim prim_;
  DrawnPrimvars primvars_;
  std::optional<StandIn> standIn_;
  bool isVarying_ = false;
  bool isTopologyVarying_ = false;
  bool isTetMesh_ = false;
  bool isMesh_ = false;       ///< Also true for a TetMesh.
  bool isPatch_ = false;      ///< A NurbsPatch.
  bool isRefinable_ = false;  ///< The geometry depends on the complexity.
  Complexity complexity_ = Complexity::Low;
  std::vector<int> partOfFace_;
  std::vector<int> partMaterials_{-1};
  std::optional<PendingGeometry> pending_;
  /// The input that was built last, if it varies: samples may be equal.
  std::shared_ptr<const MeshInput> builtInput_;

  bool isBuilt_ = false;
  std::shared_ptr<const MeshTopology> topology_;
  std::shared_ptr<const Geometry> geometry_;
  std::shared_ptr<const RefinedMesh> refinedMesh_;  ///< Kept only while it is used again.
  std::shared_ptr<const RefinedCage> cage_;         ///< Null unless skinned and refined.
  std::shared_ptr<const VolumeFields> volume_;
  std::vector<GeometryPart> parts_;
  std::size_t pointCount_ = 0;  ///< Number of points when last built.
  float opacity_ = 1.0f;
  Diagnostics geometryProblems_;

  std::shared_ptr<const Skin> readSkin_;  ///< The result of readSkin() for `skinGeometry_`.
  /// The geometry whose vertices the skin moves; null if no skin has been read yet.
  std::shared_ptr<const Geometry> skinGeometry_;
  std::size_t skinPointCount_ = 0;
  bool isSkinNew_ = false;
  bool isReachStale_ = false;
  Diagnostics skinProblems_;
  /// The skin with the bind transform at the time of the update.
  std::shared_ptr<const Skin> skin_;
  Diagnostics bindProblems_;
  SkinReach reach_;
};

}  // namespace usdscope
