// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "engine/scene/Scene.h"

namespace usdscope {

/// An object of a picture.
struct PickResult {
  Path path;
  std::int32_t instance = -1;     ///< Index into Item::instances; -1 for items without instances.
  glm::dvec3 worldPosition{0.0};  ///< A point of the object that the picture shows.
  Path instancer;                 ///< The outermost point instancer; empty without instances.
  Path innermost;                 ///< The innermost point instancer; often the same.
  InstanceId id;                  ///< The id of the instance.
  /// The index of the point of a Points prim; empty for other prims, and for objects of an area.
  std::optional<std::uint32_t> point;
  /// The joint with the largest weight there, as InspectionView::Joints shows it, and its skeleton.
  /// Empty if no joint moves the object, and for objects of an area.
  Token joint;
  Path skeleton;
};

/// Whether picking distinguishes the instances of an item, or returns one of them for all.
enum class PickUnit : std::uint8_t { Items, Instances };

/// A rectangle of a picture, in pixels with the origin at the top left.
struct PickArea {
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;
};

struct PickedArea {
  std::vector<PickResult> objects;  ///< Each once, in the order of Scene::items.
  bool isComplete = true;           ///< False if more objects are visible than were wanted.
};

}  // namespace usdscope
