// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "engine/layer/Path.h"

namespace usdscope {

/// Decides which payloads are loaded. (UsdStageLoadRules.)
///
/// A prim without a rule follows the rule of its nearest ancestor that has a rule, and is loaded if
/// no ancestor has one. The ancestors of a loaded prim are loaded, too, because the prim would not
/// exist without them.
class LoadRules {
 public:
  enum class Rule : std::uint8_t {
    All,   ///< Loads the prim and its descendants.
    Only,  ///< Loads the prim without its descendants.
    None,  ///< Loads neither.
  };
  using Entry = std::pair<Path, Rule>;

  /// Loads everything.
  LoadRules() = default;
  static LoadRules none();

  /// Sets the rule of `path` and removes the rules of its descendants.
  void load(Path path, bool withDescendants = true);
  void unload(Path path);

  bool isLoaded(Path path) const { return effectiveRule(path) != Rule::None; }
  Rule effectiveRule(Path path) const;
  std::span<const Entry> entries() const { return rules_; }

  /// Returns the rules of a prim and its descendants with the prim as the root. Results are equal
  /// for rules that load the same prims.
  LoadRules relativeTo(Path path) const;

  bool operator==(const LoadRules&) const = default;

 private:
  void set(Path path, Rule rule);
  void removeRedundant();

  std::vector<Entry> rules_;  // In the order of pathLess.
};

}  // namespace usdscope
