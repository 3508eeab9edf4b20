// SPDX-License-Identifier: Apache-2.0
// Tests of the views beside the lanes of the Clips pane: matrix, memory and trials of sets.
#include <gtest/gtest.h>

#include <QLabel>
#include <QTabBar>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>
#include <algorithm>

#include "app/panes/clips/ClipLanesView.h"
#include "app/panes/clips/ClipMatrixPage.h"
#include "app/panes/clips/ClipMemoryPage.h"
#include "app/panes/clips/ClipSetsPage.h"
#include "app/panes/clips/ClipsPane.h"
#include "app/session/Inspection.h"
#include "app/session/edits/EditTargetChoice.h"
#include "engine/report/explain/UnreachedClips.h"
#include "engine/stage/Property.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/SceneTexts.h"

namespace usdscope {
namespace {

// Ten clips of ten frames each. Number 3 has no samples of x, number 5 has samples of w that the
// manifest does not declare, number 7 is missing. The set `still` has one clip.
struct ClipPages : testing::Test {
  SceneTexts texts;
  OpenWindow open{{1600, 1000}};
  ClipsPane* pane = nullptr;

  void SetUp() override {
    std::string paths;
    std::string active;
    for (int i = 0; i < 10; ++i) {
      const std::string name = "c." + std::to_string(i) + ".usda";
      const std::string value = std::to_string(i);
      std::string body = "double y.timeSamples = {0: " + value + "}\n";
      if (i != 3) body += "double x.timeSamples = {0: " + value + "}\n";
      if (i == 5) body += "double w.timeSamples = {0: 1}\n";
      if (i != 7) texts.write(name, "def \"P\" {\n" + body + "}\n");
      paths += (i ? ", @./" : "@./") + name + "@";
      active += (i ? ", (" : "(") + std::to_string(10 * i) + ", " + value + ")";
    }
    texts.write("still.usda", "def \"P\" {\ndouble x.timeSamples = {0: -1}\n}\n");
    texts.write("manifest.usda", "over \"P\" {\ndouble x\ndouble y\n}\n");
    const std::string file = texts.write(
        "clips.usda",
        "(\n startTimeCode = 0\n endTimeCode = 100\n)\ndef \"M\" (\n clips = {\n"
        "dictionary still = {\nasset[] assetPaths = [@./still.usda@]\n"
        "double2[] active = [(0, 0)]\nasset manifestAssetPath = @./manifest.usda@\n"
        "string primPath = \"/P\"\n}\n"
        "dictionary walk = {\nasset[] assetPaths = [" +
            paths + "]\ndouble2[] active = [" + active +
            "]\nasset manifestAssetPath = @./manifest.usda@\nstring primPath = \"/P\"\n}\n}\n"
            "clipSets = [\"walk\", \"still\"]\n)\n{\ndouble x\ndouble y\ndouble w\n}\n");
    ASSERT_TRUE(open.open(file));
    open.window.showPane("clips");
    open.select("/M");
    pane = open.window.findChild<ClipsPane*>();
    ASSERT_TRUE(pane);
    ASSERT_TRUE(waitUntil([&] { return pane->shown().lanes.size() == 2; }));
    ASSERT_TRUE(open.settle());
    ASSERT_EQ(pane->shown().lanes[0].set, "walk");
  }

  Value valueAt(const char* name, double time) const {
    const auto& stage = open.session.document.value().stage;
    return stage->primAt(Path::fromText("/M")).attribute(Token(name)).value(TimeCode(time));
  }
};

TEST_F(ClipPages, MatrixLeadsToClipAndAttribute) {
  auto* const tabs = pane->findChild<QTabBar*>("clipPages");
  ASSERT_TRUE(tabs);
  QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(1).center());
  auto* const page = pane->findChild<ClipMatrixPage*>();
  ASSERT_TRUE(page);
  EXPECT_TRUE(page->isVisible());
  ClipMatrixView& view = page->view();
  ASSERT_TRUE(waitUntil([&] { return view.shown() && view.shown()->matrix->isComplete(); }));
  const ClipMatrix& matrix = *view.shown()->matrix;
  ASSERT_EQ(matrix.rows.size(), 3u);
  EXPECT_EQ(matrix.rows[0].onStage.text(), "/M.x");
  EXPECT_EQ(matrix.rows[2].onStage.text(), "/M.w");
  EXPECT_EQ(matrix.at(3, 0), ClipCell::Gap);
  EXPECT_EQ(matrix.at(5, 2), ClipCell::Undeclared);
  EXPECT_EQ(matrix.at(7, 1), ClipCell::NoFile);
  EXPECT_EQ(view.shown()->counts[std::size_t(ClipCell::Sample)], 17u);
  EXPECT_TRUE(waitUntil([&] { return page->text() == "walk on /M: 3 attributes in 10 clips"; }))
      << page->text().toStdString();

  const QPoint gap = view.boxOf(3, 0).center().toPoint();
  const QPoint sample = view.boxOf(4, 0).center().toPoint();
  const QPoint lost = view.boxOf(7, 0).center().toPoint();
  EXPECT_EQ(view.cellAt(gap), std::pair(std::size_t(3), std::size_t(0)));
  EXPECT_TRUE(view.colorAt(gap).isValid());
  EXPECT_NE(view.colorAt(gap), view.colorAt(sample));
  EXPECT_NE(view.colorAt(gap), view.colorAt(lost));
  EXPECT_TRUE(view.toolTipAt(gap).contains("c.3.usda"));
  EXPECT_TRUE(view.toolTipAt(gap).contains("Gap"));

  QTest::mouseClick(&view, Qt::LeftButton, {}, gap);
  ASSERT_TRUE(open.settle());
  const double time = open.session.playback.value().wantedTime().time();
  EXPECT_GE(time, 30.0);
  EXPECT_LT(time, 40.0);
  EXPECT_EQ(open.session.selection.value().leading().text(), "/M");
  EXPECT_EQ(open.session.selection.value().property.text(), "x");
}

TEST_F(ClipPages, MatrixShowsTheLaneThatWasPressed) {
  EXPECT_EQ(open.run("clipMatrix"), "");
  auto* const page = pane->findChild<ClipMatrixPage*>();
  auto* const lanes = pane->findChild<ClipLanesView*>();
  QTest::mouseClick(lanes, Qt::LeftButton, {}, lanes->boxOf(1, 0).center().toPoint());
  EXPECT_TRUE(waitUntil([&] { return page->text() == "still on /M: 2 attributes in 1 clip"; }))
      << page->text().toStdString();
  EXPECT_EQ(page->view().shown()->matrix->lane.blocks.size(), 1u);
}

TEST_F(ClipPages, SetsAreSwitchedOffInTheSessionAlone) {
  EXPECT_EQ(valueAt("x", 15.0), Value(1.5));
  EXPECT_EQ(open.run("tryClipSets"), "");
  EXPECT_EQ(open.run("editTarget", {"clips.usda"}), "");
  auto* const page = pane->findChild<ClipSetsPage*>();
  auto* const list = pane->findChild<QTreeWidget*>("clipSetList");
  ASSERT_TRUE(page && list && list->isVisible());
  ASSERT_TRUE(waitUntil([&] { return page->rows().size() == 2; }));
  EXPECT_TRUE(page->rows()[0].isOn);
  list->topLevelItem(0)->setCheckState(0, Qt::Unchecked);
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(valueAt("x", 15.0), Value(-1.0)) << "the weaker set gives the value";
  EXPECT_TRUE(waitUntil([&] { return page->rows().size() == 2 && !page->rows()[0].isOn; }));
  EXPECT_EQ(page->rows()[0].why, "off in the session");
  EXPECT_EQ(pane->shown().lanes.size(), 1u);
  EXPECT_FALSE(open.session.editTarget.value().isSession()) << "the edit target stays";
  const auto& stage = open.session.document.value().stage;
  EXPECT_TRUE(stage->sessionLayer()->findPrim(Path::fromText("/M")).hasField(fields::kClips));

  EXPECT_EQ(open.run("switchClipSet", {"/M", "walk", "on"}), "");
  EXPECT_EQ(valueAt("x", 15.0), Value(1.5));
  EXPECT_EQ(open.run("undo"), "");
  EXPECT_EQ(valueAt("x", 15.0), Value(-1.0));
  EXPECT_EQ(open.run("undo"), "");
  EXPECT_EQ(valueAt("x", 15.0), Value(1.5));
  EXPECT_EQ(open.run("switchClipSet", {"walk"}), "Expected a clip set, and on or off.");
}

TEST_F(ClipPages, AllSetsOffCanBeSwitchedOnAgain) {
  EXPECT_EQ(open.run("tryClipSets"), "");
  EXPECT_EQ(open.run("switchClipSet", {"walk", "off"}), "");
  EXPECT_EQ(open.run("switchClipSet", {"still", "off"}), "");
  EXPECT_TRUE(waitUntil([&] { return pane->shown().lanes.empty(); }));
  auto* const list = pane->findChild<QTreeWidget*>("clipSetList");
  ASSERT_TRUE(waitUntil([&] { return list->topLevelItemCount() == 2 && list->isVisible(); }));
  const auto isTold = [&] {
    return std::ranges::any_of(pane->findChildren<QLabel*>(), [](const QLabel* label) {
      return label->text().startsWith("2 clip sets are switched off in the session.");
    });
  };
  EXPECT_TRUE(waitUntil(isTold));
  const Prim prim = open.session.document.value().stage->primAt(Path::fromText("/M"));
  for (const UnreachedClips& set : ignoredClipSets(prim)) {
    EXPECT_TRUE(set.reason.starts_with("the set is switched off in the session layer, where `"))
        << set.reason;
  }
  list->topLevelItem(0)->setCheckState(0, Qt::Checked);
  EXPECT_TRUE(waitUntil([&] { return pane->shown().lanes.size() == 1; }));
}

TEST_F(ClipPages, MissingValuesAreInterpolatedOnTrial) {
  EXPECT_EQ(open.run("switchClipSet", {"still", "off"}), "");
  EXPECT_EQ(valueAt("x", 35.0), Value());
  EXPECT_EQ(open.run("interpolateClips", {"walk", "on"}), "");
  // Between 2 from frame 29 on and 4 at frame 40.
  EXPECT_NE(valueAt("x", 35.0), Value());
  EXPECT_EQ(open.run("undo"), "");
  EXPECT_EQ(valueAt("x", 35.0), Value());
}

TEST_F(ClipPages, SetsChangeTheirOrder) {
  EXPECT_EQ(open.run("tryClipSets"), "");
  auto* const page = pane->findChild<ClipSetsPage*>();
  auto* const list = pane->findChild<QTreeWidget*>("clipSetList");
  ASSERT_TRUE(waitUntil([&] { return list->topLevelItemCount() == 2; }));
  list->setCurrentItem(list->topLevelItem(1));
  pane->findChild<QToolButton*>("strongerClipSet")->click();
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(valueAt("x", 15.0), Value(-1.0));
  EXPECT_TRUE(waitUntil([&] { return page->rows()[0].name == "still"; }));
  EXPECT_EQ(pane->shown().lanes[0].set, "still");
  EXPECT_EQ(open.run("undo"), "");
  EXPECT_EQ(valueAt("x", 15.0), Value(1.5));
  EXPECT_EQ(open.run("orderClipSets", {"/M", "a\"b"}), "a\"b is not the name of a clip set.");
}

TEST_F(ClipPages, ClipsAreReadAheadAndEvicted) {
  EXPECT_EQ(open.run("clipMemory"), "");
  auto* const page = pane->findChild<ClipMemoryPage*>();
  ASSERT_TRUE(page && page->isVisible());
  EXPECT_EQ(open.run("evictClips"), "");
  EXPECT_TRUE(waitUntil([&] { return page->rows().empty(); }));
  open.moveTo(20.0);
  EXPECT_EQ(open.run("readClipsAhead", {"3"}), "");
  EXPECT_TRUE(waitUntil([&] { return page->rows().size() >= 4; })) << page->rows().size();
  const auto hasClip = [&](const char* file) {
    return std::ranges::any_of(page->rows(), [&](const ClipMemoryPage::Row& row) {
      return row.clip.file == file && row.clip.byteSize > 0;
    });
  };
  for (const char* file : {"./c.2.usda", "./c.3.usda", "./c.4.usda", "./still.usda"}) {
    EXPECT_TRUE(hasClip(file)) << file;
  }
  EXPECT_TRUE(std::ranges::is_sorted(page->rows(), std::ranges::greater{},
                                     [](const auto& row) { return row.clip.byteSize; }));
  pane->findChild<QToolButton*>("evictClips")->click();
  EXPECT_TRUE(waitUntil([&] { return page->rows().empty(); }));
  EXPECT_EQ(open.run("readClipsAhead", {"0"}), "Expected a number of clips.");
}

TEST_F(ClipPages, LanesFollowThePlayheadThatPlays) {
  EXPECT_EQ(open.run("zoomClips", {"0", "4"}), "");
  open.session.setPlaying(true);
  const auto times = [&] { return open.session.inspection().clips.value().times; };
  EXPECT_TRUE(waitUntil([&] { return times() && times()->first > 2.0; }));
  open.session.setPlaying(false);
  EXPECT_NEAR(times()->second - times()->first, 4.0, 1e-9);
  // A playhead that the user moves leaves the view where it is.
  const auto before = times();
  open.moveTo(90.0);
  EXPECT_EQ(times(), before);
}

}  // namespace
}  // namespace usdscope
