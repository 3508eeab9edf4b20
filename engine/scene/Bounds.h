// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/math/Box.h"
#include "engine/stage/Prim.h"
#include "engine/value/TimeCode.h"

namespace usdscope {

/// A box in some space, and the way from there to the space in which it is used. (GfBBox3d.)
struct OrientedBox {
  Box box;
  glm::dmat4 matrix{1.0};

  Box aligned() const { return transformed(matrix, box); }
  /// Both in one: in the space of the one that gives the smaller volume.
  static OrientedBox combined(const OrientedBox& a, const OrientedBox& b);
};

/// Bounds of the prims of one stage at one time, as the reference combines them: extents authored
/// or computed, children gathered in the space of the nearest component. Purposes default, proxy
/// and render; invisible prims and `extentsHint` do not count. (UsdGeomBBoxCache.)
///
/// Remembers every prim it has met. Not thread-safe.
class BoundsCache {
 public:
  explicit BoundsCache(TimeCode time) : time_(time) {}

  /// World-space aligned box of a prim and all below it; empty when there is nothing. Of the
  /// pseudo-root that of the whole stage.
  Box worldBound(const Prim& prim);

  /// The same before the prim's own transform and those above it.
  OrientedBox untransformedBound(const Prim& prim);

  /// Boxes of a prim before its own transform, one for each purpose (default, render, proxy,
  /// guide), without empty ones at the end, but at least one.
  /// (UsdGeomModelAPI::ComputeExtentsHint.)
  std::vector<Box> extentsHint(const Prim& prim);

  /// World from local of a prim; remembered.
  const glm::dmat4& worldFromLocal(const Prim& prim);

 private:
  static constexpr std::size_t kPurposeCount = 4;
  struct Entry {
    std::array<OrientedBox, kPurposeCount> boxes;  ///< By purpose, in the prim's local space.
  };

  const Entry& resolve(const Prim& prim, const glm::dmat4& componentFromWorld);
  void addChildren(const Prim& prim, const glm::dmat4& componentFromWorld, Entry& entry);
  std::optional<Box> extentOf(const Prim& prim);
  std::optional<Box> pointInstancerExtent(const Prim& prim);
  bool isIncluded(const Prim& prim);
  glm::dmat4 componentFromWorldAbove(const Prim& prim);

  TimeCode time_;
  std::unordered_map<Path, Entry> entries_;
  std::unordered_map<Path, glm::dmat4> worldFromLocal_;
};

}  // namespace usdscope
