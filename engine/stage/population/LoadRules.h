// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "engine/layer/Path.h"

namespace usdscope {

/// Decides which payloads are loaded. A value. (UsdStageLoadRules.)
///
/// A prim without a rule follows its nearest ancestor that has one, and is loaded if none has. The
/// ancestors of a loaded prim are loaded too, so that it can be reached.
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

  /// Returns the rules of a prim and its descendants with the prim as the root. Rules that load the
  /// same give equal results.
  LoadRules relativeTo(Path path) const;

  bool operator==(const LoadRules&) const = default;

 private:
  void set(Path path, Rule rule);
  void removeRedundant();

  std::vector<Entry> rules_;  // In the order of pathLess.
};

}  // namespace usdscope
