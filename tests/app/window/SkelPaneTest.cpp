// SPDX-License-Identifier: Apache-2.0
#include "app/panes/skel/SkelPane.h"

#include <gtest/gtest.h>

#include <QClipboard>
#include <QLabel>
#include <QSlider>
#include <QTabWidget>
#include <QTest>
#include <QTreeView>

#include "app/actions/Actions.h"
#include "app/models/JointTreeModel.h"
#include "app/panes/skel/AlignedNumbers.h"
#include "app/panes/skel/SkelBindingView.h"
#include "app/panes/skel/SkelJointView.h"
#include "app/theme/Theme.h"
#include "app/viewport/Hud.h"
#include "app/viewport/JointOverlay.h"
#include "engine/report/text/TransformText.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/SceneTexts.h"
#include "tests/skel/Arm.h"

namespace usdscope {
namespace {

/// A window with a rig in it and the Skel pane in front.
struct OpenRig : OpenWindow {
  SceneTexts texts;
  SkelPane* pane = window.findChild<SkelPane*>();
  QTreeView* tree = pane->findChild<QTreeView*>();
  JointTreeModel* joints = pane->findChild<JointTreeModel*>();
  SkelJointView* place = pane->findChild<SkelJointView*>();
  SkelBindingView* binding = pane->findChild<SkelBindingView*>();

  explicit OpenRig(const std::string& text = kArm) {
    EXPECT_TRUE(
        open(texts.write("arm.usda", "(\n startTimeCode = 0\n endTimeCode = 10\n)\n" + text)));
    window.showPane("skel");
  }
  QString message() const {
    for (const QLabel* label : pane->findChildren<QLabel*>(Qt::FindDirectChildrenOnly)) {
      if (label->isVisibleTo(pane) && label->alignment() == Qt::AlignCenter) return label->text();
    }
    return {};
  }
};

QString words(const TableModel& model) {
  QStringList lines;
  for (const TableModel::Row& row : model.rows()) {
    QStringList cells;
    for (const TableCell& cell : row) cells << cell.text.trimmed();
    lines << cells.join('|');
  }
  return lines.join('\n');
}

}  // namespace

TEST(Hud, VeryLongNamesAreCutInTheMiddle) {
  EXPECT_EQ(nameInPicture("Hip"), "Hip");
  const std::string most(44, 'a');
  EXPECT_EQ(nameInPicture(most), most);
  EXPECT_EQ(nameInPicture(std::string(30, 'a') + std::string(30, 'z')),
            std::string(24, 'a') + "..." + std::string(17, 'z'));
  // No character is cut into pieces.
  std::string wide;
  for (int i = 0; i < 40; ++i) wide += "\xC3\xA4";
  const std::string cut = nameInPicture("x" + wide);
  const std::size_t dots = cut.find("...");
  EXPECT_EQ(dots % 2, 1u);
  EXPECT_EQ((cut.size() - dots - 3) % 2, 0u);
}

TEST(SkelPane, SaysWhatToSelectWhereThereIsNoRig) {
  OpenRig rig(std::string(kArm) + "def Mesh \"Plain\" {\n}\n");
  EXPECT_TRUE(rig.message().contains("Select a skeleton or a skinned mesh"));
  rig.select("/Plain");
  EXPECT_TRUE(rig.message().contains("/Plain")) << rig.message().toStdString();
  EXPECT_FALSE(rig.tree->isVisible());
  rig.select("/Root/Skin");
  EXPECT_TRUE(rig.message().isEmpty());
  EXPECT_TRUE(rig.tree->isVisible());
}

TEST(SkelPane, JointsAreATreeAndThoseAtRestAreMarked) {
  OpenRig rig;
  for (const char* path : {"/Root", "/Root/Arm", "/Root/Skin", "/Root/Skin/Smile"}) {
    rig.select(path);
    ASSERT_EQ(rig.joints->rowCount(), 1) << path;
    const QModelIndex upper = rig.joints->index(0, JointTreeModel::kName);
    EXPECT_EQ(upper.data().toString(), "Upper");
    EXPECT_EQ(upper.siblingAtColumn(JointTreeModel::kPose).data().toString(), "at rest");
    EXPECT_EQ(upper.data(Qt::ForegroundRole).value<QColor>(), theme::kAtRest);
    ASSERT_EQ(rig.joints->rowCount(upper), 1);
    const QModelIndex lower = rig.joints->index(0, JointTreeModel::kName, upper);
    EXPECT_EQ(lower.data().toString(), "Lower");
    EXPECT_FALSE(lower.data(Qt::ForegroundRole).isValid());
    EXPECT_EQ(lower.parent(), upper);
    EXPECT_TRUE(rig.tree->isExpanded(upper));
  }
}

TEST(SkelPane, ChosenJointIsFollowedWhileThePaneIsVisible) {
  OpenRig rig;
  rig.select("/Root/Skin");
  const QModelIndex lower =
      rig.joints->index(0, JointTreeModel::kName, rig.joints->index(0, JointTreeModel::kName));
  QTest::qWait(50);  // Everything takes its place.
  QTest::mouseClick(rig.tree->viewport(), Qt::LeftButton, {}, rig.tree->visualRect(lower).center());
  ASSERT_TRUE(rig.settle());
  EXPECT_EQ(rig.session.joint.value().joint, Token("Upper/Lower"));
  EXPECT_EQ(rig.session.joint.value().skeleton.text(), "/Root/Arm");

  rig.moveTo(0);
  ASSERT_EQ(rig.place->model().rows().size(), 9u);
  EXPECT_TRUE(words(rig.place->model())
                  .startsWith("Local|translate|2|0|0\n|rotate °|0|0|120\n"
                              "|scale|1|1|1\nSkeleton|translate|2|0|0"))
      << words(rig.place->model()).toStdString();
  rig.moveTo(10);
  EXPECT_EQ(rig.place->model().rows()[2][3].text.trimmed(), "2") << "it has grown";
  rig.window.showPane("properties");
  QTest::qWait(50);
  rig.moveTo(0);
  EXPECT_EQ(rig.place->model().rows()[2][3].text.trimmed(), "2") << "nobody looks";
  rig.window.showPane("skel");
  EXPECT_TRUE(waitUntil([&] { return rig.place->model().rows()[2][3].text.trimmed() == "1"; }));
}

TEST(SkelPane, ChoosingAJointSelectsItsRigAndLosingItDropsTheJoint) {
  OpenRig rig(std::string(kArm) + "def Mesh \"Plain\" {\n}\n");
  rig.select("/Plain");
  EXPECT_EQ(rig.run("joint", {"/Root/Arm", "Upper"}), "");
  EXPECT_EQ(rig.session.selection.value().leading().text(), "/Root/Arm");
  EXPECT_EQ(rig.tree->currentIndex().data().toString(), "Upper");
  rig.select("/Root/Skin");  // This prim follows the same rig.
  EXPECT_EQ(rig.session.joint.value().joint, Token("Upper"));
  EXPECT_EQ(rig.tree->currentIndex().data().toString(), "Upper");
  rig.select("/Plain");
  EXPECT_FALSE(rig.session.joint.value());
  EXPECT_NE(rig.run("joint", {"/Root/Arm", "Upper/Nothing"}), "");
  EXPECT_NE(rig.run("joint", {"/Nowhere", "Upper"}), "");
}

TEST(SkelPane, PathAndMatricesAreCopied) {
  OpenRig rig;
  ASSERT_EQ(rig.run("joint", {"/Root/Arm", "Upper/Lower"}), "");
  rig.moveTo(0);
  rig.run("copyJointPath");
  EXPECT_EQ(QApplication::clipboard()->text(), "Upper/Lower");
  const auto place = rig.pane->rig().placeAt(1, 0.0, kAnimatedPose);
  ASSERT_TRUE(place);
  const std::pair<const char*, glm::dmat4> cases[] = {{"copyLocalMatrix", place->parentFromJoint},
                                                      {"copySkelMatrix", place->skelFromJoint},
                                                      {"copyWorldMatrix", place->worldFromJoint}};
  for (const auto& [action, matrix] : cases) {
    EXPECT_EQ(rig.run(action), "");
    EXPECT_EQ(QApplication::clipboard()->text().toStdString(), matrixText(matrix)) << action;
  }
}

TEST(SkelPane, BindingAgreesWithExplain) {
  OpenRig rig(armWith("int[] faceVertexCounts = [3]",
                      "uniform token[] skel:joints = [\"Upper/Lower\", \"Tail\"]\n"
                      "    rel skel:animationSource = </Root/Bend>\n"
                      "    int[] faceVertexCounts = [3]"));
  rig.select("/Root/Skin");
  const SkelExplanation explained =
      explainSkel(rig.session.document.value().stage->primAt(Path::fromText("/Root/Skin")));
  ASSERT_EQ(explained.ignored.size(), 1u);
  const QString text = rig.binding->sources();
  for (const std::string& wanted :
       {explained.ignored[0], explained.skeletonSource->layer,
        explained.animation.text().data() + std::string(), std::string("bind transform")}) {
    EXPECT_TRUE(text.contains(QString::fromStdString(wanted))) << wanted << " in\n"
                                                               << text.toStdString();
  }
  EXPECT_EQ(words(rig.binding->joints()).toStdString(),
            "Upper/Lower|0|1|0|\nTail|1|–|–|✕ unmatched\nUpper|–|0|–|at rest");
  EXPECT_EQ(rig.binding->joints().rows()[1][0].color, theme::kError);
}

TEST(SkelPane, AClickOnABoneChoosesItsJointInTheTree) {
  OpenRig rig;
  rig.hideAllButTheScene();
  EXPECT_EQ(rig.run("bonesXRay"), "");
  rig.moveTo(0);
  rig.run("look", {"1", "0", "12", "1", "0", "0"});
  ASSERT_TRUE(waitUntil(
      [&] { return rig.session.isSettled() && !rig.session.scene.value()->skeletons.empty(); }));
  rig.picture();
  const QPoint middle = rig.window.viewport().rect().center();  // Half way along the bone.
  QTest::mouseClick(&rig.window.viewport(), Qt::LeftButton, {}, middle);
  ASSERT_TRUE(rig.settle());
  EXPECT_EQ(rig.session.joint.value().joint, Token("Upper"));
  EXPECT_EQ(rig.session.selection.value().leading().text(), "/Root/Arm");
  EXPECT_EQ(rig.tree->currentIndex().data().toString(), "Upper");
  // Beside it nothing is chosen, and the background takes all away.
  QTest::mouseClick(&rig.window.viewport(), Qt::LeftButton, {}, QPoint(3, 3));
  ASSERT_TRUE(rig.settle());
  EXPECT_FALSE(rig.session.joint.value());
}

TEST(SkelPane, ChosenJointIsHighlightedInThePicture) {
  OpenRig rig;
  rig.hideAllButTheScene();
  rig.moveTo(0);
  const auto settled = [&] { return rig.session.isSettled(); };
  ASSERT_TRUE(waitUntil(settled));
  rig.run("select", {"/Root/Arm"});
  const QImage before = rig.picture();
  rig.run("joint", {"/Root/Arm", "Upper"});
  ASSERT_TRUE(waitUntil(settled));
  const QImage lit = rig.picture();
  EXPECT_GT(difference(before, lit), 0.001);
  rig.session.chooseJoint({}, {});
  ASSERT_TRUE(waitUntil(settled));
  EXPECT_EQ(difference(before, rig.picture()), 0.0);
}

TEST(SkelPane, NamesAndAxesStandAtTheBonesOfTheSelectedRigs) {
  OpenRig rig;
  rig.moveTo(0);
  rig.run("grid");
  for (const char* action : {"bonesOfSelected", "jointNames", "jointAxes"}) {
    EXPECT_FALSE(findAction(action)->isEnabled({rig.session, rig.window})) << "there are no bones";
  }
  rig.run("bonesXRay");
  ASSERT_TRUE(waitUntil([&] { return rig.session.isSettled(); }));
  // The corners of the display change from picture to picture.
  const auto picture = [&] {
    const QImage whole = rig.picture();
    return whole.copy(whole.rect().adjusted(0, 70, 0, -70));
  };
  const QImage bones = picture();
  rig.run("bonesOfSelected");
  EXPECT_GT(difference(bones, picture()), 0.001) << "nothing is selected";
  rig.select("/Root/Skin");
  rig.select("/Root/Arm");  // The outline of the mesh aside.
  EXPECT_EQ(difference(bones, picture()), 0.0);
  rig.run("jointNames");
  const QImage names = picture();
  EXPECT_GT(difference(bones, names), 0.0005);
  rig.run("jointAxes");
  EXPECT_GT(difference(names, picture()), 0.0001);
}

TEST(SkelPane, PoseIsChosenWithoutAnEdit) {
  OpenRig rig;
  rig.select("/Root/Skin");
  rig.run("joint", {"/Root/Arm", "Upper/Lower"});
  rig.moveTo(0);
  auto* slider = rig.pane->findChild<QSlider*>();
  ASSERT_TRUE(slider);
  EXPECT_EQ(slider->value(), 200);
  const auto turn = [&] { return rig.place->model().rows()[1][4].text.trimmed().toStdString(); };
  EXPECT_EQ(turn(), "120");
  slider->setValue(150);
  EXPECT_EQ(rig.session.view.value().pose, 1.5);
  ASSERT_TRUE(rig.settle());
  EXPECT_EQ(turn(), "60");
  EXPECT_NEAR(rig.session.scene.value()->palette[1][0].x, 0.5f, 1e-5f);
  slider->setValue(98);
  EXPECT_EQ(rig.session.view.value().pose, 1.0) << "near to rest is rest";
  EXPECT_EQ(rig.run("poseBind"), "");
  EXPECT_EQ(slider->value(), 0);
  EXPECT_EQ(turn(), "0");
  EXPECT_EQ(rig.run("pose", {"2"}), "");
  EXPECT_EQ(turn(), "120");
  for (const char* wrong : {"", "2.5", "-1", "nan", "rest"}) {
    EXPECT_NE(rig.run("pose", {wrong}), "") << wrong;
  }
  EXPECT_FALSE(rig.session.hasSessionEdits());
}

TEST(SkelPane, ColoursOfBonesAtRestHaveALegend) {
  OpenRig rig;
  rig.run("bonesXRay");
  ASSERT_TRUE(waitUntil(
      [&] { return rig.session.isSettled() && !rig.session.scene.value()->skeletons.empty(); }));
  RenderSettings settings;
  settings.bones = BonesDisplay::XRay;
  HudState hud;
  addBoneLegend(*rig.session.scene.value(), settings, hud);
  ASSERT_EQ(hud.legends.size(), 1u);
  EXPECT_EQ(hud.legends[0].swatches.at(0).text, "animated: 0");
  EXPECT_EQ(hud.legends[0].swatches.at(1).text, "at rest: 1");
  settings.bonesOf = std::vector<Path>{Path::fromText("/Root/Other")};
  HudState other;
  addBoneLegend(*rig.session.scene.value(), settings, other);
  EXPECT_TRUE(other.legends.empty()) << "those bones are not shown";
}

TEST(SkelPane, WeightsOfTheChosenJointArePainted) {
  OpenRig rig;
  rig.moveTo(0);
  rig.run("grid");
  EXPECT_FALSE(findAction("weights")->isEnabled({rig.session, rig.window})) << "no joint is chosen";
  rig.run("joint", {"/Root/Arm", "Upper"});
  ASSERT_TRUE(waitUntil([&] { return rig.session.isSettled(); }));
  const auto picture = [&] {
    const QImage whole = rig.picture();
    return whole.copy(whole.rect().adjusted(0, 70, 0, -70));
  };
  const QImage plain = picture();
  rig.run("weights");
  const QImage upper = picture();
  EXPECT_GT(difference(plain, upper), 0.02) << "the mesh and the legend";
  rig.run("joint", {"/Root/Arm", "Upper/Lower"});
  EXPECT_GT(difference(upper, picture()), 0.005);
  rig.run("joint", {"/Root/Arm", "Upper"});
  EXPECT_EQ(difference(upper, picture()), 0.0);
  rig.run("weights");
  EXPECT_EQ(difference(plain, picture()), 0.0);
}

TEST(SkelPane, VertexUnderThePointerShowsItsInfluences) {
  OpenRig rig;
  rig.moveTo(0);
  rig.run("poseBind");
  rig.run("look", {"4", "-3", "0.33", "2", "1", "0.33"});  // At the triangle's middle.
  ASSERT_TRUE(waitUntil([&] { return rig.session.isSettled(); }));
  ViewportWidget& viewport = rig.window.viewport();
  rig.picture();
  const QPoint middle = viewport.rect().center();
  QTest::mouseMove(&viewport, middle);
  QTest::qWait(150);
  EXPECT_EQ(viewport.textAtPointer(), "") << "nobody asked";
  rig.run("bones");
  EXPECT_TRUE(viewport.highlightedBones().bones.empty());
  rig.run("influences");
  QTest::mouseMove(&viewport, middle + QPoint(2, 0));
  EXPECT_TRUE(waitUntil([&] { return !viewport.textAtPointer().empty(); }));
  EXPECT_EQ(viewport.textAtPointer(), "Skin point 1\n0.5000  Upper\n0.5000  Lower\n1.0000  sum");
  EXPECT_EQ(viewport.highlightedBones().skeleton.text(), "/Root/Arm");
  EXPECT_FALSE(viewport.highlightedBones().bones.empty());
  QTest::mouseMove(&viewport, QPoint(5, 5));
  EXPECT_TRUE(waitUntil([&] { return viewport.textAtPointer().empty(); }));
  EXPECT_TRUE(viewport.highlightedBones().bones.empty());
}

TEST(AlignedNumbers, StandBelowEachOtherAtThePoint) {
  const double numbers[] = {12.5, -0.00001, 3.0, -100.12345};
  EXPECT_EQ(alignedNumbers(numbers),
            (QStringList{"  12.5   ", "   0     ", "   3     ", "-100.1235"}));
}

}  // namespace usdscope
