// SPDX-License-Identifier: Apache-2.0
#include "app/panes/playback/PlaybackStrip.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QInputDialog>
#include <QMenu>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/panes/playback/StripParts.h"
#include "app/session/playback/FrameText.h"
#include "app/session/playback/Markers.h"
#include "app/session/playback/Transport.h"
#include "app/session/problems/MotionFinder.h"
#include "app/session/scenes/PreparedFrames.h"
#include "app/session/sound/SoundTrack.h"
#include "engine/report/explain/Explain.h"
#include "engine/report/text/ValueText.h"

namespace usdscope {
namespace {

constexpr double kClosest = 0.01;         // Frames in a strip at the largest zoom, for each pixel.
constexpr double kPartsOfFrame = 1000.0;  // A drag with Alt stops at these.
constexpr double kFine = 0.1;             // The share of the way that a drag with Alt moves.

}  // namespace

QString frameText(double time) { return QString::fromStdString(timeText(time)); }

QString typedText(TimeCode time) {
  if (time.isDefault()) return QStringLiteral("default");
  return frameText(time.time()) + (time.isPreTime() ? QStringLiteral("-") : QString());
}

PlaybackStrip::PlaybackStrip(Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      cancelling_([this] { return drag_ != Drag::None; }, [this] { takeBack(); }) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setCursor(Qt::PointingHandCursor);
  setMouseTracking(true);
  session_.playback.observe(this, [this](const PlaybackState& state) {
    followPlayhead(state);
    update();
  });
  session_.loading.observe(this, [this](const LoadState&) { update(); });
  Transport& transport = session_.transport();
  transport.samples.observe(this, [this](const auto&) {
    columns_.clear();
    update();
  });
  transport.zoom.observe(this, [this](const auto&) { update(); });
  transport.markers().all.observe(this, [this](const auto&) { update(); });
  connect(&transport.motion(), &MotionFinder::changed, this, [this] { update(); });
  session_.preparedFrames().state.observe(this, [this](const auto&) { update(); });
  session_.sound().waveform.observe(this, [this](const auto&) { update(); });
  session_.sound().state.observe(this, [this](const SoundState&) { update(); });
}

std::pair<double, double> PlaybackStrip::times() const {
  const PlaybackState& state = session_.playback.value();
  return session_.transport().zoom.value().value_or(std::pair(state.start, state.end));
}

double PlaybackStrip::xOf(double time) const {
  const auto [from, to] = times();
  const double span = std::max(to - from, 1e-9);
  return strip::padding() +
         std::clamp((time - from) / span, 0.0, 1.0) * (width() - 2.0 * strip::padding());
}

double PlaybackStrip::overviewX(double time) const {
  const PlaybackState& state = session_.playback.value();
  const double span = std::max(state.end - state.start, 1e-9);
  return strip::padding() +
         std::clamp((time - state.start) / span, 0.0, 1.0) * (width() - 2.0 * strip::padding());
}

double PlaybackStrip::timePerPixel() const {
  const auto [from, to] = times();
  return (to - from) / std::max(1.0, width() - 2.0 * strip::padding());
}

double PlaybackStrip::timeAt(double x) const {
  const auto [from, to] = times();
  return std::clamp(from + (x - strip::padding()) * timePerPixel(), from, to);
}

double PlaybackStrip::wholeFrame(double time) const {
  const PlaybackState& state = session_.playback.value();
  const double frame = state.timeCodesPerFrame();
  const double whole = state.start + std::round((time - state.start) / frame) * frame;
  return std::clamp(whole, state.start, state.end);
}

// Alt leads between frames.
double PlaybackStrip::frameAt(double x, Qt::KeyboardModifiers modifiers) const {
  return modifiers & Qt::AltModifier ? timeAt(x) : wholeFrame(timeAt(x));
}

// While playing, a zoomed view turns its pages.
void PlaybackStrip::followPlayhead(const PlaybackState& state) {
  if (!state.isPlaying || !session_.transport().zoom.value()) return;
  const auto [from, to] = times();
  const double time = state.shownTime();
  if (time >= from && time <= to) return;
  const double begin = state.isReversed ? time - (to - from) : time;
  const double least =
      std::clamp(begin, state.start, std::max(state.start, state.end - (to - from)));
  session_.transport().setZoom(least, least + (to - from));
}

const Marker* PlaybackStrip::markerAt(QPointF at) const {
  if (at.y() > strip::tabBottom()) return nullptr;
  const auto [from, to] = times();
  const std::vector<Marker>& markers = session_.transport().markers().all.value();
  // The one on the left, whose name is to the right of its line.
  const Marker* found = nullptr;
  for (const Marker& marker : markers) {
    if (marker.time < from || marker.time > to) continue;
    const double x = xOf(marker.time);
    const double width =
        std::min(fontMetrics().horizontalAdvance(QString::fromStdString(marker.name)) + 8,
                 strip::markerWidth());
    if (at.x() >= x - 3.0 && at.x() <= x + width) found = &marker;
  }
  return found;
}

PlaybackStrip::Drag PlaybackStrip::dragAt(QPointF at, Qt::KeyboardModifiers modifiers) const {
  const PlaybackState& state = session_.playback.value();
  const bool isPart = !state.isPlayRangeWhole();
  if (modifiers & Qt::ShiftModifier) return Drag::New;
  if ((modifiers & Qt::ControlModifier) && isPart) return Drag::Slide;
  if (at.y() >= height() - strip::overview()) {
    if (session_.transport().zoom.value()) return Drag::Overview;
    const bool isOnRange =
        at.x() >= overviewX(state.playStart) && at.x() <= overviewX(state.playEnd);
    return isPart && isOnRange ? Drag::Slide : Drag::Scrub;
  }
  if (at.y() < strip::handleTop() - theme::px(2) || at.y() > strip::handleBottom())
    return Drag::Scrub;
  const double in = xOf(state.playStart);
  const double out = xOf(state.playEnd);
  if (at.x() >= in - strip::handle() - 1 && at.x() <= in) return Drag::In;
  if (at.x() >= out && at.x() <= out + strip::handle() + 1) return Drag::Out;
  const bool isOnBar =
      at.x() > in && at.x() < out && at.y() >= strip::barTop() && at.y() <= strip::barBottom();
  return isPart && isOnBar ? Drag::Slide : Drag::Scrub;
}

void PlaybackStrip::scrubTo(double x, Qt::KeyboardModifiers modifiers) {
  if (modifiers & Qt::AltModifier) {
    const PlaybackState& state = session_.playback.value();
    const double way = (x - lastAt_.x()) * timePerPixel() * kFine;
    draggedTime_ = std::clamp(draggedTime_ + way, state.start, state.end);
    // A pixel has no meaning for the digits beyond, for which the fields have no room.
    const double part = state.timeCodesPerFrame() / kPartsOfFrame;
    const double rounded =
        std::round(draggedTime_ / part) / kPartsOfFrame * state.timeCodesPerFrame();
    return session_.perform("frame", {argumentOf(std::clamp(rounded, state.start, state.end))});
  }
  draggedTime_ = frameAt(x, modifiers);
  session_.perform("frame", {argumentOf(draggedTime_)});
}

void PlaybackStrip::setPlayRange(double from, double to) {
  session_.perform("playRange", {argumentOf(from), argumentOf(to)});
}

void PlaybackStrip::setZoom(double from, double to) {
  session_.perform("zoomTimeline", {argumentOf(from), argumentOf(to)});
}

// Restores the state before the drag.
void PlaybackStrip::takeBack() {
  switch (std::exchange(drag_, Drag::None)) {
    case Drag::None:
      break;
    case Drag::Scrub:
      session_.perform("frame", {argumentOf(begun_.wantedTime())});
      session_.perform("releasePlayhead");
      break;
    case Drag::In:
    case Drag::Out:
    case Drag::New:
    case Drag::Slide:
      setPlayRange(begun_.playStart, begun_.playEnd);
      break;
    case Drag::Pan:
    case Drag::Overview:
      if (begunZoom_) setZoom(begunZoom_->first, begunZoom_->second);
      break;
  }
}

void PlaybackStrip::dragTo(QPointF at, Qt::KeyboardModifiers modifiers) {
  const PlaybackState& state = session_.playback.value();
  const double time = frameAt(at.x(), modifiers);
  const auto [from, to] = times();
  // Moves the view, and stops it at the ends of the range.
  const auto pan = [&, from = from, to = to](double way) {
    const double shift = std::clamp(way, state.start - from, state.end - to);
    setZoom(from + shift, to + shift);
  };
  const double wholePerPixel =
      (state.end - state.start) / std::max(1.0, width() - 2.0 * strip::padding());
  switch (drag_) {
    case Drag::None:
      return;
    case Drag::Scrub:
      scrubTo(at.x(), modifiers);
      break;
    case Drag::In:
      if (time < state.playEnd) setPlayRange(time, state.playEnd);
      break;
    case Drag::Out:
      if (time > state.playStart) setPlayRange(state.playStart, time);
      break;
    case Drag::New:
      if (time != pressedTime_) {
        setPlayRange(std::min(time, pressedTime_), std::max(time, pressedTime_));
      }
      break;
    case Drag::Slide: {
      const bool isOverview = lastAt_.y() >= height() - strip::overview();
      const double way = (at.x() - lastAt_.x()) * (isOverview ? wholePerPixel : timePerPixel());
      const bool isFine = modifiers & Qt::AltModifier;
      draggedTime_ += way;
      const double wanted = isFine ? draggedTime_ : wholeFrame(draggedTime_);
      session_.perform("slideRange", {argumentOf(wanted - state.playStart)});
      lastAt_.setX(at.x());
      return;
    }
    case Drag::Pan:
      pan(-(at.x() - lastAt_.x()) * timePerPixel());
      break;
    case Drag::Overview:
      pan((at.x() - lastAt_.x()) * wholePerPixel);
      break;
  }
  lastAt_ = at;
}

void PlaybackStrip::mousePressEvent(QMouseEvent* event) {
  const PlaybackState& state = session_.playback.value();
  if (!state.isAnimated() || drag_ != Drag::None) return;
  const QPointF at = event->position();
  lastAt_ = at;
  begun_ = state;
  begunZoom_ = session_.transport().zoom.value();
  if (event->button() == Qt::MiddleButton) {
    drag_ = Drag::Pan;
    return;
  }
  if (event->button() != Qt::LeftButton) return;
  drag_ = dragAt(at, event->modifiers());
  pressedTime_ = frameAt(at.x(), event->modifiers());
  switch (drag_) {
    case Drag::Scrub: {
      session_.perform("holdPlayhead");
      const Marker* marker = markerAt(at);
      const bool isOverview = at.y() >= height() - strip::overview();
      draggedTime_ = marker       ? marker->time
                     : isOverview ? wholeFrame(state.start + (at.x() - strip::padding()) *
                                                                 (state.end - state.start) /
                                                                 (width() - 2.0 * strip::padding()))
                                  : pressedTime_;
      session_.perform("frame", {argumentOf(draggedTime_)});
      break;
    }
    case Drag::Slide:
      draggedTime_ = state.playStart;
      break;
    case Drag::Overview: {
      // A press beside the part in view brings it there.
      const auto [from, to] = times();
      const double x = at.x();
      if (x < overviewX(from) || x > overviewX(to)) {
        const double way = x - (overviewX(from) + overviewX(to)) / 2.0;
        lastAt_.setX(x - way);
        dragTo(at, event->modifiers());
      }
      break;
    }
    default:
      break;
  }
}

void PlaybackStrip::mouseMoveEvent(QMouseEvent* event) {
  if (drag_ != Drag::None) return dragTo(event->position(), event->modifiers());
  if (!session_.playback.value().isAnimated()) return setCursor(Qt::ArrowCursor);
  switch (dragAt(event->position(), event->modifiers())) {
    case Drag::In:
    case Drag::Out:
      return setCursor(Qt::SizeHorCursor);
    case Drag::Slide:
    case Drag::Overview:
      return setCursor(Qt::OpenHandCursor);
    default:
      return setCursor(Qt::PointingHandCursor);
  }
}

void PlaybackStrip::mouseReleaseEvent(QMouseEvent* event) {
  const bool isPan = event->button() == Qt::MiddleButton;
  if (isPan != (drag_ == Drag::Pan)) return;
  if (std::exchange(drag_, Drag::None) == Drag::Scrub) session_.perform("releasePlayhead");
}

void PlaybackStrip::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !session_.playback.value().isAnimated()) return;
  if (session_.transport().zoom.value()) session_.perform("wholeTimeline");
  if (!session_.playback.value().isPlayRangeWhole()) session_.perform("resetRange");
}

void PlaybackStrip::wheelEvent(QWheelEvent* event) {
  const PlaybackState& state = session_.playback.value();
  event->accept();
  if (!state.isAnimated()) return;
  const auto [from, to] = times();
  // Shift makes some systems turn the wheel sideways.
  const QPoint angle = event->angleDelta();
  const double turns = (angle.y() != 0 ? angle.y() : angle.x()) / 120.0;
  if (event->modifiers() & Qt::ShiftModifier) {
    const double way = -turns * (to - from) / 10.0;
    const double shift = std::clamp(way, state.start - from, state.end - to);
    return setZoom(from + shift, to + shift);
  }
  const double anchor = timeAt(event->position().x());
  const double least = kClosest * width() * state.timeCodesPerFrame();
  const double span = std::max((to - from) * std::pow(0.8, turns), std::min(least, to - from));
  const double share = (anchor - from) / (to - from);
  setZoom(anchor - share * span, anchor + (1.0 - share) * span);
}

void PlaybackStrip::nameMarker(const QString& name, double time) {
  bool isGiven = false;
  const QString text =
      QInputDialog::getText(this, name.isEmpty() ? tr("Add Marker") : tr("Rename Marker"),
                            tr("Name"), QLineEdit::Normal, name, &isGiven);
  if (!isGiven) return;
  if (name.isEmpty()) {
    session_.perform("addMarker", {text.toStdString(), argumentOf(time)});
  } else {
    session_.perform("renameMarker", {name.toStdString(), text.toStdString()});
  }
}

void PlaybackStrip::contextMenuEvent(QContextMenuEvent* event) {
  const PlaybackState& state = session_.playback.value();
  if (!state.isAnimated() || drag_ != Drag::None) return;
  const double time = frameAt(event->pos().x(), event->modifiers());
  QMenu menu;
  if (const Marker* marker = markerAt(event->pos())) {
    const QString name = QString::fromStdString(marker->name);
    menu.addAction(tr("Rename Marker…"), this,
                   [=, this, at = marker->time] { nameMarker(name, at); });
    menu.addAction(tr("Remove Marker"), this,
                   [this, text = marker->name] { session_.perform("removeMarker", {text}); });
  } else {
    menu.addAction(tr("Add Marker at %1…").arg(frameText(time)), this,
                   [=, this] { nameMarker({}, time); });
  }
  menu.addSeparator();
  menu.addAction(tr("Begin Play Range at %1").arg(frameText(time)), this, [&, time] {
    setPlayRange(time, time < state.playEnd ? state.playEnd : state.end);
  });
  menu.addAction(tr("End Play Range at %1").arg(frameText(time)), this, [&, time] {
    setPlayRange(time > state.playStart ? state.playStart : state.start, time);
  });
  menu.addAction(tr("Play the Whole Range"), this, [this] { session_.perform("resetRange"); })
      ->setEnabled(!state.isPlayRangeWhole());
  menu.addAction(tr("Play the Samples of the Selection"), this,
                 [this] { session_.perform("playSamples"); })
      ->setEnabled(session_.transport().samples.value().size() > 1);
  menu.addSeparator();
  const auto addTicks = [&](const QString& title, TickSubject subject, const char* id) {
    QAction* action = menu.addAction(title, this, [this, id] { session_.perform(id); });
    action->setCheckable(true);
    action->setChecked(session_.transport().ticks.value() == subject);
  };
  addTicks(tr("Ticks of the Selection and the Plot"), TickSubject::Selection, "ticksOfSelection");
  addTicks(tr("Ticks of the Pinned Prims"), TickSubject::Pinned, "ticksOfPinned");
  addTicks(tr("Ticks of the Whole Stage"), TickSubject::Stage, "ticksOfStage");
  menu.exec(event->globalPos());
}

QString PlaybackStrip::tipAt(QPointF at) const {
  if (!session_.playback.value().isAnimated()) return {};
  if (const Marker* marker = markerAt(at)) {
    return tr("%1, frame %2")
        .arg(QString::fromStdString(marker->name).toHtmlEscaped(), frameText(marker->time));
  }
  if (at.y() >= height() - strip::overview()) {
    return session_.transport().zoom.value() ? tr("The whole range; drag to move the part in view")
                                             : tr("The whole range; the wheel zooms");
  }
  const MotionFinder& finder = session_.transport().motion();
  const double time = wholeFrame(timeAt(at.x()));
  const bool isOnTicks = at.y() > strip::tabBottom() + strip::preparedHeight();
  const auto near = std::ranges::find_if(finder.marks(), [&](const MotionMark& mark) {
    return std::abs(xOf(mark.time) - at.x()) <= theme::px(4);
  });
  if (isOnTicks && near != finder.marks().end()) {
    return QString::fromStdString(near->text).toHtmlEscaped();
  }
  const auto cost = std::ranges::lower_bound(finder.costs(), time, {}, &FrameCost::time);
  if (isOnTicks && cost != finder.costs().end() && cost->time == time) {
    return QString::fromStdString(costText(*cost, medianCost(finder.costs())));
  }
  const PreparedState& prepared = session_.preparedFrames().state.value();
  if (at.y() <= strip::tabBottom() + strip::preparedHeight() && prepared.frameCount > 0) {
    const double mebibyte = 1024.0 * 1024.0;
    return tr("%n frame(s) prepared, %1 of %2 MiB", nullptr, int(prepared.frameCount))
        .arg(double(prepared.byteCount) / mebibyte, 0, 'f', 1)
        .arg(double(prepared.byteBudget) / mebibyte, 0, 'f', 0)
        .replace(QStringLiteral("(s)"), prepared.frameCount == 1 ? QString() : QStringLiteral("s"));
  }
  return {};
}

bool PlaybackStrip::explainAt(QPoint at) {
  const Subject subject = session_.subject();
  if (!session_.playback.value().isAnimated() || !subject) return false;
  session_.perform("frame", {numberToText(frameAt(at.x(), Qt::NoModifier))});
  if (subject.property) {
    session_.perform("pane", {"why"});
  } else {
    session_.perform("why");
  }
  return true;
}

QSize PlaybackStrip::sizeHint() const { return {400, strip::height()}; }

QSize PlaybackStrip::minimumSizeHint() const { return {120, strip::height()}; }

// The theme changes the font of all widgets when texts get another size.
void PlaybackStrip::changeEvent(QEvent* event) {
  if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
    columns_.clear();
    updateGeometry();
  }
  QWidget::changeEvent(event);
}

bool PlaybackStrip::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const QString tip = tipAt(help->pos());
  if (tip.isEmpty()) {
    QToolTip::hideText();
  } else {
    QToolTip::showText(help->globalPos(), tip, this);
  }
  return true;
}

}  // namespace usdscope
