// SPDX-License-Identifier: Apache-2.0
#include "app/session/memory/SceneMemory.h"

#include <fmt/format.h>

#include <QFileInfo>
#include <QSettings>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "app/session/FileName.h"
#include "app/session/Session.h"
#include "app/session/document/CapsuleFile.h"
#include "app/session/edits/LayerSaver.h"
#include "app/session/playback/Transport.h"
#include "engine/asset/PackagePath.h"
#include "engine/stage/Property.h"

namespace usdscope {
namespace {

constexpr int kMomentMs = 1000;
constexpr std::size_t kMostSelected = 10'000;
constexpr std::size_t kMostViews = 500;
constexpr const char* kRestoreKey = "scenes/restore";

// Muted layers that are gone are forgotten, with one sentence.
StageState stateOf(const RememberedScene& scene, std::vector<std::string>& problems) {
  StageState state;
  state.loadRules = scene.stage.loadRules;
  std::vector<std::string> missing;
  const auto keep = [&](const std::set<std::string>& layers, std::set<std::string>& kept) {
    for (const std::string& layer : layers) {
      const auto path = QString::fromStdString(std::string(splitOuterPackage(layer).package));
      const bool isFile = path.startsWith('/') || QFileInfo(path).isAbsolute();
      if (!isFile || QFileInfo::exists(path)) {
        kept.insert(layer);
      } else {
        missing.push_back(layer);
      }
    }
  };
  keep(scene.stage.mutedLayers, state.mutedLayers);
  keep(scene.stage.soloMuted, state.soloMuted);
  if (!state.soloMuted.empty()) state.soloLayer = scene.stage.soloLayer;
  if (missing.size() == 1) {
    problems.push_back(
        fmt::format("The muted layer {} does not exist any more.", fileName(missing[0])));
  } else if (!missing.empty()) {
    problems.push_back(fmt::format("{} muted layers do not exist any more: {}, …", missing.size(),
                                   fileName(missing[0])));
  }
  return state;
}

}  // namespace

SceneMemory::SceneMemory(Session& session)
    : session_(session),
      store_(SceneStore::usualFolder()),
      writing_(std::make_unique<LatestTask>(quiet_)),
      reading_(session.background()),
      packing_(session.background()) {
  isRestoring.set(QSettings().value(kRestoreKey, true).toBool());
  isProblemTold_ = !QSettings().isWritable();  // checkSettings() has a sentence about both.
  waiting_.setSingleShot(true);
  waiting_.setInterval(kMomentMs);
  connect(&waiting_, &QTimer::timeout, this, [this] { remember({}); });
  session_.view.observe(this, [this](const auto&) { noteChange(); });
  session_.playback.observe(this, [this](const PlaybackState& state) {
    if (!state.isPlaying) noteChange();
  });
  session_.selection.observe(this, [this](const auto&) { noteChange(); });
  session_.document.observe(this, [this](const auto&) { noteChange(); });
  session_.freeCamera.observe(this, [this](const auto&) { noteChange(); });
  session_.inspection().pinnedPrims.observe(this, [this](const auto&) { noteChange(); });
  session_.inspection().plot.observe(this, [this](const auto&) { noteChange(); });
  openRows.observe(this, [this](const auto&) { noteChange(); });
  views.observe(this, [this](const auto&) { noteChange(); });
  session_.transport().markers().all.observe(this, [this](const auto&) { noteChange(); });
}

SceneMemory::~SceneMemory() {
  remember({});
  writing_.reset();
  for (const auto& [file, each] : pending_) (void)store_.write(*each.scene, each.picture);
}

void SceneMemory::noteChange() {
  if (session_.document.value().isOpen() && !waiting_.isActive()) waiting_.start();
}

RememberedScene SceneMemory::now() const {
  const Document& open = session_.document.value();
  const PlaybackState& playback = session_.playback.value();
  const Selection& selection = session_.selection.value();
  RememberedScene scene;
  scene.file = open.file;
  scene.camera = session_.freeCamera.value();
  takePictureSettings(scene.view, session_.view.value());
  takePaneSettings(scene.view, session_.view.value());
  if (std::isfinite(playback.time)) scene.time = playback.wantedTime();
  if (playback.rangeSource == PlaybackState::RangeSource::Chosen) {
    scene.chosenRange = {playback.start, playback.end};
  }
  if (!playback.isPlayRangeWhole()) scene.playRange = {playback.playStart, playback.playEnd};
  scene.pace = playback.pace;
  scene.loop = playback.loop;
  scene.speed = playback.speed;
  scene.stepsPerFrame = playback.stepsPerFrame;
  scene.selected = selection.prims;
  if (scene.selected.size() > kMostSelected) scene.selected.resize(kMostSelected);
  scene.property = selection.property.string();
  scene.pinned = session_.inspection().pinnedPrims.value();
  scene.plot = session_.inspection().plot.value();
  // The edits that are wanted may be given up for another scene already.
  const StageState& state = open.edits.state();
  scene.stage = {.sessionLayer = nullptr,
                 .layers = {},
                 .mutedLayers = state.mutedLayers,
                 .soloLayer = state.soloLayer,
                 .soloMuted = state.soloMuted,
                 .loadRules = state.loadRules};
  scene.openRows = openRows.value();
  scene.views = views.value();
  scene.markers = session_.transport().markers().all.value();
  return scene;
}

void SceneMemory::remember(QImage picture) {
  waiting_.stop();
  if (!session_.document.value().isOpen()) return;
  auto scene = std::make_shared<const RememberedScene>(now());
  if (picture.isNull() && written_ && *written_ == *scene) return;
  written_ = scene;
  Pending& pending = pending_[scene->file];
  pending.scene = std::move(scene);
  if (!picture.isNull()) pending.picture = std::move(picture);
  write();
}

void SceneMemory::write() {
  writing_->start(
      [this, store = store_, wanted = pending_](const TaskRun&) -> LatestTask::Show {
        std::string problem;
        for (const auto& [file, each] : wanted) {
          std::string reason = store.write(*each.scene, each.picture);
          if (!reason.empty()) problem = std::move(reason);
        }
        return [this, wanted, problem] {
          for (const auto& [file, each] : wanted) {
            const auto found = pending_.find(file);
            if (found != pending_.end() && found->second.scene == each.scene) pending_.erase(found);
          }
          // The page of recent files shows the picture that was taken at last.
          if (!session_.document.value().isOpen()) readRecent();
          if (!problem.empty() && !std::exchange(isProblemTold_, true)) session_.notify(problem);
        };
      },
      LatestTask::Previous::Finish);
}

void SceneMemory::keep() {
  if (!session_.document.value().isOpen()) return;
  Q_EMIT session_.freeCameraWanted();
  remember(readPicture_ ? readPicture_() : QImage());
}

void SceneMemory::readRecent() {
  reading_.start([this, store = store_,
                  files = session_.recentFiles.value()](const TaskRun& run) -> LatestTask::Show {
    std::vector<RecentScene> found;
    for (const std::string& file : files) {
      if (run.stop.stop_requested()) return {};
      found.push_back(store.describe(file));
    }
    return [this, found = std::move(found)] { recent.set(found); };
  });
}

void SceneMemory::setRestoring(bool restores) {
  QSettings().setValue(kRestoreKey, restores);
  isRestoring.set(restores);
}

std::function<RecalledScene()> SceneMemory::recall(const std::string& file) const {
  const auto unwritten = pending_.find(file);
  std::shared_ptr<const RememberedScene> newest;
  if (unwritten != pending_.end()) newest = unwritten->second.scene;
  return [store = store_, file, newest, isRestored = isRestoring.value()] {
    RecalledScene recalled;
    StoredScene stored;
    if (!newest) stored = store.read(file);
    recalled.scene = newest ? newest : stored.scene;
    if (!stored.problem.empty()) recalled.problems.push_back(stored.problem);
    if (!recalled.scene) recalled.scene = sceneOfCapsule(file);
    const bool isCapsule = recalled.scene && !newest && !stored.scene;
    recalled.isRestored = recalled.scene && (isRestored || isCapsule);
    if (recalled.isRestored) recalled.state = stateOf(*recalled.scene, recalled.problems);
    return recalled;
  };
}

std::string SceneMemory::saveCapsule(const std::string& file, double from, double to) {
  const Document& open = session_.document.value();
  if (!open.isOpen()) return "Open a scene first.";
  const std::string path = QFileInfo(QString::fromStdString(file)).absoluteFilePath().toStdString();
  if (!hasPackageExtension(path)) {
    return "The name of a capsule must end in .usdz or .zip.";
  }
  const std::vector<std::string> used = open.layers->identifiers();
  if (std::ranges::find(used, path) != used.end()) return "This is a file of the scene.";
  Q_EMIT session_.freeCameraWanted();
  CapsuleRequest request{.file = path, .stage = open.stage, .scene = now(), .picture = {}};
  if (readPicture_) request.picture = readPicture_();
  request.from = std::min(from, to);
  request.to = std::max(from, to);
  for (const UnsavedLayer& layer : session_.saver().unsaved.value()) {
    request.edited.insert(layer.identifier);
  }
  packing_.start([this, used,
                  request = std::move(request)](const TaskRun& run) -> LatestTask::Show {
    // A link may lead to a file of the scene.
    for (const std::string& each : used) {
      std::error_code error;
      if (std::filesystem::equivalent(request.file, splitOuterPackage(each).package, error)) {
        return
            [this] { session_.notify("The capsule is not saved: this is a file of the scene."); };
      }
    }
    std::string sentence = writeCapsule(request, run.stop);
    if (run.stop.stop_requested()) return {};
    return [this, sentence = std::move(sentence)] { session_.notify(sentence); };
  });
  return {};
}

void SceneMemory::enter(const RecalledScene& recalled) {
  waiting_.stop();
  written_ = recalled.scene;
  const bool isRestored = recalled.isRestored;
  views.set(recalled.scene ? recalled.scene->views : std::vector<NamedView>());
  session_.transport().markers().restore(recalled.scene ? recalled.scene->markers
                                                        : std::vector<Marker>());
  openRows.set(isRestored ? recalled.scene->openRows : std::vector<Path>());
  session_.freeCamera.set(isRestored ? recalled.scene->camera : std::nullopt);
  for (const std::string& problem : recalled.problems) session_.notify(problem);
}

void SceneMemory::restore(const RememberedScene& scene) {
  const auto& stage = session_.document.value().stage;
  session_.select(scene.selected);
  const Prim leading = stage->primAt(session_.selection.value().leading());
  const Token property(scene.property);
  const bool isLeading = leading && leading.path() == scene.selected.front();
  if (isLeading && property) {
    const std::vector<Token> names = leading.propertyNames();
    if (std::ranges::find(names, property) != names.end()) session_.selectProperty(property);
  }
  std::vector<Path> pinned = scene.pinned;
  std::erase_if(pinned, [&](Path path) { return !stage->primAt(path); });
  PlotChoice plot = scene.plot;
  std::erase_if(plot.pinned, [&](const PlotItem& item) {
    const Prim prim = stage->primAt(item.attribute.primPath());
    return !prim || !prim.attribute(item.attribute.name());
  });
  session_.inspection().restore(std::move(pinned), std::move(plot));
}

std::string SceneMemory::saveView(const std::string& name) {
  if (!session_.document.value().isOpen()) return "Open a scene first.";
  const QString text = QString::fromStdString(name).simplified();
  if (text.isEmpty()) return "Expected a name for the view.";
  Q_EMIT session_.freeCameraWanted();
  std::vector<NamedView> next = views.value();
  NamedView view{.name = text.toStdString(),
                 .camera = session_.freeCamera.value(),
                 .time = session_.playback.value().wantedTime(),
                 .settings = {}};
  takePictureSettings(view.settings, session_.view.value());
  const auto found = std::ranges::find(next, view.name, &NamedView::name);
  if (found == next.end() && next.size() >= kMostViews) {
    return fmt::format("A scene has at most {} views. Delete one first.", kMostViews);
  }
  if (found != next.end()) {
    *found = std::move(view);
  } else {
    next.push_back(std::move(view));
  }
  views.set(std::move(next));
  return {};
}

std::string SceneMemory::showView(const std::string& name) {
  const auto found = std::ranges::find(views.value(), name, &NamedView::name);
  if (found == views.value().end()) return "This scene has no view \"" + name + "\".";
  NamedView view = *found;             // A copy: the signal may change the list.
  Q_EMIT session_.freeCameraWanted();  // Else an old place could pass for the present one.
  session_.changeView([&](ViewSettings& settings) {
    takePictureSettings(settings, view.settings);
    const auto& scene = session_.scene.value();
    const bool isThere = scene && std::ranges::any_of(scene->cameras, [&](const SceneCamera& each) {
                           return each.path == settings.camera;
                         });
    if (!isThere) settings.camera = {};
  });
  if (view.camera) session_.freeCamera.set(view.camera);
  session_.setTime(view.time);
  const Path camera = view.settings.camera;
  return session_.view.value().camera == camera
             ? ""
             : "The scene has no camera " + camera.text() + " any more.";
}

std::string SceneMemory::deleteView(const std::string& name) {
  std::vector<NamedView> next = views.value();
  if (std::erase_if(next, [&](const NamedView& view) { return view.name == name; }) == 0) {
    return "This scene has no view \"" + name + "\".";
  }
  views.set(std::move(next));
  return {};
}

}  // namespace usdscope
