// SPDX-License-Identifier: Apache-2.0
#include "app/cli/SceneLayers.h"

#include <filesystem>

#include "engine/asset/PackagePath.h"
#include "engine/compose/VariableExpression.h"
#include "engine/stage/clips/ClipSet.h"

namespace usdscope {

EvaluatedAssetPath evaluateAssetPath(const std::string& authored, const Dictionary& variables) {
  if (!isVariableExpression(authored)) return {.path = authored, .problem = {}};
  const ExpressionResult result = evaluateTextExpression(authored, variables);
  return {.path = result.text(), .problem = result.errors};
}

std::optional<std::string> findSceneLayerAt(const Stage& stage, const std::string& file) {
  std::error_code error;
  // A file that does not exist cannot be overwritten.
  if (!std::filesystem::exists(file, error)) return std::nullopt;
  std::optional<std::string> found;
  const auto check = [&](const std::string& identifier) {
    if (found) return;
    const std::string own = splitOuterPackage(identifier).package;
    if (std::filesystem::equivalent(file, own, error)) found = identifier;
  };
  for (const std::string& identifier : stage.layers().identifiers()) check(identifier);
  if (found) return found;

  // Layers of clips may not be open yet, so the paths of clips are compared.
  traverse(stage.pseudoRoot(), PrimFilter::all(), [&](const Prim& prim) {
    if (found || !prim.mayHaveClips()) return !found;
    for (const auto& set : *stage.clipSets(prim)) {
      const ClipSetDefinition& definition = set->definition();
      const auto checkAuthored = [&](const std::string& path) {
        check(stage.resolver().identifierFor(path, definition.layer->identifier()));
      };
      for (const std::string& clip : *definition.assetPaths) checkAuthored(clip);
      if (definition.manifestAssetPath) checkAuthored(*definition.manifestAssetPath);
    }
    return !found;
  });

  Diagnostics known;
  for (const auto& layer : {stage.rootLayer(), stage.sessionLayer()}) {
    if (found || !layer) continue;
    for (const Dependency& dependency :
         findDependencies(stage.layers(), layer->identifier(), evaluateAssetPath, known)) {
      if (dependency.isFound) check(dependency.identifier);
    }
  }
  return found;
}

}  // namespace usdscope
