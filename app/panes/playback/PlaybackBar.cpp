// SPDX-License-Identifier: Apache-2.0
#include "app/panes/playback/PlaybackBar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QToolButton>

#include "app/panes/playback/PlaybackStrip.h"
#include "app/theme/Theme.h"
#include "app/widgets/FrameField.h"

namespace usdscope {
namespace {

constexpr int kSignWidth = 30;
constexpr int kFrameWidth = 80;
constexpr int kWideBar = 1200;  // A narrower bar gives the room of the note to the strip.

}  // namespace

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
  const auto addSign = [&](const QString& sign, const QString& tip, auto run) {
    QToolButton* button = add(sign, tip, run);
    button->setObjectName("transport");
    button->setFixedWidth(kSignWidth);
    return button;
  };
  addSign(QStringLiteral("|◂"), tr("First frame (Home)"), [this] { session_.goToStart(); });
  addSign(QStringLiteral("◂"), tr("Previous frame (Left)"), [this] { session_.step(-1); });
  play_ = addSign(QStringLiteral("▶"), tr("Play or stop (Space)"),
                  [this] { session_.setPlaying(!session_.playback.value().isPlaying); });
  addSign(QStringLiteral("▸"), tr("Next frame (Right)"), [this] { session_.step(1); });
  addSign(QStringLiteral("▸|"), tr("Last frame (End)"), [this] { session_.goToEnd(); });
  loop_ =
      addSign(QStringLiteral("↻"), tr("Loop"), [this](bool isOn) { session_.setLooping(isOn); });
  loop_->setCheckable(true);
  pace_ = add(tr("Real time"),
              tr("Play in real time, dropping frames if needed, or show every frame"), [this] {
                const bool isRealTime = session_.playback.value().pace == PlaybackPace::RealTime;
                session_.setPace(isRealTime ? PlaybackPace::EveryFrame : PlaybackPace::RealTime);
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
  frame_->setFixedWidth(kFrameWidth);
  frame_->setToolTip(tr("Frame; fractions are allowed"));
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
  const QString why = tr(
      "The scene has no startTimeCode with a later endTimeCode, so the range spans all samples.");
  note_->setToolTip(why);
  rate_->setToolTip(note_->text().isEmpty() ? QString() : why);
  showNote();
  const QSignalBlocker guard(frame_);
  frame_->setEnabled(isAnimated);
  if (!frame_->hasFocus()) frame_->setValue(state.time);
}

void PlaybackBar::showNote() { note_->setVisible(!note_->text().isEmpty() && width() >= kWideBar); }

void PlaybackBar::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  showNote();
}

}  // namespace usdscope
