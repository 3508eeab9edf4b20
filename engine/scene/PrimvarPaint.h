// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <unordered_map>

#include "engine/scene/ScenePaint.h"
#include "engine/stage/Stage.h"

namespace usdscope {

/// Shows the numbers of a primvar as colours, from its smallest to its largest value in the scene.
/// Vectors show their lengths. Prims that neither have nor inherit the primvar are grey, and so are
/// those whose primvar has too few values or no numbers.
///
/// Values of faces have sharp edges, except on skinned meshes. Values of face corners are averaged
/// at each point, and a refined mesh shows the values of its cage.
class PrimvarPaint : public ScenePaint {
 public:
  /// `name` is with or without `primvars:`.
  PrimvarPaint(std::shared_ptr<const Stage> stage, Token name);

  std::shared_ptr<const Scene> painted(const std::shared_ptr<const Scene>& scene) override;
  std::string title() const override;
  /// Five values of the range, and the number of prims without a value.
  std::vector<PaintSwatch> legend() const override;

  /// The smallest and the largest number of the last scene. Empty without finite numbers.
  std::optional<glm::vec2> range() const { return range_; }

 private:
  std::shared_ptr<const Geometry> uncolored(const std::shared_ptr<const Geometry>& geometry);
  /// Adds a number to the range unless it is not finite.
  void include(float number);
  glm::vec4 colorOf(float number) const;

  std::shared_ptr<const Stage> stage_;
  Token name_;  ///< Without `primvars:`.
  std::optional<glm::vec2> range_;
  bool isLength_ = false;
  std::size_t missing_ = 0;    ///< Prims without a value.
  std::size_t notFinite_ = 0;  ///< Values that are not finite.
  struct Uncolored {
    std::shared_ptr<const Geometry> from;
    std::shared_ptr<const Geometry> geometry;
  };
  std::unordered_map<const Geometry*, Uncolored> uncolored_;
};

/// Returns the number that PrimvarPaint shows at a point of an item in world space: that of the
/// nearest vertex, or of the face there. `name` is with or without `primvars:`; `instance` is an
/// index into Item::instances, or -1. Empty if the item has no such number.
std::optional<float> primvarNumberAt(const Stage& stage, Token name,
                                     const std::shared_ptr<const Scene>& scene, const Item& item,
                                     std::int32_t instance, const glm::dvec3& world);

}  // namespace usdscope
