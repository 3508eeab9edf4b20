// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "engine/base/Token.h"
#include "engine/layer/Path.h"

namespace usdscope::usdc {

/// The paths of a crate file by their numbers. Prims and variants are interned paths; properties
/// and targets, which are many and are seldom asked for, are kept as a parent and a name.
///
/// Immutable once filled; any thread may ask.
class PathTable {
 public:
  explicit PathTable(std::size_t count = 0) : nodes_(count) {}

  /// Slots that nothing was set in are the empty path, and may be set.
  bool isSet(std::uint32_t index) const {
    return nodes_[index].parent != kInterned || nodes_[index].name != 0;
  }
  void set(std::uint32_t index, Path path) { nodes_[index] = {kInterned, path.index()}; }
  /// `parent` must be set. `name` is what the file has: a property's name, or `[/target]`.
  void set(std::uint32_t index, std::uint32_t parent, Token name) {
    nodes_[index] = {parent, name.index()};
  }

  /// True of paths that were set whole: the root, prims and variants.
  bool isInterned(std::uint32_t index) const { return nodes_[index].parent == kInterned; }
  /// The path with this number; empty when there is none, or none that scene description knows.
  Path path(std::uint32_t index) const;
  std::size_t size() const { return nodes_.size(); }

 private:
  static constexpr std::uint32_t kInterned = 0xFFFFFFFFu;
  struct Node {
    std::uint32_t parent = kInterned;
    std::uint32_t name = 0;  // Index of the Path when interned, else of the Token.
  };
  std::vector<Node> nodes_;
};

}  // namespace usdscope::usdc
