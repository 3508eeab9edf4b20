// SPDX-License-Identifier: Apache-2.0
#include "app/panes/changes/VersionStrip.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/session/ObserveSubject.h"
#include "app/session/document/CompareTolerance.h"
#include "app/session/document/ViewChoice.h"
#include "app/theme/LongText.h"
#include "app/theme/Theme.h"
#include "engine/inspect/StageDiff.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

constexpr int kStripHeight = 20;
constexpr double kMostStripFrames = 500.0;
constexpr std::size_t kMostStripClips = 256;

std::vector<VersionStrip::Frame> framesOf(const Prim& ours, const Prim& theirs,
                                          const StageDiffRequest& request,
                                          const std::stop_token& stop) {
  std::vector<VersionStrip::Frame> frames;
  for (const ComparedTimes& times : request.times) {
    frames.push_back({times.first.time(), !ours || !theirs});
  }
  if (!ours || !theirs) return frames;
  for (const StageDifference& difference : diffStages(ours, theirs, request, stop).differences) {
    // Prims, types and targets do not depend on time.
    if (difference.kind != StageDifferenceKind::Value) {
      for (VersionStrip::Frame& frame : frames) frame.differs = true;
      break;
    }
    for (const DifferenceInterval& interval : difference.intervals) {
      for (std::size_t i = 0; i < interval.count; ++i) {
        frames[interval.firstIndex + i].differs = true;
      }
    }
  }
  return frames;
}

}  // namespace

bool VersionStrip::Request::isSame(const Request& other) const {
  return stage.lock() == other.stage.lock() && version.lock() == other.version.lock() &&
         root == other.root && from == other.from && to == other.to && step == other.step &&
         tolerance == other.tolerance;
}

VersionStrip::VersionStrip(Session& session, QWidget& pane)
    : QWidget(&pane), session_(session), task_(session, pane) {
  setObjectName("versionStrip");
  setAccessibleName(tr("Frames at which the selection differs from the other version"));
  setToolTip(wrapTip(
      tr("Bright: a value at or below the selection differs from the other version. A click "
         "goes to the frame and wipes between the pictures of the two versions.")));
  setFixedHeight(kStripHeight);
  hide();
  observeSubject(session_, this, [this] { refresh(); });
  session_.playback.observe(this, [this](const PlaybackState&) { refresh(); });
  session_.viewChoice().versionStage.observe(this, [this](const auto&) { refresh(); });
  connect(&CompareTolerance::of(session_), &CompareTolerance::changed, this,
          &VersionStrip::refresh);
}

QSize VersionStrip::sizeHint() const { return {200, kStripHeight}; }

void VersionStrip::refresh() {
  update();
  const auto& stage = session_.document.value().stage;
  const auto& version = session_.viewChoice().versionStage.value();
  const PlaybackState& playback = session_.playback.value();
  const double span = playback.playEnd - playback.playStart;
  if (!stage || !version || !(span >= 0.0)) {
    task_.cancel();
    request_.reset();
    frames_.clear();
    return hide();
  }
  show();
  const Path selected = session_.selection.value().leading();
  const double frame = playback.timeCodesPerFrame();
  const double stride = std::max(1.0, std::ceil(span / frame / (kMostStripFrames - 1.0)));
  Request request{stage,
                  version,
                  selected.isEmpty() ? Path::root() : selected,
                  playback.playStart,
                  playback.playEnd,
                  frame * stride,
                  CompareTolerance::of(session_).value()};
  if (request_ && request.isSame(*request_)) return;
  request_ = request;
  frames_.clear();
  task_.start([this, stage, version, request](const TaskRun& run) -> LatestTask::Show {
    StageDiffRequest wanted;
    wanted.clipBudget = kMostStripClips;
    wanted.tolerance = request.tolerance;
    const auto count = std::size_t((request.to - request.from) / request.step + 1e-9) + 1;
    for (std::size_t i = 0; i < std::min(count, std::size_t(kMostStripFrames)); ++i) {
      const double time = request.from + double(i) * request.step;
      wanted.times.push_back({time, time});
    }
    auto frames =
        framesOf(stage->primAt(request.root), version->primAt(request.root), wanted, run.stop);
    if (run.stop.stop_requested()) return {};
    return [this, frames = std::move(frames)]() mutable {
      frames_ = std::move(frames);
      update();
    };
  });
}

void VersionStrip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const QRectF bar(0.0, 4.0, width(), height() - 8.0);
  painter.fillRect(bar, QColor(theme::kRaised));
  if (frames_.empty()) return;
  const double share = bar.width() / double(frames_.size());
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    if (!frames_[i].differs) continue;
    painter.fillRect(QRectF(double(i) * share, bar.top(), std::max(1.0, share), bar.height()),
                     QColor(theme::kWarning));
  }
  const double span = request_->to - request_->from;
  if (!(span > 0.0)) return;
  const double now = session_.playback.value().shownTime();
  const double x = (now - request_->from) / span * (width() - 1.0);
  painter.setPen(QColor(theme::kPlayhead));
  painter.drawLine(QPointF(x, 0.0), QPointF(x, height()));
}

void VersionStrip::mousePressEvent(QMouseEvent* event) {
  if (frames_.empty() || event->button() != Qt::LeftButton) return;
  const double share = std::clamp(event->position().x() / std::max(1, width()), 0.0, 1.0);
  const auto index = std::min(std::size_t(share * double(frames_.size())), frames_.size() - 1);
  session_.setTime(frames_[index].time);
  const bool isCompared =
      session_.viewChoice().arrangement.value().comparison.mode != CompareMode::Off;
  if (!isCompared) session_.perform("compareWipe");
}

}  // namespace usdscope
