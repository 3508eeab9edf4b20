// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <shared_mutex>
#include <unordered_map>
#include <vector>

#include "engine/compose/PrimIndex.h"

namespace usdscope::detail {

/// The arcs of a prim that has a single spec, without children and variants, and whose parent has
/// only one site. Then nothing but the spec and the path distinguishes the prim from others.
struct OwnArcs {
  PrimSpec spec;
  std::uint32_t entry = 0;  ///< The layer of the spec: an entry of the root layer stack.
  std::size_t depth = 0;    ///< Path::depth() of the prim.
  std::size_t hash = 0;     ///< The hash of the fields. IndexesByArcs::find() sets it.
};
/// Returns the arcs of the prim at `path`; empty if its index may depend on more than these.
std::optional<OwnArcs> findOwnArcs(const PrimIndex& parent, Path path);

/// Finished prim indexes by the arcs that are authored on their prims. Scenes refer to one asset
/// many times; then the index of one prim gives the indexes of all others. Thread-safe.
///
/// Composition only compares paths, so the index of another prim with equal arcs is the same with
/// the other path in place of the prim's, if no site or map has a path that relates to one of the
/// two prims only.
class IndexesByArcs {
 public:
  /// Returns an index that is valid for the prim at `path` if its path is replaced by `path`; null
  /// when there is none.
  std::shared_ptr<const PrimIndex> find(OwnArcs& arcs, Path path) const;
  /// Keeps an index for other prims, unless the arcs are met for the first time: many scenes refer
  /// to each asset only once. Requires: find() has returned null.
  void add(const OwnArcs& arcs, const std::shared_ptr<const PrimIndex>& index);
  /// Drops the indexes, which keep layers alive.
  void clear();

 private:
  struct Known {
    OwnArcs arcs;
    std::shared_ptr<const PrimIndex> index;
    /// The other paths in the namespace of the stage that the index has or has used. A prim at or
    /// below one of these has another index.
    std::vector<Path> otherPaths;

    std::shared_ptr<const PrimIndex> indexFor(Path path) const;
  };
  using KnownByHash = std::unordered_multimap<std::size_t, std::shared_ptr<const Known>>;

  mutable std::shared_mutex mutex_;
  KnownByHash byFields_;  // By the place of the spec's fields in its layer, which rows may share.
  KnownByHash byValues_;  // By the values of these fields.
  // Whether arcs with a hash were met, by the low bits of the hash.
  static constexpr std::size_t kSeenCount = 1u << 16;
  std::vector<bool> seen_ = std::vector<bool>(kSeenCount);
};

}  // namespace usdscope::detail
