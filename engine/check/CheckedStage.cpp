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
  // Layers that only other variants need must not stay open in the cache of the stage.
  LayerCache once(stage_.environment());
  for (const std::string& identifier : stage_.layers().identifiers()) {
    const auto opened = stage_.layers().find(identifier);
    if (opened && opened->layer) once.replace(opened->layer);
  }
  Diagnostics known;  // The stage has reported the layers that it uses.
  dependencies_ = findDependencies(once, stage_.rootLayer()->identifier(), evaluate, known);
  return *dependencies_;
}

}  // namespace usdscope::detail
