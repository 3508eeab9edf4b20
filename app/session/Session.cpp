// SPDX-License-Identifier: Apache-2.0
#include "app/session/Session.h"

#include <QSettings>
#include <QThreadPool>
#include <QTimer>
#include <algorithm>
#include <filesystem>
#include <system_error>

#include "app/session/DocumentLoader.h"
#include "app/session/PlaybackClock.h"
#include "app/session/SceneProducer.h"
#include "app/session/SessionEdits.h"
#include "app/session/SkinningCheck.h"
#include "app/session/TextureFiles.h"
#include "engine/base/FreeMemory.h"
#include "engine/report/RigShapes.h"
#include "engine/report/SkelRig.h"
#include "engine/schema/Imageable.h"

namespace usdscope {
namespace {

constexpr std::size_t kRecentFiles = 10;
constexpr const char* kRecentKey = "recentFiles";

std::vector<std::string> storedRecentFiles() {
  std::vector<std::string> files;
  for (const QString& file : QSettings().value(kRecentKey).toStringList()) {
    files.push_back(file.toStdString());
  }
  return files;
}

}  // namespace

Session::Session(Environment environment, QObject* parent)
    : QObject(parent), environment_(std::move(environment)) {
  recentFiles.set(storedRecentFiles());
  textures_ = makeTextureStore();
  loader_ = std::make_unique<DocumentLoader>(
      textures_,
      [this](LoadState state) {
        // A file that cannot be opened changes nothing.
        if (state.phase == LoadState::Phase::Failed) forgetWantedEdits();
        loading.set(state);
      },
      [this](Document opened, std::shared_ptr<const Scene> first) {
        takeDocument(std::move(opened), std::move(first));
      });
  producer_ = std::make_unique<SceneProducer>(
      [this](std::shared_ptr<const Scene> produced) { takeScene(std::move(produced)); });
  clock_ = std::make_unique<PlaybackClock>(playback);
  playback.observe(this, [this](const PlaybackState& state) {
    if (document.value().isOpen() && state.time != askedTime_) askForScene(state.time);
  });
  view.observe(this, [this](const ViewSettings&) { askForOtherScene(); });
  joint.observe(this, [this](const ChosenJoint&) { askForOtherScene(); });
  shapeOverrides.observe(this, [this](const ShapeOverrides&) { askForOtherScene(); });
  skinningCheck_ = std::make_unique<SkinningCheck>(*this);
}

Session::~Session() = default;

void Session::open(const std::string& file) {
  std::error_code error;
  const auto absolute = std::filesystem::absolute(file, error);
  sessionLayer_.reset();
  load({.file = error ? file : absolute.lexically_normal().string(),
        .interpolation = interpolation_});
}

void Session::reload() {
  if (!document.value().isOpen()) return;
  load({.file = document.value().file,
        .sessionLayer = sessionLayer_,
        .time = playback.value().time,
        .interpolation = interpolation_});
}

void Session::load(DocumentRequest request) {
  setPlaying(false);
  request.environment = environment_;
  loader_->open(std::move(request));
}

void Session::composeAgain(std::shared_ptr<const Layer> sessionLayer) {
  const Document& open = document.value();
  sessionLayer_ = std::move(sessionLayer);
  load({.file = open.file,
        .layers = open.layers,
        .history = open.history,
        .sessionLayer = sessionLayer_,
        .time = playback.value().time,
        .interpolation = interpolation_});
}

std::string Session::setVisible(Path path, bool isVisible) {
  const Document& open = document.value();
  const Prim prim = open.isOpen() ? open.stage->primAt(path) : Prim();
  if (!prim || prim.isPseudoRoot()) return "There is no such prim.";
  if (prim.isInstanceProxy()) {
    return path.text() + " is part of an instance: only the whole instance can be changed.";
  }
  if (!isImageable(prim)) return path.text() + " is nothing that is drawn.";
  return editSessionLayer(isVisible ? visibleEdits(prim, playback.value().time)
                                    : invisibleEdits(prim));
}

std::string Session::setVariant(Path path, const std::string& set, const std::string& variant) {
  const Document& open = document.value();
  const Prim prim = open.isOpen() ? open.stage->primAt(path) : Prim();
  if (!prim || prim.isPseudoRoot()) return "There is no such prim.";
  if (prim.isInstanceProxy()) {
    return path.text() + " is part of an instance: only the whole instance can be changed.";
  }
  const std::vector<VariantSet> sets = prim.variantSets();
  const auto found = std::ranges::find(sets, set, &VariantSet::name);
  if (found == sets.end()) return path.text() + " has no variant set " + set + ".";
  if (!variant.empty() && std::ranges::find(found->variants, variant) == found->variants.end()) {
    return "The variant set " + set + " of " + path.text() + " has no variant " + variant + ".";
  }
  return editSessionLayer({VariantSelectionEdit{path, set, variant}});
}

std::string Session::editSessionLayer(const std::vector<LayerEdit>& edits) {
  if (edits.empty()) return {};
  Diagnostics problems;
  const Layer& present = sessionLayer_ ? *sessionLayer_ : *document.value().stage->sessionLayer();
  std::shared_ptr<const Layer> next = edited(present, edits, problems);
  if (!problems.isEmpty()) return problems.entries()[0].message;
  composeAgain(std::move(next));
  return {};
}

void Session::resetSessionLayer() {
  if (hasSessionEdits()) composeAgain(nullptr);
}

void Session::setInterpolation(InterpolationType interpolation) {
  if (interpolation_ == interpolation) return;
  interpolation_ = interpolation;
  if (document.value().isOpen()) composeAgain(sessionLayer_);
}

void Session::forgetWantedEdits() {
  const Document& open = document.value();
  if (open.isOpen()) interpolation_ = open.stage->request().interpolation;
  if (open.isOpen() && open.stage->request().sessionLayer != sessionLayer_) {
    sessionLayer_ = open.stage->request().sessionLayer;
  }
}

void Session::cancelLoading() {
  loader_->cancel();
  forgetWantedEdits();
  loading.set({});
}

void Session::close() {
  cancelLoading();
  setPlaying(false);
  producer_->clear();
  scene.set(nullptr);
  selection.set({});
  forgetRigs();
  document.set({});
  playback.set({});
  sessionLayer_.reset();
  returnMemorySoon();
}

void Session::forgetRigs() {
  joint.set({});
  shape.set({});
  shapeOverrides.set({});
}

void Session::takeDocument(Document opened, std::shared_ptr<const Scene> first) {
  const bool isReload = document.value().file == opened.file;
  producer_->clear();
  PlaybackState state;
  const TimeCodeRange range = opened.extractor->timeRange();
  state.start = range.start;
  state.end = range.end;
  state.rangeSource = range.isAuthored          ? PlaybackState::RangeSource::Authored
                      : range.end > range.start ? PlaybackState::RangeSource::Samples
                                                : PlaybackState::RangeSource::None;
  state.framesPerSecond = opened.stage->framesPerSecond();
  state.timeCodesPerSecond = opened.stage->timeCodesPerSecond();
  state.pace = playback.value().pace;
  state.isLooping = playback.value().isLooping;
  state.time = isReload ? playback.value().time : state.start;

  if (!isReload) {
    selection.set({});
    forgetRigs();
    scene.set(nullptr);
  }
  ViewSettings settings = view.value();
  const auto hasPath = [&](const SceneCamera& camera) { return camera.path == settings.camera; };
  if (!isReload || std::ranges::none_of(first->cameras, hasPath)) settings.camera = {};
  view.set(settings);
  document.set(std::move(opened));
  select(selection.value().prims);
  // If the playhead has been moved in the meantime, its scene is requested.
  askedTime_ = first->time.time();
  askedOptions_ = {};
  scene.set(std::move(first));
  playback.set(state);
  askForOtherScene();
  loading.set({});
  noteRecentFile(document.value().file);
  returnMemorySoon();
}

// By then the document before has been freed, its buffers on the device too.
void Session::returnMemorySoon() {
  QTimer::singleShot(1000, this, [] { QThreadPool::globalInstance()->start(returnFreeMemory); });
}

ExtractOptions Session::wantedOptions() const {
  const ViewSettings& settings = view.value();
  return {
      .hasBones = settings.bones != BonesDisplay::Off || settings.showInfluences || joint.value(),
      .pose = settings.pose,
      .shapes = shapeOverrides.value()};
}

void Session::askForScene(double time) {
  askedTime_ = time;
  askedOptions_ = wantedOptions();
  producer_->request(document.value().extractor, time, askedOptions_);
}

// Requests the scene of the same time again when it is to be made in another way.
void Session::askForOtherScene() {
  if (document.value().isOpen() && wantedOptions() != askedOptions_) askForScene(askedTime_);
}

void Session::takeScene(std::shared_ptr<const Scene> produced) {
  const bool isNew = produced != scene.value();
  scene.set(std::move(produced));
  if (!isDrawing_ || !isNew) clock_->noteShown();
}

void Session::noteDrawn() { clock_->noteShown(); }

void Session::noteRecentFile(const std::string& file) {
  std::vector<std::string> files = recentFiles.value();
  std::erase(files, file);
  files.insert(files.begin(), file);
  if (files.size() > kRecentFiles) files.resize(kRecentFiles);
  QStringList stored;
  for (const std::string& entry : files) stored.push_back(QString::fromStdString(entry));
  QSettings().setValue(kRecentKey, stored);
  recentFiles.set(std::move(files));
}

void Session::select(std::vector<Path> prims) {
  const Document& open = document.value();
  std::erase_if(prims, [&](Path path) { return !open.isOpen() || !open.stage->primAt(path); });
  Selection next;
  next.prims = std::move(prims);
  // The property stays selected where the next prim has it too.
  const Token property = selection.value().property;
  if (property && !next.prims.empty()) {
    const Prim prim = open.stage->primAt(next.leading());
    const std::vector<Token> names = prim.propertyNames();
    if (std::ranges::find(names, property) != names.end()) next.property = property;
  }
  selection.set(std::move(next));
  dropFocusOnOtherRig();
}

void Session::chooseJoint(Path skeleton, Token name) {
  const Document& open = document.value();
  const SkelRig rig = open.isOpen() ? SkelRig(open.stage->primAt(skeleton)) : SkelRig();
  if (!rig || rig.path() != skeleton || rig.indexOf(name) < 0) return joint.set({});
  selectRig(skeleton);
  joint.set({skeleton, name});
}

void Session::chooseShape(Path skeleton, Token name) {
  const Document& open = document.value();
  const SkelRig rig = open.isOpen() ? SkelRig(open.stage->primAt(skeleton)) : SkelRig();
  const bool isThere = rig && rig.path() == skeleton &&
                       RigShapes(rig.skeleton(), rig.skeleton().prim()).indexOf(name) >= 0;
  if (!isThere) return shape.set({});
  selectRig(skeleton);
  shape.set({skeleton, name});
}

void Session::selectRig(Path skeleton) {
  const Prim leading = document.value().stage->primAt(selection.value().leading());
  if (!leading || SkelRig(leading).path() != skeleton) select({skeleton});
}

// What is selected may have gone to another rig, or the rig may have lost the joint or the shape.
void Session::dropFocusOnOtherRig() {
  if (!joint.value() && !shape.value()) return;
  const Prim leading = document.value().isOpen()
                           ? document.value().stage->primAt(selection.value().leading())
                           : Prim();
  const SkelRig rig = leading ? SkelRig(leading) : SkelRig();
  const auto isOfRig = [&](Path skeleton) { return rig && rig.path() == skeleton; };
  if (!isOfRig(joint.value().skeleton) || rig.indexOf(joint.value().joint) < 0) joint.set({});
  const ChosenShape chosen = shape.value();
  if (chosen && (!isOfRig(chosen.skeleton) ||
                 RigShapes(rig.skeleton(), rig.skeleton().prim()).indexOf(chosen.shape) < 0)) {
    shape.set({});
  }
}

void Session::selectProperty(Token property) {
  Selection next = selection.value();
  next.property = property;
  selection.set(std::move(next));
}

void Session::setTime(double time) {
  PlaybackState state = playback.value();
  state.time = time;
  state.isPlaying = false;
  playback.set(state);
}

void Session::setPlaying(bool isPlaying) {
  PlaybackState state = playback.value();
  if (isPlaying && !state.isAnimated()) return;
  if (isPlaying && !state.isPlaying) {
    state.droppedFrames = 0;
    state.measuredFps = 0.0;
    if (state.time < state.start || state.time > state.end ||
        (!state.isLooping && state.time >= state.end)) {
      state.time = state.start;
    }
  }
  state.isPlaying = isPlaying;
  playback.set(state);
}

void Session::step(int frames) {
  if (playback.value().isAnimated()) setTime(stepped(playback.value(), frames));
}

void Session::goToStart() { setTime(playback.value().start); }

void Session::goToEnd() { setTime(playback.value().end); }

bool Session::isSettled() const { return !loading.value().isLoading() && !producer_->isBusy(); }

}  // namespace usdscope
