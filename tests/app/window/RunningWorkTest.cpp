// SPDX-License-Identifier: Apache-2.0
#include "app/actions/RunningWork.h"

#include <gtest/gtest.h>

#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <algorithm>

#include "app/session/StoppedClips.h"
#include "app/session/playback/Transport.h"
#include "app/session/problems/MotionFinder.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

struct RunningWorkTest : testing::Test {
  OpenWindow open;
  StoppedClips& clips = StoppedClips::of(open.session);
  QSignalSpy stops{&clips, &StoppedClips::stopWanted};

  void pressEscape() { QTest::keyClick(&open.window.viewport(), Qt::Key_Escape); }
};

TEST_F(RunningWorkTest, ReadingOfClipsIsStoppedByEscAndByTheAction) {
  const ActionContext context{open.session, open.window};
  auto* const action = open.window.findChild<QAction*>("cancel");
  ASSERT_TRUE(action);
  EXPECT_EQ(runningWork(context), RunningWork::None);
  EXPECT_FALSE(action->isEnabled());
  pressEscape();
  EXPECT_EQ(stops.count(), 0);
  clips.set(true, false);
  EXPECT_EQ(runningWork(context), RunningWork::Clips);
  EXPECT_TRUE(action->isEnabled());
  pressEscape();
  EXPECT_EQ(stops.count(), 1);
  EXPECT_EQ(open.run("cancel"), "");
  EXPECT_EQ(stops.count(), 2);
  clips.set(false, true);
  EXPECT_FALSE(action->isEnabled());
}

TEST_F(RunningWorkTest, OneEscEndsOneKindOfWork) {
  ASSERT_TRUE(open.open((testAssetsPath() / "motion/root.usda").string()));
  const MotionFinder& finder = open.session.transport().motion();
  EXPECT_EQ(open.session.transport().motion().find(true), "");
  clips.set(true, false);
  ASSERT_TRUE(finder.isSearching());
  pressEscape();
  EXPECT_FALSE(finder.isSearching());
  EXPECT_EQ(stops.count(), 0);
  pressEscape();
  EXPECT_EQ(stops.count(), 1);
}

TEST_F(RunningWorkTest, FieldsHaveTheirEscBeforeClips) {
  clips.set(true, false);
  QLineEdit field(&open.window);
  field.show();
  field.setFocus();
  ASSERT_EQ(QApplication::focusWidget(), &field);
  QTest::keyClick(&field, Qt::Key_Escape);
  EXPECT_EQ(stops.count(), 0);
}

TEST_F(RunningWorkTest, OtherWindowsCloseBeforeWorkEnds) {
  ASSERT_TRUE(open.open((testAssetsPath() / "motion/root.usda").string()));
  EXPECT_EQ(open.session.transport().motion().find(true), "");
  clips.set(true, false);
  for (const char* action : {"preferences", "keys", "manual"}) {
    EXPECT_EQ(open.run(action), "") << action;
    const auto dialogs = open.window.findChildren<QDialog*>();
    const auto dialog = std::ranges::find_if(dialogs, &QWidget::isVisible);
    ASSERT_NE(dialog, dialogs.end()) << action;
    const QPointer<QDialog> shown = *dialog;
    QTest::keyClick(shown->windowHandle(), Qt::Key_Escape);
    EXPECT_TRUE(waitUntil([&] { return !shown || !shown->isVisible(); })) << action;
    EXPECT_EQ(stops.count(), 0) << action;
  }
  clips.set(true, false);
  QDialog dialog(&open.window);
  QPushButton button(&dialog);
  dialog.show();
  EXPECT_EQ(open.session.transport().motion().find(true), "");
  QTest::keyClick(&button, Qt::Key_Escape);
  EXPECT_FALSE(dialog.isVisible());
  EXPECT_TRUE(open.session.transport().motion().isSearching());
  EXPECT_EQ(stops.count(), 0);
}

}  // namespace
}  // namespace usdscope
