// SPDX-License-Identifier: Apache-2.0
#include "engine/check/detail/Rule.h"
#include "engine/compose/VariableExpression.h"

namespace usdscope::detail {

std::span<const Dependency> CheckedStage::dependencies() const {
  if (dependencies_) return *dependencies_;
  const EvaluateAssetPath evaluate = [](const std::string& authored,
                                        const Dictionary& variables) -> EvaluatedAssetPath {
    if (!isVariableExpression(authored)) return {.path = authored, .problem = {}};
    const ExpressionResult result = evaluateTextExpression(authored, variables);
    return {.path = result.text(), .problem = result.errors};
  };
  Diagnostics known;  // The stage has reported the layers that it uses.
  dependencies_ =
      findDependencies(stage_.layers(), stage_.rootLayer()->identifier(), evaluate, known);
  return *dependencies_;
}

}  // namespace usdscope::detail
