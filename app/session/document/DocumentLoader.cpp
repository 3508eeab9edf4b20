// SPDX-License-Identifier: Apache-2.0
#include "app/session/document/DocumentLoader.h"

#include <algorithm>
#include <exception>
#include <set>
#include <utility>

#include "app/files/OpenOptions.h"
#include "app/files/SceneFile.h"
#include "app/files/StageInputs.h"
#include "app/session/document/StageOpening.h"
#include "app/session/memory/SceneMemory.h"
#include "app/session/tasks/FreeInBackground.h"
#include "app/session/tasks/LackOfMemory.h"
#include "engine/scene/PlayedRange.h"

namespace usdscope {
namespace {

constexpr int kProgressMs = 100;
constexpr const char* kNoMemory = "There is not enough memory to open the scene.";

// Reads the layers again that the request names, and moves the edits of those layers to the new
// versions. Without the open stage, this concerns all edited layers.
EditHistory editsOnLayers(const DocumentRequest& request, Diagnostics& outdated) {
  std::set<std::string> read;
  for (const std::string& layer : request.reloaded) {
    if (readLayerAgain(*request.layers, layer, outdated)) read.insert(layer);
  }
  if (request.changed) {
    const Stage* stage = request.history ? request.history->stage().get() : nullptr;
    read.merge(readAgain(*request.layers, stage, *request.changed, outdated));
  }
  EditHistory edits =
      request.edits.rebased([&](const std::string& layer) -> std::shared_ptr<const Layer> {
        const bool isRead = !request.history || read.contains(layer);
        return isRead ? request.layers->findOrOpen(layer)->layer : nullptr;
      });
  if (edits.state() != request.edits.state()) {
    for (const std::string& problem : edits.problems()) {
      outdated.report(kEditWithoutEffect, {},
                      "An unsaved edit has no effect on the new version of its layer: " + problem);
    }
  }
  return edits;
}

bool isOutdated(const Diagnostics& outdated, const std::string& file) {
  return std::ranges::any_of(outdated.entries(),
                             [&](const Diagnostic& each) { return each.site.layer == file; });
}

}  // namespace

void putLayers(LayerCache& layers, const StageState& state) {
  for (const auto& [identifier, layer] : state.layers) {
    const auto opened = layers.find(identifier);
    if (!opened || opened->layer != layer) layers.replace(layer);
  }
}

DocumentLoader::DocumentLoader(Background& background, std::shared_ptr<TextureStore> textures,
                               OnState onState, OnOpened onOpened, OnRange onRange, OnScene onScene)
    : textures_(std::move(textures)),
      onState_(std::move(onState)),
      onOpened_(std::move(onOpened)),
      onRange_(std::move(onRange)),
      onScene_(std::move(onScene)),
      task_(background) {
  progress_.setInterval(kProgressMs);
  connect(&progress_, &QTimer::timeout, this, [this] { setState(state_); });
  connect(&task_, &LatestTask::failed, this, [this](const char* reason) {
    LoadState failed{LoadState::Phase::Failed, state_.file};
    failed.message = reason;
    setState(failed);
  });
}

void DocumentLoader::open(DocumentRequest request) {
  if (!request.layers) request.layers = makeLayerCache(request.environment, request.file);
  layers_ = request.layers;
  progress_.start();
  sinceStart_.start();
  setState({LoadState::Phase::Composing, request.file, {}, 0});
  LoadState failed{LoadState::Phase::Failed, request.file};
  task_.start([this, failed, request = std::move(request)](const TaskRun& run) {
    if (run.stop.stop_requested()) return LatestTask::Show();
    try {
      return load(run, request);
    } catch (const std::exception& problem) {
      LoadState ended = failed;
      ended.message = isLackOfMemory(problem) ? kNoMemory : problem.what();
      return LatestTask::Show([this, ended] { setState(ended); });
    }
  });
}

void DocumentLoader::cancel() {
  task_.cancel();
  progress_.stop();
  layers_.reset();
}

void DocumentLoader::setState(LoadState state) {
  if (layers_) {
    state.layerCount = layers_->identifiers().size();
    if (state.phase == LoadState::Phase::Composing) state.layer = layers_->newest();
  }
  if (state.isLoading()) state.seconds = int(sinceStart_.elapsed() / 1000);
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
  Diagnostics outdated =
      stillOutdated(request.outdated.get(), request.reloaded, request.changed.get());
  EditHistory edits = isRestored && request.edits.steps().empty()
                          ? EditHistory(recalled->state)
                          : editsOnLayers(request, outdated);
  const OpenOptions options = request.options ? *request.options : OpenOptions();
  const bool isOpening = !request.history && edits.steps().empty();
  LoadState failed{LoadState::Phase::Failed, request.file};
  if (isOpening && request.options) {
    StageState opened = edits.state();
    failed.message = applyOptions(options, *request.layers, opened);
    if (!failed.message.empty()) return [this, failed] { setState(failed); };
    edits = EditHistory(std::move(opened));
  }
  if (run.stop.stop_requested()) return {};
  if (isOpening) {
    StageState opened = edits.state();
    opened.sessionLayer = withContextVariables(opened.sessionLayer);
    if (opened.sessionLayer != edits.state().sessionLayer) edits = EditHistory(std::move(opened));
  }
  StageState state = edits.state();
  putLayers(*request.layers, state);
  wanted.mask = options.mask;
  wanted.sessionLayer = state.sessionLayer;
  wanted.mutedLayers = state.allMuted();
  wanted.loadRules = state.loadRules;
  wanted.interpolation = request.interpolation;
  wanted.clipByteBudget = request.clipByteBudget;
  StageResult result;
  std::shared_ptr<const StageChanges> changes;
  std::shared_ptr<StageHistory> history = request.history;
  if (history) {
    // Another stage has not read any clips yet.
    if (request.changed) history->forgetEarlier();
    RecomposeResult edited = history->edit(wanted, run.stop);
    if (request.changed) history->forgetEarlier();
    result = {.stage = std::move(edited.stage), .diagnostics = std::move(edited.diagnostics)};
    changes = std::make_shared<const StageChanges>(std::move(edited.changes));
  } else {
    const std::vector<std::string> none;
    const MutePatterns patterns(isOpening ? options.mutedPatterns : none);
    result = composeMuting(wanted, request.layers, patterns, run.stop);
    if (!patterns.isEmpty() && wanted.mutedLayers != state.allMuted()) {
      state.mutedLayers.insert(wanted.mutedLayers.begin(), wanted.mutedLayers.end());
      edits = EditHistory(std::move(state));
    }
    if (result.stage) history = std::make_shared<StageHistory>(result);
  }
  if (run.stop.stop_requested()) return {};
  if (!result.stage) {
    const auto entries = result.diagnostics.entries();
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
  document.options = request.options;
  document.reading = request.changed ? request.changed->id : 0;
  document.extractor = std::make_shared<SceneExtractor>(document.stage);
  const auto setRange = [&](const TimeCodeRange& range) {
    document.range = range;
    applyRange(options, document.range);
    const TimeCode left = isRestored ? recalled->scene->time : TimeCode(document.range.start);
    document.firstTime = request.time.value_or(firstTime(options, document.range, left));
  };
  // The open file keeps its picture until the new one is there.
  const bool isEarly = !request.history && !request.time;
  // Samples are read when the document is there, because that takes long.
  const std::optional<TimeCodeRange> known = isEarly
                                                 ? rangeWithoutSamples(options, *document.stage)
                                                 : std::optional(document.extractor->timeRange());
  setRange(known.value_or(TimeCodeRange()));
  Diagnostics diagnostics = result.stage->environment().pluginProblems();
  diagnostics.append(result.diagnostics);
  const auto addDiagnostics = [&] {
    diagnostics.append(outdated);
    document.outdated = std::make_shared<const Diagnostics>(outdated);
    document.diagnostics = std::make_shared<const Diagnostics>(diagnostics);
  };
  if (isEarly) {
    addDiagnostics();
    run.post([this, document] { onOpened_(document, nullptr); });
  }
  if (!known) {
    const TimeCodeRange authored = document.stage->timeCodeRange();
    const bool isStill = authored.isAuthored && !document.extractor->isAnimated();
    setRange(isStill ? document.extractor->timeRange() : rangeOfSamples(*document.stage, run.stop));
    if (run.stop.stop_requested()) return {};
    run.post([this, range = document.range, time = document.firstTime] { onRange_(range, time); });
  }
  const std::shared_ptr<const Scene> scene =
      freedInBackground(document.extractor->extract(document.firstTime, run.stop));
  if (!scene || run.stop.stop_requested()) return {};
  textures_->setKeepsReadable(request.history != nullptr);
  textures_->prepare(*scene, run.stop);
  if (run.stop.stop_requested()) return {};
  if (!isEarly) {
    for (const auto& [file, problem] : textures_->outdated()) {
      if (!isOutdated(outdated, file)) reportOutdated(file, problem, outdated);
    }
    addDiagnostics();
  }
  return [this, document, scene, isEarly] {
    progress_.stop();
    layers_.reset();
    isEarly ? onScene_(scene) : onOpened_(document, scene);
  };
}

}  // namespace usdscope
