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
///
/// Keeps the geometry of each painted prim while its colours stay equal, so that it is uploaded
/// once.
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
  /// Names a painted geometry.
  struct Key {
    Path path;
    const Geometry* from = nullptr;
    bool isSplit = false;  ///< Each triangle has vertices of its own.
    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const;
  };
  struct Painted {
    std::shared_ptr<const Geometry> from;
    std::shared_ptr<const Geometry> geometry;
    bool isUsed = false;
  };
  /// Returns a geometry with these colours: that of the last scene if it has them.
  std::shared_ptr<const Geometry> colored(Path path, const std::shared_ptr<const Geometry>& from,
                                          bool isSplit, std::vector<glm::vec4> colors);
  /// Adds a number to the range unless it is not finite.
  void include(float number);
  glm::vec4 colorOf(float number) const;

  std::shared_ptr<const Stage> stage_;
  Token name_;  ///< Without `primvars:`.
  std::optional<glm::vec2> range_;
  bool isLength_ = false;
  std::size_t missing_ = 0;    ///< Prims without a value.
  std::size_t notFinite_ = 0;  ///< Values that are not finite.
  std::unordered_map<Key, Painted, KeyHash> painted_;
};

/// Returns the number that PrimvarPaint shows at a point of an item in world space: that of the
/// nearest vertex, or of the nearest face. `name` is with or without `primvars:`; `instance` is an
/// index into Item::instances, or -1. Empty if the item has no such number.
std::optional<float> primvarNumberAt(const Stage& stage, Token name,
                                     const std::shared_ptr<const Scene>& scene, const Item& item,
                                     std::int32_t instance, const glm::dvec3& world);

}  // namespace usdscope
