// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>

#include "engine/base/Diagnostics.h"
#include "engine/layer/Path.h"

namespace usdscope {

/// The prims and layers that have problems, with the most severe problem of each. Notes leave no
/// mark. Immutable.
struct ProblemMarks {
  /// By stage path. A problem of a property marks its prim.
  std::unordered_map<Path, Severity> prims;
  /// The proper ancestors of marked prims, so that closed rows of a tree can show a badge, too.
  std::unordered_map<Path, Severity> ancestors;
  std::map<std::string, Severity> layers;  ///< By identifier.

  /// Returns the most severe problem of a prim itself; empty when it has none.
  std::optional<Severity> ofPrim(Path prim) const;
  /// Returns the most severe problem of the descendants of a prim; empty when they have none.
  std::optional<Severity> belowPrim(Path prim) const;
  std::optional<Severity> ofLayer(const std::string& identifier) const;

  void markPrim(Path prim, Severity severity);
  void markLayer(const std::string& identifier, Severity severity);

  bool operator==(const ProblemMarks&) const = default;
};

}  // namespace usdscope
