// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
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
/// its prefix, and only if the result would map back to it. Pairs hold no variant selections. A
/// pair with an empty target keeps its source from being mapped. Paths inside target brackets are
/// left alone: translatedFromSource() maps those too.
///
/// Interned like Path: four bytes, never freed; any thread may make and use them.
class MapFunction {
 public:
  using Pair = std::pair<Path, Path>;

  /// Maps nothing.
  constexpr MapFunction() = default;
  static MapFunction identity();
  /// Redundant pairs are left out. A pair `/` → `/` maps whatever no other pair maps to itself.
  static MapFunction make(std::vector<Pair> pairs, const LayerOffset& timeOffset);

  /// Empty where the path has no image.
  Path targetFromSource(Path source) const;
  Path sourceFromTarget(Path target) const;

  /// Time of the target from time of the source.
  const LayerOffset& timeOffset() const;
  MapFunction withTimeOffset(const LayerOffset& offset) const;
  MapFunction withRootIdentity() const;
  MapFunction withoutRootIdentity() const;
  /// Target to source. The time map must have an inverse.
  MapFunction inverse() const;

  /// Maps every path and every time to itself (times to 1e-6).
  bool isIdentity() const;
  /// True when `/` → `/` is among the pairs.
  bool hasRootIdentity() const;
  /// By length of the source, shortest first; `/` → `/` is left out.
  std::span<const Pair> pairs() const;

  /// Same pairs, and time maps that differ by no more than 1e-6.
  friend bool operator==(const MapFunction& a, const MapFunction& b);

  std::uint32_t index() const { return index_; }

 private:
  explicit constexpr MapFunction(std::uint32_t index) : index_(index) {}

  std::uint32_t index_ = 0;
};

/// The map that applies `inner` first and then `outer`. It may map a path that one of the two does
/// not map because something else stands there, if no pair of the result stands there any more.
MapFunction compose(const MapFunction& outer, const MapFunction& inner);
/// The same without that: exactly the paths that the two map one after the other.
MapFunction composeExactly(const MapFunction& outer, const MapFunction& inner);

/// The path with everything in it mapped, targets inside brackets too. Empty when a part has no
/// image. Variant selections are dropped.
Path translatedFromSource(const MapFunction& map, Path source);

}  // namespace usdscope
