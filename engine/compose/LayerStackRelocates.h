// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/compose/CompositionError.h"
#include "engine/compose/MapFunction.h"
#include "engine/layer/Layer.h"

namespace usdscope {

/// A valid relocate of a layer stack.
struct Relocation {
  /// The authored source. Its ancestors have their new paths if they are relocated themselves.
  Path source;
  Path target;  ///< Empty if the relocate removes the prim.
  Path origin;  ///< The path of the source before any relocate is applied.
};

/// The valid relocates of a layer stack: combines the relocates that its layers author.
/// RelocateArcs.cpp adds the relocation arcs to a prim index. Immutable.
///
/// Only layer metadata has relocates. The strongest relocate of a source wins. Relocates with
/// invalid paths, with the same target, or in conflict with each other are all dropped with an
/// error. (AOUSD core specification 10; Pcp in USD mode.)
class LayerStackRelocates {
 public:
  LayerStackRelocates() = default;
  /// Requires: `layers` are sorted, strongest first.
  LayerStackRelocates(std::span<const Layer* const> layers, std::vector<CompositionError>& errors);

  bool isEmpty() const { return relocations_.empty(); }
  /// Sorted by source.
  std::span<const Relocation> relocations() const { return relocations_; }

  /// Returns null when no relocate has the path as its source or target.
  const Relocation* findBySource(Path source) const;
  const Relocation* findByTarget(Path target) const;

  /// Sorted indices into relocations() of the relocates whose source (or target) is a child of
  /// `parent`.
  std::span<const std::uint32_t> fromChildrenOf(Path parent) const;
  std::span<const std::uint32_t> toChildrenOf(Path parent) const;

  /// Returns a map from the sources of relocates at `path` and its descendants to their targets. It
  /// maps other paths to themselves.
  MapFunction mapBelow(Path path) const;

 private:
  std::vector<Relocation> relocations_;
  std::vector<std::uint32_t> byOrigin_;
  std::unordered_map<Path, std::uint32_t> bySource_;
  std::unordered_map<Path, std::uint32_t> byTarget_;
  std::unordered_map<Path, std::vector<std::uint32_t>> bySourceParent_;
  std::unordered_map<Path, std::vector<std::uint32_t>> byTargetParent_;
};

}  // namespace usdscope
