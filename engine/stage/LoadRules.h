// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "engine/layer/Path.h"

namespace usdscope {

/// Which payloads are loaded. A value. (UsdStageLoadRules.)
class LoadRules {
 public:
  enum class Rule : std::uint8_t {
    All,   ///< The prim and everything below.
    Only,  ///< The prim, nothing below.
    None,  ///< Neither.
  };

  /// Everything is loaded.
  LoadRules() = default;
  static LoadRules none();

  void load(Path path, bool withDescendants = true);
  void unload(Path path);

  bool isLoaded(Path path) const;
  bool operator==(const LoadRules&) const = default;

 private:
  std::vector<std::pair<Path, Rule>> rules_;  // In the order of pathLess.
};

}  // namespace usdscope
