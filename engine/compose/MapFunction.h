// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "engine/layer/LayerOffset.h"
#include "engine/layer/Path.h"

namespace usdscope {

/// Translates paths, and time, from the namespace of an arc's target (source) to that of the prim
/// that has the arc (target). (PcpMapFunction; AOUSD core specification 10.)
///
/// A list of pairs source → target: a path is mapped by the pair with the longest source that is
/// its prefix, and only if the result would map back to it. Pairs hold no variant selections.
/// Immutable; a value.
class MapFunction {
 public:
  using Pair = std::pair<Path, Path>;

  /// Maps nothing.
  MapFunction() = default;
  static MapFunction identity();
  /// Redundant pairs are left out. A pair `/` → `/` maps whatever no other pair maps to itself.
  static MapFunction make(std::vector<Pair> pairs, LayerOffset timeOffset);

  /// Empty where the path has no image.
  Path targetFromSource(Path source) const;
  Path sourceFromTarget(Path target) const;

  /// Time of the target from time of the source.
  const LayerOffset& timeOffset() const { return timeOffset_; }
  MapFunction withTimeOffset(LayerOffset offset) const;

  bool isIdentity() const;
  /// True when `/` → `/` is among the pairs.
  bool hasRootIdentity() const { return hasRootIdentity_; }
  std::span<const Pair> pairs() const { return pairs_; }

  bool operator==(const MapFunction&) const = default;

 private:
  std::vector<Pair> pairs_;  // In the order of pathLess of the sources, `/` → `/` left out.
  LayerOffset timeOffset_;
  bool hasRootIdentity_ = false;
};

/// The map that applies `inner` first and then `outer`.
MapFunction compose(const MapFunction& outer, const MapFunction& inner);

}  // namespace usdscope
