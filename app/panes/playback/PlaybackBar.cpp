// SPDX-License-Identifier: Apache-2.0
#include "app/panes/playback/PlaybackBar.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/panes/playback/PlaybackStrip.h"
#include "app/session/Transport.h"
#include "app/theme/Theme.h"
#include "app/widgets/FrameField.h"

namespace usdscope {
namespace {

constexpr int kSignWidth = 30;
constexpr int kFrameWidth = 80;
constexpr int kRangeWidth = 62;
constexpr int kWideBar = 1200;  // A narrower bar has no room for the note.
constexpr double kSpeeds[] = {0.1, 0.25, 0.5, 1.0, 2.0, 4.0};

constexpr struct {
  int steps;
  const char* title;
} kSteps[] = {{1, "Frame"}, {2, "1/2 Frame"}, {4, "1/4 Frame"}, {10, "1/10 Frame"}, {0, "Sample"}};

constexpr struct {
  LoopMode mode;
  const char* sign;
  const char* title;
} kLoops[] = {{LoopMode::Loop, "↻", "Loop"},
              {LoopMode::PingPong, "⇄", "Back and Forth"},
              {LoopMode::Once, "⇥", "Once"}};

QString speedText(double speed) { return QString::number(speed) + QStringLiteral("×"); }

}  // namespace

PlaybackBar::PlaybackBar(Session& session, QWidget* parent) : QWidget(parent), session_(session) {
  setObjectName("playbackBar");
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(8, 2, 8, 1);
  column->setSpacing(0);
  const auto addLine = [column] {
    auto* line = new QHBoxLayout;
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(4);
    column->addLayout(line);
    return line;
  };
  addRange(*addLine());
  QHBoxLayout* lower = addLine();
  addChoices(*lower);
  lower->addStretch(1);
  addTransport(*lower);
  lower->addStretch(1);
  addRates(*lower);
  session_.playback.observe(this, [this](const PlaybackState& state) { show(state); });
  qApp->installEventFilter(this);
}

void PlaybackBar::addRange(QBoxLayout& line) {
  const auto addLabel = [&] {
    auto* label = new QLabel;
    theme::makeDim(*label);
    line.addWidget(label);
    return label;
  };
  const auto addField = [&](const char* name, const QString& tip) {
    auto* field = new FrameField;
    field->setObjectName(name);
    field->setFixedWidth(kRangeWidth);
    field->setToolTip(tip);
    connect(field, &FrameField::valueChanged, this, &PlaybackBar::takeRange);
    line.addWidget(field);
    transport_.push_back(field);
    return field;
  };
  start_ = addLabel();
  start_->setToolTip(tr("Start of the scene"));
  in_ = addField("playStart", tr("First frame that plays ([)"));
  line.addWidget(new PlaybackStrip(session_), 1);
  out_ = addField("playEnd", tr("Last frame that plays (])"));
  end_ = addLabel();
  end_->setToolTip(tr("End of the scene"));
}

void PlaybackBar::addChoices(QBoxLayout& line) {
  steps_ = addMenu(line, tr("How far Left and Right step"));
  for (const auto& choice : kSteps) {
    steps_->menu()->addAction(tr(choice.title), this, [this, steps = choice.steps] {
      session_.transport().setStepsPerFrame(steps);
    });
  }
  speed_ = addMenu(line, tr("Speed of playing"));
  for (const double speed : kSpeeds) {
    speed_->menu()->addAction(speedText(speed), this,
                              [this, speed] { session_.transport().setSpeed(speed); });
  }
}

void PlaybackBar::addTransport(QBoxLayout& line) {
  const auto add = [&](const QString& sign, const QString& tip, auto run) {
    QToolButton* button = addButton(line, sign, tip);
    button->setObjectName("transport");
    button->setFixedWidth(kSignWidth);
    connect(button, &QToolButton::clicked, this, run);
    transport_.push_back(button);
    return button;
  };
  add(QStringLiteral("|◂"), tr("First frame (Home)"), [this] { session_.transport().goToStart(); });
  add(QStringLiteral("◂"), tr("Step back (Left)"), [this] { session_.transport().step(-1); });
  back_ = add(QStringLiteral("◀"), tr("Play backward or stop (Shift+Space)"),
              [this] { session_.transport().play(true); });
  play_ = add(QStringLiteral("▶"), tr("Play or stop (Space)"),
              [this] { session_.transport().play(false); });
  add(QStringLiteral("▸"), tr("Step (Right)"), [this] { session_.transport().step(1); });
  add(QStringLiteral("▸|"), tr("Last frame (End)"), [this] { session_.transport().goToEnd(); });
  loop_ = addMenu(line, tr("Loop, back and forth, or once"));
  for (const auto& choice : kLoops) {
    loop_->menu()->addAction(
        QString::fromUtf8(choice.sign) + QStringLiteral("  ") + tr(choice.title), this,
        [this, mode = choice.mode] { session_.transport().setLoop(mode); });
  }
  pace_ = addButton(line, tr("Real time"),
                    tr("Play in real time, dropping frames if needed, or show every frame"));
  connect(pace_, &QToolButton::clicked, this, [this] {
    const bool isRealTime = session_.playback.value().pace == PlaybackPace::RealTime;
    session_.transport().setPace(isRealTime ? PlaybackPace::EveryFrame : PlaybackPace::RealTime);
  });
  transport_.push_back(pace_);
}

void PlaybackBar::addRates(QBoxLayout& line) {
  note_ = new QLabel;
  rate_ = new QLabel;
  theme::makeDim(*note_);
  rate_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  // A fixed width keeps the bar still while playing.
  rate_->setFixedWidth(rate_->fontMetrics().horizontalAdvance("24.0 / 120.0 fps, 9999 dropped") +
                       8);
  line.addWidget(note_);
  line.addWidget(rate_);
  frame_ = new FrameField;
  frame_->setObjectName("frame");
  frame_->setFixedWidth(kFrameWidth);
  frame_->setToolTip(tr("Frame; fractions are allowed"));
  connect(frame_, &FrameField::valueChanged, this, [this](double time) { session_.setTime(time); });
  line.addWidget(frame_);
}

QToolButton* PlaybackBar::addButton(QBoxLayout& line, const QString& text, const QString& tip) {
  auto* button = new QToolButton;
  button->setText(text);
  button->setToolTip(tip);
  button->setAccessibleName(tip);
  button->setFocusPolicy(Qt::NoFocus);
  line.addWidget(button);
  return button;
}

QToolButton* PlaybackBar::addMenu(QBoxLayout& line, const QString& tip) {
  QToolButton* button = addButton(line, {}, tip);
  button->setPopupMode(QToolButton::InstantPopup);
  button->setMenu(new QMenu(button));
  transport_.push_back(button);
  return button;
}

void PlaybackBar::takeRange() {
  const std::string problem = session_.transport().setPlayRange(in_->value(), out_->value());
  if (problem.empty()) return;
  session_.showNote(problem);
  show(session_.playback.value());
}

void PlaybackBar::show(const PlaybackState& state) {
  const bool isAnimated = state.isAnimated();
  for (QWidget* each : transport_) each->setEnabled(isAnimated);
  start_->setText(isAnimated ? frameText(state.start) : QString());
  end_->setText(isAnimated ? frameText(state.end) : QString());
  const auto showIn = [](FrameField* field, double value) {
    const QSignalBlocker guard(field);
    if (!field->hasFocus()) field->setValue(value);
  };
  showIn(in_, state.playStart);
  showIn(out_, state.playEnd);
  const QString pause = QStringLiteral("❚❚");
  play_->setText(state.isPlaying && !state.isReversed ? pause : QStringLiteral("▶"));
  back_->setText(state.isPlaying && state.isReversed ? pause : QStringLiteral("◀"));
  const QString arrow = QStringLiteral(" ▾");
  for (const auto& choice : kSteps) {
    if (choice.steps == state.stepsPerFrame)
      steps_->setText(tr("Step: ") + tr(choice.title) + arrow);
  }
  speed_->setText(speedText(state.speed) + arrow);
  for (const auto& choice : kLoops) {
    if (choice.mode == state.loop) loop_->setText(QString::fromUtf8(choice.sign) + arrow);
  }
  pace_->setText(state.pace == PlaybackPace::RealTime ? tr("Real time") : tr("Every frame"));
  QString rate = QString::number(state.framesPerSecond * state.speed, 'f', 1);
  if (state.isPlaying) rate += QStringLiteral(" / %1").arg(state.measuredFps, 0, 'f', 1);
  rate += tr(" fps");
  if (state.droppedFrames > 0) rate += tr(", %1 dropped").arg(state.droppedFrames);
  rate_->setText(isAnimated ? rate : QString());
  note_->setText(state.rangeSource == PlaybackState::RangeSource::Samples
                     ? tr("Range of the samples ·")
                     : QString());
  const QString why = tr(
      "The scene has no startTimeCode with a later endTimeCode, so the range spans all samples.");
  note_->setToolTip(why);
  const QString rates = tr("%1 frames and %2 time codes per second")
                            .arg(state.framesPerSecond)
                            .arg(state.timeCodesPerSecond);
  rate_->setToolTip(note_->text().isEmpty() ? rates : rates + QChar('\n') + why);
  showNote();
  frame_->setEnabled(isAnimated);
  showIn(frame_, state.time);
}

void PlaybackBar::showNote() { note_->setVisible(!note_->text().isEmpty() && width() >= kWideBar); }

void PlaybackBar::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  showNote();
}

bool PlaybackBar::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::ShortcutOverride || !underMouse()) {
    return QWidget::eventFilter(watched, event);
  }
  const auto* key = static_cast<QKeyEvent*>(event);
  if (key->modifiers() || !session_.playback.value().isAnimated() || frame_->hasFocus() ||
      in_->hasFocus() || out_->hasFocus()) {
    return false;
  }
  Transport& transport = session_.transport();
  switch (key->key()) {
    case Qt::Key_J:
      transport.shuttle(true);
      break;
    case Qt::Key_K:
      transport.stop();
      break;
    case Qt::Key_L:
      transport.shuttle(false);
      break;
    case Qt::Key_I:
      session_.showNote(transport.setIn());
      break;
    case Qt::Key_O:
      session_.showNote(transport.setOut());
      break;
    default:
      return false;
  }
  event->accept();
  return true;
}

}  // namespace usdscope
