// SPDX-License-Identifier: Apache-2.0
// Panes with values rest while playing, and show the last frame when playing stops.
#include "app/panes/PlayingBudget.h"

#include <gtest/gtest.h>

#include <QTableView>
#include <QTest>

#include "app/panes/value/ValuePane.h"
#include "app/panes/value/WatchPane.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/SceneTexts.h"

namespace usdscope {
namespace {

TEST(PlayingBudget, RestsFourTimesAsLongAsItShowed) {
  PlayingBudget budget;
  EXPECT_TRUE(budget.isDue());
  QElapsedTimer timer;
  budget.spend([&] {
    timer.start();
    while (timer.elapsed() < 20) {
    }
  });
  timer.start();
  EXPECT_FALSE(budget.isDue());
  budget.spend([] {});
  EXPECT_FALSE(budget.isDue()) << "a short time does not end a long rest";
  while (!budget.isDue()) ASSERT_LT(timer.elapsed(), 5000);
  EXPECT_GE(timer.elapsed(), 79);
}

struct ValuesWhilePlaying : testing::Test {
  SceneTexts texts;
  OpenWindow open{QSize(1400, 900)};

  void SetUp() override {
    std::string samples;
    for (int frame = 1; frame <= 48; ++frame) {
      samples += std::to_string(frame) + ": " + std::to_string(1000 + frame) + ", ";
    }
    ASSERT_TRUE(open.open(
        texts.write("scene.usda",
                    "(\n    startTimeCode = 1\n    endTimeCode = 48\n)\ndef Cube \"A\"\n{\n"
                    "    double size.timeSamples = { " +
                        samples + "}\n}\n")));
    ASSERT_EQ(open.run("watch", {"/A.size"}), "");
    open.select("/A.size");
  }
};

TEST_F(ValuesWhilePlaying, ATiredPaneSkipsFramesUntilPlayingStops) {
  QObject pane;
  PlayingBudget budget;
  const PlaybackState& state = open.session.playback.value();
  int refreshes = 0;
  int earlyOnes = 0;
  budget.follow(open.session, &pane, [&] {
    ++refreshes;
    earlyOnes += state.isPlaying && !budget.isDue() ? 1 : 0;
  });
  EXPECT_EQ(refreshes, 1);
  budget.spend([] { QTest::qSleep(500); });
  open.moveTo(3);
  EXPECT_EQ(refreshes, 2) << "at rest there is no limit";
  budget.spend([] { QTest::qSleep(500); });
  open.session.setPlaying(true);
  EXPECT_TRUE(waitUntil([&] { return state.shownTime() >= 6.0; }));
  // On a busy machine the frames may take longer than the rest.
  EXPECT_EQ(earlyOnes, 0) << "two seconds of rest";
  const int whilePlaying = refreshes;
  open.session.setPlaying(false);
  ASSERT_TRUE(open.settle());
  EXPECT_GT(refreshes, whilePlaying) << "the last frame is shown";
}

TEST_F(ValuesWhilePlaying, LastFrameIsShownWhenPlayingStops) {
  for (const char* id : {"value", "watch"}) {
    SCOPED_TRACE(id);
    const bool isWatch = id == std::string("watch");
    QTableView* view = isWatch ? open.window.findChild<WatchPane*>()->findChild<QTableView*>()
                               : open.window.findChild<ValuePane*>()->findChild<QTableView*>();
    ASSERT_EQ(open.run("pane", {id}), "");
    ASSERT_EQ(open.run("firstFrame"), "");
    const auto shown = [&] {
      return view->model()->index(0, isWatch ? 1 : 0).data().toString().toStdString();
    };
    EXPECT_EQ(shown(), "1001");
    open.session.setPlaying(true);
    EXPECT_TRUE(waitUntil([&] { return shown() != "1001"; })) << "it follows while playing";
    open.session.setPlaying(false);
    ASSERT_TRUE(open.settle());
    EXPECT_EQ(shown(), std::to_string(1000 + int(open.session.playback.value().shownTime())));
  }
}

}  // namespace
}  // namespace usdscope
