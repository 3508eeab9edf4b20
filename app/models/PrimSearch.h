// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <unordered_set>
#include <vector>

#include "engine/stage/Stage.h"

namespace usdscope {

/// The prims of a stage that a search found, including instance proxies.
struct PrimMatches {
  std::vector<Path> found;         ///< In traversal order.
  std::unordered_set<Path> shown;  ///< The found prims and their ancestors.
  std::size_t total = 0;           ///< Number of prims that were searched.
};

/// A search text. A prim matches if it matches all words: `type:Mesh` the beginning of its type
/// name, a word with a slash a part of its path, any other word a part of its name. Case does not
/// matter.
class PrimQuery {
 public:
  explicit PrimQuery(const std::string& text);
  bool isEmpty() const { return words_.empty(); }
  bool matches(const Prim& prim) const;

 private:
  std::vector<std::string> words_;
};

/// Finds all prims that match. An empty query finds no prims; `total` is set nevertheless. Returns
/// null when stopped.
std::shared_ptr<const PrimMatches> searchPrims(const Stage& stage, const PrimQuery& query,
                                               std::stop_token stop);

}  // namespace usdscope
