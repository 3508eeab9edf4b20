// SPDX-License-Identifier: Apache-2.0
#include "app/panes/skel/SkinningCheckView.h"

#include <gtest/gtest.h>

#include <QLabel>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include "app/actions/Actions.h"
#include "app/panes/skel/SkelPane.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/SceneTexts.h"
#include "tests/skel/Arm.h"

namespace usdscope {
namespace {

/// A window with a rig whose SkelRoot has an extent that its last frames leave.
struct OpenCheck : OpenWindow {
  SceneTexts texts;
  SkinningCheckView* view = window.findChild<SkinningCheckView*>();

  OpenCheck() {
    const std::string root = "def SkelRoot \"Root\" {";
    std::string text = armWith(root, root + "\n  float3[] extent = [(0.3, -9, -9), (9, 9, 9)]");
    EXPECT_TRUE(
        open(texts.write("arm.usda", "(\n startTimeCode = 0\n endTimeCode = 10\n)\n" + text)));
    moveTo(0);
    select("/Root/Skin");
  }
  std::string check() {
    const std::string problem = findAction("checkSkinning")->run({session, window}, {});
    if (!problem.empty()) return problem;
    return waitUntil([&] { return !session.skinningCheck().state.value().isRunning; }) ? ""
                                                                                       : "too long";
  }
};

}  // namespace

TEST(SkinningCheck, DrawnPointsOfBothDevicesAreComparedWithDoublePrecision) {
  OpenCheck rig;
  for (const SkinningDevice device : {SkinningDevice::Gpu, SkinningDevice::Cpu}) {
    rig.session.changeView([&](ViewSettings& view) { view.skinning = device; });
    rig.picture();
    ASSERT_EQ(rig.check(), "");
    EXPECT_TRUE(rig.view->isVisible()) << "the page is in front";
    const SkinningCheckState& state = rig.session.skinningCheck().state.value();
    ASSERT_TRUE(state.frame);
    EXPECT_EQ(state.frame->pointCount(), 3u);
    EXPECT_LT(state.frame->largest(), 1e-5 * state.frame->characterSize);
    EXPECT_TRUE(rig.view->text().contains("The drawn points are accurate."))
        << rig.view->text().toStdString();
    const bool saysGpu = rig.view->text().contains("skinned on the GPU");
    EXPECT_EQ(saysGpu, device == SkinningDevice::Gpu);
    ASSERT_EQ(rig.view->prims().rows().size(), 1u);
    EXPECT_EQ(rig.view->prims().rows()[0][0].text, "Skin");
  }
}

TEST(SkinningCheck, FramesOutsideTheExtentAreReported) {
  OpenCheck rig;
  ASSERT_EQ(rig.check(), "");
  const SkinningCheckState& state = rig.session.skinningCheck().state.value();
  ASSERT_TRUE(state.extents);
  ASSERT_EQ(state.extents->size(), 1u);
  const ExtentCheck& check = state.extents->front();
  EXPECT_EQ(check.timeCount, 11u);
  ASSERT_FALSE(check.outside.empty());
  EXPECT_LT(check.outside.size(), 11u);
  EXPECT_EQ(check.outside.back(), 10.0);
  EXPECT_TRUE(rig.view->text().contains(frameRanges(check.outside) + "."))
      << rig.view->text().toStdString();
  EXPECT_TRUE(rig.view->text().contains("/Root at"));
}

TEST(SkinningCheck, ResultStaysUntilTheFrameOrTheSelectionChanges) {
  OpenCheck rig;
  ASSERT_EQ(rig.check(), "");
  rig.moveTo(4);
  ASSERT_TRUE(rig.settle());
  EXPECT_FALSE(rig.session.skinningCheck().state.value().frame);
  EXPECT_TRUE(rig.session.skinningCheck().state.value().extents) << "that of the range stands";
  EXPECT_TRUE(rig.view->text().contains("check again"));
  EXPECT_TRUE(rig.view->prims().rows().empty());
  rig.select("/Root/Arm");
  EXPECT_EQ(rig.session.skinningCheck().state.value(), SkinningCheckState());
  rig.session.select({});
  ASSERT_TRUE(rig.settle());
  EXPECT_NE(rig.check(), "") << "nothing is selected";
  rig.select("/Root/Skin");
  rig.session.skinningCheck().start();
  rig.session.skinningCheck().cancel();
  EXPECT_EQ(rig.session.skinningCheck().state.value().frame, nullptr);
  QTest::qWait(200);
  EXPECT_EQ(rig.session.skinningCheck().state.value().frame, nullptr) << "nothing comes after all";
}

TEST(SkinningCheck, MenuCopiesAndLeadsToPrimAndFrame) {
  OpenCheck rig;
  ASSERT_EQ(rig.check(), "");
  const auto* table = rig.view->findChild<QTableView*>();
  QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                    table->visualRect(table->model()->index(0, 1)).center());
  EXPECT_EQ(rig.session.row.value().object, "/Root/Skin");
  EXPECT_TRUE(rig.session.row.value().value.starts_with("Skin\t3\t"))
      << rig.session.row.value().value;
  EXPECT_EQ(rig.run("worstFrame"), "");
  const std::shared_ptr<const std::vector<ExtentCheck>> extents =
      rig.session.skinningCheck().state.value().extents;
  ASSERT_TRUE(extents);
  EXPECT_EQ(rig.session.playback.value().time, extents->front().farthestTime);

  // The sentences are a row, too.
  auto* sentences = rig.view->findChild<QLabel*>();
  for (auto* label : rig.view->findChildren<QLabel*>()) {
    if (label->text().contains("extent")) sentences = label;
  }
  QTest::mouseClick(sentences, Qt::LeftButton);
  EXPECT_EQ(rig.session.row.value().value, rig.view->text().toStdString());
  rig.session.inspectRow({.layer = {}, .object = "/Root/Arm", .name = "n", .value = "v"});
  EXPECT_EQ(rig.run("selectObject"), "");
  EXPECT_EQ(rig.session.selection.value().leading(), Path::fromText("/Root/Arm"));
}

TEST(SkinningCheck, FramesAreRanges) {
  EXPECT_EQ(frameRanges({1, 2, 3, 7, 9.5, 10.5}), QStringLiteral("1–3, 7, 9.5–10.5"));
  std::vector<double> many;
  for (int i = 0; i < 100; ++i) many.push_back(i * 2.0);
  EXPECT_TRUE(frameRanges(many).endsWith(QStringLiteral("46, …")));
}

}  // namespace usdscope
