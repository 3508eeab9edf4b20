// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "engine/render/PickResult.h"
#include "engine/scene/FollowedJoints.h"

namespace usdscope {

/// Returns the number that shaders have for a joint of a palette, from 1 to 2^23, so that a float
/// holds it. It depends on the name of the joint only, unless the names are unknown (null).
std::uint32_t jointNumber(const FollowedJoints* names, std::uint32_t joint);

/// Returns the number of the joint that moves an item as a whole; 0 if none does.
std::uint32_t rigidJointNumber(const Item& item);

/// Whether the vertices of an item follow joints of their own.
bool hasVertexJoints(const Item& item);

/// Geometries whose colours are numbers of joints: x is that of the leading joint of a vertex, 0 if
/// there is none. All other arrays are those of the item's geometry. Items with equal geometry,
/// skin and names of joints share one. Not thread-safe.
class JointGeometries {
 public:
  /// Returns the geometry for an item. Requires: hasVertexJoints(), and skinProblem() is empty.
  std::shared_ptr<const Geometry> of(const Item& item);
  /// Drops geometries that are not used.
  void drop(const std::function<bool(const Geometry*)>& isUsed);

 private:
  struct Numbered {
    std::shared_ptr<const Geometry> from;
    std::shared_ptr<const Skin> skin;
    std::shared_ptr<const FollowedJoints> names;  // May be null.
    std::shared_ptr<const Geometry> geometry;
  };
  std::map<std::pair<const Geometry*, const Skin*>, std::vector<Numbered>> numbered_;
};

/// The joints of an item that has been drawn, by which picks name the joint at a vertex.
struct DrawnJoints {
  std::shared_ptr<const FollowedJoints> names;
  std::shared_ptr<const Geometry> geometry;
  std::shared_ptr<const Skin> skin;  ///< Null if neither joints nor blend shapes move vertices.
};

/// Sets the skeleton and the joint of a pick that hit a triangle, line or dot at a vertex.
void nameJoint(const DrawnJoints& drawn, std::uint32_t vertex, PickResult& result);

}  // namespace usdscope
