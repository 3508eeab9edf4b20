// SPDX-License-Identifier: Apache-2.0
#include "engine/base/FreeMemory.h"
#include "engine/base/ResponsiveThread.h"
#include "engine/layer/LayerBuilder.h"
#include "engine/stage/Stage.h"
#include "engine/stage/clips/ClipSetCache.h"
#include "engine/stage/population/detail/Population.h"
#include "engine/stage/recompose/detail/DirtyRows.h"
#include "engine/stage/recompose/detail/RowEdit.h"

namespace usdscope {
namespace {

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

// Returns the session layer of the request, or an empty one.
std::shared_ptr<const Layer> sessionLayerOf(const StageRequest& request) {
  return request.sessionLayer ? request.sessionLayer
                              : LayerBuilder().build({.identifier = "anon:session"});
}

}  // namespace

/// Makes a stage: from nothing, or from the stage before an edit.
class StageMaker {
 public:
  StageMaker(const StageRequest& request, std::shared_ptr<LayerCache> layers, std::stop_token stop)
      : stage_(new Stage()), rows_(*stage_->rows_), stop_(std::move(stop)) {
    rows_.request = request;
    rows_.layers = layers ? std::move(layers) : std::make_shared<LayerCache>(request.environment);
    rows_.request.environment = rows_.layers->environment();
    rows_.definitions = &rows_.request.environment.definitions();
  }

  StageResult compose() {
    if (!openRootLayer() || stop_.stop_requested()) return takeResult(false);
    rows_.sessionLayer = sessionLayerOf(rows_.request);
    rows_.composer = std::make_unique<Composer>(composeRequestOf(rows_), *rows_.layers);
    const bool isDone = Population(rows_, nullptr, stop_).run();
    rows_.composer->forgetIdentifiers();
    returnFreeMemory();
    return takeResult(isDone);
  }

  StageResult recompose(const StageRows& before, StageChanges& changes) {
    if (!openRootLayer() || stop_.stop_requested()) return takeResult(false);
    const bool isSameSession = rows_.request.sessionLayer == before.request.sessionLayer;
    rows_.sessionLayer = isSameSession ? before.sessionLayer : sessionLayerOf(rows_.request);
    rows_.composer =
        std::make_unique<Composer>(composeRequestOf(rows_), *rows_.layers, *before.composer);
    const SiteChanges sites = rows_.composer->changesSince(*before.composer);
    rows_.version = before.version + (sites.hasNewStacks ? 1 : 0);
    const bool hasSameFallbacks = before.request.variantFallbacks == rows_.request.variantFallbacks;
    // Prims that exceeded a limit before the edit may not do so now.
    const auto dirty = hasSameFallbacks && !before.isCut
                           ? findDirtyRows(before, sites, rows_.request)
                           : std::nullopt;
    const bool isDone =
        (dirty && editRows(before, *dirty, changes)) || populate(before, dirty, changes);
    if (isDone) rows_.composer->keepOnly(rows_.siteUses.countByStack());
    return takeResult(isDone);
  }

 private:
  bool openRootLayer() {
    const std::string identifier =
        rows_.layers->resolver().identifierFor(rows_.request.rootLayer, "");
    if (identifier.empty()) {
      diagnostics_.report(
          kStageUnreadable, {.layer = rows_.request.rootLayer},
          "The resolver of the stage has no place for this path of the root layer.");
      return false;
    }
    const auto opened = rows_.layers->findOrOpen(identifier);
    diagnostics_.append(opened->diagnostics);
    rows_.rootLayer = opened->layer;
    if (!rows_.rootLayer && !diagnostics_.hasErrors()) {
      diagnostics_.report(kStageUnreadable, {.layer = identifier},
                          "The root layer cannot be read, so there is no stage.");
    }
    return rows_.rootLayer != nullptr;
  }

  bool editRows(const StageRows& before, const std::vector<std::uint32_t>& dirty,
                StageChanges& changes) {
    // Load rules and the mask are parts of instance keys.
    const bool concernsInstances =
        !before.prototypes.empty() && (before.request.loadRules != rows_.request.loadRules ||
                                       before.request.mask != rows_.request.mask);
    return !concernsInstances && RowEdit(before, rows_, stop_).run(dirty, changes);
  }

  bool populate(const StageRows& before, const std::optional<std::vector<std::uint32_t>>& dirty,
                StageChanges& changes) {
    ReusableRows reusable{before, std::vector<bool>(before.prims.size(), !dirty)};
    if (dirty) {
      for (const std::uint32_t row : *dirty) reusable.isDirty[row] = true;
    }
    Population population(rows_, &reusable, stop_);
    if (!population.run()) return false;
    population.addChanges(changes);
    return true;
  }

  StageResult takeResult(bool isDone) {
    StageResult result;
    if (!isDone) {
      if (!rows_.rootLayer) result.diagnostics = std::move(diagnostics_);
      return result;
    }
    for (CompositionError& error : rows_.composer->layerStackErrors()) {
      rows_.errors.push_back(std::move(error));
    }
    rows_.composer->forgetIdentifiers();
    rows_.usedLayers = rows_.composer->usedLayers();
    rows_.currentChunks = CurrentChunks(rows_.prims.chunkCount());
    rows_.madeIndexes = MadeIndexes(rows_.prims.size());
    diagnostics_.append(rows_.composer->layerDiagnostics());
    for (const CompositionError& error : rows_.errors) {
      Diagnostic diagnostic = toDiagnostic(error);
      diagnostics_.report(diagnostic.code, std::move(diagnostic.site),
                          std::move(diagnostic.message));
    }
    rows_.clips = std::make_shared<ClipSetCache>(rows_, *rows_.layers);
    result.stage = std::move(stage_);
    result.diagnostics = std::move(diagnostics_);
    return result;
  }

  std::shared_ptr<Stage> stage_;
  StageRows& rows_;
  const std::stop_token stop_;
  Diagnostics diagnostics_;
};

StageResult composeStage(const StageRequest& request, std::shared_ptr<LayerCache> layers,
                         std::stop_token stop) {
  noteLongWork("composes a stage");
  return StageMaker(request, std::move(layers), std::move(stop)).compose();
}

RecomposeResult recomposeStage(const std::shared_ptr<const Stage>& previous,
                               const StageRequest& request, std::stop_token stop) {
  noteLongWork("composes a stage");
  RecomposeResult result;
  const StageRows& before = previous->rows();
  StageMaker maker(request, before.layers, std::move(stop));
  StageResult made = maker.recompose(before, result.changes);
  result.stage = std::move(made.stage);
  result.diagnostics = std::move(made.diagnostics);
  return result;
}

}  // namespace usdscope
