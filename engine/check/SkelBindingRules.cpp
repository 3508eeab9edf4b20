// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "engine/check/detail/RuleList.h"
#include "engine/definitions/Definitions.h"
#include "engine/schema/SchemaNames.h"

namespace usdscope::detail {

void checkSkelBindingApi(const CheckedStage& checked, const Prim& prim, Reporter& report) {
  if (prim.hasApi(types::kSkelBindingApi)) return;
  const PrimDefinition* binding =
      checked.definitions().findSchemaDefinition(types::kSkelBindingApi);
  if (!binding) return;
  for (const Token name : prim.propertyNames()) {
    if (!binding->findProperty(name)) continue;
    report.error(
        "MissingSkelBindingAPI", prim.path(),
        fmt::format("The prim has `{}`, which applies only with SkelBindingAPI.", name.text()));
    return;
  }
}

void checkSkelRootAbove(const CheckedStage&, const Prim& prim, Reporter& report) {
  for (Prim at = prim; at && !at.isPseudoRoot(); at = at.parent()) {
    if (at.typeName() == types::kSkelRoot) return;
  }
  report.error("InvalidSkelBindingAPIApply", prim.path(),
               "SkelBindingAPI has no effect here: the prim is not in a SkelRoot.");
}

}  // namespace usdscope::detail
