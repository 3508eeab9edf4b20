// SPDX-License-Identifier: Apache-2.0
#include "app/panes/changes/ChangesPane.h"

#include <gtest/gtest.h>

#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QTest>
#include <algorithm>
#include <fstream>
#include <memory>
#include <vector>

#include "app/panes/changes/VersionStrip.h"
#include "app/session/document/ViewChoice.h"
#include "app/session/edits/StageEditor.h"
#include "app/viewport/ComparedView.h"
#include "engine/inspect/FindMotion.h"
#include "engine/inspect/MotionText.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/support/TemporaryFolder.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

struct ChangesPaneTest : testing::Test {
  OpenWindow open{QSize(1400, 900)};
  ChangesPane* pane = open.window.findChild<ChangesPane*>();
  QListWidget* list = pane->findChild<QListWidget*>();

  void SetUp() override {
    ASSERT_TRUE(open.open((testAssetsPath() / "motion/root.usda").string()));
    ASSERT_EQ(open.run("pane", {"changes"}), "");
  }
  const ChangesPane::Row* rowOf(const char* attribute) const {
    const auto found =
        std::ranges::find(pane->rows(), Path::fromText(attribute), &ChangesPane::Row::attribute);
    return found == pane->rows().end() ? nullptr : &*found;
  }
};

// Whether the compared picture shows a time, and not the open scene.
bool isOfVersion(const OpenWindow& open, double time) {
  const auto& picture = open.window.findChild<ComparedView*>()->picture();
  return picture && picture->scene && picture->scene->time == TimeCode(time) &&
         picture->scene != open.session.scene.value();
}

TEST_F(ChangesPaneTest, ListsWhatTheVerbFindsBetweenTheFrames) {
  open.moveTo(14);
  ASSERT_GE(list->count(), 2);
  EXPECT_EQ(list->count(), int(pane->rows().size()));
  const auto& stage = open.session.document.value().stage;
  const LayerNames names(*stage->rootLayer(), stage->sessionLayer().get());
  std::size_t changes = 0;
  for (const double from : {13.0, 14.0}) {
    const MotionFindings expected =
        findMotion(stage->pseudoRoot(), {.changes = true, .from = from, .to = from + 1}, {});
    for (const MotionFinding& finding : expected.findings) {
      ++changes;
      const QString text = QString::fromStdString(motionText(finding, names));
      EXPECT_TRUE(std::ranges::any_of(pane->rows(), [&](const ChangesPane::Row& row) {
        return text.endsWith(row.text);
      })) << text.toStdString();
    }
  }
  EXPECT_EQ(pane->rows().size(), changes + 2) << "two headings";
  EXPECT_TRUE(pane->rows()[0].text.startsWith("From 13 to 14: "))
      << pane->rows()[0].text.toStdString();
  // Another clip plays from 14 on.
  ASSERT_TRUE(rowOf("/World/Crowd.px"));
  EXPECT_TRUE(rowOf("/World/Crowd.px")->isJump);
  EXPECT_TRUE(rowOf("/World/Crowd.px")->text.contains("another clip"));
  EXPECT_TRUE(rowOf("/World/Crowd.px")->text.contains("clip_b.usda at 13 -> clip_c.usda at 14"));
}

TEST_F(ChangesPaneTest, JumpsComeFirstAndAClickSelects) {
  open.moveTo(14);
  bool wasSmooth = false;
  for (const ChangesPane::Row& row : pane->rows()) {
    if (row.attribute.isEmpty()) {
      wasSmooth = false;
      continue;
    }
    EXPECT_FALSE(row.isJump && wasSmooth) << row.text.toStdString();
    wasSmooth = !row.isJump;
  }
  const ChangesPane::Row* row = rowOf("/World/Crowd.px");
  ASSERT_TRUE(row);
  QListWidgetItem* item = list->item(int(row - pane->rows().data()));
  list->scrollToItem(item);
  QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(item).center());
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(open.session.selection.value().leading(), Path::fromText("/World/Crowd"));
  EXPECT_EQ(open.session.selection.value().property, Token("px"));
  // With a selection, only its descendants are listed.
  EXPECT_FALSE(rowOf("/World/Gap.x"));
  EXPECT_TRUE(rowOf("/World/Crowd.px"));
}

TEST_F(ChangesPaneTest, FollowsPlayheadAndScene) {
  open.select("/World/Gap");
  open.moveTo(5);
  ASSERT_TRUE(rowOf("/World/Gap.x"));
  EXPECT_TRUE(rowOf("/World/Gap.x")->isJump);
  EXPECT_TRUE(rowOf("/World/Gap.x")->text.contains("a value on one side only"));
  open.moveTo(18);
  EXPECT_FALSE(rowOf("/World/Gap.x"));
  open.session.close();
  ASSERT_TRUE(open.settle());
  EXPECT_TRUE(pane->rows().empty());
  EXPECT_TRUE(list->isHidden());
}

TEST_F(ChangesPaneTest, ListsWhatDiffersFromTheComparedFrame) {
  open.select("/World/Crowd");
  open.moveTo(13);
  ASSERT_EQ(open.run("compareWith", {"14"}), "");
  ASSERT_TRUE(open.settle());
  ASSERT_EQ(pane->rows().size(), 4u);
  EXPECT_EQ(pane->rows()[0].text.toStdString(), "3 of 3 values differ");
  ASSERT_TRUE(rowOf("/World/Crowd.px"));
  EXPECT_EQ(rowOf("/World/Crowd.px")->text.toStdString(),
            "</World/Crowd.px> difference 87: 13 in clip_b.usda at 13 -> 100 in clip_c.usda at 14");
  EXPECT_TRUE(rowOf("/World/Crowd.px")->isJump);
  // The playhead is A, and B stays.
  open.moveTo(14);
  ASSERT_EQ(pane->rows().size(), 1u);
  EXPECT_EQ(pane->rows()[0].text.toStdString(),
            "0 of 3 values differ; numbers are equal up to 1e-06, relative above 1");
  ASSERT_EQ(open.run("compareOff", {}), "");
  ASSERT_TRUE(open.settle());
  EXPECT_TRUE(pane->rows()[0].text.startsWith("From 13 to 14: "));
}

TEST_F(ChangesPaneTest, ComparesWithAnotherVersion) {
  VersionStrip* strip = pane->findChild<VersionStrip*>();
  ASSERT_TRUE(strip);
  EXPECT_TRUE(strip->isHidden());
  open.select("/World/Crowd");
  open.moveTo(14);
  EXPECT_NE(open.run("compareVersion", {"/none.usda"}), "");
  EXPECT_NE(open.run("compareVersion", {"muted", "none.usda"}), "");
  ASSERT_EQ(open.run("compareVersion", {(testAssetsPath() / "diff/changed.usda").string()}), "");
  ASSERT_TRUE(open.settle());
  // The values of both scenes at each frame are those of OpenUSD 26.11.
  ASSERT_EQ(strip->frames().size(), 20u);
  for (const VersionStrip::Frame& frame : strip->frames()) {
    EXPECT_EQ(frame.differs, frame.time == 14.0 || frame.time == 15.0) << frame.time;
  }
  ASSERT_TRUE(rowOf("/World/Crowd.px"));
  EXPECT_TRUE(rowOf("/World/Crowd.px")->text.contains("100 in clip_c.usda at 14"));
  EXPECT_TRUE(rowOf("/World/Crowd.px")->text.contains("clip_b.usda at 14"));
  QTest::mouseClick(strip, Qt::LeftButton, {}, QPoint(strip->width() / 40, 10));
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(open.session.playback.value().shownTime(), 1.0);
  EXPECT_FALSE(rowOf("/World/Crowd.px"));
  // The click wipes between the pictures of both, at the playhead.
  const FrameComparison& comparison = open.session.viewChoice().arrangement.value().comparison;
  EXPECT_EQ(comparison.mode, CompareMode::Wipe);
  EXPECT_EQ(comparison.time, ViewTime());
  const auto* compared = open.window.findChild<ComparedView*>();
  ASSERT_TRUE(compared);
  EXPECT_TRUE(waitUntil([&] { return isOfVersion(open, 1.0); }));
  open.hideAllButTheScene();
  open.moveTo(14);
  EXPECT_TRUE(waitUntil([&] { return isOfVersion(open, 14.0); }));
  EXPECT_TRUE(
      waitUntil([&] { return difference(compared->picture()->image, open.picture()) > 0; }));
  EXPECT_EQ(open.session.playback.value().shownTime(), 14.0);

  // Muting a layer makes another version of this scene.
  open.select("/World/Hidden");
  ASSERT_EQ(open.run("compareVersion", {"muted", "anim.usda"}), "");
  ASSERT_TRUE(open.settle());
  EXPECT_FALSE(strip->isHidden());
  ASSERT_EQ(open.run("compareNoVersion", {}), "");
  ASSERT_TRUE(open.settle());
  EXPECT_TRUE(strip->isHidden());
  EXPECT_TRUE(pane->rows()[0].text.startsWith("From "));
  EXPECT_EQ(comparison.mode, CompareMode::Off) << "nothing is left to compare with";
}

// The other version may have what the open scene lacks.
TEST_F(ChangesPaneTest, ASceneWithoutGeometrySaysNothingOverItsVersion) {
  const TemporaryFolder folder;
  std::ofstream(folder / "empty.usda") << "#usda 1.0\ndef Scope \"World\"\n{\n}\n";
  std::ofstream(folder / "cube.usda") << "#usda 1.0\ndef Cube \"World\"\n{\n}\n";
  ASSERT_TRUE(open.open((folder / "empty.usda").string()));
  const auto saysNothingIsThere = [&] {
    const auto labels = open.window.viewport().findChildren<QLabel*>();
    return std::ranges::any_of(labels, [](const QLabel* label) {
      return label->isVisible() && label->text().startsWith("There is nothing to draw");
    });
  };
  EXPECT_TRUE(saysNothingIsThere());
  ASSERT_EQ(open.run("compareVersion", {(folder / "cube.usda").string()}), "");
  ASSERT_EQ(open.run("compareWipe"), "");
  ASSERT_TRUE(open.settle());
  EXPECT_FALSE(saysNothingIsThere());
  ASSERT_EQ(open.run("compareOff"), "");
  EXPECT_TRUE(saysNothingIsThere());
}

TEST_F(ChangesPaneTest, RoundOffIsNoDifferenceAndTheFieldDecides) {
  const TemporaryFolder folder;
  const auto write = [&](const char* name, const char* size) {
    std::ofstream(folder / name) << "#usda 1.0\n(\n    endTimeCode = 2\n    startTimeCode = 1\n)\n"
                                    "def Cube \"A\" {\n    double size.timeSamples = { 1: 100, 2: "
                                 << size << " }\n}\n";
  };
  write("a.usda", "200");
  write("b.usda", "200.00001");
  ASSERT_TRUE(open.open((folder / "a.usda").string()));
  open.window.showPane("changes");
  auto* const field = pane->findChild<QLineEdit*>("compareTolerance");
  VersionStrip* strip = pane->findChild<VersionStrip*>();
  ASSERT_TRUE(field && strip);
  EXPECT_FALSE(field->isVisible());
  open.select("/A");
  open.moveTo(2);
  ASSERT_EQ(open.run("compareVersion", {(folder / "b.usda").string()}), "");
  ASSERT_TRUE(open.settle());
  EXPECT_TRUE(field->isVisible());
  EXPECT_EQ(field->text(), "1e-06");
  EXPECT_FALSE(rowOf("/A.size"));
  ASSERT_EQ(strip->frames().size(), 2u);
  EXPECT_FALSE(strip->frames()[1].differs);
  field->setText("0");
  Q_EMIT field->editingFinished();
  ASSERT_TRUE(open.settle());
  EXPECT_TRUE(rowOf("/A.size"));
  ASSERT_EQ(strip->frames().size(), 2u);
  EXPECT_FALSE(strip->frames()[0].differs);
  EXPECT_TRUE(strip->frames()[1].differs);
  field->setText("-1");
  Q_EMIT field->editingFinished();
  EXPECT_EQ(field->text(), "0") << "no tolerance";
}

TEST_F(ChangesPaneTest, AVersionIsComparedAtThePlayheadEvenAfterFrames) {
  open.select("/World/Crowd");
  open.moveTo(3);
  ASSERT_EQ(open.run("compareWith", {"14"}), "");
  ASSERT_EQ(open.run("compareVersion", {(testAssetsPath() / "diff/changed.usda").string()}), "");
  const FrameComparison& comparison = open.session.viewChoice().arrangement.value().comparison;
  EXPECT_EQ(comparison.mode, CompareMode::Wipe);
  EXPECT_EQ(comparison.time, ViewTime());
  VersionStrip* strip = pane->findChild<VersionStrip*>();
  QTest::mouseClick(strip, Qt::LeftButton, {}, QPoint(strip->width() / 40, 10));
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(open.session.playback.value().shownTime(), 1.0);
  EXPECT_EQ(comparison.mode, CompareMode::Wipe);
  EXPECT_TRUE(waitUntil([&] { return isOfVersion(open, 1.0); }));
}

TEST_F(ChangesPaneTest, EditsKeepTheVersionUntilItIsComposedAnew) {
  const auto* compared = open.window.findChild<ComparedView*>();
  ViewChoice& choice = open.session.viewChoice();
  open.moveTo(14);
  ASSERT_EQ(open.run("compareVersion", {(testAssetsPath() / "diff/changed.usda").string()}), "");
  ASSERT_EQ(open.run("compareWipe"), "");
  ASSERT_TRUE(waitUntil([&] { return isOfVersion(open, 14.0); }));
  // The picture of another version is not shown under the name of this one.
  ASSERT_EQ(choice.compareWithMuted("anim.usda"), "");
  EXPECT_FALSE(compared->picture());
  ASSERT_TRUE(waitUntil([&] { return isOfVersion(open, 14.0); }));
  std::vector<std::shared_ptr<const Stage>> stages;
  const QObject receiver;
  choice.versionStage.observe(&receiver, [&](const auto& stage) { stages.push_back(stage); });
  ASSERT_EQ(open.session.editor().setActive({Path::fromText("/World/Smooth")}, false), "");
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(std::ranges::count(stages, nullptr), 0);
  EXPECT_NE(stages.front(), stages.back());
  EXPECT_TRUE(isOfVersion(open, 14.0));
}

TEST(VersionNames, HaveAsManyFoldersAsTellThemApart) {
  const std::string file = "/show/v011/shot.usda";
  EXPECT_EQ(versionNames(file, {.file = "/show/v012/shot.usda", .muted = {}}),
            (VersionNames{"v011/shot.usda", "v012/shot.usda"}));
  EXPECT_EQ(versionNames(file, {.file = "/show/v012/other.usda", .muted = {}}),
            (VersionNames{"shot.usda", "other.usda"}));
  EXPECT_EQ(versionNames(file, {.file = "/shot.usda", .muted = {}}),
            (VersionNames{"shot.usda", "/shot.usda"}));
  EXPECT_EQ(versionNames(file, {.file = file, .muted = {}}), (VersionNames{file, file}));
  EXPECT_EQ(versionNames(file, {.file = {}, .muted = "/show/fx.usda"}),
            (VersionNames{"shot.usda", "without fx.usda"}));
}

}  // namespace
}  // namespace usdscope
