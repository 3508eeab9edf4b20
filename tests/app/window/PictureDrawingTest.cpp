// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/PictureDrawing.h"

#include <QTest>

#include "app/viewport/PictureQuality.h"
#include "tests/app/window/OpenWindow.h"

namespace usdscope {

TEST(PictureQuality, DetailFallsWhileMovementIsSlowAndRisesAgain) {
  PictureQuality quality;
  EXPECT_TRUE(quality.whileMoving().isFull());
  for (int i = 0; i < 20; ++i) quality.note(quality.whileMoving(), 500.0);
  const PictureDetail least = quality.whileMoving();
  EXPECT_LT(least.resolution, 0.5);
  EXPECT_GT(least.triangleBudget, 0u);
  quality.note(least, 30.0);
  EXPECT_EQ(quality.whileMoving(), least) << "quick enough, but there is no time for more";
  for (int i = 0; i < 20; ++i) quality.note(quality.whileMoving(), 5.0);
  EXPECT_TRUE(quality.whileMoving().isFull());
  quality.expect(100'000'000, true);
  EXPECT_FALSE(quality.whileMoving().isFull()) << "nobody waits for the first picture";
  quality.expect(1'000, true);
  EXPECT_TRUE(quality.whileMoving().isFull());
}

TEST(PictureDrawing, PictureIsTheSameAfterANewStartOfTheDevice) {
  OpenWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  const QImage before = open.pictureAt(5);
  EXPECT_GT(coverage(before), 0.02);
  open.window.viewport().restartDrawing();
  EXPECT_EQ(difference(before, open.pictureAt(5)), 0.0);
  EXPECT_EQ(open.session.drawingProblem.value(), "");
}

TEST(PictureDrawing, ReloadStartsALostDeviceAgain) {
  OpenWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  open.session.noteDrawingProblem("The device was lost.");
  ASSERT_EQ(open.run("makeInvisible", {"/Crossing/Houses"}), "");
  ASSERT_TRUE(open.settle());
  EXPECT_NE(open.session.drawingProblem.value(), "") << "an edit does not start it";
  ASSERT_EQ(open.run("reload"), "");
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(open.session.drawingProblem.value(), "");
  EXPECT_GT(coverage(open.pictureAt(5)), 0.02);
}

TEST(PictureDrawing, EveryClickIsServedInOrder) {
  OpenWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  open.window.viewport().frameAll();
  open.pictureAt(1);
  QWidget& viewport = open.window.viewport();
  const QPoint centre = viewport.rect().center();
  // The second click comes before the first one has been looked up.
  QTest::mouseClick(&viewport, Qt::LeftButton, {}, centre);
  QTest::mouseClick(&viewport, Qt::LeftButton, {}, QPoint(2, 2));
  ASSERT_TRUE(open.settle());
  EXPECT_TRUE(open.session.selection.value().prims.empty());
  QTest::mouseClick(&viewport, Qt::LeftButton, {}, QPoint(2, 2));
  QTest::mouseClick(&viewport, Qt::LeftButton, {}, centre);
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(open.session.selection.value().prims.size(), 1u);
}

TEST(PictureDrawing, PictureAndDisplayShowTheSameSceneWhileScrubbing) {
  OpenWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  std::shared_ptr<const Scene> last;
  int count = 0;
  QObject::connect(&open.window.viewport(), &ViewportWidget::pictureChanged,
                   &open.window.viewport(), [&] {
                     const auto& scene = open.window.viewport().picture()->scene;
                     count += scene != last ? 1 : 0;
                     last = scene;
                   });
  constexpr int kMostMoves = 20000;  // A slow device has time for a few pictures.
  double time = 0.0;
  for (int i = 0; i < 100 || (count <= 5 && i < kMostMoves); ++i) {
    time = 1 + i * 37 % 40;
    open.session.setTime(time);
    QTest::qWait(1);
  }
  EXPECT_GT(count, 5) << "pictures keep coming while the playhead moves";
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(last, open.session.scene.value()) << "the last one is the playhead's";
  EXPECT_EQ(last->time, TimeCode(time));
}

}  // namespace usdscope
