// SPDX-License-Identifier: Apache-2.0
#include "engine/layer/LayerBuilder.h"
#include "engine/stage/Stage.h"
#include "engine/stage/clips/ClipCache.h"
#include "engine/stage/detail/Population.h"

namespace usdscope {
namespace {

Dictionary dictionaryOf(const Layer& layer, Token field) {
  const Value value = layer.pseudoRoot().field(field);
  const Dictionary* found = value.find<Dictionary>();
  return found ? *found : Dictionary();
}

ComposeRequest composeRequestOf(const StageRows& rows) {
  ComposeRequest out = {.rootLayer = rows.rootLayer,
                        .sessionLayer = rows.sessionLayer,
                        .mutedLayers = rows.request.mutedLayers,
                        .variantFallbacks = rows.request.variantFallbacks};
  if (rows.request.loadRules != LoadRules()) {
    out.includesPayload = [rules = rows.request.loadRules](Path path) {
      return rules.isLoaded(path);
    };
  }
  return out;
}

}  // namespace

StageResult composeStage(const StageRequest& request, std::shared_ptr<LayerCache> layers,
                         std::stop_token stop) {
  StageResult result;
  const std::string identifier = layers->resolver().identifierFor(request.rootLayer, "");
  const auto opened = layers->findOrOpen(identifier);
  result.diagnostics.append(opened->diagnostics);
  if (!opened->layer) {
    if (!result.diagnostics.hasErrors()) {
      result.diagnostics.report(kStageUnreadable, {.layer = identifier},
                                "The root layer cannot be read, so there is no stage.");
    }
    return result;
  }
  if (stop.stop_requested()) return {};

  auto stage = std::shared_ptr<Stage>(new Stage());
  StageRows& rows = *stage->rows_;
  rows.request = request;
  rows.layers = std::move(layers);
  rows.rootLayer = opened->layer;
  rows.sessionLayer = request.sessionLayer ? request.sessionLayer
                                           : LayerBuilder().build({.identifier = "anon:session"});
  rows.definitions = &Definitions::builtin();
  rows.composer = std::make_unique<Composer>(composeRequestOf(rows), *rows.layers);

  Dictionary fallbackTypes = composed(dictionaryOf(*rows.sessionLayer, fields::kFallbackPrimTypes),
                                      dictionaryOf(*rows.rootLayer, fields::kFallbackPrimTypes));
  Population population(rows, std::move(fallbackTypes), std::move(stop));
  if (!population.run()) return {};

  for (CompositionError& error : rows.composer->layerStackErrors()) {
    rows.errors.push_back(std::move(error));
  }
  rows.usedLayers = rows.composer->usedLayers();
  result.diagnostics.append(rows.composer->layerDiagnostics());
  for (const CompositionError& error : rows.errors) {
    Diagnostic diagnostic = toDiagnostic(error);
    result.diagnostics.report(diagnostic.code, std::move(diagnostic.site),
                              std::move(diagnostic.message));
  }
  rows.clips = std::make_shared<ClipCache>(rows, *rows.layers);
  result.stage = std::move(stage);
  return result;
}

}  // namespace usdscope
