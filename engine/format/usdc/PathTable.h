// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "engine/base/Token.h"
#include "engine/layer/Path.h"

namespace usdscope::usdc {

/// The paths of a crate file by number. Prims and variants are interned paths. Properties and
/// targets, which are many and rarely needed, are pairs of a parent and a name.
///
/// Immutable and thread-safe after it has been filled.
class PathTable {
 public:
  explicit PathTable(std::size_t count = 0) : nodes_(count) {}

  /// Whether a path has been set. Other slots have the empty path.
  bool isSet(std::uint32_t index) const {
    return nodes_[index].parent != kInterned || nodes_[index].name != 0;
  }
  void set(std::uint32_t index, Path path) { nodes_[index] = {kInterned, path.index()}; }
  /// Sets a property or target. `name` is the name of a property, or `[/target]` as in the file.
  /// Requires: `parent` is set.
  void set(std::uint32_t index, std::uint32_t parent, Token name) {
    nodes_[index] = {parent, name.index()};
  }

  /// Whether the path was set as a whole: the root, a prim or a variant.
  bool isInterned(std::uint32_t index) const { return nodes_[index].parent == kInterned; }
  /// Returns the path with this number; empty when it is not set, or when Path cannot represent it.
  Path path(std::uint32_t index) const;
  std::size_t size() const { return nodes_.size(); }

 private:
  static constexpr std::uint32_t kInterned = 0xFFFFFFFFu;
  struct Node {
    std::uint32_t parent = kInterned;
    std::uint32_t name = 0;  // Index of the Path if interned, otherwise of the Token.
  };
  std::vector<Node> nodes_;
};

}  // namespace usdscope::usdc
