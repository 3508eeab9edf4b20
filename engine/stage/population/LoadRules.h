// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "engine/layer/Path.h"

namespace usdscope {

/// Which payloads are loaded. A value. (UsdStageLoadRules.)
///
/// A prim without a rule of its own follows the nearest rule above it; without any it is loaded. A
/// prim above one that is loaded is loaded itself, so that the one below can be reached.
class LoadRules {
 public:
  enum class Rule : std::uint8_t {
    All,   ///< The prim and everything below.
    Only,  ///< The prim, nothing below.
    None,  ///< Neither.
  };
  using Entry = std::pair<Path, Rule>;

  /// Everything is loaded.
  LoadRules() = default;
  static LoadRules none();

  /// What is set for prims below `path` is forgotten.
  void load(Path path, bool withDescendants = true);
  void unload(Path path);

  bool isLoaded(Path path) const { return effectiveRule(path) != Rule::None; }
  Rule effectiveRule(Path path) const;
  std::span<const Entry> entries() const { return rules_; }

  /// The rules for a prim and what is below it, told as if the prim were the root, and without
  /// redundant ones: equal where the rules load the same.
  LoadRules relativeTo(Path path) const;

  bool operator==(const LoadRules&) const = default;

 private:
  void set(Path path, Rule rule);
  void removeRedundant();

  std::vector<Entry> rules_;  // In the order of pathLess.
};

}  // namespace usdscope
