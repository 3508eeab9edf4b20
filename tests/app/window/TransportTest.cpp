// SPDX-License-Identifier: Apache-2.0
// How the playhead moves: ranges, loops, directions, speeds, steps, and the bar that shows it.
#include <gtest/gtest.h>

#include <QCursor>
#include <QDockWidget>
#include <QLineEdit>
#include <QMenu>
#include <QPointer>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

#include "app/actions/Actions.h"
#include "app/panes/playback/PlaybackBar.h"
#include "app/panes/playback/PlaybackStrip.h"
#include "app/session/playback/PlaybackState.h"
#include "app/session/playback/Transport.h"
#include "app/widgets/FrameField.h"
#include "app/widgets/SearchField.h"
#include "app/window/palette/Palette.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/SceneTexts.h"

namespace usdscope {
namespace {

// Frames 1 to 5 of a scene with two time codes in a frame and ten frames in a second.
PlaybackState fiveFrames() {
  PlaybackState state;
  state.start = state.playStart = 1.0;
  state.end = state.playEnd = 9.0;
  state.framesPerSecond = 10.0;
  state.timeCodesPerSecond = 20.0;
  state.rangeSource = PlaybackState::RangeSource::Authored;
  state.time = 1.0;
  return state;
}

// The frames that real time shows at each tenth of a second, and a little later.
std::vector<double> framesIn(const PlaybackState& state, int count) {
  std::vector<double> times;
  for (int i = 0; i < count; ++i) {
    const PlaybackPlace place = placeAfter(state, state.time, 0.1 * i + 0.01);
    EXPECT_EQ(placeAfter(state, state.time, 0.1 * i + 0.09), place) << "a frame lasts 0.1 s";
    times.push_back(place.time);
    if (place.hasEnded) break;
  }
  return times;
}

using Times = std::vector<double>;

TEST(PlaybackState, RealTimeLoopsTurnsAndEnds) {
  PlaybackState state = fiveFrames();
  EXPECT_EQ(framesIn(state, 7), (Times{1, 3, 5, 7, 9, 1, 3}));
  state.loop = LoopMode::PingPong;
  EXPECT_EQ(framesIn(state, 11), (Times{1, 3, 5, 7, 9, 7, 5, 3, 1, 3, 5}));
  EXPECT_TRUE(placeAfter(state, 1.0, 0.55).isReversed);
  EXPECT_FALSE(placeAfter(state, 1.0, 0.95).isReversed);
  state.loop = LoopMode::Once;
  EXPECT_EQ(framesIn(state, 9), (Times{1, 3, 5, 7, 9}));

  state.isReversed = true;
  state.time = 9.0;
  EXPECT_EQ(framesIn(state, 9), (Times{9, 7, 5, 3, 1}));
  state.loop = LoopMode::Loop;
  EXPECT_EQ(framesIn(state, 7), (Times{9, 7, 5, 3, 1, 9, 7}));
  state.loop = LoopMode::PingPong;
  EXPECT_EQ(framesIn(state, 7), (Times{9, 7, 5, 3, 1, 3, 5}));

  state = fiveFrames();
  state.speed = 2.0;
  EXPECT_EQ(placeAfter(state, 1.0, 0.11).time, 5.0);
  state.speed = 0.5;
  EXPECT_EQ(placeAfter(state, 1.0, 0.19).time, 1.0);
  EXPECT_EQ(placeAfter(state, 1.0, 0.21).time, 3.0);
}

TEST(PlaybackState, PlayRangeLimitsPlayingAndStepping) {
  PlaybackState state = fiveFrames();
  state.playStart = state.time = 3.0;
  state.playEnd = 7.0;
  EXPECT_EQ(framesIn(state, 4), (Times{3, 5, 7, 3}));
  state.time = 7.0;
  EXPECT_EQ(stepped(state, 1), 3.0);
  EXPECT_EQ(nextPlace(state), (PlaybackPlace{3.0, false, false}));
  state.loop = LoopMode::Once;
  EXPECT_EQ(stepped(state, 1), 7.0);
  EXPECT_TRUE(nextPlace(state).hasEnded);
  state.loop = LoopMode::PingPong;
  EXPECT_EQ(nextPlace(state), (PlaybackPlace{5.0, true, false}));
  state.time = 9.0;
  EXPECT_EQ(stepped(state, -1), 7.0) << "outside of it, steps go through the whole range";
  EXPECT_EQ(stepped(state, 1), 9.0);
}

TEST(PlaybackState, StepsAreFractionsOfFrames) {
  PlaybackState state = fiveFrames();
  state.stepsPerFrame = 4;
  EXPECT_EQ(stepped(state, 1), 1.5);
  state.time = 1.6;
  EXPECT_EQ(stepped(state, 1), 2.0);
  EXPECT_EQ(stepped(state, -1), 1.5);
}

struct TransportWindow : testing::Test {
  SceneTexts texts;
  OpenWindow open{QSize(1000, 700)};

  void SetUp() override {
    ASSERT_TRUE(open.open(texts.write("scene.usda", R"((
    startTimeCode = 0
    endTimeCode = 100
    timeCodesPerSecond = 25
    framesPerSecond = 25
)
def Cube "A"
{
    double size.timeSamples = { 10: 1, 20.5: 2, 90: 1 }
    double other.timeSamples = { 30: 1 }
}
def Cube "B"
{
    double size = 1
}
)")));
  }
  std::string run(const char* id, const std::vector<std::string>& arguments = {}) {
    return open.run(id, arguments);
  }
  const PlaybackState& state() const { return open.session.playback.value(); }
  Transport& transport() { return open.session.transport(); }
};

TEST_F(TransportWindow, RangeIsSetByActionsFieldsAndHandles) {
  EXPECT_TRUE(state().isPlayRangeWhole());
  ASSERT_EQ(run("frame", {"20"}), "");
  ASSERT_EQ(run("rangeIn"), "");
  ASSERT_EQ(run("frame", {"40"}), "");
  ASSERT_EQ(run("rangeOut"), "");
  EXPECT_EQ(std::pair(state().playStart, state().playEnd), std::pair(20.0, 40.0));
  ASSERT_EQ(run("lastFrame"), "");
  EXPECT_EQ(state().time, 40.0);
  ASSERT_EQ(run("nextFrame"), "");
  EXPECT_EQ(state().time, 20.0);
  // In behind out begins a new range.
  ASSERT_EQ(run("frame", {"60"}), "");
  ASSERT_EQ(run("rangeIn"), "");
  EXPECT_EQ(std::pair(state().playStart, state().playEnd), std::pair(60.0, 100.0));
  EXPECT_NE(run("playRange", {"50", "50"}), "");
  EXPECT_NE(run("playRange", {"nan", "50"}), "");
  EXPECT_NE(run("playRange", {"200", "300"}), "");
  ASSERT_EQ(run("playRange", {"-50", "80"}), "");
  EXPECT_EQ(state().playStart, 0.0);

  auto* out = open.window.findChild<FrameField*>("playEnd");
  EXPECT_EQ(out->text(), "80");
  out->setFocus();
  out->selectAll();
  QTest::keyClicks(out, "70.5");
  QTest::keyClick(out, Qt::Key_Return);
  EXPECT_EQ(state().playEnd, 70.5);

  auto* strip = open.window.findChild<PlaybackStrip*>();
  const QPoint handle(int(strip->xOf(70.5)) + 4, 18);
  QTest::mousePress(strip, Qt::LeftButton, {}, handle);
  QTest::mouseMove(strip, QPoint(int(strip->xOf(30.0)), 18));
  QMouseEvent drag(QEvent::MouseMove, QPointF(strip->xOf(30.0), 18),
                   strip->mapToGlobal(QPointF(strip->xOf(30.0), 18)), Qt::LeftButton,
                   Qt::LeftButton, {});
  QApplication::sendEvent(strip, &drag);
  QTest::mouseRelease(strip, Qt::LeftButton, {}, handle);
  EXPECT_EQ(state().playEnd, 30.0);
  EXPECT_EQ(state().time, 60.0) << "the playhead stays";
  QTest::mouseDClick(strip, Qt::LeftButton, {}, QPoint(int(strip->xOf(50.0)), 34));
  EXPECT_TRUE(state().isPlayRangeWhole());
  EXPECT_FALSE(findAction("resetRange")->isEnabled({open.session, open.window}));

  ASSERT_EQ(run("playRange", {"10", "20"}), "");
  ASSERT_EQ(run("reload"), "");
  EXPECT_EQ(state().playEnd, 20.0) << "a reload keeps the range";
}

TEST_F(TransportWindow, FieldsOfTheRangeShowTheRangeThatPlays) {
  auto* in = open.window.findChild<FrameField*>("playStart");
  auto* out = open.window.findChild<FrameField*>("playEnd");
  const auto type = [](FrameField* field, const char* text, Qt::Key end) {
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, text);
    QTest::keyClick(field, end);
  };
  // There is no frame 500, and the range cannot begin behind its end.
  type(out, "500", Qt::Key_Return);
  EXPECT_EQ(state().playEnd, 100.0);
  EXPECT_EQ(out->text(), "100");
  type(out, "50", Qt::Key_Tab);
  type(in, "70", Qt::Key_Return);
  EXPECT_EQ(in->text(), "0");
  EXPECT_EQ(std::pair(state().playStart, state().playEnd), std::pair(0.0, 50.0));
}

TEST_F(TransportWindow, FieldsOfTheRangeHaveRoomForLongNumbers) {
  auto* out = open.window.findChild<FrameField*>("playEnd");
  const int usual = out->width();
  const struct {
    const char* end;
    const char* text;
  } cases[] = {{"10000000", "10000000"}, {"1e300", "1e+300"}};
  for (const auto& c : cases) {
    const std::string scene =
        std::string("(\n startTimeCode = 1\n endTimeCode = ") + c.end + "\n)\ndef Cube \"A\" {}\n";
    ASSERT_TRUE(open.open(texts.write("long.usda", scene)));
    QTest::qWait(30);
    EXPECT_EQ(out->text(), c.text);
    EXPECT_GT(out->width(), out->fontMetrics().horizontalAdvance(out->text()) + 12);
  }
  ASSERT_TRUE(open.open(texts.path("scene.usda")));
  QTest::qWait(30);
  EXPECT_EQ(out->width(), usual);
}

TEST_F(TransportWindow, StepsGoToSamplesOfTheSelection) {
  EXPECT_NE(run("nextSample"), "");
  open.select("/A.size");
  ASSERT_TRUE(waitUntil([&] { return transport().samples.value().size() == 3; }));
  for (const double time : {10.0, 20.5, 90.0}) {
    ASSERT_EQ(run("nextSample"), "");
    EXPECT_EQ(state().time, time);
  }
  EXPECT_NE(run("nextSample"), "");
  ASSERT_EQ(run("previousSample"), "");
  EXPECT_EQ(state().time, 20.5);
  open.select("/A");
  open.session.selectProperty({});
  ASSERT_TRUE(waitUntil([&] { return transport().samples.value().size() == 4; }));
  ASSERT_EQ(run("stepSample"), "");
  ASSERT_EQ(run("nextFrame"), "");
  EXPECT_EQ(state().time, 30.0) << "all attributes of the prim count";
  open.select("/B");
  ASSERT_TRUE(waitUntil([&] { return transport().samples.value().empty(); }));
  EXPECT_EQ(run("nextFrame"), "The selection has no time samples.");
  ASSERT_EQ(run("watch", {"/A.other"}), "");
  ASSERT_TRUE(waitUntil([&] { return transport().samples.value().size() == 1; }))
      << "watched attributes count, too";
  ASSERT_EQ(run("stepTenth"), "");
  ASSERT_EQ(run("nextFrame"), "");
  EXPECT_NEAR(state().time, 30.1, 1e-9);
}

TEST_F(TransportWindow, KeysOverTheBarShuttle) {
  auto* bar = open.window.findChild<PlaybackBar*>();
  QCursor::setPos(bar->mapToGlobal(QPoint(bar->width() / 4, bar->height() - 12)));
  ASSERT_TRUE(waitUntil([&] { return bar->underMouse(); }));
  open.window.viewport().setFocus();
  QTest::keyClick(&open.window.viewport(), Qt::Key_L);
  EXPECT_TRUE(state().isPlaying);
  EXPECT_EQ(state().speed, 1.0);
  QTest::keyClick(&open.window.viewport(), Qt::Key_L);
  EXPECT_EQ(state().speed, 2.0);
  QTest::keyClick(&open.window.viewport(), Qt::Key_J);
  EXPECT_TRUE(state().isPlaying && state().isReversed);
  EXPECT_EQ(state().speed, 1.0);
  QTest::keyClick(&open.window.viewport(), Qt::Key_K);
  EXPECT_FALSE(state().isPlaying);
  open.session.setTime(33.0);
  QTest::keyClick(&open.window.viewport(), Qt::Key_I);
  EXPECT_EQ(state().playStart, 33.0);
  QTest::keyClick(&open.window.viewport(), Qt::Key_I, Qt::ShiftModifier);
  EXPECT_EQ(state().playStart, 0.0);
  QCursor::setPos(open.window.viewport().mapToGlobal(QPoint(50, 50)));
  ASSERT_TRUE(waitUntil([&] { return !bar->underMouse(); }));
  QTest::keyClick(&open.window.viewport(), Qt::Key_L);
  EXPECT_FALSE(state().isPlaying) << "elsewhere the keys have other meanings";
}

TEST_F(TransportWindow, FrameIsTypedAfterItsKey) {
  open.window.viewport().setFocus();
  QTest::keyClick(&open.window, Qt::Key_G);
  auto* field = open.window.findChild<QLineEdit*>("frame");
  ASSERT_TRUE(field->hasFocus());
  QTest::keyClicks(field, "24.5");
  QTest::keyClick(field, Qt::Key_Return);
  EXPECT_EQ(state().time, 24.5);
  EXPECT_FALSE(field->hasFocus());
  ASSERT_EQ(run("layoutPresent"), "");
  EXPECT_EQ(run("typeFrame"), "Leave the layout Present (F11) to type a frame.");
}

TEST_F(TransportWindow, LettersOfATextAreNoKeysOfTheBarBelowThePointer) {
  auto* bar = open.window.findChild<PlaybackBar*>();
  QCursor::setPos(bar->mapToGlobal(QPoint(bar->width() / 4, bar->height() - 12)));
  ASSERT_TRUE(waitUntil([&] { return bar->underMouse(); }));
  open.session.setTime(33.0);
  auto* tree = open.window.findChild<QDockWidget*>("primTree");
  auto* search = tree->findChild<SearchField*>()->findChild<QLineEdit*>();
  ASSERT_TRUE(search);
  search->setFocus();
  for (const char letter : {'o', 'i', 'l'}) QTest::keyClick(search, letter);
  EXPECT_EQ(search->text(), "oil");
  EXPECT_EQ(state().playStart, state().start);
  EXPECT_EQ(state().playEnd, state().end);
  EXPECT_FALSE(state().isPlaying);

  ASSERT_EQ(run("palette"), "");
  const QPointer<Palette> palette = open.window.findChild<Palette*>();
  ASSERT_TRUE(palette);
  QTest::keyClick(palette.data(), Qt::Key_L);
  EXPECT_FALSE(state().isPlaying) << "letters belong to the dialog";
  palette->close();
}

TEST_F(TransportWindow, PlaysBackwardWithinTheRangeAndEndsOnce) {
  ASSERT_EQ(run("playRange", {"10", "14"}), "");
  ASSERT_EQ(run("playOnce"), "");
  open.session.setTime(14.0);
  std::vector<double> seen;
  const QObject watching;
  open.session.playback.observe(&watching, [&](const PlaybackState& now) {
    if (seen.empty() || seen.back() != now.time) seen.push_back(now.time);
  });
  transport().setPace(PlaybackPace::EveryFrame);
  transport().play(true);
  ASSERT_TRUE(waitUntil([&] { return !state().isPlaying; }));
  EXPECT_EQ(seen, (Times{14, 13, 12, 11, 10}));
  ASSERT_EQ(run("pingPong"), "");
  seen.clear();
  transport().play(false);
  ASSERT_TRUE(waitUntil([&] { return seen.size() >= 10; }));
  transport().stop();
  // The place where it began may be among them.
  if (seen.front() == 10.0) seen.erase(seen.begin());
  seen.resize(9);
  EXPECT_EQ(seen, (Times{11, 12, 13, 14, 13, 12, 11, 10, 11}));
  EXPECT_NE(run("speed", {"0"}), "");
  EXPECT_NE(run("speed", {"5"}), "");
  EXPECT_EQ(run("speed", {"0.25"}), "");
  EXPECT_EQ(state().speed, 0.25);
}

TEST_F(TransportWindow, WheelZoomsTheStripToFractionsOfFrames) {
  auto* strip = open.window.findChild<PlaybackStrip*>();
  EXPECT_GT(strip->width(), open.window.width() / 2) << "the strip is the largest control";
  EXPECT_EQ(strip->times(), std::pair(0.0, 100.0));
  const auto wheel = [&](int angle, Qt::KeyboardModifiers keys) {
    const QPointF at(strip->xOf(50.0), 30.0);
    QWheelEvent event(at, strip->mapToGlobal(at), {}, {0, angle}, Qt::NoButton, keys,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(strip, &event);
  };
  for (int i = 0; i < 60; ++i) wheel(120, {});
  const auto [from, to] = strip->times();
  EXPECT_LT(to - from, 12.0);
  EXPECT_GT(to - from, 1.0);
  EXPECT_LE(from, 50.0);
  EXPECT_GE(to, 50.0);
  wheel(-120, Qt::ShiftModifier);
  EXPECT_GT(strip->times().first, from);
  EXPECT_FALSE(strip->grab().isNull());
  for (int i = 0; i < 80; ++i) wheel(-120, {});
  EXPECT_EQ(strip->times(), std::pair(0.0, 100.0));
}

}  // namespace
}  // namespace usdscope
