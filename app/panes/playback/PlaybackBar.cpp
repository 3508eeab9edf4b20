// SPDX-License-Identifier: Apache-2.0
#include "app/panes/playback/PlaybackBar.h"

#include <QApplication>
#include <QCheckBox>
#include <QDialog>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "app/panes/playback/PlaybackStrip.h"
#include "app/panes/playback/TimeField.h"
#include "app/session/ObserveSubject.h"
#include "app/session/playback/FrameText.h"
#include "app/session/playback/RangeDoctor.h"
#include "app/session/playback/Transport.h"
#include "app/theme/Icons.h"
#include "app/theme/Theme.h"
#include "app/widgets/FrameField.h"
#include "app/widgets/Typing.h"
#include "engine/report/explain/Explain.h"

namespace usdscope {
namespace {

constexpr int kSignWidth = 30;
constexpr int kFrameWidth = 80;
constexpr int kRangeWidth = 62;
constexpr int kRangeDigits = 6;  // As many fit into this width …
constexpr int kMostDigits = 12;  // … and wider fields are not worth their room.
constexpr int kDigitWidth = 8;
constexpr int kWideBar = 1200;  // A narrower bar has no room for the note and the check box.
constexpr double kSpeeds[] = {0.1, 0.25, 0.5, 1.0, 2.0, 4.0};

constexpr struct {
  int steps;
  const char* title;
  const char* action;
} kSteps[] = {{1, "Frame", "stepFrame"},
              {2, "1/2 Frame", "stepHalf"},
              {4, "1/4 Frame", "stepQuarter"},
              {10, "1/10 Frame", "stepTenth"},
              {0, "Sample", "stepSample"}};

constexpr struct {
  LoopMode mode;
  const char* icon;
  const char* title;
  const char* action;
} kLoops[] = {{LoopMode::Loop, "loop", "Loop", "loop"},
              {LoopMode::PingPong, "pingPong", "Back and Forth", "pingPong"},
              {LoopMode::Once, "once", "Once", "playOnce"}};

QString speedText(double speed) { return QString::number(speed) + QStringLiteral("×"); }

std::string textOf(double number) { return timeText(number); }

// Most frames change no icon.
void showIcon(QToolButton& button, const char* name) {
  if (button.property("icon").toString() == QLatin1String(name)) return;
  button.setProperty("icon", QLatin1String(name));
  button.setIcon(theme::icon(name));
}

// Letters that are typed anywhere are text, and those of menus and dialogs choose there, wherever
// the pointer rests meanwhile.
bool areLettersTaken() {
  return isTyping() || QApplication::activePopupWidget() ||
         qobject_cast<QDialog*>(QApplication::activeWindow());
}

}  // namespace

PlaybackBar::PlaybackBar(Session& session, QWidget* parent) : QWidget(parent), session_(session) {
  setObjectName("playbackBar");
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(8, 2, 8, 1);
  column->setSpacing(0);
  const auto addLine = [column] {
    auto* line = new QHBoxLayout;
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(3);
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
  session_.document.observe(this, [this](const Document&) { show(session_.playback.value()); });
  session_.transport().rangeDoctor().advice.observe(this,
                                                    [this](const RangeAdvice&) { showRange(); });
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
    theme::setFixedSize(*field, kRangeWidth, 0);
    field->setToolTip(tip);
    connect(field, &FrameField::valueChanged, this, &PlaybackBar::takeRange);
    line.addWidget(field);
    transport_.push_back(field);
    return field;
  };
  start_ = addLabel();
  start_->setToolTip(tr("Start of the scene"));
  in_ = addField("playStart", tr("First frame that plays"));
  line.addWidget(new PlaybackStrip(session_), 1);
  in_->setProperty("action", "rangeIn");
  out_ = addField("playEnd", tr("Last frame that plays"));
  out_->setProperty("action", "rangeOut");
  end_ = addLabel();
  end_->setToolTip(tr("End of the scene"));
}

void PlaybackBar::addChoices(QBoxLayout& line) {
  redraw_ = new QCheckBox(tr("Redraw on Frame Scrub"));
  redraw_->setObjectName("redrawOnScrub");
  redraw_->setToolTip(tr("Whether the picture follows the playhead while it is dragged"));
  redraw_->setFocusPolicy(Qt::TabFocus);
  connect(redraw_, &QCheckBox::clicked, this,
          [this](bool isOn) { session_.perform("redrawOnScrub", {isOn ? "on" : "off"}); });
  line.addWidget(redraw_);
  steps_ = addMenu(line, tr("How far Left and Right step"));
  for (const auto& choice : kSteps) {
    steps_->menu()->addAction(tr(choice.title), this,
                              [this, action = choice.action] { session_.perform(action); });
  }
  speed_ = addMenu(line, tr("Speed of playing"));
  for (const double speed : kSpeeds) {
    speed_->menu()->addAction(speedText(speed), this,
                              [this, speed] { session_.perform("speed", {textOf(speed)}); });
  }
}

void PlaybackBar::addTransport(QBoxLayout& line) {
  const auto add = [&](const char* icon, const QString& tip, const char* action) {
    QToolButton* button = addButton(line, {}, tip);
    button->setObjectName("transport");
    theme::setFixedSize(*button, kSignWidth, 0);
    button->setProperty("action", action);  // Its keys stand in the tooltip.
    showIcon(*button, icon);
    connect(button, &QToolButton::clicked, this, [this, action] { session_.perform(action); });
    transport_.push_back(button);
    return button;
  };
  add("first", tr("First frame"), "firstFrame");
  add("previous", tr("Step back"), "previousFrame");
  back_ = add("reverse", tr("Play backward or stop"), "playReversed");
  play_ = add("play", tr("Play or stop"), "playForward");
  play_->setProperty("action", "play");  // The action with the key.
  add("next", tr("Step"), "nextFrame");
  add("last", tr("Last frame"), "lastFrame");
  loop_ = addMenu(line, tr("Loop, back and forth, or once"));
  for (const auto& choice : kLoops) {
    loop_->menu()->addAction(theme::icon(choice.icon), tr(choice.title), this,
                             [this, action = choice.action] { session_.perform(action); });
  }
  loop_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  pace_ = addButton(line, tr("Real time"),
                    tr("Play in real time, dropping frames if needed, or show every frame"));
  connect(pace_, &QToolButton::clicked, this, [this] {
    const bool isRealTime = session_.playback.value().pace == PlaybackPace::RealTime;
    session_.perform(isRealTime ? "everyFrame" : "realTime");
  });
  transport_.push_back(pace_);
}

void PlaybackBar::addRates(QBoxLayout& line) {
  note_ = new QLabel;
  rate_ = new QLabel;
  theme::makeDim(*note_);
  rate_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  rate_->setIndent(theme::px(6));
  setRateWidth(false);
  observeColors(session_, this, [this] { show(session_.playback.value()); });
  line.addWidget(note_);
  range_ = addButton(line, {}, tr("Range"));
  range_->setObjectName("otherRange");
  connect(range_, &QToolButton::clicked, this, &PlaybackBar::useRange);
  line.addWidget(rate_);
  frame_ = new TimeField;
  frame_->setObjectName("frame");
  theme::setFixedSize(*frame_, kFrameWidth, 0);
  frame_->setToolTip(
      tr("The frame in the picture. Type any frame: 24, 24.5, 24 1/3, 24- (left limit), default"));
  connect(frame_, &TimeField::timeTyped, this,
          [this](TimeCode time) { session_.perform("frame", {argumentOf(time)}); });
  connect(frame_, &TimeField::nonsenseTyped, this, [this](const QString& text) {
    session_.showNote("\"" + text.toStdString() +
                      "\" is not a frame. Type one such as 24, 24.5, 24 1/3, 24- or default.");
  });
  connect(frame_, &TimeField::stepWanted, this,
          [this](int steps) { session_.perform("step", {std::to_string(steps)}); });
  line.addWidget(frame_);
}

// A fixed width keeps the bar still while playing.
void PlaybackBar::setRateWidth(bool hasTwoRates) {
  const QString widest = QStringLiteral("24.0 / 120.0 fps, 9999 dropped") +
                         (hasTwoRates ? QStringLiteral(" · 24.976 tcps") : QString());
  rate_->setFixedWidth(rate_->fontMetrics().horizontalAdvance(widest) + theme::px(10));
}

QToolButton* PlaybackBar::addButton(QBoxLayout& line, const QString& text, const QString& tip) {
  auto* button = new QToolButton;
  button->setText(text);
  button->setToolTip(tip);
  button->setAccessibleName(tip);
  button->setFocusPolicy(Qt::TabFocus);
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
  session_.perform("playRange", {argumentOf(in_->value()), argumentOf(out_->value())});
  // The range may be another one than was typed, and one of the fields still has the keyboard.
  const PlaybackState& state = session_.playback.value();
  const QSignalBlocker ins(in_);
  const QSignalBlocker outs(out_);
  in_->setValue(state.playStart);
  out_->setValue(state.playEnd);
  show(state);
}

// A number without its last digits would be another number.
void PlaybackBar::setRangeWidth(const PlaybackState& state) {
  const auto length = std::max(textOf(state.start).size(), textOf(state.end).size());
  const int digits = std::clamp(int(length), kRangeDigits, kMostDigits);
  if (std::exchange(rangeDigits_, digits) == digits) return;
  const int width = kRangeWidth + kDigitWidth * (digits - kRangeDigits);
  theme::setFixedSize(*in_, width, 0);
  theme::setFixedSize(*out_, width, 0);
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
  setRangeWidth(state);
  redraw_->setChecked(state.redrawsOnScrub);
  showIn(in_, state.playStart);
  showIn(out_, state.playEnd);
  showIcon(*play_, state.isPlaying && !state.isReversed ? "stop" : "play");
  showIcon(*back_, state.isPlaying && state.isReversed ? "stop" : "reverse");
  const QString arrow = QStringLiteral(" ▾");
  for (const auto& choice : kSteps) {
    if (choice.steps == state.stepsPerFrame)
      steps_->setText(tr("Step: ") + tr(choice.title) + arrow);
  }
  speed_->setText(speedText(state.speed) + arrow);
  for (const auto& choice : kLoops) {
    if (choice.mode == state.loop) showIcon(*loop_, choice.icon);
  }
  loop_->setText(QStringLiteral("▾"));
  pace_->setText(state.pace == PlaybackPace::RealTime ? tr("Real time") : tr("Every frame"));
  QString rate = QString::number(state.framesPerSecond * state.speed, 'f', 1);
  if (state.isPlaying) rate += QStringLiteral(" / %1").arg(state.measuredFps, 0, 'f', 1);
  rate += tr(" fps");
  if (state.droppedFrames > 0) rate += tr(", %1 dropped").arg(state.droppedFrames);
  rate_->setText(isAnimated ? rate : QString());
  const bool hasTwoRates = isAnimated && state.framesPerSecond != state.timeCodesPerSecond;
  if (hasTwoRates) rate_->setText(rate_->text() + tr(" · %1 tcps").arg(state.timeCodesPerSecond));
  setRateWidth(hasTwoRates);
  showRange();
  frame_->setEnabled(session_.document.value().isOpen());
  frame_->showTime(state.timeCode());
}

// The note about the range and the rates, and the range that may be used instead.
void PlaybackBar::showRange() {
  const PlaybackState& state = session_.playback.value();
  const RangeDoctor& doctor = session_.transport().rangeDoctor();
  const RangeAdvice& advice = doctor.advice.value();
  QStringList why;
  QString text;
  if (!advice.sentence.empty()) why << QString::fromStdString(advice.sentence);
  switch (state.rangeSource) {
    case PlaybackState::RangeSource::Samples:
      text =
          why.isEmpty() ? tr("Range of the samples") : tr("Authored range unusable, samples used");
      if (why.isEmpty()) {
        why << tr(
            "The scene has no startTimeCode with a later endTimeCode, so the range spans all "
            "samples.");
      }
      break;
    case PlaybackState::RangeSource::Chosen:
      text = tr("Range of the samples");
      why << tr("You chose the range of the samples; the file is unchanged.");
      break;
    default:
      if (!why.isEmpty()) text = tr("Range and samples disagree");
  }
  if (!state.rateProblem.empty()) {
    text = text.isEmpty() ? tr("Unusable rates") : text + tr(", unusable rates");
    why << QString::fromStdString(state.rateProblem);
  }
  const QString reason = why.join(QChar('\n'));
  note_->setText(text);
  note_->setToolTip(reason);
  const QString rates = tr("%1 frames and %2 time codes per second")
                            .arg(state.framesPerSecond)
                            .arg(state.timeCodesPerSecond);
  rate_->setToolTip(reason.isEmpty() ? rates : rates + QChar('\n') + reason);
  const bool isChosen = state.rangeSource == PlaybackState::RangeSource::Chosen;
  const auto& offered = isChosen ? advice.authored : advice.samples;
  const bool isOffered =
      isChosen ? doctor.canUseAuthored() : !advice.sentence.empty() && doctor.canUseSamples();
  range_->setVisible(isOffered && offered);
  if (isOffered && offered) {
    range_->setText(tr("Use %1–%2").arg(frameText(offered->first), frameText(offered->second)));
    range_->setToolTip(reason + QChar('\n') + tr("Only this window changes, never the file."));
    range_->setAccessibleName(range_->text());
  }
  showNote();
}

void PlaybackBar::useRange() {
  const bool isChosen = session_.playback.value().rangeSource == PlaybackState::RangeSource::Chosen;
  session_.perform(isChosen ? "useAuthoredRange" : "useSampleRange");
}

// A narrow bar has room neither for the note, which a tip has too, nor for the check box, which the
// menu has.
void PlaybackBar::showNote() {
  const bool isWide = width() >= theme::px(kWideBar);
  note_->setVisible(!note_->text().isEmpty() && isWide);
  redraw_->setVisible(isWide);
}

void PlaybackBar::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  showNote();
}

bool PlaybackBar::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::ShortcutOverride || !underMouse() || areLettersTaken()) {
    return QWidget::eventFilter(watched, event);
  }
  const auto* key = static_cast<QKeyEvent*>(event);
  const bool isReset = key->modifiers() == Qt::ShiftModifier;
  const bool takesReset = key->key() == Qt::Key_I || key->key() == Qt::Key_O;
  if ((key->modifiers() && !(isReset && takesReset)) || !session_.playback.value().isAnimated()) {
    return false;
  }
  switch (key->key()) {
    case Qt::Key_J:
      session_.perform("shuttleBackward");
      break;
    case Qt::Key_K:
      session_.perform("shuttleStop");
      break;
    case Qt::Key_L:
      session_.perform("shuttleForward");
      break;
    case Qt::Key_I:
      session_.perform(isReset ? "resetIn" : "rangeIn");
      break;
    case Qt::Key_O:
      session_.perform(isReset ? "resetOut" : "rangeOut");
      break;
    default:
      return false;
  }
  event->accept();
  return true;
}

}  // namespace usdscope
