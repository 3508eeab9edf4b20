// SPDX-License-Identifier: Apache-2.0
// Tests of the Layers pane and its actions.
#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QMenu>
#include <QPlainTextEdit>
#include <QTest>
#include <QTimer>
#include <QTreeView>

#include "app/models/LayerTreeModel.h"
#include "app/models/PrimTreeModel.h"
#include "app/panes/ChangesLine.h"
#include "app/panes/layers/LayersPane.h"
#include "app/panes/primtree/PrimTreePane.h"
#include "app/session/edits/EditHistory.h"
#include "app/session/playback/Markers.h"
#include "app/session/playback/Transport.h"
#include "app/theme/Theme.h"
#include "app/widgets/ElidedLabel.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/SceneTexts.h"

namespace usdscope {
namespace {

using Texts = std::vector<std::string>;

struct Layers : testing::Test {
  SceneTexts texts;
  OpenWindow open{QSize(1200, 800)};
  LayersPane* pane = nullptr;
  LayerTreeModel* model = nullptr;
  QTreeView* view = nullptr;

  void SetUp() override {
    texts.write("chair.usda",
                "(defaultPrim = \"Chair\")\ndef Xform \"Chair\"\n{\ndef Cube \"Seat\"\n{\n}\n}\n");
    texts.write("anim.usda",
                "over \"World\"\n{\nover \"A\"\n{\nvector3f drift = (1, 2, 3)\n}\n}\n");
    texts.write("late.usda", "over \"World\"\n{\nover \"A\"\n{\nint late = 1\n}\n}\n");
    const std::string file = texts.write("shot.usda", R"(
(
    subLayers = [@anim.usda@ (offset = 10; scale = 2), @late.usda@, @lost.usda@]
)
def Xform "World"
{
    def "A" (references = @chair.usda@)
    {
    }
    def "B" (references = @chair.usda@)
    {
    }
}
)");
    ASSERT_TRUE(open.open(file));
    ASSERT_EQ(open.run("pane", {"layers"}), "");
    pane = open.window.findChild<LayersPane*>();
    ASSERT_TRUE(pane);
    model = pane->findChild<LayerTreeModel*>();
    view = pane->findChild<QTreeView*>();
    ASSERT_TRUE(model && view);
  }

  const Stage& stage() const { return *open.session.document.value().stage; }
  bool hasPrim(const char* path) const { return bool(stage().primAt(Path::fromText(path))); }

  QModelIndex find(const std::string& name, int column = 0) const {
    std::vector<QModelIndex> waiting = {{}};
    while (!waiting.empty()) {
      const QModelIndex parent = waiting.back();
      waiting.pop_back();
      for (int row = 0; row < model->rowCount(parent); ++row) {
        const QModelIndex index = model->index(row, 0, parent);
        if (model->rowOf(index).name == name) return index.siblingAtColumn(column);
        waiting.push_back(index);
      }
    }
    return {};
  }
  std::string text(const std::string& name, int column = 0) const {
    return find(name, column).data().toString().toStdString();
  }
  QPoint middleOf(const std::string& name, int column) const {
    return view->visualRect(find(name, column)).center();
  }
  void click(const std::string& name, int column, Qt::KeyboardModifiers keys = {}) {
    view->scrollTo(find(name));
    QTest::mouseClick(view->viewport(), Qt::LeftButton, keys, middleOf(name, column));
    ASSERT_TRUE(open.settle());
  }
  // Opens the context menu of a row and triggers an entry.
  void choose(const std::string& name, const QString& entry) {
    bool isFound = false;
    QTimer::singleShot(0, [&] {
      auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
      for (QAction* action : menu->actions()) {
        if (action->text() != entry) continue;
        isFound = action->isEnabled();
        action->trigger();
      }
      menu->close();
    });
    Q_EMIT view->customContextMenuRequested(middleOf(name, 0));
    EXPECT_TRUE(isFound) << entry.toStdString();
    ASSERT_TRUE(open.settle());
  }
  std::string run(const char* id, const Texts& arguments = {}) { return open.run(id, arguments); }
};

TEST_F(Layers, ShowsTheTree) {
  const QAbstractItemModelTester tester(model,
                                        QAbstractItemModelTester::FailureReportingMode::Fatal);
  EXPECT_EQ(model->rowCount(), 2);
  EXPECT_EQ(text("session layer"), "session layer");
  EXPECT_EQ(find("anim.usda").parent(), find("shot.usda"));
  EXPECT_EQ(text("anim.usda", LayerTreeModel::kArc), "sublayer");
  EXPECT_EQ(text("anim.usda", LayerTreeModel::kOffset), "(10, 2)");
  EXPECT_EQ(text("chair.usda", LayerTreeModel::kArc), "reference ×2");
  EXPECT_EQ(text("chair.usda", LayerTreeModel::kRate), "24");
  EXPECT_NE(text("chair.usda", LayerTreeModel::kSize), "");
  EXPECT_NE(text("chair.usda", LayerTreeModel::kDate), "");
  EXPECT_NE(text("lost.usda").find("is ignored, because it cannot be loaded"), std::string::npos);
  EXPECT_EQ(find("lost.usda").data(Qt::ForegroundRole).value<QColor>(), theme::kError);
  EXPECT_TRUE(view->isExpanded(find("shot.usda")));
  EXPECT_EQ(pane->findChild<ElidedLabel*>()->fullText().toStdString(), "5 layers, 1 unreadable");
  open.session.close();
  EXPECT_EQ(model->rowCount(), 0);
}

TEST_F(Layers, AClickMutesAndSaysWhatChanged) {
  const QAbstractItemModelTester tester(model,
                                        QAbstractItemModelTester::FailureReportingMode::Fatal);
  EXPECT_TRUE(hasPrim("/World/A/Seat"));
  click("chair.usda", LayerTreeModel::kMute);
  EXPECT_FALSE(hasPrim("/World/A/Seat"));
  EXPECT_EQ(text("chair.usda", LayerTreeModel::kMute), "Muted");
  EXPECT_EQ(pane->findChild<ElidedLabel*>()->fullText().toStdString(),
            "5 layers, 1 muted, 1 unreadable");
  EXPECT_EQ(pane->findChild<ChangesLine*>()->text().toStdString(),
            "Mute chair.usda: changed 4 prims");
  pane->findChild<ChangesLine*>()->click();
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(open.session.selection.value().prims.size(), 2u) << "the others are gone";
  click("chair.usda", LayerTreeModel::kMute);
  EXPECT_TRUE(hasPrim("/World/A/Seat"));
  EXPECT_EQ(run("undo"), "");
  EXPECT_FALSE(hasPrim("/World/A/Seat"));
  EXPECT_EQ(run("undo"), "");
  EXPECT_TRUE(hasPrim("/World/A/Seat"));
}

TEST_F(Layers, HoldingMutesForAsLongAsTheButtonIsDown) {
  const QPoint at = middleOf("chair.usda", LayerTreeModel::kMute);
  QTest::mousePress(view->viewport(), Qt::LeftButton, {}, at);
  ASSERT_TRUE(open.settle());
  EXPECT_FALSE(hasPrim("/World/A/Seat"));
  QTest::qWait(450);
  QTest::mouseRelease(view->viewport(), Qt::LeftButton, {}, at);
  ASSERT_TRUE(open.settle());
  EXPECT_TRUE(hasPrim("/World/A/Seat"));
  EXPECT_FALSE(open.session.hasSessionEdits());
}

TEST_F(Layers, SoloMutesTheOthersAndEndsTheSecondTime) {
  click("anim.usda", LayerTreeModel::kMute, Qt::AltModifier);
  EXPECT_EQ(text("anim.usda", LayerTreeModel::kMute), "Solo");
  EXPECT_EQ(text("late.usda", LayerTreeModel::kMute), "muted");
  EXPECT_EQ(text("chair.usda", LayerTreeModel::kMute), "muted");
  EXPECT_EQ(text("session layer", LayerTreeModel::kMute), "·");
  EXPECT_FALSE(hasPrim("/World/A/Seat"));
  EXPECT_EQ(run("solo", {"chair.usda"}), "");
  EXPECT_TRUE(hasPrim("/World/A/Seat"));
  EXPECT_EQ(text("anim.usda", LayerTreeModel::kMute), "muted");
  EXPECT_EQ(run("solo", {"chair.usda"}), "");
  EXPECT_EQ(text("late.usda", LayerTreeModel::kMute), "·");
  EXPECT_TRUE(open.session.document.value().stage->request().mutedLayers.empty());
  for (int i = 0; i < 3; ++i) EXPECT_EQ(run("undo"), "");
  EXPECT_EQ(run("undo"), "There is nothing to undo.");
}

TEST_F(Layers, ActionsNameLayersByTheEndOfTheirPath) {
  EXPECT_EQ(run("mute", {"late.usda"}), "");
  EXPECT_EQ(run("mute", {"./late.usda"}), "late.usda is muted already.");
  EXPECT_EQ(run("unmute", {texts.path("late.usda")}), "");
  EXPECT_EQ(run("unmute", {"late.usda"}), "late.usda is not muted.");
  EXPECT_EQ(run("mute", {"shot.usda"}), "shot.usda is the root layer, which cannot be muted.");
  EXPECT_EQ(run("mute", {"ate.usda"}), "The scene has no layer ate.usda.");
  EXPECT_EQ(run("solo", {"nothing.usda"}), "The scene has no layer nothing.usda.");
  EXPECT_EQ(run("mute"), "Expected a layer.");
  EXPECT_EQ(run("mute", {"anon:session"}), "");
  EXPECT_EQ(text("session layer", LayerTreeModel::kMute), "Muted");
}

TEST_F(Layers, MarksGoBothWays) {
  open.select("/World/A");
  EXPECT_NE(find("chair.usda").data(Qt::ToolTipRole).toString().indexOf("selected prim"), -1);
  EXPECT_EQ(find("lost.usda").data(Qt::ToolTipRole).toString().indexOf("selected prim"), -1);

  click("late.usda", LayerTreeModel::kLayer);
  const auto& marks = open.session.layerMarks.value();
  ASSERT_TRUE(marks);
  EXPECT_EQ(marks->count, 2u);  // World and A.
  EXPECT_NE(pane->findChild<ElidedLabel*>()->fullText().indexOf("late.usda touches 2 of 5 prims"),
            -1);
  auto* prims = open.window.findChild<PrimTreePane*>()->findChild<PrimTreeModel*>();
  const auto isMarked = [&](const char* path) {
    return prims->indexOf(Path::fromText(path)).data(Qt::BackgroundRole).isValid();
  };
  EXPECT_TRUE(isMarked("/World/A"));
  EXPECT_FALSE(isMarked("/World/B"));
  QTest::keyClick(view, Qt::Key_Escape);
  ASSERT_TRUE(open.settle());
  EXPECT_FALSE(isMarked("/World/A"));
  EXPECT_EQ(run("markLayer", {texts.path("late.usda")}), "");
  EXPECT_TRUE(isMarked("/World/A"));
}

TEST_F(Layers, FlashLeavesNothingInUndoAndRedo) {
  ASSERT_EQ(run("deactivate", {"/World/B"}), "");
  ASSERT_EQ(run("deactivate", {"/World/A"}), "");
  ASSERT_EQ(run("undo"), "");
  const EditHistory before = open.session.edits.value();
  ASSERT_TRUE(before.canUndo() && before.canRedo());
  const auto isMuted = [&] { return !stage().request().mutedLayers.empty(); };
  view->scrollTo(find("late.usda"));
  QTest::mousePress(view->viewport(), Qt::LeftButton, {},
                    middleOf("late.usda", LayerTreeModel::kMute));
  ASSERT_TRUE(waitUntil(isMuted));
  QTest::qWait(500);  // A shorter press would be a click, which mutes for good.
  QTest::mouseRelease(view->viewport(), Qt::LeftButton, {},
                      middleOf("late.usda", LayerTreeModel::kMute));
  ASSERT_TRUE(waitUntil([&] { return !isMuted() && open.session.isSettled(); }));
  const EditHistory& after = open.session.edits.value();
  EXPECT_EQ(after.steps(), before.steps());
  EXPECT_EQ(after.undoSentence(), before.undoSentence());
  EXPECT_EQ(after.redoSentence(), before.redoSentence());
  EXPECT_EQ(after.rows(), before.rows());
  ASSERT_EQ(run("redo"), "");
  EXPECT_FALSE(stage().primAt(Path::fromText("/World/A")).isActive());
  ASSERT_EQ(run("undo"), "");
  ASSERT_EQ(run("undo"), "");
  EXPECT_TRUE(stage().primAt(Path::fromText("/World/B")).isActive());
  EXPECT_FALSE(open.session.edits.value().canUndo());
}

TEST_F(Layers, KeyMutesWhileItIsHeld) {
  const auto isMuted = [&] { return !stage().request().mutedLayers.empty(); };
  const std::size_t markers = open.session.transport().markers().all.value().size();
  open.window.activateWindow();
  view->setFocus();
  view->setCurrentIndex(find("late.usda"));
  ASSERT_TRUE(open.settle());
  QTest::keyPress(view, Qt::Key_M);
  ASSERT_TRUE(waitUntil(isMuted));
  QTest::qWait(500);
  QTest::keyRelease(view, Qt::Key_M);
  ASSERT_TRUE(waitUntil([&] { return !isMuted() && open.session.isSettled(); }));
  view->setCurrentIndex(find("late.usda"));
  QTest::keyClick(view, Qt::Key_M);
  ASSERT_TRUE(waitUntil([&] { return isMuted() && open.session.isSettled(); }));
  EXPECT_EQ(open.session.transport().markers().all.value().size(), markers);
}

TEST_F(Layers, MenuCopiesShowsAndReloads) {
  choose("late.usda", "Copy Layer Identifier");
  EXPECT_EQ(QApplication::clipboard()->text().toStdString(), texts.path("late.usda"));
  choose("anim.usda", "Copy Layer Path");
  EXPECT_EQ(QApplication::clipboard()->text().toStdString(), texts.path("anim.usda"));

  choose("late.usda", "Show Text");
  auto* dialog = open.window.findChild<QDialog*>("layerText");
  ASSERT_TRUE(dialog);
  EXPECT_TRUE(dialog->findChild<QPlainTextEdit*>()->isReadOnly());
  EXPECT_NE(dialog->findChild<QPlainTextEdit*>()->toPlainText().indexOf("int late = 1"), -1);
  dialog->close();

  qputenv("USD_EDITOR", "no-such-editor");
  choose("late.usda", "Open Layer in Editor");
  EXPECT_EQ(open.session.note.value(),
            "USD_EDITOR names the editor no-such-editor, which cannot be started.");
  qputenv("USD_EDITOR", "true");

  texts.write("late.usda", "over \"World\"\n{\ndef Cube \"New\"\n{\n}\n}\n");
  EXPECT_FALSE(hasPrim("/World/New"));
  choose("late.usda", "Reload This Layer");
  EXPECT_TRUE(hasPrim("/World/New"));
  texts.write("lost.usda", "over \"World\"\n{\ndef Cube \"Found\"\n{\n}\n}\n");
  EXPECT_EQ(run("reloadLayer", {"lost.usda"}), "");
  EXPECT_TRUE(hasPrim("/World/Found"));

  choose("late.usda", "Mute Layer");
  EXPECT_FALSE(hasPrim("/World/New"));
  EXPECT_EQ(run("layerText", {"late.usda"}), "") << "a muted layer has a text, too";
  choose("late.usda", "Unmute Layer");
  choose("late.usda", "Solo Layer");
  EXPECT_EQ(text("late.usda", LayerTreeModel::kMute), "Solo");
  choose("late.usda", "End Solo");
  EXPECT_EQ(text("late.usda", LayerTreeModel::kMute), "·");
}

TEST_F(Layers, EditsMakeTheSessionLayerDirtyAndOpenRowsStayOpen) {
  view->collapse(find("shot.usda"));
  EXPECT_EQ(run("deactivate", {"/World/B"}), "");
  EXPECT_EQ(text("session layer"), "session layer *");
  EXPECT_FALSE(view->isExpanded(find("shot.usda")));
}

}  // namespace
}  // namespace usdscope
