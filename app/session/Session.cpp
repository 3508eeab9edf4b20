// SPDX-License-Identifier: Apache-2.0
#include "app/session/Session.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QSettings>
#include <QTimer>
#include <algorithm>
#include <filesystem>
#include <system_error>

#include "app/session/DocumentLoader.h"
#include "app/session/Inspection.h"
#include "app/session/LayerSaver.h"
#include "app/session/PlaybackClock.h"
#include "app/session/ProblemFinder.h"
#include "app/session/RigChoice.h"
#include "app/session/SceneMemory.h"
#include "app/session/SceneProducer.h"
#include "app/session/SettingsCheck.h"
#include "app/session/SkinningCheck.h"
#include "app/session/SpecText.h"
#include "app/session/Transport.h"
#include "engine/base/FreeMemory.h"
#include "engine/stage/Property.h"

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

std::vector<Path> targetsOf(const Subject& subject) {
  if (!subject) return {};
  if (const Relationship found = subject.prim.relationship(subject.property)) {
    return found.targets();
  }
  if (const Attribute found = subject.prim.attribute(subject.property)) return found.connections();
  return {};
}

}  // namespace

Session::Session(Environment environment, QObject* parent)
    : QObject(parent),
      environment_(std::move(environment)),
      textures_(std::make_shared<TextureStore>()),
      marking_(background_),
      writingText_(background_),
      copying_(background_),
      freeing_(background_),
      following_(background_) {
  for (const std::string& problem : checkSettings()) notify(problem);
  // The first observer of edits: the journal has an edit before anything shows it.
  saver_ = std::make_unique<LayerSaver>(*this);
  recentFiles.set(storedRecentFiles());
  loader_ = std::make_unique<DocumentLoader>(
      background_, textures_,
      [this](const LoadState& state) {
        // A file that cannot be opened changes nothing.
        if (state.phase == LoadState::Phase::Failed) forgetWantedEdits();
        loading.set(state);
      },
      [this](Document opened, std::shared_ptr<const Scene> first) {
        takeDocument(std::move(opened), std::move(first));
      });
  producer_ = std::make_unique<SceneProducer>(
      background_, textures_,
      [this](std::shared_ptr<const Scene> produced, std::shared_ptr<const HeatPicture> painted) {
        takeScene(std::move(produced), std::move(painted));
      });
  clock_ = std::make_unique<PlaybackClock>(playback);
  rigChoice_ = std::make_unique<RigChoice>(*this);
  editor_ = std::make_unique<StageEditor>(*this);
  inspection_ = std::make_unique<Inspection>(*this);
  transport_ = std::make_unique<Transport>(*this);
  targetChoice_ = std::make_unique<EditTargetChoice>(*this);
  playback.observe(this, [this](const PlaybackState& state) {
    if (document.value().isOpen() && state.timeCode() != requestedTime_) {
      requestScene(state.timeCode());
    }
  });
  view.observe(this, [this](const ViewSettings&) { requestChangedScene(); });
  joint.observe(this, [this](const ChosenJoint&) { requestChangedScene(); });
  shape.observe(this, [this](const ChosenShape&) { requestChangedScene(); });
  shapeOverrides.observe(this, [this](const ShapeOverrides&) { requestChangedScene(); });
  skinningCheck_ = std::make_unique<SkinningCheck>(*this);
  problemFinder_ = std::make_unique<ProblemFinder>(*this);
  memory_ = std::make_unique<SceneMemory>(*this);
}

Session::~Session() = default;

Subject Session::subject() const {
  const Document& open = document.value();
  const Path leading = selection.value().leading();
  if (!open.isOpen()) return {};
  if (leading.isEmpty()) return {.stage = open.stage};
  return {open.stage, open.stage->primAt(leading), selection.value().property};
}

void Session::open(const std::string& file) {
  std::error_code error;
  const auto absolute = std::filesystem::absolute(file, error);
  editor_->startOver();
  const std::string path = error ? file : absolute.lexically_normal().string();
  DocumentRequest request{.file = path, .interpolation = interpolation_};
  // The open scene is opened again without its edits, but else as it is.
  if (path != document.value().file) request.recall = memory_->recall(path);
  load(std::move(request));
}

void Session::reload() {
  if (!document.value().isOpen()) return;
  load({.file = document.value().file,
        .edits = edits.value(),
        .time = playback.value().timeCode(),
        .interpolation = interpolation_});
}

void Session::load(DocumentRequest request) {
  setPlaying(false);
  request.environment = environment_;
  loader_->open(std::move(request));
}

void Session::composeAgain(std::vector<std::string> reloaded) {
  const Document& open = document.value();
  load({.file = open.file,
        .layers = open.layers,
        .history = open.history,
        .reloaded = std::move(reloaded),
        .edits = edits.value(),
        .time = playback.value().timeCode(),
        .interpolation = interpolation_});
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
  loader_->cancel();
  forgetWantedEdits();
  loading.set({});
}

void Session::close() {
  memory_->keep();
  cancelLoading();
  setPlaying(false);
  producer_->clear();
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
  producer_->clear();
  dropDocument();
  PlaybackState state;
  const TimeCodeRange range = opened.range;
  state.start = range.start;
  state.end = range.end;
  state.rangeSource = range.isAuthored          ? PlaybackState::RangeSource::Authored
                      : range.end > range.start ? PlaybackState::RangeSource::Samples
                                                : PlaybackState::RangeSource::None;
  state.framesPerSecond = opened.stage->framesPerSecond();
  state.timeCodesPerSecond = opened.stage->timeCodesPerSecond();
  const PlaybackState& before = playback.value();
  state.pace = before.pace;
  state.loop = before.loop;
  state.stepsPerFrame = before.stepsPerFrame;
  const bool keepsRange = isReload && before.start == state.start && before.end == state.end;
  state.playStart = keepsRange ? before.playStart : state.start;
  state.playEnd = keepsRange ? before.playEnd : state.end;
  state.moveTo(isReload ? before.timeCode() : TimeCode(state.start));
  if (isReload) state.time = before.time;
  if (past) past->applyTo(state);

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
  const auto hasPath = [&](const SceneCamera& camera) { return camera.path == settings.camera; };
  if (std::ranges::none_of(first->cameras, hasPath)) settings.camera = {};
  view.set(settings);
  const auto changes = opened.changes;
  document.set(std::move(opened));
  editor_->noteShown(document.value().edits, changes);
  markLayer(isReload ? markedLayer_ : std::string());
  select(selection.value().prims);
  if (past) memory_->restore(*past);
  rigChoice_->check();
  // If the playhead has been moved in the meantime, its scene is requested.
  requestedTime_ = first->time;
  requestedOptions_ = {};
  requestedHeat_ = {};
  scene.set(std::move(first));
  playback.set(state);
  requestChangedScene();
  loading.set({});
  noteRecentFile(document.value().file);
  returnMemorySoon();
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

ExtractOptions Session::wantedOptions() const {
  const ViewSettings& settings = view.value();
  return {
      .hasBones = settings.bones != BonesDisplay::Off || settings.showInfluences || joint.value(),
      .pose = settings.pose,
      .shapes = shapeOverrides.value()};
}

HeatSubject Session::wantedHeat() const {
  const ViewSettings& settings = view.value();
  const ChosenJoint& ofJoint = joint.value();
  const ChosenShape& ofShape = shape.value();
  if (settings.showWeights && ofJoint) {
    return {HeatSubject::Kind::JointWeights, ofJoint.skeleton, ofJoint.joint};
  }
  if (settings.showOffsets && ofShape) {
    return {HeatSubject::Kind::ShapeOffsets, ofShape.skeleton, ofShape.shape};
  }
  return {};
}

void Session::requestScene(TimeCode time) {
  const Document& open = document.value();
  requestedTime_ = time;
  requestedOptions_ = wantedOptions();
  requestedHeat_ = wantedHeat();
  producer_->request({open.stage, open.extractor, time, requestedOptions_, requestedHeat_});
}

// Requests the scene of the same time again when it is to be made in another way.
void Session::requestChangedScene() {
  const bool isOther = wantedOptions() != requestedOptions_ || wantedHeat() != requestedHeat_;
  if (document.value().isOpen() && isOther) requestScene(requestedTime_);
}

void Session::takeScene(std::shared_ptr<const Scene> produced,
                        std::shared_ptr<const HeatPicture> painted) {
  const bool isNew = produced != scene.value();
  heat.set(std::move(painted));
  scene.set(std::move(produced));
  if (!isDrawing_ || !isNew) clock_->noteShown();
}

void Session::noteDrawn() { clock_->noteShown(); }

void Session::noteRecentFile(const std::string& file) {
  std::vector<std::string> files = recentFiles.value();
  std::erase(files, file);
  files.insert(files.begin(), file);
  if (files.size() > kRecentFiles) files.resize(kRecentFiles);
  setRecentFiles(std::move(files));
}

void Session::forgetRecent(const std::string& file) {
  std::vector<std::string> files = recentFiles.value();
  std::erase_if(files, [&](const std::string& each) { return file.empty() || each == file; });
  setRecentFiles(std::move(files));
}

void Session::setRecentFiles(std::vector<std::string> files) {
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
}

void Session::chooseJoint(Path skeleton, Token name) { rigChoice_->chooseJoint({skeleton, name}); }

void Session::chooseShape(Path skeleton, Token name) { rigChoice_->chooseShape({skeleton, name}); }

void Session::setShapeOverrides(ShapeOverrides overrides) {
  shapeOverrides.set(std::move(overrides));
}

void Session::changeView(const std::function<void(ViewSettings&)>& change) {
  ViewSettings settings = view.value();
  change(settings);
  view.set(settings);
}

void Session::selectProperty(Token property) {
  Selection next = selection.value();
  next.property = property;
  selection.set(std::move(next));
}

void Session::follow(const std::vector<Path>& targets) {
  const auto& stage = document.value().stage;
  std::vector<Path> prims;
  for (const Path target : targets) {
    const Path prim = target.primPath();
    if (stage && stage->primAt(prim) && std::ranges::find(prims, prim) == prims.end()) {
      prims.push_back(prim);
    }
  }
  if (targets.empty()) return showNote("This property has no targets.");
  if (prims.empty()) return showNote("There is no prim " + targets.front().text() + ".");
  select(prims);
  if (targets.size() == 1 && targets.front().isProperty()) selectProperty(targets.front().name());
}

void Session::followTargets() {
  following_.start([this, subject = subject()](const TaskRun&) -> LatestTask::Show {
    return [this, targets = targetsOf(subject)] { follow(targets); };
  });
}

void Session::selectRelated(FindRelated find) {
  following_.start(
      [this, subject = subject(), find = std::move(find)](const TaskRun& run) -> LatestTask::Show {
        if (!subject) return {};
        const RelatedPrims related = find(subject.prim, run.stop);
        if (run.stop.stop_requested()) return {};
        return [this, related] {
          if (related.prims.empty()) return showNote(related.problem);
          if (related.prims.front().isProperty()) return follow(related.prims);
          select(related.prims);
          const std::size_t count = selection.value().prims.size();
          if (count > 1) showNote(std::to_string(count) + " prims are selected.");
        };
      });
}

void Session::noteFound(std::shared_ptr<const PrimMatches> matches) {
  found.set(std::move(matches));
}

std::string Session::selectNextFound(bool isBackwards) {
  if (!found.value() || found.value()->found.empty()) return "The search has found no prims.";
  const std::vector<Path>& paths = found.value()->found;
  const auto at = std::ranges::find(paths, selection.value().leading());
  std::size_t next = isBackwards ? paths.size() - 1 : 0;
  if (at != paths.end()) {
    const auto here = static_cast<std::size_t>(at - paths.begin());
    next = (here + (isBackwards ? paths.size() - 1 : 1)) % paths.size();
  }
  select({paths[next]});
  return {};
}

void Session::inspectRow(InspectedRow inspected) { row.set(std::move(inspected)); }

void Session::setTime(TimeCode time) {
  PlaybackState state = playback.value();
  state.moveTo(time);
  state.isPlaying = false;
  playback.set(state);
}

void Session::setPlaying(bool isPlaying) {
  PlaybackState state = playback.value();
  if (isPlaying && !state.isAnimated()) return;
  if (isPlaying && !state.isPlaying) {
    state.droppedFrames = 0;
    state.measuredFps = 0.0;
    const bool isAtEnd =
        state.isReversed ? state.time <= state.playStart : state.time >= state.playEnd;
    if (state.time < state.playStart || state.time > state.playEnd ||
        (state.loop == LoopMode::Once && isAtEnd)) {
      state.time = state.isReversed ? state.playEnd : state.playStart;
    }
  }
  if (isPlaying) state.timeKind = PlaybackState::TimeKind::At;
  state.isPlaying = isPlaying;
  playback.set(state);
}

void Session::copy(std::function<CopyResult()> makeText) {
  copying_.start([this, makeText = std::move(makeText)](const TaskRun&) -> LatestTask::Show {
    return [this, result = makeText()] {
      if (!result.problem.empty()) return showNote(result.problem);
      QGuiApplication::clipboard()->setText(QString::fromStdString(result.text));
    };
  });
}

void Session::markLayer(const std::string& identifier) {
  markedLayer_ = identifier;
  marking_.cancel();
  if (identifier.empty()) return layerMarks.set(nullptr);
  marking_.start(
      [this, stage = document.value().stage, identifier](const TaskRun& run) -> LatestTask::Show {
        auto marks = computeLayerMarks(stage, identifier, run.stop);
        if (!marks) return {};
        return [this, marks] { layerMarks.set(marks); };
      });
}

std::string Session::showLayerText(const std::string& layer, int line) {
  std::string problem;
  std::string identifier = editor_->findLayer(layer, problem);
  if (identifier.empty() && layer.starts_with('/')) identifier = layer;  // A clip.
  if (identifier.empty()) return problem;
  const InspectedRow& chosen = row.value();
  const bool isOfRow = line == kLineOfRow && chosen.layer == identifier;
  const Path spec = isOfRow ? Path::fromText(chosen.object) : Path();
  writingText_.start([this, stage = document.value().stage, identifier, line,
                      spec](const TaskRun&) -> LatestTask::Show {
    LayerText written = usdscope::layerText(*stage, identifier);
    if (written.isOfFile && line > 0) written.line = line;
    if (!spec.isRoot()) written.line = std::max(written.line, lineOfSpec(written.text, spec));
    auto text = std::make_shared<const LayerText>(std::move(written));
    return [this, text] {
      if (!text->problem.empty()) return showNote(text->problem);
      layerText.set(text);
    };
  });
  return {};
}

void Session::showNote(std::string text) { note.set(std::move(text)); }

void Session::notify(std::string notice) {
  std::vector<std::string> all = notices.value();
  if (std::ranges::find(all, notice) != all.end()) return;
  all.push_back(std::move(notice));
  notices.set(std::move(all));
}

void Session::dismissNotices() { notices.set({}); }

void Session::noteFreeCamera(const FreeCamera& place) { freeCamera.set(place); }

void Session::noteDrawingProblem(std::string problem) { drawingProblem.set(std::move(problem)); }

void Session::noteDrawingDiagnostics(std::shared_ptr<const Diagnostics> diagnostics) {
  drawingDiagnostics.set(std::move(diagnostics));
}

bool Session::isPictureReady() const {
  return !loading.value().isLoading() && !producer_->isBusy();
}

}  // namespace usdscope
