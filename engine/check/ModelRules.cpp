// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "engine/check/detail/RuleList.h"
#include "engine/check/detail/Sites.h"
#include "engine/schema/Imageable.h"
#include "engine/schema/Kind.h"
#include "engine/schema/SchemaNames.h"

namespace usdscope::detail {
namespace {

const Token kModel("model");
const Token kComponent("component");
const Token kSubcomponent("subcomponent");

bool isInComponent(const Prim& prim) {
  for (Prim at = prim.parent(); at && !at.isPseudoRoot(); at = at.parent()) {
    if (isKindA(at, kComponent)) return true;
  }
  return false;
}

}  // namespace

void checkModelHierarchy(const CheckedStage&, const Prim& prim, Reporter& report) {
  const Token kind = prim.kind();
  if (kind.isEmpty()) return;
  if (!isKindA(prim, kModel) && !isKindA(prim, kSubcomponent)) {
    report.warning("UnknownKind", prim.path(),
                   fmt::format("The kind `{}` derives neither from `model` nor from "
                               "`subcomponent`, so it has no meaning in the model hierarchy.",
                               kind.text()));
  }
  if (isKindA(prim, kModel) && !prim.isModel()) {
    const Prim parent = prim.parent();
    report.warning(
        "BrokenModelHierarchy", prim.path(),
        fmt::format("The kind `{}` has no effect: the parent <{}> has {}, but only a group or "
                    "assembly, whose parents are groups too, may contain models.",
                    kind.text(), parent.path().text(),
                    parent.kind().isEmpty() ? "no kind"
                                            : fmt::format("the kind `{}`", parent.kind().text())));
  }
  if (isKindA(prim, kSubcomponent) && !isInComponent(prim)) {
    report.warning("SubcomponentOutsideComponent", prim.path(),
                   "The prim is a subcomponent, but is not in a component.");
  }
}

void checkInstancedGprim(const CheckedStage&, const Prim& prim, Reporter& report) {
  if (!prim.isInstance() || !prim.isA(types::kGprim)) return;
  report.warning("DirectlyInstancedGprim", prim.path(),
                 fmt::format("The {} itself is an instance, so nothing of it is shared: instances "
                             "share only their descendants.",
                             prim.typeName().text()));
}

void checkPurposes(const CheckedStage& checked, Reporter& report) {
  std::size_t drawn = 0;
  std::size_t guides = 0;
  std::size_t total = 0;
  traverse(checked.stage().pseudoRoot(), PrimFilter::drawn(), [&](const Prim& prim) {
    if (!prim.isA(types::kGprim) && !prim.isA(types::kPointInstancer)) return !checked.isStopped();
    ++total;
    const Token purpose = computePurpose(prim);
    if (purpose == geom::kDefaultPurpose) ++drawn;
    if (purpose == geom::kGuidePurpose) ++guides;
    // One prim that is drawn settles it.
    return drawn == 0 && !checked.isStopped();
  });
  if (total == 0 || drawn > 0 || checked.isStopped()) return;
  if (guides == total) {
    report.warning("OnlyGuides", Path::root(),
                   fmt::format("All {} prims with geometry have the purpose `guide`, so nothing is "
                               "drawn.",
                               total));
  } else {
    report.add("NothingWithDefaultPurpose", Severity::Note, {Path::root()},
               fmt::format("All {} prims with geometry have the purposes `render`, `proxy` or "
                           "`guide`; what is drawn depends on the viewer's choice.",
                           total));
  }
}

}  // namespace usdscope::detail
