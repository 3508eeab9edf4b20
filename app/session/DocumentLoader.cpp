// SPDX-License-Identifier: Apache-2.0
#include "app/session/DocumentLoader.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/files/SceneFile.h"
#include "app/session/SceneMemory.h"

namespace usdscope {
namespace {

constexpr int kProgressMs = 100;

// The message with its place in the file; the user knows the file, having named it.
std::string reasonOf(const Diagnostic& diagnostic) {
  const SourceSite& site = diagnostic.site;
  std::string place;
  if (site.line > 0) place = fmt::format("line {}", site.line);
  if (site.line > 0 && site.column > 0) place += fmt::format(", column {}", site.column);
  if (site.byteOffset > 0) place = fmt::format("byte {}", site.byteOffset);
  if (!site.path.empty()) place += fmt::format("{}<{}>", place.empty() ? "" : ", ", site.path);
  return place.empty() ? diagnostic.message : place + ": " + diagnostic.message;
}

// Reads the layers again that the request names, and moves the edits of those layers to the new
// versions. Without the open stage, this concerns all edited layers.
EditHistory editsOnLayers(const DocumentRequest& request) {
  for (const std::string& layer : request.reloaded) request.layers->reload(layer);
  return request.edits.rebased([&](const std::string& layer) -> std::shared_ptr<const Layer> {
    const bool isRead =
        !request.history || std::ranges::find(request.reloaded, layer) != request.reloaded.end();
    return isRead ? request.layers->findOrOpen(layer)->layer : nullptr;
  });
}

}  // namespace

void putLayers(LayerCache& layers, const StageState& state) {
  for (const auto& [identifier, layer] : state.layers) {
    const auto opened = layers.find(identifier);
    if (!opened || opened->layer != layer) layers.replace(layer);
  }
}

DocumentLoader::DocumentLoader(Background& background, std::shared_ptr<TextureStore> textures,
                               OnState onState, OnOpened onOpened)
    : textures_(std::move(textures)),
      onState_(std::move(onState)),
      onOpened_(std::move(onOpened)),
      task_(background) {
  progress_.setInterval(kProgressMs);
  connect(&progress_, &QTimer::timeout, this, [this] { setState(state_); });
}

void DocumentLoader::open(DocumentRequest request) {
  if (!request.layers) request.layers = makeLayerCache(request.environment, request.file);
  layers_ = request.layers;
  progress_.start();
  setState({LoadState::Phase::Composing, request.file, {}, 0});
  task_.start([this, request = std::move(request)](const TaskRun& run) {
    return run.stop.stop_requested() ? LatestTask::Show() : load(run, request);
  });
}

void DocumentLoader::cancel() {
  task_.cancel();
  progress_.stop();
  layers_.reset();
}

void DocumentLoader::setState(LoadState state) {
  if (layers_) state.layerCount = layers_->identifiers().size();
  if (!state.isLoading()) progress_.stop();
  state_ = std::move(state);
  onState_(state_);
}

LatestTask::Show DocumentLoader::load(const TaskRun& run, const DocumentRequest& request) {
  StageRequest wanted;
  wanted.rootLayer = identifierOf(*request.layers, request.file);
  std::shared_ptr<const RecalledScene> recalled;
  if (request.recall) recalled = std::make_shared<const RecalledScene>(request.recall());
  const bool isRestored = recalled && recalled->isRestored;
  const EditHistory edits = isRestored && request.edits.steps().empty()
                                ? EditHistory(recalled->state)
                                : editsOnLayers(request);
  if (run.stop.stop_requested()) return {};
  const StageState& state = edits.state();
  putLayers(*request.layers, state);
  wanted.sessionLayer = state.sessionLayer;
  wanted.mutedLayers = state.allMuted();
  wanted.loadRules = state.loadRules;
  wanted.interpolation = request.interpolation;
  StageResult result;
  std::shared_ptr<const StageChanges> changes;
  std::shared_ptr<StageHistory> history = request.history;
  if (history) {
    RecomposeResult edited = history->edit(wanted, run.stop);
    result = {.stage = std::move(edited.stage), .diagnostics = std::move(edited.diagnostics)};
    changes = std::make_shared<const StageChanges>(std::move(edited.changes));
  } else {
    result = composeStage(wanted, request.layers, run.stop);
    if (result.stage) history = std::make_shared<StageHistory>(result);
  }
  if (run.stop.stop_requested()) return {};
  if (!result.stage) {
    const auto entries = result.diagnostics.entries();
    LoadState failed{LoadState::Phase::Failed, request.file};
    failed.message = entries.empty() ? "The scene cannot be opened." : reasonOf(entries.front());
    return [this, failed] { setState(failed); };
  }
  run.post(
      [this, state = LoadState{LoadState::Phase::Extracting, request.file}] { setState(state); });
  Document document;
  document.file = request.file;
  document.layers = request.layers;
  document.stage = result.stage;
  document.history = history;
  document.edits = edits;
  document.changes = changes;
  document.recalled = recalled;
  Diagnostics diagnostics = result.stage->environment().pluginProblems();
  diagnostics.append(result.diagnostics);
  document.diagnostics = std::make_shared<const Diagnostics>(std::move(diagnostics));
  document.extractor = std::make_shared<SceneExtractor>(document.stage);
  document.range = document.extractor->timeRange();
  const TimeCode time =
      request.time.value_or(isRestored ? recalled->scene->time : TimeCode(document.range.start));
  std::shared_ptr<const Scene> scene = document.extractor->extract(time, run.stop);
  if (!scene || run.stop.stop_requested()) return {};
  textures_->prepare(*scene, run.stop);
  if (run.stop.stop_requested()) return {};
  return [this, document, scene] {
    progress_.stop();
    layers_.reset();
    onOpened_(document, scene);
  };
}

}  // namespace usdscope
