// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <span>
#include <stop_token>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/math/Box.h"
#include "engine/scene/WorldTransforms.h"
#include "engine/stage/Prim.h"
#include "engine/value/TimeCode.h"

namespace usdscope {

/// A box, and the matrix from the space of the box to the space in which it is used. (GfBBox3d.)
struct OrientedBox {
  Box box;
  glm::dmat4 matrix{1.0};

  Box aligned() const { return transformed(matrix, box); }
  /// Returns a box around two boxes. It lies in the space of `a` or of `b`, whichever gives the
  /// smaller volume.
  static OrientedBox combined(const OrientedBox& a, const OrientedBox& b);
};

/// Bounds of the prims of one stage at one time, combined as in the reference: extents are authored
/// or computed, children are united in the space of the nearest component, and prototypes are
/// computed once for all instances. Includes the purposes default, proxy and render; ignores
/// invisible prims and `extentsHint`. (UsdGeomBBoxCache.)
///
/// Caches the results. Uses several threads for prims with many descendants, but is not thread-safe
/// itself. When stop is requested, results are wrong and come soon.
class BoundsCache {
 public:
  explicit BoundsCache(TimeCode time, std::stop_token stop = {})
      : time_(time), stop_(std::move(stop)), transforms_(time) {}

  /// Computes the aligned world-space box of a prim and its descendants; for the pseudo-root, of
  /// the whole stage. Empty when there is no geometry.
  Box worldBound(const Prim& prim);

  /// Computes the box of a prim and its descendants, without the transforms of the prim and its
  /// ancestors.
  OrientedBox untransformedBound(const Prim& prim);

  /// Computes the boxes of a prim before its own transform, one per purpose (default, render,
  /// proxy, guide). Empty boxes at the end of the list are dropped, but not the first one.
  /// (UsdGeomModelAPI::ComputeExtentsHint.)
  std::vector<Box> extentsHint(const Prim& prim);

  /// Computes the box of a boundable prim in its local space, as if it had no authored extent.
  /// Empty for prims whose box does not follow from their values.
  std::optional<Box> computedExtent(const Prim& prim);

  glm::dmat4 worldFromLocal(const Prim& prim) { return transforms_.worldFromLocal(prim); }

 private:
  static constexpr std::size_t kPurposeCount = 4;

  /// The boxes of a prim and its descendants by purpose, in a common space.
  struct Bound {
    std::array<Box, kPurposeCount> boxes;
    glm::dmat4 localFromBoxes{1.0};

    void add(const Bound& child, const glm::dmat4& ownFromChild);
    bool isEmpty() const;
  };
  /// Inherited state of a prim: its world transform, its purpose, and the space in which its
  /// children are united.
  struct Place {
    glm::dmat4 worldFromLocal{1.0};
    glm::dmat4 componentFromWorld{1.0};
    Token purpose;  ///< The nearest authored purpose; empty if none is authored.
  };
  /// Key of the cache. Bounds in prototypes depend on the purpose of the instances.
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
  bool isIncluded(const Prim& prim) const;

  TimeCode time_;
  std::stop_token stop_;
  WorldTransforms transforms_;
  std::unordered_map<Key, Bound, KeyHash> bounds_;
  std::unordered_map<Key, std::vector<Child>, KeyHash> prototypes_;
  std::vector<Key> pending_;  ///< Ancestors of the prim that is being computed.
  bool mayFork_ = true;
};

}  // namespace usdscope
