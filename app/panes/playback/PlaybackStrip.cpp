// SPDX-License-Identifier: Apache-2.0
#include "app/panes/playback/PlaybackStrip.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "app/session/ObserveSubject.h"
#include "app/theme/Theme.h"
#include "engine/report/ValueText.h"
#include "engine/stage/Property.h"

namespace usdscope {
namespace {

constexpr int kStripPadding = 10;

// Returns 1, 2, 5, 10, 20, … frames: the smallest step with ticks at least `pixels` apart.
double tickStep(double span, int width, double pixels) {
  const double wanted = span * pixels / std::max(width, 1);
  double step = 1.0;
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
    : QWidget(parent), session_(session), task_(session.background()) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setCursor(Qt::PointingHandCursor);
  session_.playback.observe(this, [this](const PlaybackState&) { update(); });
  session_.loading.observe(this, [this](const LoadState&) { update(); });
  observeSubject(session_, this, [this] { readSamples(); });
}

void PlaybackStrip::readSamples() {
  const Subject subject = session_.subject();
  if (subject && subject == subject_) return;
  subject_ = subject;
  const Attribute attribute = subject ? subject.prim.attribute(subject.property) : Attribute();
  if (!attribute) {
    task_.cancel();
    samples_.clear();
    return update();
  }
  // The stage lives as long as the subject.
  task_.start([this, subject, attribute,
               time = session_.playback.value().time](const TaskRun&) -> LatestTask::Show {
    return [this, times = attribute.timeSamples(), source = attribute.resolveInfo(time).source] {
      samples_ = times;
      sampleSource_ = source;
      update();
    };
  });
}

double PlaybackStrip::xOf(double time) const {
  const PlaybackState& state = session_.playback.value();
  const double span = std::max(state.end - state.start, 1e-9);
  return kStripPadding +
         std::clamp((time - state.start) / span, 0.0, 1.0) * (width() - 2.0 * kStripPadding);
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
  const double span = state.end - state.start;
  const double small = tickStep(span, width(), 8.0);
  const double large = tickStep(span, width(), 60.0);
  QFont numbers = font();
  numbers.setPixelSize(10);
  painter.setFont(numbers);
  for (double t = std::ceil(state.start / small) * small; t <= state.end + 1e-9; t += small) {
    const bool isLarge = std::abs(std::remainder(t, large)) < 1e-6 * large;
    const double x = std::round(xOf(t)) + 0.5;
    painter.setPen(isLarge ? theme::kFaint : theme::kLine);
    painter.drawLine(QPointF(x, isLarge ? 18 : 24), QPointF(x, height() - 12));
    if (isLarge) {
      painter.setPen(theme::kDim);
      const QString label = frameText(t);
      const double half = painter.fontMetrics().horizontalAdvance(label) / 2.0;
      const double center = std::clamp(x, half, std::max(half, width() - half));
      painter.drawText(QRectF(center - 30, height() - 12, 60, 11), Qt::AlignCenter, label);
    }
  }
  if (!samples_.empty()) {
    painter.setPen(theme::ofSource(sampleSource_));
    double lastX = -1.0;
    for (const double t : samples_) {
      if (t < state.start || t > state.end) continue;
      const double x = std::round(xOf(t)) + 0.5;
      if (x == lastX) continue;
      lastX = x;
      painter.drawLine(QPointF(x, height() - 22), QPointF(x, height() - 13));
    }
  }
  // The playhead has a tab with the frame.
  const double x = std::round(xOf(state.time)) + 0.5;
  painter.setPen(QPen(theme::kPlayhead, 1));
  painter.drawLine(QPointF(x, 14), QPointF(x, height() - 12));
  // Outside of the range it stands at the nearest end, and an arrow points to its frame.
  const QString label = state.time < state.start ? QStringLiteral("◂ ") + frameText(state.time)
                        : state.time > state.end ? frameText(state.time) + QStringLiteral(" ▸")
                                                 : frameText(state.time);
  const double half = painter.fontMetrics().horizontalAdvance(label) / 2.0 + 5.0;
  const double center = std::clamp(x, half + 1.0, width() - half - 1.0);
  const QRectF tab(center - half, 1, 2 * half, 14);
  painter.fillRect(tab, theme::kPlayhead);
  painter.setPen(theme::kWindow);
  painter.drawText(tab, Qt::AlignCenter, label);
}

void PlaybackStrip::scrubTo(double x, Qt::KeyboardModifiers modifiers) {
  const PlaybackState& state = session_.playback.value();
  if (!state.isAnimated()) return;
  const double width = std::max(1.0, this->width() - 2.0 * kStripPadding);
  const double along = std::clamp((x - kStripPadding) / width, 0.0, 1.0);
  const double time = state.start + along * (state.end - state.start);
  // Alt scrubs between frames.
  const double frame = state.timeCodesPerFrame();
  const double whole = state.start + std::round((time - state.start) / frame) * frame;
  session_.setTime(modifiers & Qt::AltModifier ? time : std::min(whole, state.end));
}

void PlaybackStrip::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) scrubTo(event->position().x(), event->modifiers());
}

void PlaybackStrip::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons() & Qt::LeftButton) scrubTo(event->position().x(), event->modifiers());
}

}  // namespace usdscope
