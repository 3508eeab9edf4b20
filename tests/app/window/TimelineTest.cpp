// SPDX-License-Identifier: Apache-2.0
// The timeline: markers, gestures on the strip, ticks of the stage, and ranges that are not usable.
#include <gtest/gtest.h>

#include <QCheckBox>
#include <QMouseEvent>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>
#include <cmath>

#include "app/actions/Actions.h"
#include "app/panes/playback/PlaybackStrip.h"
#include "app/panes/playback/TimeField.h"
#include "app/session/memory/RememberedScene.h"
#include "app/session/memory/SceneMemory.h"
#include "app/session/playback/FrameText.h"
#include "app/session/playback/Markers.h"
#include "app/session/playback/RangeDoctor.h"
#include "app/session/playback/Transport.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/SceneTexts.h"

namespace usdscope {
namespace {

constexpr const char* kHundred = R"((
    startTimeCode = 0
    endTimeCode = 100
)
def Cube "A"
{
    double size.timeSamples = { 0: 1, 50: 2, 100: 1 }
}
def Cube "B"
{
    double size.timeSamples = { 25: 1, 50: 2 }
}
)";

struct Timeline : testing::Test {
  SceneTexts texts;
  OpenWindow open{QSize(1000, 700)};
  PlaybackStrip* strip = open.window.findChild<PlaybackStrip*>();

  std::string run(const char* id, const std::vector<std::string>& arguments = {}) {
    return open.run(id, arguments);
  }
  const PlaybackState& state() const { return open.session.playback.value(); }
  Transport& transport() const { return open.session.transport(); }
  const std::vector<Marker>& markers() const { return transport().markers().all.value(); }
  std::string openScene(const std::string& text) {
    const std::string file = texts.write("scene.usda", text);
    EXPECT_TRUE(open.open(file));
    return file;
  }

  void send(QEvent::Type type, QPointF at, Qt::KeyboardModifiers keys = {},
            Qt::MouseButton button = Qt::LeftButton) {
    const bool isUp = type == QEvent::MouseButtonRelease;
    QMouseEvent event(type, at, strip->mapToGlobal(at), button,
                      isUp ? Qt::NoButton : Qt::MouseButtons(button), keys);
    QApplication::sendEvent(strip, &event);
  }
  void drag(QPointF from, QPointF to, Qt::KeyboardModifiers keys = {},
            Qt::MouseButton button = Qt::LeftButton) {
    send(QEvent::MouseButtonPress, from, keys, button);
    send(QEvent::MouseMove, to, keys, button);
    send(QEvent::MouseButtonRelease, to, keys, button);
  }
  QPointF at(double time, double y = 34) const { return {strip->xOf(time), y}; }
};

TEST_F(Timeline, MarkersHaveNamesAndAreRemembered) {
  const std::string file = openScene(kHundred);
  EXPECT_NE(run("nextMarker"), "");
  ASSERT_EQ(run("frame", {"40"}), "");
  ASSERT_EQ(run("addMarker"), "");
  ASSERT_EQ(run("addMarker", {"  the \n jump ", "12.5"}), "");
  ASSERT_EQ(run("addMarker", {"end", "90"}), "");
  EXPECT_NE(run("addMarker", {"never", "nan"}), "");
  EXPECT_EQ(markers(), (std::vector<Marker>{{"the jump", 12.5}, {"Marker 1", 40}, {"end", 90}}));
  ASSERT_EQ(run("nextMarker"), "");
  EXPECT_EQ(state().time, 90);
  EXPECT_NE(run("nextMarker"), "");
  ASSERT_EQ(run("previousMarker"), "");
  ASSERT_EQ(run("previousMarker"), "");
  EXPECT_EQ(state().time, 12.5);
  ASSERT_EQ(run("addMarker", {"end", "80"}), "") << "a name that is there moves";
  EXPECT_EQ(markers().back(), (Marker{"end", 80}));
  EXPECT_NE(run("renameMarker", {"end", "the jump"}), "");
  ASSERT_EQ(run("renameMarker", {"end", "fin"}), "");
  EXPECT_NE(run("removeMarker", {"end"}), "");
  ASSERT_EQ(run("marker", {"fin"}), "");
  EXPECT_EQ(state().time, 80);
  ASSERT_EQ(run("frame", {"12.5"}), "");
  ASSERT_EQ(run("removeMarker"), "") << "without a name, the marker at the playhead";
  EXPECT_NE(run("removeMarker"), "");
  EXPECT_EQ(markers().size(), 2u);

  // A click on a tab leads to the frame of the marker, also between frames.
  ASSERT_EQ(run("addMarker", {"half", "60.5"}), "");
  send(QEvent::MouseButtonPress, at(60.5, 6) + QPointF(6, 0));
  EXPECT_EQ(state().time, 60.5);
  send(QEvent::MouseButtonRelease, at(60.5, 6) + QPointF(6, 0));
  EXPECT_FALSE(strip->grab().isNull());

  ASSERT_TRUE(open.open(texts.write("other.usda", kHundred)));
  EXPECT_TRUE(markers().empty());
  ASSERT_TRUE(open.open(file));
  EXPECT_EQ(markers().size(), 3u);
}

TEST_F(Timeline, MarkersBringBackViewAndSelection) {
  openScene(kHundred);
  open.select("/B");
  ASSERT_EQ(run("look", {"0", "0", "20", "0", "0", "0"}), "");
  ASSERT_EQ(run("frame", {"30"}), "");
  ASSERT_EQ(run("addViewMarker", {"here"}), "");
  const auto camera = open.session.freeCamera.value();
  ASSERT_TRUE(camera);
  const auto leave = [&] {
    open.select("/A");
    ASSERT_EQ(run("look", {"30", "10", "0", "0", "0", "0"}), "");
    ASSERT_EQ(run("frame", {"5"}), "");
  };
  const auto isBack = [&] {
    Q_EMIT open.session.freeCameraWanted();
    return open.session.freeCamera.value() == camera &&
           open.session.selection.value().leading() == Path::fromText("/B");
  };
  leave();
  EXPECT_FALSE(isBack());
  ASSERT_EQ(run("marker", {"here"}), "");
  EXPECT_EQ(state().time, 30);
  EXPECT_TRUE(isBack());
  leave();
  ASSERT_EQ(run("nextMarker"), "");
  EXPECT_TRUE(isBack());
  // Other markers are frames alone.
  ASSERT_EQ(run("addMarker", {"frame", "50"}), "");
  leave();
  ASSERT_EQ(run("marker", {"frame"}), "");
  EXPECT_EQ(state().time, 50);
  EXPECT_EQ(open.session.selection.value().leading(), Path::fromText("/A"));
  Q_EMIT open.session.freeCameraWanted();
  EXPECT_NE(open.session.freeCamera.value(), camera);
}

TEST(RememberedMarkers, MarkersAreReadAndMayBeMissing) {
  RememberedScene scene;
  scene.file = "/a.usda";
  scene.markers = {{"a \"name\"", 1.5}, {"b", -3}};
  scene.markers.push_back({.name = "view",
                           .time = 4,
                           .camera = FreeCamera(),
                           .sceneCamera = Path::fromText("/Cam"),
                           .selected = {Path::fromText("/B"), Path::fromText("/A")}});
  const std::string text = rememberedSceneToText(scene);
  const auto read = rememberedSceneFromText(text);
  ASSERT_TRUE(read.scene) << read.problem;
  EXPECT_EQ(read.scene->markers, scene.markers);
  // As earlier versions wrote it.
  scene.markers.clear();
  std::string older = rememberedSceneToText(scene);
  const std::size_t begin = older.find("\"markers\"");
  ASSERT_NE(begin, older.npos);
  const std::size_t end = older.find(']', begin);
  const std::size_t comma = older.rfind(',', begin);
  const std::size_t next = older.find_first_not_of(" \n", end + 1);
  older.erase(older[next] == ',' ? begin : comma,
              older[next] == ',' ? next + 1 - begin : end + 1 - comma);
  const auto old = rememberedSceneFromText(older);
  ASSERT_TRUE(old.scene) << old.problem << older;
  EXPECT_TRUE(old.scene->markers.empty());
}

TEST_F(Timeline, PlayRangeSlides) {
  openScene(kHundred);
  ASSERT_EQ(run("playRange", {"20", "40"}), "");
  const auto range = [&] { return std::pair(state().playStart, state().playEnd); };
  drag(at(30, 19), at(50, 19));
  EXPECT_EQ(range(), std::pair(40.0, 60.0)) << "by the bar between the handles";
  EXPECT_EQ(state().time, 0.0);
  drag(at(90), at(70), Qt::ControlModifier);
  EXPECT_EQ(range(), std::pair(20.0, 40.0));
  drag({strip->overviewX(30), strip->height() - 3.0},
       {strip->overviewX(25), strip->height() - 3.0});
  EXPECT_EQ(range(), std::pair(15.0, 35.0));
  ASSERT_EQ(run("slideRange", {"1000"}), "");
  EXPECT_EQ(range(), std::pair(80.0, 100.0)) << "its length stays";
  ASSERT_EQ(run("slideRange", {"-0.25"}), "");
  EXPECT_EQ(range(), std::pair(79.75, 99.75));
  QTest::mouseDClick(strip, Qt::LeftButton, {}, at(50).toPoint());
  EXPECT_TRUE(state().isPlayRangeWhole());
}

TEST_F(Timeline, ViewIsMovedAndZoomedWithTheMouse) {
  openScene(kHundred);
  ASSERT_EQ(run("zoomTimeline", {"40", "60"}), "");
  EXPECT_EQ(strip->times(), std::pair(40.0, 60.0));
  drag(at(50), at(45), {}, Qt::MiddleButton);
  EXPECT_NEAR(strip->times().first, 45.0, 0.2);
  EXPECT_EQ(state().time, 0.0) << "the playhead stays";
  const double y = strip->height() - 3.0;
  drag({strip->overviewX(50), y}, {strip->overviewX(20), y});
  EXPECT_NEAR(strip->times().first, 15.0, 0.5);
  EXPECT_NEAR(strip->times().second, 35.0, 0.5);
  send(QEvent::MouseButtonPress, {strip->overviewX(80), y});
  EXPECT_NEAR(strip->times().first, 70.0, 0.5) << "a press beside the view brings it there";
  send(QEvent::MouseButtonRelease, {strip->overviewX(80), y});
  const QPointF place = at(75);
  QWheelEvent wheel(place, strip->mapToGlobal(place), {}, {0, 120}, Qt::NoButton,
                    Qt::ControlModifier, Qt::NoScrollPhase, false);
  const double before = strip->times().second - strip->times().first;
  QApplication::sendEvent(strip, &wheel);
  EXPECT_LT(strip->times().second - strip->times().first, before);
  ASSERT_EQ(run("wholeTimeline"), "");
  EXPECT_EQ(strip->times(), std::pair(0.0, 100.0));
  EXPECT_NE(run("zoomTimeline", {"60", "40"}), "");
}

TEST_F(Timeline, PressPausesAndReleaseGoesOn) {
  openScene(kHundred);
  transport().play(true);
  send(QEvent::MouseButtonPress, at(30));
  EXPECT_FALSE(state().isPlaying);
  send(QEvent::MouseMove, at(60));
  EXPECT_EQ(state().time, 60.0);
  send(QEvent::MouseButtonRelease, at(60));
  EXPECT_TRUE(state().isPlaying);
  EXPECT_TRUE(state().isReversed);
  open.session.setPlaying(false);
  drag(at(20), at(30));
  EXPECT_FALSE(state().isPlaying) << "it did not play before";
}

TEST_F(Timeline, AltDragsATenthOfTheWay) {
  openScene(kHundred);
  send(QEvent::MouseButtonPress, at(20));
  send(QEvent::MouseMove, at(40), Qt::AltModifier);
  EXPECT_NEAR(state().time, 22.0, 0.01);
  send(QEvent::MouseMove, at(60), Qt::AltModifier);
  EXPECT_NEAR(state().time, 24.0, 0.01);
  send(QEvent::MouseMove, at(60));
  EXPECT_EQ(state().time, 60.0) << "without Alt, at the pointer again";
  send(QEvent::MouseButtonRelease, at(60));
}

TEST_F(Timeline, PictureWaitsForTheReleaseIfTheUserWantsSo) {
  openScene(kHundred);
  ASSERT_EQ(run("redrawOnScrub", {"off"}), "");
  send(QEvent::MouseButtonPress, at(30));
  for (int time = 31; time < 60; ++time) {
    send(QEvent::MouseMove, at(time));
    QTest::qWait(2);
  }
  EXPECT_EQ(state().time, 59.0);
  EXPECT_EQ(state().shownTime(), 0.0);
  ASSERT_TRUE(waitUntil([&] { return state().shownTime() == 59.0; })) << "when it rests";
  send(QEvent::MouseMove, at(70));
  send(QEvent::MouseButtonRelease, at(70));
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(state().shownTime(), 70.0);
  ASSERT_EQ(run("redrawOnScrub", {"on"}), "");
}

TEST_F(Timeline, TicksOfTheStageCountAllAttributes) {
  openScene(kHundred);
  EXPECT_TRUE(transport().samples.value().empty());
  ASSERT_EQ(run("ticksOfStage"), "");
  const auto times = [&] {
    std::vector<double> all;
    for (const SampleTick& tick : transport().samples.value()) all.push_back(tick.time);
    return all;
  };
  EXPECT_EQ(times(), (std::vector<double>{0, 25, 50, 100}));
  open.select("/B");
  EXPECT_EQ(times(), (std::vector<double>{0, 25, 50, 100}));
  ASSERT_EQ(run("ticksOfSelection"), "");
  EXPECT_EQ(times(), (std::vector<double>{25, 50}));
}

TEST_F(Timeline, TicksOfPinnedPrimsStayWhenTheSelectionChanges) {
  openScene(kHundred);
  const auto times = [&] {
    std::vector<double> all;
    for (const SampleTick& tick : transport().samples.value()) all.push_back(tick.time);
    return all;
  };
  open.select("/A");
  ASSERT_EQ(run("ticksOfPinned"), "");
  EXPECT_TRUE(times().empty());
  ASSERT_EQ(run("pinProperties", {"/B"}), "");
  EXPECT_EQ(times(), (std::vector<double>{25, 50}));
  open.select("/A.size");
  EXPECT_EQ(times(), (std::vector<double>{25, 50}));
  ASSERT_EQ(run("unpinProperties"), "");
  EXPECT_TRUE(times().empty());
  ASSERT_EQ(run("ticksOfSelection"), "");
  EXPECT_EQ(times(), (std::vector<double>{0, 50, 100}));
}

TEST_F(Timeline, SamplesOfTheSelectionBecomeThePlayRange) {
  openScene(kHundred);
  EXPECT_NE(run("playSamples"), "") << "nothing is selected";
  open.select("/B");
  ASSERT_EQ(run("playSamples"), "");
  EXPECT_EQ(state().playStart, 25);
  EXPECT_EQ(state().playEnd, 50);
}

TEST_F(Timeline, ACheckBoxInAWideBarSetsRedrawing) {
  openScene(kHundred);
  auto* box = open.window.findChild<QCheckBox*>("redrawOnScrub");
  ASSERT_TRUE(box);
  EXPECT_FALSE(box->isVisible());
  open.window.resize(1600, 700);
  QTest::qWait(30);
  EXPECT_TRUE(box->isVisible());
  EXPECT_TRUE(box->isChecked());
  box->click();
  EXPECT_FALSE(state().redrawsOnScrub);
  ASSERT_EQ(run("redrawOnScrub", {"on"}), "");
  EXPECT_TRUE(box->isChecked());
}

TEST_F(Timeline, FieldTakesEveryTime) {
  openScene(kHundred);
  auto* field = open.window.findChild<TimeField*>("frame");
  const auto type = [&](const char* text) {
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, text);
    QTest::keyClick(field, Qt::Key_Return);
    EXPECT_TRUE(open.settle());
    return field->text();
  };
  type("12 1/3");
  EXPECT_EQ(state().time, 12.0 + 1.0 / 3.0);
  EXPECT_EQ(type("50-"), "50-");
  EXPECT_EQ(state().timeCode(), TimeCode::preTime(50));
  EXPECT_EQ(strip->playheadText(), "50-");
  EXPECT_EQ(type("default"), "default");
  EXPECT_TRUE(state().timeCode().isDefault());
  EXPECT_EQ(type("soon"), "default");
  EXPECT_NE(open.session.note.value(), "");
  QTest::keyClick(field, Qt::Key_Up);
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(field->text(), "51");
}

TEST(FrameText, ReadsFractions) {
  const struct {
    const char* text;
    std::optional<TimeCode> time;
  } cases[] = {{"1/4", TimeCode(0.25)},
               {"24 1/3", TimeCode(24.0 + 1.0 / 3.0)},
               {"-2 1/2", TimeCode(-2.5)},
               {"73/2-", TimeCode::preTime(36.5)},
               {"1/0", {}},
               {"1/", {}},
               {"/2", {}},
               {"1 2", {}},
               {"1 -1/2", {}}};
  for (const auto& c : cases) EXPECT_EQ(timeFromTyped(c.text), c.time) << c.text;
}

TEST(RangeAdvice, SaysWhereRangeAndSamplesDisagree) {
  const auto advise = [](double start, double end, std::optional<std::pair<double, double>> samples,
                         bool hasClips = false) {
    return adviseRange({start, end, true}, {samples, hasClips}).sentence;
  };
  using Span = std::pair<double, double>;
  EXPECT_EQ(advise(1, 100, Span(1, 100)), "");
  EXPECT_EQ(advise(1, 100, Span(-10, 110)), "") << "handles before and after are usual";
  EXPECT_EQ(advise(1, 100, Span(20, 60)), "");
  EXPECT_EQ(advise(1, 100, std::nullopt), "");
  EXPECT_NE(advise(5, 5, Span(1, 4800)), "");
  EXPECT_NE(advise(100, 1, Span(1, 100)), "");
  EXPECT_NE(advise(100, 1, std::nullopt), "");
  EXPECT_NE(advise(NAN, 1, Span(1, 100)), "");
  EXPECT_NE(advise(1, 24, Span(1, 4800)), "");
  EXPECT_NE(advise(1, 24, Span(1001, 1100)), "");
  EXPECT_NE(advise(1, 1e7, Span(1, 100)), "");
  EXPECT_EQ(advise(1, 1e7, Span(1, 100), true), "") << "clips have samples, too";
  EXPECT_EQ(adviseRange({}, {Span(1, 9), false}).sentence, "") << "nothing is authored";
}

TEST_F(Timeline, RangeOfTheSamplesIsOfferedAndTakenBack) {
  openScene(
      "(\n    startTimeCode = 1\n    endTimeCode = 24\n)\ndef Cube \"A\"\n{\n"
      "    double size.timeSamples = { 1: 1, 4800: 2 }\n}\n");
  auto* offer = open.window.findChild<QToolButton*>("otherRange");
  EXPECT_EQ(std::pair(state().start, state().end), std::pair(1.0, 24.0));
  ASSERT_FALSE(offer->isHidden());
  EXPECT_EQ(offer->text(), QStringLiteral("Use 1–4800"));
  offer->click();
  EXPECT_EQ(std::pair(state().start, state().playEnd), std::pair(1.0, 4800.0));
  EXPECT_EQ(offer->text(), QStringLiteral("Use 1–24"));
  EXPECT_TRUE(open.session.edits.value().steps().empty()) << "the scene is unchanged";
  ASSERT_EQ(run("reload"), "");
  EXPECT_EQ(state().end, 4800.0) << "a reload keeps the choice";
  ASSERT_EQ(run("useAuthoredRange"), "");
  EXPECT_EQ(state().end, 24.0);
  ASSERT_EQ(run("useSampleRange"), "");
  EXPECT_EQ(state().end, 4800.0);
  ASSERT_TRUE(open.open(texts.write("other.usda", kHundred)));
  EXPECT_TRUE(offer->isHidden());
}

// Texts with such rates are refused; binary layers may have them.
TEST(PlaybackRates, UnusableOnesAreReplacedAndNamed) {
  for (const double rate : {0.0, -30.0, double(NAN), double(INFINITY), 1e300}) {
    const PlaybackRates rates = usableRates(rate, 30.0);
    EXPECT_EQ(rates.framesPerSecond, 24.0) << rate;
    EXPECT_EQ(rates.timeCodesPerSecond, 30.0) << rate;
    EXPECT_NE(rates.problem.find("framesPerSecond"), std::string::npos) << rate;
    EXPECT_EQ(usableRates(25.0, rate).timeCodesPerSecond, 24.0) << rate;
  }
  EXPECT_EQ(usableRates(23.976, 24.0).problem, "");
  EXPECT_EQ(usableRates(0.5, 24.0).framesPerSecond, 0.5);
}

TEST_F(Timeline, RangesAndRatesThatMakeNoSenseAreHandledInPlainSight) {
  const auto withStage = [](const std::string& metadata) {
    return "(\n" + metadata +
           "\n)\ndef Cube \"A\"\n{\n    double size.timeSamples = "
           "{ 3: 1, 30: 2 }\n}\n";
  };
  const struct {
    const char* metadata;
    double start;
    double end;
    bool isProblem;
  } cases[] = {
      {"startTimeCode = 1\nendTimeCode = 10000000", 1, 1e7, true},
      {"startTimeCode = 100\nendTimeCode = 1", 3, 30, true},
      {"startTimeCode = 7\nendTimeCode = 7", 3, 30, true},
      {"startTimeCode = nan\nendTimeCode = 24", 3, 30, true},
      {"startTimeCode = -inf\nendTimeCode = inf", 3, 30, true},
      {"startTimeCode = 1\nendTimeCode = 48\nframesPerSecond = 1e300", 1, 48, true},
      {"startTimeCode = 1\nendTimeCode = 48\ntimeCodesPerSecond = 1e-300", 1, 48, false},
      {"startTimeCode = -1e300\nendTimeCode = 1e300", -1e300, 1e300, true},
      {"startTimeCode = 1\nendTimeCode = 48", 1, 48, false},
  };
  open.window.resize(1500, 800);
  int number = 0;
  for (const auto& c : cases) {
    SCOPED_TRACE(c.metadata);
    ASSERT_TRUE(open.open(
        texts.write("range" + std::to_string(++number) + ".usda", withStage(c.metadata))));
    EXPECT_EQ(state().start, c.start);
    EXPECT_EQ(state().end, c.end);
    EXPECT_TRUE(std::isfinite(state().timeCodesPerFrame()));
    EXPECT_GT(state().timeCodesPerFrame(), 0.0);
    const bool isSaid =
        !transport().rangeDoctor().advice.value().sentence.empty() || !state().rateProblem.empty();
    EXPECT_EQ(isSaid, c.isProblem);
    EXPECT_FALSE(strip->grab().isNull());
    for (const char* action : {"lastFrame", "nextFrame", "previousFrame", "firstFrame"}) {
      EXPECT_EQ(findAction(action)->run({open.session, open.window}, {}), "") << action;
      EXPECT_TRUE(std::isfinite(state().time));
    }
    transport().play(false);
    QTest::qWait(30);
    open.session.setPlaying(false);
    ASSERT_TRUE(open.settle());
    EXPECT_GE(state().time, c.start);
    EXPECT_LE(state().time, c.end);
  }
}

}  // namespace
}  // namespace usdscope
