// SPDX-License-Identifier: Apache-2.0
// Frames that are made before the playhead comes.
#include <gtest/gtest.h>

#include <QTest>
#include <algorithm>

#include "app/panes/playback/PlaybackStrip.h"
#include "app/session/playback/Transport.h"
#include "app/session/scenes/PreparedFrames.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/SceneTexts.h"

namespace usdscope {
namespace {

PlaybackState tenFrames(double time) {
  PlaybackState state;
  state.start = state.playStart = 1.0;
  state.end = state.playEnd = 10.0;
  state.rangeSource = PlaybackState::RangeSource::Authored;
  state.time = time;
  return state;
}

std::vector<double> byUrgency(const PlaybackState& state) {
  std::vector<double> times;
  for (int i = 1; i <= 10; ++i) times.push_back(i);
  std::ranges::stable_sort(times, {}, [&](double time) { return urgencyOf(state, time); });
  return times;
}

using Times = std::vector<double>;

TEST(PreparedScenes, UrgencyFollowsTheWayOfPlaying) {
  PlaybackState state = tenFrames(8);
  EXPECT_EQ(byUrgency(state), (Times{8, 9, 7, 10, 6, 5, 4, 3, 2, 1})) << "at rest, the nearest";
  state.isPlaying = true;
  state.loop = LoopMode::Loop;
  EXPECT_EQ(byUrgency(state), (Times{8, 9, 10, 1, 2, 3, 4, 5, 6, 7}));
  state.loop = LoopMode::PingPong;
  EXPECT_EQ(byUrgency(state), (Times{8, 9, 10, 7, 6, 5, 4, 3, 2, 1}));
  state.isReversed = true;
  EXPECT_EQ(byUrgency(state), (Times{8, 7, 6, 5, 4, 3, 2, 1, 9, 10}));
  state.loop = LoopMode::Loop;
  EXPECT_EQ(byUrgency(state), (Times{8, 7, 6, 5, 4, 3, 2, 1, 10, 9}));
}

// A mesh whose points move, with about `pointCount` * 24 bytes in each scene.
std::string movingMesh(int pointCount, int frames) {
  std::string text = "(\n    startTimeCode = 1\n    endTimeCode = " + std::to_string(frames) +
                     "\n)\ndef Mesh \"Cloth\"\n{\n    int[] faceVertexCounts = [";
  for (int i = 0; i + 2 < pointCount; ++i) text += "3, ";
  text += "]\n    int[] faceVertexIndices = [";
  for (int i = 0; i + 2 < pointCount; ++i) {
    text += std::to_string(i) + ", " + std::to_string(i + 1) + ", " + std::to_string(i + 2) + ", ";
  }
  text += "]\n    point3f[] points.timeSamples = {\n";
  for (int frame = 1; frame <= frames; ++frame) {
    text += std::to_string(frame) + ": [";
    for (int i = 0; i < pointCount; ++i) {
      text += "(" + std::to_string(i % 50) + ", " + std::to_string(i / 50) + ", " +
              std::to_string((i * frame) % 7) + "), ";
    }
    text += "],\n";
  }
  return text + "    }\n}\n";
}

struct PreparedFramesTest : testing::Test {
  SceneTexts texts;
  OpenWindow open{QSize(900, 600)};
  const PreparedState& state() const { return open.session.preparedFrames().state.value(); }
  void TearDown() override {
    open.run("preparedFrames", {"on"});
    open.run("preparedBudget", {"512"});
  }
};

using Ranges = std::vector<std::pair<double, double>>;

TEST_F(PreparedFramesTest, AllFramesAreThereAfterAMomentAndShowTheSame) {
  ASSERT_TRUE(open.open(texts.write("cloth.usda", movingMesh(300, 24))));
  ASSERT_EQ(open.run("preparedFrames", {"off"}), "");
  const QImage made = open.pictureAt(9);
  EXPECT_TRUE(state().ranges.empty());
  ASSERT_EQ(open.run("preparedFrames", {"on"}), "");
  ASSERT_TRUE(waitUntil([&] { return state().ranges == Ranges{{1.0, 24.0}}; }));
  EXPECT_EQ(state().frameCount, 24u);
  EXPECT_GT(state().byteCount, 0u);
  open.pictureAt(4);
  EXPECT_EQ(difference(made, open.pictureAt(9)), 0.0);
  auto* strip = open.window.findChild<PlaybackStrip*>();
  EXPECT_EQ(strip->grab().toImage().pixelColor(int(strip->xOf(20)), 15), QColor(0x5c, 0x8f, 0x86));

  // Other contents of scenes, and edits, begin again. All frames may be there again before the
  // picture is.
  std::size_t least = 24;
  const QObject watching;
  open.session.preparedFrames().state.observe(
      &watching, [&](const PreparedState& now) { least = std::min(least, now.frameCount); });
  ASSERT_EQ(open.run("bones"), "");
  EXPECT_LT(least, 24u);
  ASSERT_TRUE(waitUntil([&] { return state().frameCount == 24u; }));
  ASSERT_EQ(open.run("makeInvisible", {"/Cloth"}), "");
  ASSERT_TRUE(waitUntil([&] { return state().frameCount == 24u; }));
  EXPECT_EQ(coverage(open.pictureAt(9)), 0.0) << "no scene of the stage before is shown";
}

TEST_F(PreparedFramesTest, BudgetKeepsTheFramesThatAreNeededNext) {
  ASSERT_TRUE(open.open(texts.write("cloth.usda", movingMesh(3000, 40))));
  ASSERT_EQ(open.run("preparedBudget", {"1"}), "");
  EXPECT_NE(open.run("preparedBudget", {"0"}), "");
  EXPECT_NE(open.run("preparedBudget", {"nan"}), "");
  std::size_t most = 0;
  const QObject watching;
  open.session.preparedFrames().state.observe(
      &watching, [&](const PreparedState& now) { most = std::max(most, now.byteCount); });
  open.moveTo(20);
  ASSERT_TRUE(waitUntil([&] {
    return state().ranges.size() == 1 && state().ranges[0].first < 20.0 &&
           state().ranges[0].second > 20.0 && !open.session.preparedFrames().isPreparing();
  })) << "around the playhead while it rests";
  EXPECT_LT(state().frameCount, 20u);
  open.moveTo(35);
  ASSERT_TRUE(waitUntil([&] {
    return state().ranges.size() == 1 && state().ranges[0].first > 20.0 &&
           state().ranges[0].second > 35.0;
  })) << "they follow it";
  ASSERT_EQ(open.run("everyFrame"), "");
  ASSERT_EQ(open.run("speed", {"4"}), "");
  open.session.setPlaying(true);
  QTest::qWait(800);
  open.session.setPlaying(false);
  EXPECT_LE(most, std::size_t(1024) * 1024);
  EXPECT_GT(most, std::size_t(512) * 1024);
}

TEST_F(PreparedFramesTest, NothingIsPreparedForAStillScene) {
  ASSERT_TRUE(open.open(texts.write(
      "still.usda", "(\n    startTimeCode = 1\n    endTimeCode = 100\n)\ndef Cube \"A\"\n{\n}\n")));
  open.moveTo(50);
  QTest::qWait(500);
  EXPECT_EQ(state().frameCount, 0u);
  EXPECT_FALSE(open.session.preparedFrames().isPreparing());
}

}  // namespace
}  // namespace usdscope
