// SPDX-License-Identifier: Apache-2.0
#include "app/cli/CheckVariants.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <vector>

#include "engine/layer/LayerEdit.h"

namespace usdscope {
namespace {

// Returns the variants that are not selected. Instances of a prototype have the same variants.
std::vector<VariantSelectionEdit> otherVariants(const Stage& stage) {
  PrimFilter filter;
  filter.instanceProxies = false;
  std::vector<VariantSelectionEdit> others;
  traverse(stage.pseudoRoot(), filter, [&](const Prim& prim) {
    for (const VariantSet& set : prim.variantSets()) {
      for (const std::string& variant : set.variants) {
        if (variant != set.selection) others.push_back({prim.path(), set.name, variant});
      }
    }
    return true;
  });
  return others;
}

bool contains(const Findings& sorted, const Finding& finding) {
  return std::ranges::find(sorted, finding) != sorted.end();
}

}  // namespace

Findings withOtherVariants(const std::shared_ptr<const Stage>& stage, const CheckOptions& options,
                           Findings findings, std::ostream& err) {
  std::vector<VariantSelectionEdit> others = otherVariants(*stage);
  if (others.size() > kMostVariants) {
    err << fmt::format("warning: The scene has {} other variants; only the first {} are checked.\n",
                       others.size(), kMostVariants);
    others.resize(kMostVariants);
  }
  const Findings own = findings;
  for (const VariantSelectionEdit& other : others) {
    Diagnostics known;  // The findings have the errors of composition.
    StageRequest request = stage->request();
    request.sessionLayer = edited(*stage->sessionLayer(), std::vector<LayerEdit>{other}, known);
    const RecomposeResult result = recomposeStage(stage, request);
    if (!result.stage) continue;
    for (Finding& finding : check(*result.stage, options)) {
      if (contains(own, finding)) continue;
      finding.message += fmt::format(" (With the variant {}={} of <{}>.)", other.set,
                                     *other.variant, other.prim.text());
      findings.push_back(std::move(finding));
    }
  }
  sortFindings(findings);
  return findings;
}

}  // namespace usdscope
