// SPDX-License-Identifier: Apache-2.0
// The commands of Session that open, read again and close the document.
#include <QTimer>
#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "app/session/PathsFromText.h"
#include "app/session/Session.h"
#include "app/session/disk/FileWatch.h"
#include "app/session/document/DocumentLoader.h"
#include "app/session/document/StageOpening.h"
#include "app/session/edits/LayerSaver.h"
#include "app/session/memory/ClipBudget.h"
#include "app/session/memory/SceneMemory.h"
#include "app/session/playback/Transport.h"
#include "app/session/scenes/PreparedFrames.h"
#include "app/session/scenes/SceneProducer.h"
#include "app/session/view/RigChoice.h"
#include "engine/base/FreeMemory.h"
#include "engine/base/LargePages.h"
#include "engine/scene/FindCamera.h"

namespace usdscope {

namespace {

void putRange(PlaybackState& state, const TimeCodeRange& range) {
  state.start = state.playStart = range.start;
  state.end = state.playEnd = range.end;
  state.rangeSource = range.isAuthored          ? PlaybackState::RangeSource::Authored
                      : range.end > range.start ? PlaybackState::RangeSource::Samples
                                                : PlaybackState::RangeSource::None;
}

// Keeps the range that the user has chosen, and the part of it that plays.
void keepChosenRange(PlaybackState& state, const PlaybackState& before) {
  if (before.rangeSource == PlaybackState::RangeSource::Chosen) {
    state.start = state.playStart = before.start;
    state.end = state.playEnd = before.end;
    state.rangeSource = before.rangeSource;
  }
  if (before.start != state.start || before.end != state.end) return;
  state.playStart = before.playStart;
  state.playEnd = before.playEnd;
}

}  // namespace

void Session::open(const std::string& file, std::shared_ptr<const OpenOptions> options) {
  std::error_code error;
  const auto absolute = std::filesystem::absolute(file, error);
  editor_->startOver();
  const std::string path = error ? file : absolute.lexically_normal().string();
  DocumentRequest request{.file = path, .interpolation = interpolation_};
  request.options = std::move(options);
  // The open scene is opened again without its edits, but else as it is.
  if (path != document.value().file) {
    request.recall = memory_->recall(path);
  } else if (!request.options) {
    request.options = document.value().options;
  }
  load(std::move(request));
}

void Session::reload() {
  if (!document.value().isOpen()) return;
  load({.file = document.value().file,
        .edits = edits.value(),
        .time = playback.value().wantedTime(),
        .interpolation = interpolation_,
        .options = document.value().options});
}

void Session::load(DocumentRequest request) {
  if (!request.keepsPlaying) setPlaying(false);
  prepared_->pause();
  request.environment = environment_;
  request.clipByteBudget = ClipBudget::of(*this).byteSize();
  loader_->open(std::move(request));
}

void Session::composeAgain(std::vector<std::string> reloaded) {
  const Document& open = document.value();
  load({.file = open.file,
        .layers = open.layers,
        .history = open.history,
        .reloaded = std::move(reloaded),
        .edits = edits.value(),
        .time = playback.value().wantedTime(),
        .interpolation = interpolation_,
        .options = open.options,
        .outdated = open.outdated});
}

void Session::readAgain(FilesToRead changed) {
  const Document& open = document.value();
  load({.file = open.file,
        .layers = open.layers,
        .history = open.history,
        .edits = edits.value(),
        .time = playback.value().wantedTime(),
        .interpolation = interpolation_,
        .options = open.options,
        .changed = std::make_shared<const FilesToRead>(std::move(changed)),
        .outdated = open.outdated,
        .keepsPlaying = true});
}

void Session::setInterpolation(InterpolationType interpolation) {
  if (interpolation_ == interpolation) return;
  interpolation_ = interpolation;
  if (document.value().isOpen()) composeAgain();
}

void Session::forgetWantedEdits() {
  const Document& open = document.value();
  if (open.isOpen()) interpolation_ = open.stage->request().interpolation;
  editor_->forgetWanted();
  // The layers may have the edits that are given up.
  if (open.layers) putLayers(*open.layers, edits.value().state());
}

void Session::cancelLoading() {
  const bool lacksPicture = loading.value().phase == LoadState::Phase::Extracting &&
                            document.value().isOpen() && !scene.value();
  loader_->cancel();
  forgetWantedEdits();
  loading.set({});
  if (lacksPicture) {
    showNote("The picture was not finished. Moving the playhead or reloading makes it.");
  }
}

void Session::close() {
  memory_->keep();
  cancelLoading();
  setPlaying(false);
  producer_->clear();
  prepared_->drop();
  dropDocument();
  heat.set(nullptr);
  scene.set(nullptr);
  selection.set({});
  row.set({});
  forgetRigs();
  document.set({});
  found.set(nullptr);
  playback.set({});
  editor_->startOver();
  editor_->noteShown({}, nullptr);
  markLayer({});
  memory_->enter({});
  returnMemorySoon();
}

void Session::forgetRigs() {
  rigChoice_->clear();
  shapeOverrides.set({});
}

void Session::takeDocument(Document opened, std::shared_ptr<const Scene> first) {
  const bool isReload = document.value().file == opened.file;
  const auto recalled = isReload ? nullptr : opened.recalled;
  const auto past = recalled && recalled->isRestored ? recalled->scene : nullptr;
  if (!isReload) memory_->keep();
  if (!isReload) legendColors_ = std::make_shared<LegendColors>();
  dropDocument();
  const PlaybackState& before = playback.value();
  PlaybackState state;
  PlaybackRates rates =
      usableRates(opened.stage->framesPerSecond(), opened.stage->timeCodesPerSecond());
  state.framesPerSecond = rates.framesPerSecond;
  state.timeCodesPerSecond = rates.timeCodesPerSecond;
  state.rateProblem = std::move(rates.problem);
  state.pace = before.pace;
  state.loop = before.loop;
  state.stepsPerFrame = before.stepsPerFrame;
  state.redrawsOnScrub = before.redrawsOnScrub;
  const auto asked = isReload ? nullptr : opened.options;
  const auto openedRange = [isReload, past, asked, before](PlaybackState& to,
                                                           const TimeCodeRange& range) {
    putRange(to, range);
    if (isReload) keepChosenRange(to, before);
    to.moveTo(isReload ? before.wantedTime() : TimeCode(to.start));
    if (past) past->applyTo(to);
    if (!asked) return;
    if (asked->firstFrame || asked->lastFrame) putRange(to, range);
  };
  transport_->setOpenedRange(state, opened.range, openedRange);
  // The range of the file that is open is kept until the new one is known.
  if (isReload && !first && state.rangeSource == PlaybackState::RangeSource::None) {
    state.start = before.start;
    state.end = before.end;
    state.playStart = before.playStart;
    state.playEnd = before.playEnd;
    state.rangeSource = before.rangeSource;
  }
  if (first) state.shown = first->time;
  if (isReload) state.time = before.time;
  if (isReload && before.isPlaying) {
    state.isPlaying = state.isAnimated();
    state.isReversed = before.isReversed;
    state.speed = before.speed;
    state.measuredFps = before.measuredFps;
    state.droppedFrames = before.droppedFrames;
  }
  if (asked && (asked->firstFrame || asked->lastFrame) && !asked->frame) {
    state.moveTo(opened.firstTime);
  }
  if (asked && asked->frame) state.moveTo(*asked->frame);

  if (!isReload) {
    selection.set({});
    row.set({});
    forgetRigs();
    heat.set(nullptr);
    scene.set(nullptr);
    memory_->enter(recalled ? *recalled : RecalledScene());
  }
  ViewSettings settings = view.value();
  if (!isReload) settings.camera = {};
  if (past) takePictureSettings(settings, past->view);
  if (past) takePaneSettings(settings, past->view);
  view.set(settings);
  const auto changes = opened.changes;
  document.set(std::move(opened));
  editor_->noteShown(document.value().edits, changes);
  markLayer(isReload ? markedLayer_ : std::string());
  select(selection.value().prims, selection.value().instances);
  if (past) memory_->restore(*past);
  if (asked) {
    for (const std::string& problem : unknownVariants(*asked, *document.value().stage)) {
      notify(problem);
    }
    applySelection(*asked);
  }
  rigChoice_->check();
  // The settings that were restored above may have requested a scene of the document before.
  producer_->clear();
  // Unless it is there, the first scene is on its way.
  requestedTime_ = state.wantedTime();
  requestedOptions_ = {};
  requestedHeat_ = {};
  isFirstAwaited_ = true;
  playback.set(state);
  if (first) takeFirstScene(std::move(first));
  noteRecentFile(document.value().file);
  returnMemorySoon();
}

void Session::applySelection(const OpenOptions& options) {
  if (options.selected.empty()) return;
  const PathsFromText wanted = pathsFromText(document.value().stage.get(), options.selected);
  if (!wanted.problem.empty()) notify(wanted.problem);
  if (wanted.prims.empty()) return;
  select(wanted.prims);
  if (wanted.property) selectProperty(wanted.property);
}

void Session::takeFirstScene(std::shared_ptr<const Scene> first) {
  const auto& options = document.value().options;
  const bool isOpening = !scene.value();
  Path camera = view.value().camera;
  if (isOpening && options && !options->camera.empty()) {
    const SceneCamera* wanted = findCamera(*first, options->camera);
    camera = wanted ? wanted->path : Path();
    if (!wanted) notify("The scene has no camera " + options->camera + ".");
  }
  const auto hasPath = [&](const SceneCamera& each) { return each.path == camera; };
  if (std::ranges::none_of(first->cameras, hasPath)) camera = {};
  changeView([&](ViewSettings& settings) { settings.camera = camera; });
  if (std::exchange(isFirstAwaited_, false)) {
    requestedTime_ = first->time;
    requestedOptions_ = {};
    requestedHeat_ = {};
  }
  prepared_->open({document.value().extractor, {}}, first);
  // A scene that was requested meanwhile may have come first.
  const bool isNewer = scene.value() && scene.value()->source == first->source;
  if (!isNewer) scene.set(std::move(first));
  if (!isDrawing_) noteDrawn(scene.value());
  // If the playhead has been moved in the meantime, its scene is requested.
  const TimeCode time = playback.value().wantedTime();
  if (time != requestedTime_) requestScene(time);
  requestChangedScene();
  loading.set({});
}

// By then everything has let go of the document before, the buffers on the device too.
void Session::returnMemorySoon() {
  QTimer::singleShot(1000, this, [this] {
    // The work clears the list itself, because the function is destroyed on this thread.
    const auto held = std::make_shared<std::vector<std::shared_ptr<const void>>>();
    held->swap(dropped_);
    freeing_.start(
        [held](const TaskRun&) -> LatestTask::Show {
          held->clear();
          releaseKeptPages();
          returnFreeMemory();
          return {};
        },
        LatestTask::Previous::Finish);
  });
}

void Session::dropDocument() {
  const Document& open = document.value();
  if (!open.isOpen()) return;
  dropped_.insert(dropped_.end(), {open.stage, open.history, open.extractor, open.layers,
                                   open.diagnostics, scene.value()});
}

}  // namespace usdscope
