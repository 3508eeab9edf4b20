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

/// One relocate of a layer stack that is in force.
struct Relocation {
  Path source;  ///< As authored: ancestors that are relocated themselves stand by their new paths.
  Path target;  ///< Empty: the prim is removed.
  Path origin;  ///< The source before any relocation.
};

/// The relocates of all layers of a stack that hold. Immutable.
///
/// Read from layer metadata only. Of relocates with one source the strongest counts; those with bad
/// paths, with one target, or in each other's way are dropped with an error, all parties of them.
/// (AOUSD core specification 10; Pcp in USD mode.)
class StackRelocates {
 public:
  StackRelocates() = default;
  /// `layers` strongest first.
  StackRelocates(std::span<const Layer* const> layers, std::vector<CompositionError>& errors);

  bool isEmpty() const { return relocations_.empty(); }
  /// In order of sources.
  std::span<const Relocation> relocations() const { return relocations_; }

  /// Null when the path is not the source or target of one.
  const Relocation* findBySource(Path source) const;
  const Relocation* findByTarget(Path target) const;

  /// Those whose source, or target, is a child of `parent`; indices into relocations(), in order.
  std::span<const std::uint32_t> fromChildrenOf(Path parent) const;
  std::span<const std::uint32_t> toChildrenOf(Path parent) const;

  /// Moves what lies at and below `path` to where the relocates want it, and leaves the rest alone.
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
