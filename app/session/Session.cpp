// SPDX-License-Identifier: Apache-2.0
#include "app/session/Session.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QTimer>
#include <algorithm>

#include "app/session/Inspection.h"
#include "app/session/disk/FileWatch.h"
#include "app/session/document/DocumentLoader.h"
#include "app/session/document/ViewChoice.h"
#include "app/session/edits/LayerSaver.h"
#include "app/session/edits/SpecText.h"
#include "app/session/memory/DisplayMemory.h"
#include "app/session/memory/Preferences.h"
#include "app/session/memory/RecentFiles.h"
#include "app/session/memory/SceneMemory.h"
#include "app/session/memory/SettingsCheck.h"
#include "app/session/playback/PlaybackClock.h"
#include "app/session/playback/Transport.h"
#include "app/session/problems/ProblemFinder.h"
#include "app/session/problems/SkinningCheck.h"
#include "app/session/scenes/PreparedFrames.h"
#include "app/session/scenes/SceneProducer.h"
#include "app/session/sound/SoundTrack.h"
#include "app/session/tasks/FreeInBackground.h"
#include "app/session/tasks/QuietWorkers.h"
#include "app/session/view/DisplayColors.h"
#include "app/session/view/PickedSelection.h"
#include "app/session/view/RigChoice.h"
#include "engine/stage/Property.h"

namespace usdscope {
namespace {

constexpr std::size_t kRecentFiles = 10;

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
  startFreeingInBackground();
  quietWorkers_ = std::make_unique<QuietWorkers>();
  for (const std::string& problem : checkSettings()) notify(problem);
  changeView([](ViewSettings& settings) { settings.navigation = rememberedNavigation(); });
  keepPickSettings(*this);
  preferences_ = std::make_unique<Preferences>();
  writingRecent_ = std::make_unique<RecentFiles>(background_);
  // The first observer of edits: the journal has an edit before anything shows it.
  saver_ = std::make_unique<LayerSaver>(*this);
  recentFiles.set(RecentFiles::read());
  loader_ = std::make_unique<DocumentLoader>(
      background_, textures_,
      [this](const LoadState& state) {
        // A file that cannot be opened changes nothing.
        if (state.phase == LoadState::Phase::Failed) forgetWantedEdits();
        loading.set(state);
      },
      [this](Document opened, std::shared_ptr<const Scene> first) {
        takeDocument(std::move(opened), std::move(first));
      },
      [this](const TimeCodeRange& range, TimeCode first) {
        transport_->takeOpenedRange(range, first);
      },
      [this](std::shared_ptr<const Scene> first) { takeFirstScene(std::move(first)); });
  prepared_ = std::make_unique<PreparedFrames>(*this, textures_);
  producer_ = std::make_unique<SceneProducer>(
      background_, textures_, prepared_->scenes(),
      [this](std::shared_ptr<const Scene> produced, std::shared_ptr<const HeatPicture> painted) {
        takeScene(std::move(produced), std::move(painted));
      });
  clock_ = std::make_unique<PlaybackClock>(playback);
  rigChoice_ = std::make_unique<RigChoice>(*this);
  editor_ = std::make_unique<StageEditor>(*this);
  inspection_ = std::make_unique<Inspection>(*this);
  transport_ = std::make_unique<Transport>(*this);
  viewChoice_ = std::make_unique<ViewChoice>(*this);
  targetChoice_ = std::make_unique<EditTargetChoice>(*this);
  playback.observe(this, [this](const PlaybackState& state) {
    const bool isOther = document.value().isOpen() && state.wantedTime() != requestedTime_;
    if (isOther && transport_->wantsPicture()) requestScene(state.wantedTime());
  });
  changeView([](ViewSettings& settings) { settings.display = storedDisplayHabits(); });
  view.observe(this, [this, was = view.value().display](const ViewSettings& settings) mutable {
    storeDisplayHabits(settings.display, was);
    was = settings.display;
    requestChangedScene();
  });
  joint.observe(this, [this](const ChosenJoint&) { requestChangedScene(); });
  selection.observe(this, [this](const Selection&) { requestChangedScene(); });
  shape.observe(this, [this](const ChosenShape&) { requestChangedScene(); });
  shapeOverrides.observe(this, [this](const ShapeOverrides&) { requestChangedScene(); });
  skinningCheck_ = std::make_unique<SkinningCheck>(*this);
  problemFinder_ = std::make_unique<ProblemFinder>(*this);
  displayColors_ = std::make_unique<DisplayColors>(*this);
  sound_ = std::make_unique<SoundTrack>(*this);
  files_ = std::make_unique<FileWatch>(*this);
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

ExtractOptions Session::wantedOptions() const {
  const ViewSettings& settings = view.value();
  return {
      .hasBones = settings.bones != BonesDisplay::Off || settings.showInfluences || joint.value(),
      .pose = settings.pose,
      .shapes = shapeOverrides.value(),
      .complexity = settings.display.complexity};
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
  if (settings.paintedValue) {
    HeatSubject subject{.kind = HeatSubject::Kind::Supplier, .value = *settings.paintedValue};
    subject.legendColors = legendColors_;
    if (subject.value == PaintedValue::Property) subject.name = selection.value().property;
    return subject;
  }
  const Token property = selection.value().property;
  if (settings.showPrimvar && property.string().starts_with("primvars:")) {
    return {.kind = HeatSubject::Kind::Primvar, .skeleton = {}, .name = property};
  }
  return {};
}

SceneKind Session::requestedKind() const { return {document.value().extractor, requestedOptions_}; }

void Session::requestScene(TimeCode time) {
  isFirstAwaited_ = false;
  requestedTime_ = time;
  requestedOptions_ = wantedOptions();
  requestedHeat_ = wantedHeat();
  const SceneKind kind = requestedKind();
  prepared_->noteRequest(kind, time);
  producer_->request({document.value().stage, kind, time, requestedHeat_});
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
  // A scene that is shown already is not drawn again.
  if (!isDrawing_ || (!isNew && playback.value().shown == scene.value()->time)) {
    noteDrawn(scene.value());
  }
}

void Session::noteDrawn(const std::shared_ptr<const Scene>& drawn) {
  const auto& newest = scene.value();
  const bool isOfDocument = drawn && newest && drawn->source == newest->source;
  if (isOfDocument) {
    PlaybackState state = playback.value();
    state.shown = drawn->time;
    playback.set(std::move(state));
  }
  if (drawn != newest || !playback.value().isShown()) return;
  clock_->noteShown();
  if (!producer_->isBusy()) prepared_->noteShown();
}

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
  if (files == recentFiles.value()) return;
  writingRecent_->write(files);
  recentFiles.set(std::move(files));
}

void Session::select(std::vector<Path> prims, std::vector<ChosenInstance> instances) {
  const Document& open = document.value();
  std::erase_if(prims, [&](Path path) { return !open.isOpen() || !open.stage->primAt(path); });
  Selection next;
  next.prims = std::move(prims);
  next.instances = keepInstancesOf(next.prims, std::move(instances));
  // The property stays selected where the next prim has it too.
  const Token property = selection.value().property;
  if (property && !next.prims.empty()) {
    const Prim prim = open.stage->primAt(next.leading());
    const std::vector<Token> names = prim.propertyNames();
    if (std::ranges::find(names, property) != names.end()) next.property = property;
  }
  selection.set(std::move(next));
  picked.set({});
}

void Session::selectPicked(const std::vector<PickedPrim>& prims, SelectionChange change,
                           const std::string& remark) {
  const Selection next = afterPicking(selection.value(), prims, change);
  select(next.prims, next.instances);
  picked.set(remark.empty() ? selectionText(selection.value()) : remark);
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
