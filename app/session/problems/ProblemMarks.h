// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "app/session/problems/ProblemState.h"

namespace usdscope {

/// The prims and layers that have problems, with the most severe problem of each. Notes leave no
/// mark. Immutable.
struct ProblemMarks {
  /// The problems of one prim, without notes. The first one is among the most severe.
  struct OfPrim {
    Severity severity = Severity::Warning;  ///< The highest of all its problems.
    std::size_t first = 0;                  ///< Indexes into `list`.
    std::size_t last = 0;
    std::size_t count = 0;  ///< The number of entries of `list` with the prim.
    bool operator==(const OfPrim&) const = default;
  };

  std::shared_ptr<const ProblemList> list;  ///< The problems that left the marks.
  /// By stage path. A problem of a property marks its prim.
  std::unordered_map<Path, OfPrim> prims;
  /// The proper ancestors of marked prims, so that closed rows of a tree can show a badge, too.
  std::unordered_map<Path, Severity> ancestors;
  std::map<std::string, Severity> layers;  ///< By identifier.

  /// Returns the most severe problem of a prim itself; empty when it has none.
  std::optional<Severity> ofPrim(Path prim) const;
  /// Returns the first problem of a prim, and sets `count` to the number of its problems. Null when
  /// it has none. Valid while the marks live.
  const Problem* firstOfPrim(Path prim, std::size_t& count) const;
  /// Returns the most severe problem of the descendants of a prim; empty when they have none.
  std::optional<Severity> belowPrim(Path prim) const;
  std::optional<Severity> ofLayer(const std::string& identifier) const;

  /// Marks a prim for the problem at an index of `list`. Indexes must not descend.
  void markPrim(Path prim, Severity severity, std::size_t problem);
  void markLayer(const std::string& identifier, Severity severity);

  bool operator==(const ProblemMarks&) const = default;
};

}  // namespace usdscope
