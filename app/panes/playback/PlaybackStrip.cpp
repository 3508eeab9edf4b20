// SPDX-License-Identifier: Apache-2.0
#include "app/panes/playback/PlaybackStrip.h"

#include <QMouseEvent>
#include <QPainter>
#include <QPolygonF>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "app/session/Transport.h"
#include "app/theme/Theme.h"
#include "engine/report/ValueText.h"

namespace usdscope {
namespace {

constexpr int kStripPadding = 10;
constexpr int kHandle = 7;      // Width of a handle of the play range, in pixels.
constexpr int kHandleTop = 14;  // Handles are between the tab of the playhead and the ticks.
constexpr int kHandleBottom = 26;
constexpr int kLabels = 12;          // Height of the numbers.
constexpr double kClosest = 0.01;    // Frames in a strip at the largest zoom, for each pixel.
constexpr double kFirstStep = 0.01;  // The smallest distance of ticks, in frames.

// Returns 0.01, 0.02, 0.05, 0.1, … : the smallest step with ticks at least `pixels` apart.
double tickStep(double span, int width, double pixels) {
  const double wanted = span * pixels / std::max(width, 1);
  double step = kFirstStep;
  while (step < wanted) {
    for (const double factor : {2.0, 2.5, 2.0}) {
      step *= factor;
      if (step >= wanted) break;
    }
  }
  return step;
}

}  // namespace

QString frameText(double time) { return QString::fromStdString(numberToText(time)); }

PlaybackStrip::PlaybackStrip(Session& session, QWidget* parent)
    : QWidget(parent), session_(session) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setCursor(Qt::PointingHandCursor);
  setMouseTracking(true);
  session_.playback.observe(this, [this](const PlaybackState& state) {
    const std::pair range(state.start, state.end);
    if (std::exchange(range_, range) != range) isZoomed_ = false;
    update();
  });
  session_.loading.observe(this, [this](const LoadState&) { update(); });
  session_.transport().samples.observe(this, [this](const auto&) { update(); });
}

std::pair<double, double> PlaybackStrip::times() const { return isZoomed_ ? view_ : range_; }

double PlaybackStrip::xOf(double time) const {
  const auto [from, to] = times();
  const double span = std::max(to - from, 1e-9);
  return kStripPadding +
         std::clamp((time - from) / span, 0.0, 1.0) * (width() - 2.0 * kStripPadding);
}

double PlaybackStrip::timeAt(double x) const {
  const auto [from, to] = times();
  const double room = std::max(1.0, width() - 2.0 * kStripPadding);
  return from + std::clamp((x - kStripPadding) / room, 0.0, 1.0) * (to - from);
}

// Alt leads between frames.
double PlaybackStrip::frameAt(double x, Qt::KeyboardModifiers modifiers) const {
  const PlaybackState& state = session_.playback.value();
  const double time = timeAt(x);
  const double frame = state.timeCodesPerFrame();
  const double whole = state.start + std::round((time - state.start) / frame) * frame;
  return modifiers & Qt::AltModifier ? time : std::clamp(whole, state.start, state.end);
}

void PlaybackStrip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), theme::kPane);
  const PlaybackState& state = session_.playback.value();
  if (!state.isAnimated()) {
    painter.setPen(theme::kDim);
    const QString why = session_.document.value().isOpen()     ? tr("Nothing is animated.")
                        : session_.loading.value().isLoading() ? tr("Reading …")
                                                               : tr("Nothing is open.");
    painter.drawText(rect(), Qt::AlignCenter, why);
    return;
  }
  QFont numbers = font();
  numbers.setPixelSize(10);
  painter.setFont(numbers);
  paintTicks(painter);
  paintSamples(painter);
  paintPlayRange(painter);
  paintPlayhead(painter);
}

void PlaybackStrip::paintTicks(QPainter& painter) const {
  const auto [from, to] = times();
  const double small = tickStep(to - from, width(), 8.0);
  const double large = tickStep(to - from, width(), 60.0);
  for (double i = std::ceil(from / small - 1e-9); i * small <= to + 1e-9; ++i) {
    const double t = i * small;
    const bool isLarge = std::abs(std::remainder(t, large)) < 1e-6 * large;
    const double x = std::round(xOf(t)) + 0.5;
    painter.setPen(isLarge ? theme::kFaint : theme::kLine);
    painter.drawLine(QPointF(x, isLarge ? 18 : 24), QPointF(x, height() - kLabels));
    if (!isLarge) continue;
    painter.setPen(theme::kDim);
    const QString label = frameText(std::abs(t) < 1e-9 ? 0.0 : t);
    const double half = painter.fontMetrics().horizontalAdvance(label) / 2.0;
    const double center = std::clamp(x, half, std::max(half, width() - half));
    painter.drawText(QRectF(center - 30, height() - kLabels, 60, 11), Qt::AlignCenter, label);
  }
}

// Many samples at one place are one bright line.
void PlaybackStrip::paintSamples(QPainter& painter) const {
  const std::vector<SampleTick>& samples = session_.transport().samples.value();
  const auto [from, to] = times();
  const auto first = std::ranges::lower_bound(samples, from, {}, &SampleTick::time);
  const auto last = std::ranges::upper_bound(samples, to, {}, &SampleTick::time);
  std::vector<std::pair<int, QColor>> columns(std::size_t(std::max(width(), 1)));
  int most = 1;
  for (auto each = first; each != last; ++each) {
    const auto x =
        std::clamp(std::size_t(std::lround(xOf(each->time))), std::size_t(0), columns.size() - 1);
    columns[x].second = theme::ofSource(each->source);
    most = std::max(most, ++columns[x].first);
  }
  for (std::size_t x = 0; x < columns.size(); ++x) {
    if (columns[x].first == 0) continue;
    QColor color = columns[x].second;
    color.setAlphaF(0.45f + 0.55f * float(columns[x].first) / float(most));
    painter.setPen(color);
    const double place = double(x) + 0.5;
    painter.drawLine(QPointF(place, height() - 22), QPointF(place, height() - kLabels - 1));
  }
}

void PlaybackStrip::paintPlayRange(QPainter& painter) const {
  const PlaybackState& state = session_.playback.value();
  const double in = xOf(state.playStart);
  const double out = xOf(state.playEnd);
  if (!state.isPlayRangeWhole()) {
    QColor shade = theme::kWindow;
    shade.setAlpha(170);
    const double bottom = height() - kLabels;
    painter.fillRect(QRectF(0, 0, in, bottom), shade);
    painter.fillRect(QRectF(out, 0, width() - out, bottom), shade);
  }
  const auto [from, to] = times();
  painter.setPen(Qt::NoPen);
  painter.setBrush(state.isPlayRangeWhole() ? theme::kFaint : theme::kFocus);
  painter.setRenderHint(QPainter::Antialiasing);
  const auto handle = [&](double x, double side) {
    painter.drawPolygon(QPolygonF{QPointF(x, kHandleTop), QPointF(x + side * kHandle, kHandleTop),
                                  QPointF(x, kHandleBottom)});
  };
  if (state.playStart >= from && state.playStart <= to) handle(in, -1.0);
  if (state.playEnd >= from && state.playEnd <= to) handle(out, 1.0);
  painter.setRenderHint(QPainter::Antialiasing, false);
  if (!isZoomed_) return;
  // The part of the whole range that is in view.
  const double span = state.end - state.start;
  const auto across = [&](double time) { return (time - state.start) / span * width(); };
  painter.fillRect(QRectF(0, height() - 2, width(), 2), theme::kLine);
  painter.fillRect(QRectF(QPointF(across(from), height() - 2), QPointF(across(to), height())),
                   theme::kFocus);
}

// The playhead has a tab with the frame. Outside of the view it stands at the nearest end, and an
// arrow points to its frame.
void PlaybackStrip::paintPlayhead(QPainter& painter) const {
  const PlaybackState& state = session_.playback.value();
  const auto [from, to] = times();
  const double x = std::round(xOf(state.time)) + 0.5;
  painter.setPen(QPen(theme::kPlayhead, 1));
  painter.drawLine(QPointF(x, 14), QPointF(x, height() - kLabels));
  const QString label = state.time < from ? QStringLiteral("◂ ") + frameText(state.time)
                        : state.time > to ? frameText(state.time) + QStringLiteral(" ▸")
                                          : frameText(state.time);
  const double half = painter.fontMetrics().horizontalAdvance(label) / 2.0 + 5.0;
  const double center = std::clamp(x, half + 1.0, width() - half - 1.0);
  const QRectF tab(center - half, 1, 2 * half, 14);
  painter.fillRect(tab, theme::kPlayhead);
  painter.setPen(theme::kWindow);
  painter.drawText(tab, Qt::AlignCenter, label);
}

PlaybackStrip::Drag PlaybackStrip::handleAt(QPointF at) const {
  const PlaybackState& state = session_.playback.value();
  if (at.y() < kHandleTop - 2 || at.y() > kHandleBottom) return Drag::None;
  const double in = xOf(state.playStart);
  const double out = xOf(state.playEnd);
  if (at.x() >= in - kHandle - 1 && at.x() <= in) return Drag::In;
  if (at.x() >= out && at.x() <= out + kHandle + 1) return Drag::Out;
  return Drag::None;
}

void PlaybackStrip::dragTo(double x, Qt::KeyboardModifiers modifiers) {
  const PlaybackState& state = session_.playback.value();
  const double time = frameAt(x, modifiers);
  Transport& transport = session_.transport();
  switch (drag_) {
    case Drag::None:
      break;
    case Drag::Scrub:
      session_.setTime(time);
      break;
    case Drag::In:
      if (time < state.playEnd) transport.setPlayRange(time, state.playEnd);
      break;
    case Drag::Out:
      if (time > state.playStart) transport.setPlayRange(state.playStart, time);
      break;
    case Drag::New:
      if (time != pressedTime_) {
        transport.setPlayRange(std::min(time, pressedTime_), std::max(time, pressedTime_));
      }
      break;
  }
}

void PlaybackStrip::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !session_.playback.value().isAnimated()) return;
  const bool isNew = event->modifiers() & Qt::ShiftModifier;
  drag_ = isNew ? Drag::New : handleAt(event->position());
  if (drag_ == Drag::None) drag_ = Drag::Scrub;
  pressedTime_ = frameAt(event->position().x(), event->modifiers());
  if (drag_ == Drag::Scrub) dragTo(event->position().x(), event->modifiers());
}

void PlaybackStrip::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons() & Qt::LeftButton) return dragTo(event->position().x(), event->modifiers());
  const bool isHandle =
      session_.playback.value().isAnimated() && handleAt(event->position()) != Drag::None;
  setCursor(isHandle ? Qt::SizeHorCursor : Qt::PointingHandCursor);
}

void PlaybackStrip::mouseReleaseEvent(QMouseEvent*) { drag_ = Drag::None; }

void PlaybackStrip::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !session_.playback.value().isAnimated()) return;
  isZoomed_ = false;
  session_.transport().resetPlayRange();
  update();
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
    return setView(from + shift, to + shift);
  }
  const double anchor = timeAt(event->position().x());
  const double least = kClosest * width() * state.timeCodesPerFrame();
  const double span = std::max((to - from) * std::pow(0.8, turns), std::min(least, to - from));
  const double share = (anchor - from) / (to - from);
  setView(anchor - share * span, anchor + (1.0 - share) * span);
}

void PlaybackStrip::setView(double from, double to) {
  const PlaybackState& state = session_.playback.value();
  view_ = {std::max(from, state.start), std::min(to, state.end)};
  isZoomed_ = view_ != range_ && view_.first < view_.second;
  update();
}

}  // namespace usdscope
