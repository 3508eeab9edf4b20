// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "engine/check/detail/RuleList.h"
#include "engine/schema/Imageable.h"
#include "engine/schema/SchemaNames.h"

namespace usdscope::detail {

void checkNestedGprims(const CheckedStage&, const Prim& prim, Reporter& report) {
  for (Prim at = prim.parent(); at && !at.isPseudoRoot(); at = at.parent()) {
    if (!at.isA(types::kGprim)) continue;
    report.error("InvalidNestedGprims", prim.path(),
                 fmt::format("The {} is a descendant of the {} <{}>; geometry must not be nested.",
                             prim.typeName().text(), at.typeName().text(), at.path().text()));
    return;
  }
}

void checkSubsetParent(const CheckedStage&, const Prim& prim, Reporter& report) {
  const Prim parent = prim.parent();
  if (parent && isImageable(parent)) return;
  report.error("NotImageableSubsetParent", prim.path(),
               "The parent of a GeomSubset must be geometry; this one is not imageable.");
}

}  // namespace usdscope::detail
