// SPDX-License-Identifier: Apache-2.0
#include "app/session/Inspection.h"

#include <QScopedValueRollback>
#include <algorithm>

#include "app/session/Session.h"
#include "engine/report/clips/ClipResidency.h"
#include "engine/report/supply/ShapeAttribute.h"
#include "engine/stage/clips/EvictClips.h"

namespace usdscope {
namespace {

constexpr int kFlashMs = 800;
constexpr int kRetryMs = 30;  // While the edit is being made.
// Panes that show the selection get slow with more prims.
constexpr std::size_t kMostCounted = 10'000;

}  // namespace

Inspection::Inspection(Session& session)
    : session_(session), finding_(session.background()), reading_(session.background()) {
  flashing_.setSingleShot(true);
  connect(&flashing_, &QTimer::timeout, this, &Inspection::continueFlash);
  session_.document.observe(this, [this](const Document& document) {
    if (document.stage && isTimed_ && !flashed_.empty() &&
        document.stage->request().mutedLayers.contains(flashed_) != wasMuted_) {
      flashing_.start(kFlashMs);
    }
    if (document.file == file_) return;
    file_ = document.file;
    flashed_.clear();
    waiting_.clear();
    kept_.clear();
    beforeFlash_ = {};
    marked.set({});
    pinnedPrims.set({});
    changePlot([](PlotChoice& choice) { choice = {.isShown = choice.isShown}; });
    ClipChoice shownClips = clips.value();
    shownClips.times.reset();
    clips.set(shownClips);
    finding_.cancel();
    reading_.cancel();
    changeStatistics([](StatisticsChoice& choice) { choice = {.page = choice.page}; });
  });
  session_.selection.observe(this, [this](const Selection& selection) {
    const Path attribute = selection.leading();
    const bool isOther = attribute.isEmpty() || !selection.property ||
                         attribute.property(selection.property) != marked.value().attribute;
    if (isOther) marked.set({});
    if (!statistics.value().isOfSelection || isSelectingCounted_) return;
    changeStatistics([&](StatisticsChoice& choice) {
      choice.root = selection.prims.empty() ? Path::root() : selection.leading();
    });
  });
}

template <typename Change>
void Inspection::changePlot(Change change) {
  PlotChoice choice = plot.value();
  change(choice);
  plot.set(std::move(choice));
}

template <typename Change>
void Inspection::changeStatistics(Change change) {
  StatisticsChoice choice = statistics.value();
  change(choice);
  statistics.set(choice);
}

void Inspection::showStatistics(std::optional<StatisticsGroup> page) {
  changeStatistics([&](StatisticsChoice& choice) { choice.page = page; });
}

void Inspection::countSelection(bool isOfSelection) {
  changeStatistics([&](StatisticsChoice& choice) {
    const Selection& selection = session_.selection.value();
    choice.isOfSelection = isOfSelection;
    choice.root = isOfSelection && !selection.prims.empty() ? selection.leading() : Path::root();
  });
}

void Inspection::selectCounted(StatisticsGroup group, const std::string& name) {
  const auto& stage = session_.document.value().stage;
  if (!stage) return;
  finding_.start([this, stage, group, name,
                  root = statistics.value().root](const TaskRun& run) -> LatestTask::Show {
    const Prim prim = root.isRoot() ? stage->pseudoRoot() : stage->primAt(root);
    std::vector<Path> found;
    if (prim) found = countedPrims(prim, group, name, kMostCounted + 1, run.stop);
    if (run.stop.stop_requested()) return {};
    return [this, found = std::move(found)]() mutable {
      if (found.empty()) return session_.showNote("The statistics count no such prims.");
      const bool isMore = found.size() > kMostCounted;
      if (isMore) found.resize(kMostCounted);
      const QScopedValueRollback guard(isSelectingCounted_, true);
      session_.select(std::move(found));
      if (isMore) {
        session_.showNote("Only the first " + std::to_string(kMostCounted) +
                          " prims are selected, because the row counts more.");
      }
    };
  });
}

void Inspection::showPlot(bool isShown) {
  changePlot([&](PlotChoice& choice) { choice.isShown = isShown; });
}

void Inspection::togglePlotPin(const PlotItem& item) {
  changePlot([&](PlotChoice& choice) {
    choice.isShown = true;
    if (std::erase(choice.pinned, item) == 0) choice.pinned.push_back(item);
  });
}

void Inspection::watch(const PlotItem& item, bool isWatched) {
  changePlot([&](PlotChoice& choice) {
    const bool wasWatched = std::ranges::find(choice.pinned, item) != choice.pinned.end();
    if (isWatched && !wasWatched) choice.pinned.push_back(item);
    if (!isWatched) std::erase(choice.pinned, item);
  });
}

void Inspection::clearPlotPins() {
  changePlot([](PlotChoice& choice) { choice.pinned.clear(); });
}

void Inspection::zoomPlot(std::optional<std::pair<double, double>> times,
                          std::optional<std::pair<double, double>> values) {
  changePlot([&](PlotChoice& choice) {
    choice.times = times;
    choice.values = values;
  });
}

void Inspection::zoomClips(std::optional<std::pair<double, double>> times) {
  ClipChoice choice = clips.value();
  choice.times = times;
  clips.set(choice);
}

void Inspection::showClipsOfStage(bool isOfStage) {
  ClipChoice choice = clips.value();
  choice.isOfStage = isOfStage;
  choice.times.reset();
  clips.set(choice);
}

void Inspection::showClipPage(ClipChoice::Page page) {
  ClipChoice choice = clips.value();
  choice.page = page;
  clips.set(choice);
}

std::string Inspection::readClipsAhead(std::size_t count) {
  const Subject subject = session_.subject();
  const bool isOfStage = clips.value().isOfStage;
  const auto stage = session_.document.value().stage;
  if (!stage) return "Nothing is open.";
  if (!isOfStage && !subject.prim) return "No prim is selected.";
  const double time = session_.playback.value().wantedTime().time();
  reading_.start([=, this](const TaskRun& run) -> LatestTask::Show {
    const std::vector<ClipLane> lanes =
        isOfStage ? clipLanesOf(*stage, run.stop) : clipLanes(subject.prim);
    for (const ClipLane& lane : lanes) {
      usdscope::readClipsAhead(*stage, lane, time, count, run.stop);
    }
    return [this] { Q_EMIT clipsMoved(); };
  });
  return {};
}

std::string Inspection::editInSession(
    const std::function<std::string(StageEditor& editor)>& command) {
  // The editor takes the target when a command starts.
  const EditTargetState before = session_.editTarget.value();
  session_.editTarget.set({});
  std::string problem = command(session_.editor());
  session_.editTarget.set(before);
  return problem;
}

std::string Inspection::evictClips() {
  const auto stage = session_.document.value().stage;
  if (!stage) return "Nothing is open.";
  // Freeing many layers takes longer than a frame.
  reading_.start([this, stage](const TaskRun&) -> LatestTask::Show {
    usdscope::evictClips(*stage);
    return [this] { Q_EMIT clipsMoved(); };
  });
  return {};
}

void Inspection::mark(MarkedElements elements) { marked.set(std::move(elements)); }

void Inspection::clickPoint(Path prim, std::uint32_t point) {
  clicked.set({prim, point, clicked.value().serial + 1});
}

void Inspection::pinPrims(std::vector<Path> prims) { pinnedPrims.set(std::move(prims)); }

void Inspection::restore(std::vector<Path> prims, PlotChoice choice) {
  pinPrims(std::move(prims));
  plot.set(std::move(choice));
}

std::string Inspection::beginFlash(const std::string& layer) {
  std::string problem;
  const std::string identifier = session_.editor().findLayer(layer, problem);
  if (identifier.empty()) return problem;
  waiting_.clear();
  const bool isSame = flashed_ == identifier;
  takeBackFlash();
  if (isSame && !flashed_.empty() && kept_.empty()) {
    // Its edit is still being made, so that the flash goes on.
    flashing_.stop();
    isTimed_ = false;
    return {};
  }
  if (flashed_.empty() && kept_.empty() && !session_.editor().isMaking()) {
    return startFlash(identifier, false);
  }
  // Whether the layer is muted is known only then.
  waiting_ = identifier;
  isWaitingTimed_ = false;
  flashing_.start(kRetryMs);
  return {};
}

std::string Inspection::startFlash(const std::string& identifier, bool isTimed) {
  wasMuted_ = session_.edits.value().state().allMuted().contains(identifier);
  beforeFlash_ = session_.edits.value();
  std::string problem = session_.editor().setMuted(identifier, !wasMuted_);
  if (!problem.empty()) return problem;
  flashed_ = identifier;
  isTimed_ = isTimed;
  flashSentence_ = (wasMuted_ ? "Unmute " : "Mute ") + identifier.substr(identifier.rfind('/') + 1);
  return {};
}

void Inspection::keepFlash() {
  if (!waiting_.empty()) {
    // Whether the layer is muted is known only when the edits before are made.
    kept_.push_back(std::exchange(waiting_, {}));
    return;
  }
  if (kept_.empty()) flashing_.stop();
  flashed_.clear();
  beforeFlash_ = {};
}

void Inspection::endFlash() {
  // A flash that waits has not begun; the one before it is being taken back.
  if (!std::exchange(waiting_, {}).empty()) return;
  takeBackFlash();
  if (!kept_.empty()) flashing_.start(kRetryMs);
}

void Inspection::continueFlash() {
  takeBackFlash();
  if (!flashed_.empty() || (kept_.empty() && waiting_.empty())) return;
  if (session_.editor().isMaking()) return flashing_.start(kRetryMs);
  if (!kept_.empty()) {
    const std::string identifier = std::move(kept_.front());
    kept_.pop_front();
    const bool isMuted = session_.edits.value().state().allMuted().contains(identifier);
    session_.showNote(session_.editor().setMuted(identifier, !isMuted));
    return flashing_.start(kRetryMs);
  }
  session_.showNote(startFlash(std::exchange(waiting_, {}), isWaitingTimed_));
}

void Inspection::takeBackFlash() {
  flashing_.stop();
  if (flashed_.empty()) return;
  const EditHistory& edits = session_.edits.value();
  const bool isApplied = edits.state().allMuted().contains(flashed_) != wasMuted_;
  // The edit is still being made.
  if (!isApplied && session_.editor().isMaking()) return flashing_.start(kRetryMs);
  const std::string identifier = std::exchange(flashed_, {});
  const EditHistory before = std::exchange(beforeFlash_, {});
  if (!isApplied) return;
  const bool isNewest = edits.undoSentence() == flashSentence_;
  session_.showNote(isNewest ? session_.editor().forgetNewest(before)
                             : session_.editor().setMuted(identifier, wasMuted_));
}

std::string Inspection::flash(const std::string& layer) {
  const std::string problem = beginFlash(layer);
  if (problem.empty()) (waiting_.empty() ? isTimed_ : isWaitingTimed_) = true;
  return problem;
}

void Inspection::explainShape(Path prim) {
  const auto& stage = session_.document.value().stage;
  if (!stage || prim.isEmpty()) {
    return session_.showNote("Point at something in the picture, or select a prim.");
  }
  const TimeCode time = session_.playback.value().timeCode();
  finding_.start([this, stage, prim, time](const TaskRun&) -> LatestTask::Show {
    const Prim drawn = stage->primAt(prim);
    if (!drawn) return {};
    return [this, prim, attribute = attributeBehindShape(drawn, time)] {
      // The pane explains what is known about a prim without such attributes.
      session_.select({attribute.isEmpty() ? prim : attribute.primPath()});
      session_.selectProperty(attribute.isEmpty() ? Token() : attribute.name());
      session_.perform("pane", {"why"});
    };
  });
}

}  // namespace usdscope
