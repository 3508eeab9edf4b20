// SPDX-License-Identifier: Apache-2.0
#include "engine/search/FindPrims.h"

namespace usdscope {

std::shared_ptr<const PrimMatches> findPrims(const Stage& stage, const PrimQuery& query,
                                             const ShownPrims& shown, std::stop_token stop) {
  auto matches = std::make_shared<PrimMatches>();
  matches->problem = query.problem();
  const bool isComplete = visitShown(stage.pseudoRoot(), shown, [&](const Prim& prim) {
    if (stop.stop_requested()) return false;
    ++matches->total;
    if (query.isEmpty() || !query.matches(prim)) return true;
    matches->found.push_back(prim.path());
    matches->isFound.insert(prim.path());
    for (Path path = prim.path().parent(); !path.isRoot(); path = path.parent()) {
      if (!matches->ancestors.insert(path).second) break;
    }
    return true;
  });
  if (matches->problem.empty() && matches->found.empty()) matches->problem = query.doubt();
  return isComplete ? matches : nullptr;
}

}  // namespace usdscope
