// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "engine/layer/LayerOffset.h"
#include "engine/layer/Path.h"

namespace usdscope {

/// Maps paths and time across an arc. The source of the map is the site that the arc leads to, its
/// target is the prim that has the arc. (PcpMapFunction; AOUSD core specification 10.)
///
/// A map is a list of pairs source → target. A path is mapped by the pair whose source is its
/// longest prefix, provided that the result maps back to the path. Pairs do not contain variant
/// selections. A pair with an empty target blocks its source. Paths inside target brackets are not
/// mapped; translatedFromSource() maps these, too.
///
/// Interned like Path: four bytes, never freed. Thread-safe.
class MapFunction {
 public:
  using Pair = std::pair<Path, Path>;

  /// Makes a map that maps no path.
  constexpr MapFunction() = default;
  static MapFunction identity();
  /// Drops redundant pairs. A pair `/` → `/` maps all paths without another pair to themselves.
  static MapFunction make(std::vector<Pair> pairs, const LayerOffset& timeOffset);

  /// Returns the empty path when `source` is not mapped.
  Path targetFromSource(Path source) const;
  Path sourceFromTarget(Path target) const;

  /// Maps the source's time to the target's time.
  const LayerOffset& timeOffset() const;
  MapFunction withTimeOffset(const LayerOffset& offset) const;
  MapFunction withRootIdentity() const;
  MapFunction withoutRootIdentity() const;
  /// The map from target to source. Requires: the time map has an inverse.
  MapFunction inverse() const;

  /// True when every path and every time maps to itself (times up to 1e-6).
  bool isIdentity() const;
  /// True when `/` → `/` is among the pairs.
  bool hasRootIdentity() const;
  /// The pairs except `/` → `/`, sorted by the length of the source, shortest first.
  std::span<const Pair> pairs() const;

  /// Compares pairs exactly, and time maps with a tolerance of 1e-6.
  friend bool operator==(const MapFunction& a, const MapFunction& b);

  std::uint32_t index() const { return index_; }

 private:
  explicit constexpr MapFunction(std::uint32_t index) : index_(index) {}

  std::uint32_t index_ = 0;
};

/// The map that applies `inner` first and then `outer`. As in the reference, it is made of the
/// pairs of both, so it may also map a path that one of the two alone does not map. Composition
/// needs composeExactly() for arcs to files below relocates.
MapFunction compose(const MapFunction& outer, const MapFunction& inner);
/// Like compose(), but maps only the paths that both functions map.
MapFunction composeExactly(const MapFunction& outer, const MapFunction& inner);

/// Maps a path including the target paths in its brackets. Returns the empty path when a part is
/// not mapped. Drops variant selections.
Path translatedFromSource(const MapFunction& map, Path source);

}  // namespace usdscope
