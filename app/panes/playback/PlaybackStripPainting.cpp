// SPDX-License-Identifier: Apache-2.0
// The painting of PlaybackStrip.
#include <QPainter>
#include <QPolygonF>
#include <algorithm>
#include <cmath>

#include "app/panes/playback/PlaybackStrip.h"
#include "app/panes/playback/StripParts.h"
#include "app/session/playback/Markers.h"
#include "app/session/playback/Transport.h"
#include "app/session/problems/MotionFinder.h"
#include "app/session/scenes/PreparedFrames.h"
#include "app/session/sound/SoundTrack.h"
#include "app/theme/Theme.h"

namespace usdscope {
namespace {

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

QColor withAlpha(QColor color, int alpha) {
  color.setAlpha(alpha);
  return color;
}

// The highest bar is the costliest frame in view.
void paintCosts(QPainter& painter, const PlaybackStrip& bar, const Session& session) {
  const std::vector<FrameCost>& costs = session.transport().motion().costs();
  const auto [from, to] = bar.times();
  const auto first = std::ranges::lower_bound(costs, from, {}, &FrameCost::time);
  const auto last = std::ranges::upper_bound(costs, to, {}, &FrameCost::time);
  if (first == last) return;
  const double most =
      std::ranges::max_element(first, last, {}, &FrameCost::milliseconds)->milliseconds;
  const double bottom = bar.height() - strip::belowTicks();
  const double room = bottom - strip::tabBottom() - strip::preparedHeight();
  const double frame = session.playback.value().timeCodesPerFrame();
  const double wide = std::max(bar.xOf(from + frame) - bar.xOf(from) - 1.0, 1.0);
  double lastX = -1.0;
  for (auto cost = first; cost != last && most > 0.0; ++cost) {
    const double x = bar.xOf(cost->time);
    // Frames that share a column of pixels need one bar.
    if (std::floor(x) == std::floor(lastX)) continue;
    lastX = x;
    const double tall = room * cost->milliseconds / most;
    painter.fillRect(QRectF(x - wide / 2.0, bottom - tall, wide, tall),
                     withAlpha(theme::kNote, 80));
  }
}

}  // namespace

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
  numbers.setPixelSize(theme::fontPx(10));
  painter.setFont(numbers);
  paintSound(painter);
  paintCosts(painter, *this, session_);
  paintTicks(painter);
  paintSamples(painter);
  paintPrepared(painter);
  paintPlayRange(painter);
  paintMotion(painter);
  paintMarkers(painter);
  paintWanted(painter);
  paintPlayhead(painter);
  paintOverview(painter);
}

// Dim, behind everything else, the numbers too.
void PlaybackStrip::paintSound(QPainter& painter) const {
  const auto& wave = session_.sound().waveform.value();
  if (!wave || wave->lowest.empty() || !session_.sound().state.value().isOn) return;
  const double rate = session_.playback.value().timeCodesPerSecond;
  const double step = (wave->end - wave->begin) / double(wave->lowest.size());
  const double middle = (strip::tabBottom() + height() - strip::overview()) / 2.0;
  const double half = middle - strip::tabBottom();
  painter.setPen(withAlpha(theme::kFocus, 90));
  const auto partAt = [&](double x) {
    const double part = (timeAt(x) / rate - wave->begin) / step;
    return std::size_t(std::clamp(part, 0.0, double(wave->lowest.size() - 1)));
  };
  for (int x = strip::padding(); x < width() - strip::padding(); ++x) {
    const std::size_t first = partAt(x);
    const std::size_t last = std::max(first + 1, partAt(x + 1));
    float lowest = 0.0f;
    float highest = 0.0f;
    for (std::size_t i = first; i < last; ++i) {
      lowest = std::min(lowest, wave->lowest[i]);
      highest = std::max(highest, wave->highest[i]);
    }
    if (highest - lowest <= 0.0f) continue;
    const double up = half * std::min(1.0, double(highest));
    const double down = half * std::min(1.0, -double(lowest));
    painter.drawLine(QPointF(x + 0.5, middle - up), QPointF(x + 0.5, middle + down));
  }
}

void PlaybackStrip::paintTicks(QPainter& painter) const {
  const auto [from, to] = times();
  const double small = tickStep(to - from, width(), theme::px(8));
  const double large = tickStep(to - from, width(), theme::px(60));
  const double bottom = height() - strip::belowTicks();
  for (double i = std::ceil(from / small - 1e-9); i * small <= to + 1e-9; ++i) {
    const double t = i * small;
    const bool isLarge = std::abs(std::remainder(t, large)) < 1e-6 * large;
    const double x = std::round(xOf(t)) + 0.5;
    painter.setPen(isLarge ? theme::kFaint : theme::kLine);
    painter.drawLine(QPointF(x, theme::px(isLarge ? 18 : 24)), QPointF(x, bottom));
    if (!isLarge) continue;
    painter.setPen(theme::kDim);
    const QString label = frameText(std::abs(t) < 1e-9 ? 0.0 : t);
    const double half = painter.fontMetrics().horizontalAdvance(label) / 2.0;
    const double center = std::clamp(x, half, std::max(half, width() - half));
    painter.drawText(QRectF(center - half - 2, bottom, 2 * half + 4, strip::numbers() - 1),
                     Qt::AlignCenter, label);
  }
}

void PlaybackStrip::countSamples() {
  const std::pair view = times();
  const auto count = static_cast<std::size_t>(std::max(width(), 1));
  if (columns_.size() == count && columnsFor_ == view) return;
  columns_.assign(count, {});
  columnsFor_ = view;
  const std::vector<SampleTick>& samples = session_.transport().samples.value();
  const auto first = std::ranges::lower_bound(samples, view.first, {}, &SampleTick::time);
  const auto last = std::ranges::upper_bound(samples, view.second, {}, &SampleTick::time);
  for (auto each = first; each < last; ++each) {
    const auto x = std::clamp(std::size_t(std::lround(xOf(each->time))), std::size_t(0), count - 1);
    columns_[x].source = each->source;
    ++columns_[x].count;
  }
}

// If there are more samples than pixels, the heights of the lines show how many there are.
void PlaybackStrip::paintSamples(QPainter& painter) {
  countSamples();
  int most = 1;
  for (const Column& column : columns_) most = std::max(most, column.count);
  const double bottom = height() - strip::belowTicks() - 1;
  for (std::size_t x = 0; x < columns_.size(); ++x) {
    const Column& column = columns_[x];
    if (column.count == 0) continue;
    const double share = std::log1p(column.count) / std::log1p(most);
    QColor color = theme::ofSource(column.source);
    color.setAlphaF(float(0.45 + 0.55 * share));
    painter.setPen(color);
    const double place = double(x) + 0.5;
    painter.drawLine(QPointF(place, bottom - theme::px(most > 1 ? 3.0 + 7.0 * share : 9.0)),
                     QPointF(place, bottom));
  }
}

void PlaybackStrip::paintPrepared(QPainter& painter) const {
  const auto [from, to] = times();
  const double frame = session_.playback.value().timeCodesPerFrame();
  for (const auto& [first, last] : session_.preparedFrames().state.value().ranges) {
    if (last < from || first > to) continue;
    const double left = xOf(first);
    const double right = std::max(xOf(last + frame), left + 1.0);
    painter.fillRect(QRectF(left, strip::tabBottom(), right - left, strip::preparedHeight()),
                     strip::kPrepared);
  }
}

void PlaybackStrip::paintPlayRange(QPainter& painter) const {
  const PlaybackState& state = session_.playback.value();
  const double in = xOf(state.playStart);
  const double out = xOf(state.playEnd);
  if (!state.isPlayRangeWhole()) {
    const QColor shade = withAlpha(theme::kWindow, 170);
    const double bottom = height() - strip::belowTicks();
    painter.fillRect(QRectF(0, 0, in, bottom), shade);
    painter.fillRect(QRectF(out, 0, width() - out, bottom), shade);
    painter.fillRect(QRectF(in, strip::barTop() + 1, out - in, theme::px(3)),
                     withAlpha(theme::kFocus, 110));
  }
  const auto [from, to] = times();
  painter.setPen(Qt::NoPen);
  painter.setBrush(state.isPlayRangeWhole() ? theme::kFaint : theme::kFocus);
  painter.setRenderHint(QPainter::Antialiasing);
  const auto handle = [&](double x, double side) {
    painter.drawPolygon(QPolygonF{QPointF(x, strip::handleTop()),
                                  QPointF(x + side * strip::handle(), strip::handleTop()),
                                  QPointF(x, strip::handleBottom())});
  };
  if (state.playStart >= from && state.playStart <= to) handle(in, -1.0);
  if (state.playEnd >= from && state.playEnd <= to) handle(out, 1.0);
  painter.setRenderHint(QPainter::Antialiasing, false);
}

// A name is shortened where the next marker begins.
void PlaybackStrip::paintMarkers(QPainter& painter) const {
  const auto [from, to] = times();
  const std::vector<Marker>& markers = session_.transport().markers().all.value();
  double next = width() - 2.0;
  for (std::size_t i = markers.size(); i-- > 0;) {
    const Marker& marker = markers[i];
    if (marker.time < from || marker.time > to) continue;
    const double x = std::round(xOf(marker.time)) + 0.5;
    const QColor color = strip::markerColor(i);
    painter.setPen(QPen(color, 1));
    painter.drawLine(QPointF(x, 1), QPointF(x, height() - strip::belowTicks()));
    const double room = std::min(next - x - 2.0, double(strip::markerWidth()));
    next = x;
    const QString name = painter.fontMetrics().elidedText(QString::fromStdString(marker.name),
                                                          Qt::ElideRight, int(room) - theme::px(7));
    const double used = name.isEmpty() || room < theme::px(18)
                            ? theme::px(4)
                            : painter.fontMetrics().horizontalAdvance(name) + theme::px(7);
    const QRectF tab(x, 1, used, strip::tabBottom() - 2);
    painter.fillRect(tab, withAlpha(color, 70));
    painter.fillRect(QRectF(x - 0.5, 1, theme::px(3), strip::tabBottom() - 2), color);
    if (used <= theme::px(4)) continue;
    painter.setPen(theme::kText);
    painter.drawText(tab.adjusted(theme::px(5), 0, theme::px(2), 0),
                     Qt::AlignLeft | Qt::AlignVCenter, name);
  }
}

// A diamond on the ticks for each frame at which the motion looks wrong.
void PlaybackStrip::paintMotion(QPainter& painter) const {
  const auto [from, to] = times();
  const std::vector<MotionMark>& marks = session_.transport().motion().marks();
  auto mark = std::ranges::lower_bound(marks, from, {}, &MotionMark::time);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme::kWarning);
  double last = -1.0;
  for (; mark != marks.end() && mark->time <= to; ++mark) {
    const double x = std::round(xOf(mark->time)) + 0.5;
    if (x == last) continue;
    last = x;
    const double y = height() - strip::belowTicks();
    const double tall = theme::px(5);
    const double wide = theme::px(4);
    painter.drawPolygon(QPolygonF{QPointF(x, y - tall), QPointF(x + wide, y), QPointF(x, y + tall),
                                  QPointF(x - wide, y)});
  }
  painter.setBrush(Qt::NoBrush);
  painter.setRenderHint(QPainter::Antialiasing, false);
}

// The frame that the user wants, while the picture still shows another one.
void PlaybackStrip::paintWanted(QPainter& painter) const {
  const PlaybackState& state = session_.playback.value();
  if (state.isShown() || state.timeKind == PlaybackState::TimeKind::Default) return;
  const double x = std::round(xOf(state.time)) + 0.5;
  painter.setPen(QPen(withAlpha(theme::kPlayhead, 130), 1));
  painter.drawLine(QPointF(x, strip::tabBottom()), QPointF(x, height() - strip::belowTicks()));
}

QString PlaybackStrip::playheadText() const {
  const PlaybackState& state = session_.playback.value();
  const auto [from, to] = times();
  const QString text = typedText(state.timeCode());
  if (state.timeCode().isDefault()) return text;
  if (state.shownTime() < from) return QStringLiteral("◂ ") + text;
  return state.shownTime() > to ? text + QStringLiteral(" ▸") : text;
}

// The playhead has a tab with the frame of the picture. Outside of the view it stands at the
// nearest end, and an arrow points to its frame.
void PlaybackStrip::paintPlayhead(QPainter& painter) const {
  const PlaybackState& state = session_.playback.value();
  const double x = std::round(xOf(state.shownTime())) + 0.5;
  const bool isDefault = state.timeCode().isDefault();
  painter.setPen(QPen(isDefault ? withAlpha(theme::kPlayhead, 90) : theme::kPlayhead, 1));
  painter.drawLine(QPointF(x, strip::tabBottom()), QPointF(x, height() - strip::belowTicks()));
  const QString label = playheadText();
  const double half = painter.fontMetrics().horizontalAdvance(label) / 2.0 + theme::px(5);
  const double center = std::clamp(x, half + 1.0, std::max(half + 1.0, width() - half - 1.0));
  const QRectF tab(center - half, 1, 2 * half, strip::tabBottom());
  painter.fillRect(tab, theme::kPlayhead);
  painter.setPen(theme::kWindow);
  painter.drawText(tab, Qt::AlignCenter, label);
}

// The whole range: the play range, the part in view, markers, and the playhead.
void PlaybackStrip::paintOverview(QPainter& painter) const {
  const PlaybackState& state = session_.playback.value();
  const auto [from, to] = times();
  const double top = height() - theme::px(5);
  const int thick = theme::px(3);
  const auto span = [&](double first, double last, const QColor& color) {
    const double left = overviewX(first);
    painter.fillRect(QRectF(left, top, std::max(overviewX(last) - left, 2.0), thick), color);
  };
  span(state.start, state.end, theme::kLine);
  if (!state.isPlayRangeWhole()) {
    span(state.playStart, state.playEnd, withAlpha(theme::kFocus, 150));
  }
  if (session_.transport().zoom.value()) {
    const QRectF part(overviewX(from), top - thick / 2.0,
                      std::max(overviewX(to) - overviewX(from), 4.0), 2 * thick);
    painter.fillRect(part, withAlpha(theme::kText, 60));
    painter.setPen(QPen(theme::kDim, 1));
    painter.drawRect(part.adjusted(0.5, 0.5, -0.5, -0.5));
  }
  const std::vector<Marker>& markers = session_.transport().markers().all.value();
  for (std::size_t i = 0; i < markers.size(); ++i) {
    if (markers[i].time < state.start || markers[i].time > state.end) continue;
    painter.fillRect(QRectF(overviewX(markers[i].time), top, 2, thick), strip::markerColor(i));
  }
  painter.fillRect(QRectF(std::round(overviewX(state.shownTime())), top - 1, 1, thick + 2),
                   theme::kPlayhead);
}

}  // namespace usdscope
