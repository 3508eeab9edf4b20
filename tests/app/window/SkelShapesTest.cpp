// SPDX-License-Identifier: Apache-2.0
#include "app/panes/skel/SkelShapesView.h"

#include <gtest/gtest.h>

#include <QTableView>
#include <QTest>
#include <QToolButton>

#include "app/actions/Actions.h"
#include "app/models/TableModel.h"
#include "app/panes/skel/SkelPane.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/SceneTexts.h"
#include "tests/skel/Arm.h"

namespace usdscope {
namespace {

// Two shapes, the first one animated from 0 to 1; the second has too many offsets of normals, which
// does not keep it from moving points.
std::string twoShapes() {
  std::string text = armWith("blendShapes = [\"smile\"]\n    float[] blendShapeWeights = [0.25]",
                             "blendShapes = [\"smile\", \"frown\"]\n    float[] "
                             "blendShapeWeights.timeSamples = { 0: [0, 0.5], 10: [1, 0.5] }");
  const auto swap = [&](const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
  };
  swap("skel:blendShapes = [\"smile\"]", "skel:blendShapes = [\"smile\", \"frown\"]");
  swap("</Root/Skin/Smile>", "[</Root/Skin/Smile>, </Root/Skin/Frown>]");
  swap("    def BlendShape \"Smile\"",
       "    def BlendShape \"Frown\" { uniform vector3f[] offsets = [(0, 0, 1)]\n"
       "uniform vector3f[] normalOffsets = [(0, 0, 1), (0, 1, 0)]\n"
       "uniform int[] pointIndices = [0]\n}\n    def BlendShape \"Smile\"");
  return "(\n startTimeCode = 0\n endTimeCode = 10\n)\n" + text;
}

/// A window with a rig of two shapes in it, and the page of shapes in front.
struct OpenShapes : OpenWindow {
  SceneTexts texts;
  SkelShapesView* shapes = window.findChild<SkelShapesView*>();
  QTableView* table = shapes->findChild<QTableView*>();

  OpenShapes() {
    EXPECT_TRUE(open(texts.write("shapes.usda", twoShapes())));
    EXPECT_EQ(run("skelPage", {"shapes"}), "");
    moveTo(0);
    select("/Root/Skin");
    QTest::qWait(50);  // Everything takes its place.
  }

  std::string cell(std::size_t row, int column) const {
    return shapes->rows().rows().at(row).at(std::size_t(column)).text.toStdString();
  }
  void click(int row, int column) {
    const QModelIndex index = table->model()->index(row, column);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(index).center());
    EXPECT_TRUE(settle());
  }
  std::vector<float> drawnWeights() {
    EXPECT_TRUE(waitUntil([&] { return session.isSettled(); }));
    return session.scene.value()->blendWeights;
  }
};

}  // namespace

TEST(SkelShapes, WeightsAreThoseOfThePlayheadAndOverTheRange) {
  OpenShapes rig;
  ASSERT_EQ(rig.shapes->rows().rows().size(), 2u);
  EXPECT_EQ(rig.cell(0, SkelShapesView::kName), "smile");
  EXPECT_EQ(rig.cell(0, SkelShapesView::kWeight), "0.000");
  rig.moveTo(5);
  EXPECT_EQ(rig.cell(0, SkelShapesView::kWeight), "0.500");
  EXPECT_EQ(rig.cell(1, SkelShapesView::kWeight), "0.500");
  ASSERT_TRUE(waitUntil([&] { return !rig.shapes->plots().at(0).weights.empty(); }));
  EXPECT_EQ(rig.shapes->times().size(), 11u);
  EXPECT_EQ(rig.shapes->plots()[0].weights[3], 0.3f);
  EXPECT_EQ(rig.shapes->plots()[0].inbetweens, std::vector<float>{0.5f});
  EXPECT_TRUE(rig.shapes->plots()[1].inbetweens.empty());
  rig.session.select({});
  ASSERT_TRUE(rig.settle());
  EXPECT_FALSE(rig.shapes->isVisible());
}

TEST(SkelShapes, MalformedOnesAreNamedWithTheReason) {
  OpenShapes rig;
  EXPECT_EQ(rig.cell(1, SkelShapesView::kName), "! frown");
  EXPECT_EQ(rig.run("shape", {"/Root/Arm", "frown"}), "");
  EXPECT_EQ(rig.table->currentIndex().row(), 1);
  EXPECT_TRUE(rig.shapes->detail().contains("There are 2 normal offsets for 1 offset"))
      << rig.shapes->detail().toStdString();
  EXPECT_NE(rig.run("shape", {"/Root/Arm", "grin"}), "");
  EXPECT_FALSE(rig.session.shape.value());
  EXPECT_TRUE(rig.shapes->detail().isEmpty());
}

TEST(SkelShapes, ClicksSetWeightsForTheSessionAlone) {
  OpenShapes rig;
  // Sub-shapes: full smile, its in-between, frown.
  EXPECT_EQ(rig.drawnWeights(), (std::vector<float>{0.0f, 0.0f, 0.5f}));
  EXPECT_TRUE(rig.shapes->notice().isEmpty());
  rig.click(0, SkelShapesView::kFull);
  EXPECT_EQ(rig.session.shape.value().shape, Token("smile"));
  EXPECT_EQ(rig.drawnWeights(), (std::vector<float>{1.0f, 0.0f, 0.5f}));
  EXPECT_EQ(rig.cell(0, SkelShapesView::kWeight), "1.000");
  EXPECT_TRUE(rig.shapes->notice().contains("1 of 2")) << rig.shapes->notice().toStdString();
  rig.click(0, SkelShapesView::kAlone);
  EXPECT_EQ(rig.drawnWeights(), (std::vector<float>{1.0f, 0.0f, 0.0f}));
  EXPECT_TRUE(rig.shapes->plots()[1].isOverridden);
  rig.click(1, SkelShapesView::kAlone);
  EXPECT_EQ(rig.drawnWeights(), (std::vector<float>{0.0f, 0.0f, 0.5f})) << "one at a time";
  // The weight of the first has no effect now, so its button is not lit. A click sets it again.
  const auto isLit = [&](int row, int column) {
    TableModel& rows = rig.shapes->rows();
    return rows.data(rows.index(row, column), Qt::FontRole).value<QFont>().bold();
  };
  EXPECT_FALSE(isLit(0, SkelShapesView::kFull));
  rig.click(0, SkelShapesView::kFull);
  EXPECT_TRUE(isLit(0, SkelShapesView::kFull));
  EXPECT_FALSE(isLit(1, SkelShapesView::kAlone));
  EXPECT_EQ(rig.drawnWeights(), (std::vector<float>{1.0f, 0.0f, 0.5f}));
  rig.session.select({});
  ASSERT_TRUE(rig.settle());
  EXPECT_FALSE(rig.session.shapeOverrides.value().isEmpty()) << "it stands until it is taken back";
  rig.select("/Root/Arm");
  QTest::mouseClick(rig.shapes->findChild<QToolButton*>("resetShapes"), Qt::LeftButton);
  ASSERT_TRUE(rig.settle());
  EXPECT_EQ(rig.drawnWeights(), (std::vector<float>{0.0f, 0.0f, 0.5f}));
  EXPECT_TRUE(rig.shapes->notice().isEmpty());
  EXPECT_FALSE(rig.session.hasSessionEdits());
}

TEST(SkelShapes, ActionsDoTheSameAndAnotherFileTakesItBack) {
  OpenShapes rig;
  EXPECT_FALSE(findAction("soloShape")->isEnabled({rig.session, rig.window}));
  EXPECT_NE(rig.run("soloShape"), "");
  ASSERT_EQ(rig.run("shape", {"/Root/Arm", "smile"}), "");
  EXPECT_EQ(rig.run("shapeWeight", {"0.25"}), "");
  EXPECT_EQ(rig.drawnWeights(), (std::vector<float>{0.0f, 0.5f, 0.5f}));
  for (const char* wrong : {"", "nan", "full"}) EXPECT_NE(rig.run("shapeWeight", {wrong}), "");
  EXPECT_EQ(rig.run("zeroShape"), "");
  EXPECT_EQ(rig.drawnWeights(), (std::vector<float>{0.0f, 0.0f, 0.5f}));
  EXPECT_EQ(rig.run("zeroShape"), "") << "done again, it is taken back";
  EXPECT_TRUE(rig.session.shapeOverrides.value().isEmpty());
  EXPECT_EQ(rig.run("fullShape"), "");
  EXPECT_EQ(rig.run("soloShape"), "");
  rig.session.reload();
  ASSERT_TRUE(waitUntil([&] { return rig.session.isSettled(); }));
  EXPECT_EQ(rig.drawnWeights(), (std::vector<float>{1.0f, 0.0f, 0.0f})) << "a reload keeps it";
  EXPECT_EQ(rig.session.shape.value().shape, Token("smile"));
  ASSERT_TRUE(rig.open(rig.texts.write("other.usda", twoShapes())));
  EXPECT_TRUE(rig.session.shapeOverrides.value().isEmpty());
  EXPECT_FALSE(rig.session.shape.value());
}

TEST(SkelShapes, OffsetsOfTheChosenShapeArePainted) {
  OpenShapes rig;
  rig.run("grid");
  ASSERT_EQ(rig.run("shape", {"/Root/Arm", "smile"}), "");
  ASSERT_TRUE(waitUntil([&] { return rig.session.isSettled(); }));
  const auto picture = [&] {
    const QImage whole = rig.picture();
    return whole.copy(whole.rect().adjusted(0, 70, 0, -70));
  };
  const QImage plain = picture();
  EXPECT_EQ(rig.run("offsets"), "");
  const QImage smile = picture();
  EXPECT_GT(difference(plain, smile), 0.02) << "the mesh and the legend";
  rig.run("shape", {"/Root/Arm", "frown"});
  EXPECT_GT(difference(smile, picture()), 0.003);
  EXPECT_EQ(rig.run("joint", {"/Root/Arm", "Upper"}), "");
  EXPECT_EQ(rig.run("weights"), "");
  EXPECT_FALSE(rig.session.view.value().showOffsets) << "one of the two";
  rig.run("weights");
  rig.session.chooseJoint({}, {});
  ASSERT_TRUE(waitUntil([&] { return rig.session.isSettled(); }));
  EXPECT_EQ(difference(plain, picture()), 0.0);
}

}  // namespace usdscope
