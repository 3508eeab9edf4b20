// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <unordered_set>
#include <vector>

#include "engine/search/PrimQuery.h"
#include "engine/search/ShownPrims.h"

namespace usdscope {

/// The prims of a stage that a search found, including instance proxies.
struct PrimMatches {
  std::vector<Path> found;             ///< In traversal order.
  std::unordered_set<Path> isFound;    ///< The same paths.
  std::unordered_set<Path> ancestors;  ///< All ancestors of the found prims, without the root.
  std::size_t total = 0;               ///< Number of prims that were searched.
  /// A sentence about a word that is not understood or, if nothing was found, about a name that
  /// does not exist; empty if there is no such word.
  std::string problem;

  bool shows(Path path) const { return isFound.contains(path) || ancestors.contains(path); }
};

/// Finds all shown prims that match. An empty query finds no prims; `total` is set nevertheless.
/// Returns null when stopped.
std::shared_ptr<const PrimMatches> findPrims(const Stage& stage, const PrimQuery& query,
                                             const ShownPrims& shown, std::stop_token stop);

}  // namespace usdscope
