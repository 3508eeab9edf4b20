// SPDX-License-Identifier: Apache-2.0
#include "app/panes/playback/PlaybackBar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QSignalBlocker>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "app/theme/Theme.h"
#include "app/widgets/FrameField.h"
#include "engine/report/ValueText.h"
#include "engine/stage/Property.h"

namespace usdscope {
namespace {

constexpr int kStripPadding = 10;

QString frameText(double time) { return QString::fromStdString(numberToText(time)); }

// 1, 2, 5, 10, 20, … frames, so that ticks stand at least a few pixels apart.
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

PlaybackStrip::PlaybackStrip(Session& session, QWidget* parent)
    : QWidget(parent), session_(session) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setCursor(Qt::PointingHandCursor);
  session_.playback.observe(this, [this](const PlaybackState&) { update(); });
  session_.document.observe(this, [this](const Document&) { readSamples(); });
  session_.loading.observe(this, [this](const LoadState&) { update(); });
  session_.selection.observe(this, [this](const Selection&) { readSamples(); });
}

void PlaybackStrip::readSamples() {
  samples_.clear();
  const Document& document = session_.document.value();
  const Selection& selection = session_.selection.value();
  if (document.isOpen() && selection.property && !selection.leading().isEmpty()) {
    const Prim prim = document.stage->primAt(selection.leading());
    if (const Attribute attribute = prim ? prim.attribute(selection.property) : Attribute()) {
      samples_ = attribute.timeSamples();
      sampleColor_ = theme::ofSource(attribute.resolveInfo(session_.playback.value().time).source);
    }
  }
  update();
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
    painter.setPen(sampleColor_);
    double lastX = -1.0;
    for (const double t : samples_) {
      if (t < state.start || t > state.end) continue;
      const double x = std::round(xOf(t)) + 0.5;
      if (x == lastX) continue;
      lastX = x;
      painter.drawLine(QPointF(x, height() - 22), QPointF(x, height() - 13));
    }
  }
  // The playhead, with a tab that carries the frame.
  const double x = std::round(xOf(state.time)) + 0.5;
  painter.setPen(QPen(theme::kPlayhead, 1));
  painter.drawLine(QPointF(x, 14), QPointF(x, height() - 12));
  // Outside of the range it stands at the end, and an arrow says where it is.
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

PlaybackBar::PlaybackBar(Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      start_(new QLabel),
      end_(new QLabel),
      rate_(new QLabel),
      note_(new QLabel) {
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(8, 4, 8, 4);
  layout->setSpacing(4);
  layout->addWidget(start_);
  layout->addWidget(new PlaybackStrip(session), 1);
  layout->addWidget(end_);
  layout->addSpacing(8);
  const auto add = [&](const QString& text, const QString& tip, auto run) {
    QToolButton* button = addButton(text, tip);
    connect(button, &QToolButton::clicked, this, run);
    layout->addWidget(button);
    transport_.push_back(button);
    return button;
  };
  add(QStringLiteral("|◂"), tr("First frame (Home)"), [this] { session_.goToStart(); });
  add(QStringLiteral("◂"), tr("Previous frame (Left)"), [this] { session_.step(-1); });
  play_ = add(QStringLiteral("▶"), tr("Play or stop (Space)"),
              [this] { session_.setPlaying(!session_.playback.value().isPlaying); });
  add(QStringLiteral("▸"), tr("Next frame (Right)"), [this] { session_.step(1); });
  add(QStringLiteral("▸|"), tr("Last frame (End)"), [this] { session_.goToEnd(); });
  loop_ = add(QStringLiteral("↻"), tr("Loop"), [this](bool isOn) {
    PlaybackState state = session_.playback.value();
    state.isLooping = isOn;
    session_.playback.set(state);
  });
  loop_->setCheckable(true);
  pace_ =
      add(tr("Real time"), tr("Play in real time and drop frames, or show every frame"), [this] {
        PlaybackState state = session_.playback.value();
        state.pace = state.pace == PlaybackPace::RealTime ? PlaybackPace::EveryFrame
                                                          : PlaybackPace::RealTime;
        session_.playback.set(state);
      });
  layout->addSpacing(8);
  // A fixed width keeps the bar still while playing.
  rate_->setFixedWidth(rate_->fontMetrics().horizontalAdvance("120.0 / 120.0 fps") + 8);
  layout->addWidget(note_);
  layout->addWidget(rate_);
  theme::makeDim(*note_);
  theme::makeDim(*start_);
  theme::makeDim(*end_);
  frame_ = new FrameField;
  frame_->setFixedWidth(96);
  frame_->setToolTip(tr("Frame; fractions are fine"));
  connect(frame_, &FrameField::valueChanged, this, [this](double time) { session_.setTime(time); });
  layout->addWidget(frame_);
  session_.playback.observe(this, [this](const PlaybackState& state) { show(state); });
}

QToolButton* PlaybackBar::addButton(const QString& text, const QString& tip) {
  auto* button = new QToolButton;
  button->setText(text);
  button->setToolTip(tip);
  button->setFocusPolicy(Qt::NoFocus);
  return button;
}

void PlaybackBar::show(const PlaybackState& state) {
  const bool isAnimated = state.isAnimated();
  for (QToolButton* button : transport_) button->setEnabled(isAnimated);
  start_->setText(isAnimated ? frameText(state.start) : QString());
  end_->setText(isAnimated ? frameText(state.end) : QString());
  play_->setText(state.isPlaying ? QStringLiteral("❚❚") : QStringLiteral("▶"));
  loop_->setChecked(state.isLooping);
  pace_->setText(state.pace == PlaybackPace::RealTime ? tr("Real time") : tr("Every frame"));
  QString rate = QString::number(state.framesPerSecond, 'f', 1);
  if (state.isPlaying) rate += QStringLiteral(" / %1").arg(state.measuredFps, 0, 'f', 1);
  rate += tr(" fps");
  if (state.droppedFrames > 0) rate += tr("\n%1 dropped").arg(state.droppedFrames);
  rate_->setText(isAnimated ? rate : QString());
  note_->setText(state.rangeSource == PlaybackState::RangeSource::Samples
                     ? tr("Range of the samples ·")
                     : QString());
  note_->setVisible(!note_->text().isEmpty());
  note_->setToolTip(
      tr("The scene authors no startTimeCode with an endTimeCode after it: this is where it has "
         "samples."));
  const QSignalBlocker guard(frame_);
  frame_->setEnabled(isAnimated);
  if (!frame_->hasFocus()) frame_->setValue(state.time);
}

}  // namespace usdscope
