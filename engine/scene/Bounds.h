// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/math/Box.h"
#include "engine/scene/WorldTransforms.h"
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
/// or computed, children gathered in the space of the nearest component, prototypes looked into
/// once for all their instances. Purposes default, proxy and render; invisible prims and
/// `extentsHint` do not count. (UsdGeomBBoxCache.)
///
/// Works on several threads where there is much below a prim, and remembers what it has gathered.
/// Not thread-safe itself.
class BoundsCache {
 public:
  explicit BoundsCache(TimeCode time) : time_(time), transforms_(time) {}

  /// World-space aligned box of a prim and all below it; empty when there is nothing. Of the
  /// pseudo-root that of the whole stage.
  Box worldBound(const Prim& prim);

  /// The same before the prim's own transform and those above it.
  OrientedBox untransformedBound(const Prim& prim);

  /// Boxes of a prim before its own transform, one for each purpose (default, render, proxy,
  /// guide), without empty ones at the end, but at least one.
  /// (UsdGeomModelAPI::ComputeExtentsHint.)
  std::vector<Box> extentsHint(const Prim& prim);

  glm::dmat4 worldFromLocal(const Prim& prim) { return transforms_.worldFromLocal(prim); }

 private:
  static constexpr std::size_t kPurposeCount = 4;

  /// Of a prim and all below it: boxes by purpose, in a space that they share.
  struct Bound {
    std::array<Box, kPurposeCount> boxes;
    glm::dmat4 localFromBoxes{1.0};

    void add(const Bound& below, const glm::dmat4& ownFromBelow);
    bool isEmpty() const;
  };
  /// What a prim has from those above it. Where it stands itself, and in whose space its children
  /// are gathered.
  struct Place {
    glm::dmat4 worldFromLocal{1.0};
    glm::dmat4 componentFromWorld{1.0};
    Token purpose;  ///< Authored nearest; empty: nowhere.
  };
  /// A prim whose bound is kept. In prototypes bounds depend on the purpose of the instances.
  struct Key {
    Path path;
    Token purpose;
    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const;
  };
  struct Child {
    Bound bound;
    glm::dmat4 parentFromLocal{1.0};
  };

  Bound boundOf(const Prim& prim);
  Bound boundOf(const Prim& prim, const Place& place);
  Bound boundOfBoundable(const Prim& prim, const Place& place);
  Bound gatherChildren(const Prim& prim, const Place& place);
  void addChildren(std::span<const Prim> children, const Place& above, Bound& sum);
  void addChildrenInParallel(std::span<const Prim> children, const Place& above, Bound& sum);
  void addInstance(const Prim& instance, Token purpose, const glm::dmat4& componentFromLocal,
                   Bound& sum);
  const std::vector<Child>& childrenOfPrototype(const Prim& prototype, Token purpose);
  std::optional<Box> extentOf(const Prim& prim);
  std::optional<Box> pointInstancerExtent(const Prim& prim);
  bool isCounted(const Prim& prim) const;

  TimeCode time_;
  WorldTransforms transforms_;
  std::unordered_map<Key, Bound, KeyHash> bounds_;
  std::unordered_map<Key, std::vector<Child>, KeyHash> prototypes_;
  std::vector<Key> underWay_;  ///< Prims above the one that is looked into.
  bool mayFork_ = true;
};

}  // namespace usdscope
