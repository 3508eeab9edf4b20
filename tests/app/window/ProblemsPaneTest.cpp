// SPDX-License-Identifier: Apache-2.0
// Tests of the problems of a session, the Problems pane and its actions.
#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QDir>
#include <QDockWidget>
#include <QLabel>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QTest>
#include <QTextBlock>
#include <QToolButton>
#include <QTreeView>
#include <algorithm>
#include <set>

#include "app/actions/RunningWork.h"
#include "app/models/LayerTreeModel.h"
#include "app/panes/layers/LayersPane.h"
#include "app/panes/problems/ProblemModel.h"
#include "app/panes/problems/ProblemsPane.h"
#include "app/session/problems/ProblemFinder.h"
#include "app/session/problems/ProblemGathering.h"
#include "app/widgets/SearchField.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/SceneTexts.h"

namespace usdscope {
namespace {

// A scene with a missing sublayer, reference and texture, wrong extents, and samples beyond the
// range.
constexpr const char* kBroken = R"((
    defaultPrim = "World"
    metersPerUnit = 0.01
    upAxis = "Y"
    startTimeCode = 1
    endTimeCode = 4
    subLayers = [@./missing_layer.usda@]
)
def Xform "World"
{
    def "Chair" (references = @chiar.usda@)
    {
    }
    def Mesh "A"
    {
        point3f[] points = [(0, 0, 0), (1, 2, 3)]
        float3[] extent.timeSamples = {
            1: [(0, 0, 0), (1, 2, 3)],
            3: [(0, 0, 0), (1, 1, 1)],
        }
    }
    def Mesh "B"
    {
        point3f[] points = [(0, 0, 0), (1, 2, 3)]
    }
    def Mesh "C"
    {
        point3f[] points = [(0, 0, 0), (1, 2, 3)]
        asset texture = @textures/rust_abledo.png@
    }
}
)";

struct Problems : testing::Test {
  SceneTexts texts;
  OpenWindow open{QSize(1200, 900)};
  ProblemsPane* pane = nullptr;
  ProblemModel* model = nullptr;
  QTreeView* view = nullptr;

  void openScene(const std::string& body) {
    ASSERT_TRUE(open.open(texts.write("scene.usda", body)));
    pane = open.window.findChild<ProblemsPane*>();
    ASSERT_TRUE(pane);
    model = pane->findChild<ProblemModel*>();
    view = pane->findChild<QTreeView*>();
    ASSERT_TRUE(model && view);
  }
  void openBroken() {
    texts.write("chair.usda", "(defaultPrim = \"Chair\")\ndef Xform \"Chair\" {}\n");
    QDir(QString::fromStdString(texts.path("."))).mkpath("textures");
    texts.write("textures/rust_albedo.png", "");
    openScene(kBroken);
  }
  void showPane() {
    ASSERT_EQ(open.run("pane", {"problems"}), "");
    ASSERT_TRUE(open.session.problems.value().isComplete);
  }
  const ProblemList& list() const { return *open.session.problems.value().list; }
  const Problem* find(const std::string& error) const {
    for (const Problem& problem : list()) {
      if (problem.error == error) return &problem;
    }
    return nullptr;
  }
  int rowOf(const std::string& error) const {
    const Problem* problem = find(error);
    return problem ? model->rowOf(*problem) : -1;
  }
  std::string text(const std::string& error, int column) const {
    const int row = rowOf(error);
    return row < 0 ? "" : model->index(row, column).data().toString().toStdString();
  }
  void click(const std::string& error, Qt::KeyboardModifiers keys = {}) {
    const int row = rowOf(error);
    ASSERT_GE(row, 0) << error;
    const QModelIndex index = model->index(row, ProblemModel::kProblem);
    view->scrollTo(index);
    // Rows may be higher than the view.
    const QRect seen = view->visualRect(index).intersected(view->viewport()->rect());
    ASSERT_FALSE(seen.isEmpty()) << error;
    QTest::mouseClick(view->viewport(), Qt::LeftButton, keys, seen.center());
    ASSERT_TRUE(open.settle());
  }
};

TEST_F(Problems, MissingFilesAreFoundWhenASceneOpens) {
  openBroken();
  // The pane has not been seen yet.
  EXPECT_FALSE(open.session.problems.value().isComplete);
  std::set<std::string> missing;
  for (const Problem& problem : list()) missing.insert(problem.asset);
  missing.erase("");
  EXPECT_EQ(missing, (std::set<std::string>{"./missing_layer.usda", "chiar.usda",
                                            "textures/rust_abledo.png"}));
  const Problem* texture = find("UnresolvedAsset");
  ASSERT_TRUE(texture);
  EXPECT_EQ(texture->hint, "Did you mean @textures/rust_albedo.png@?");
  EXPECT_EQ(texture->line, 30);
  ASSERT_FALSE(texture->tried.empty());
  EXPECT_EQ(texture->tried[0], texts.path("textures/rust_abledo.png"));
  EXPECT_EQ(texture->sites, std::vector{Path::fromText("/World/C.texture")});
  EXPECT_EQ(find("WrongExtent"), nullptr) << "validators wait for the pane";
  auto* dock = open.window.findChild<QDockWidget*>("problems");
  EXPECT_EQ(dock->windowTitle(), "Problems 3");
}

// Two prims lack the same clip, from different frames on: a click leads to one of them.
TEST_F(Problems, EqualFaultsOfClipsHaveARowForEachPrim) {
  const auto prim = [](const std::string& name, const std::string& from) {
    return "def \"" + name +
           "\" (\nclips = {\ndictionary walk = {\nasset[] assetPaths = [@./lost.usda@]\n"
           "double2[] active = [(" +
           from +
           ", 0)]\nasset manifestAssetPath = @./manifest.usda@\nstring primPath = \"/P\"\n}\n}\n)"
           "\n{\ndouble x\n}\n";
  };
  texts.write("manifest.usda", "over \"P\" {\ndouble x\n}\n");
  openScene("(\nstartTimeCode = 1\nendTimeCode = 9\n)\n" + prim("A", "2") + prim("B", "5"));
  const auto ofPrim = [&](const char* path) {
    return std::ranges::find_if(list(), [&](const Problem& problem) {
      return problem.source == "usdscope:ValueClips" && problem.error == "MissingFile" &&
             problem.sites == std::vector{Path::fromText(path)};
    });
  };
  ASSERT_TRUE(waitUntil([&] { return ofPrim("/A") != list().end(); }));
  ASSERT_NE(ofPrim("/B"), list().end());
  EXPECT_EQ(ofPrim("/A")->time, 2.0);
  EXPECT_EQ(ofPrim("/B")->time, 5.0);
  EXPECT_EQ(ofPrim("/B")->count, 1u);
  // The searches that follow find the same faults.
  showPane();
  ASSERT_NE(ofPrim("/A"), list().end());
  ASSERT_NE(ofPrim("/B"), list().end());
  EXPECT_EQ(ofPrim("/B")->count, 1u);
}

TEST_F(Problems, StoppedChecksOfClipsAreReported) {
  texts.write("clip.usda", "def \"P\" {\ndouble x.timeSamples = {1: 1}\n}\n");
  texts.write("manifest.usda", "over \"P\" {\ndouble x\n}\n");
  const ActionContext context{open.session, open.window};
  auto& finder = open.session.problemFinder();
  bool isCancelled = false;
  const QObject life;
  // The first step that is shown comes before the last clip is known to be checked.
  open.session.problems.observe(&life, [&](const ProblemState&) {
    if (isCancelled || runningWork(context) != RunningWork::ClipCheck) return;
    isCancelled = true;
    cancelRunningWork(context);
  });
  openScene(
      "(\ndefaultPrim = \"A\"\nmetersPerUnit = 1\nupAxis = \"Y\"\nstartTimeCode = 1\n"
      "endTimeCode = 9\n)\ndef Xform \"A\" (\nclips = {\ndictionary walk = {\n"
      "asset[] assetPaths = [@./clip.usda@]\ndouble2[] active = [(1, 0)]\n"
      "double2[] times = [(1, 1), (9, 9)]\nasset manifestAssetPath = @./manifest.usda@\n"
      "string primPath = \"/P\"\n}\n}\n)\n{\ndouble x\n}\n");
  ASSERT_TRUE(waitUntil([&] { return isCancelled; }));
  EXPECT_EQ(runningWork(context), RunningWork::None);
  EXPECT_EQ(finder.leftClips(),
            "The check of clips was stopped at 0 of 1; faults in the others are not listed. Reload "
            "checks them.");
  ASSERT_EQ(open.run("pane", {"problems"}), "");
  EXPECT_FALSE(open.session.problems.value().isComplete);
  EXPECT_EQ(finder.stateOfChecks(), "Nothing is wrong so far. " + finder.leftClips());
  open.session.reload();
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(finder.leftClips(), "");
}

TEST_F(Problems, AllValidatorsCheckTheSceneWhileThePaneIsSeen) {
  openBroken();
  const QAbstractItemModelTester tester(model,
                                        QAbstractItemModelTester::FailureReportingMode::Fatal);
  showPane();
  ASSERT_TRUE(find("WrongExtent"));
  EXPECT_EQ(text("WrongExtent", ProblemModel::kSeverity), "✖ Error");
  EXPECT_EQ(text("WrongExtent", ProblemModel::kWhere), "scene.usda:18\n/World/A.extent\nframe 3");
  EXPECT_NE(text("WrongExtent", ProblemModel::kProblem).find("wrong at 1 of 2 samples"),
            std::string::npos);
  // Equal problems of B and C are one.
  EXPECT_EQ(text("MissingExtent", ProblemModel::kSeverity), "▲ Warning\n×2");
  EXPECT_EQ(text("MissingExtent", ProblemModel::kWhere), "scene.usda:23\n/World/B\nand 1 more");
  EXPECT_NE(text("UnresolvedAsset", ProblemModel::kProblem).find("Did you mean"),
            std::string::npos);
  EXPECT_NE(text("UnresolvedAsset", ProblemModel::kProblem).find("Searched:"), std::string::npos);
  for (std::size_t i = 1; i < list().size(); ++i) {
    EXPECT_GE(list()[i - 1].severity, list()[i].severity) << "errors first";
  }
  EXPECT_TRUE(pane->findChild<QProgressBar*>()->isHidden());
  // The message is visible as a whole: rows are as high as their wrapped texts.
  const int narrow = view->visualRect(model->index(0, 0)).height();
  open.window.resize(1500, 900);
  ASSERT_TRUE(open.settle());
  EXPECT_TRUE(waitUntil([&] { return view->visualRect(model->index(0, 0)).height() < narrow; }));
}

TEST_F(Problems, EachFaultIsListedOnce) {
  openBroken();
  showPane();
  std::multiset<std::string> assets;
  for (const Problem& problem : list()) {
    if (problem.source == "usdValidation:CompositionErrorTest" || problem.source == "composition") {
      assets.insert(problem.asset);
    }
  }
  EXPECT_EQ(assets, (std::multiset<std::string>{"./missing_layer.usda", "chiar.usda"}));
}

TEST_F(Problems, AClickSelectsAndGoesToTheFrame) {
  openBroken();
  showPane();
  click("WrongExtent");
  EXPECT_EQ(open.session.selection.value().prims, std::vector{Path::fromText("/World/A")});
  EXPECT_EQ(open.session.selection.value().property, Token("extent"));
  EXPECT_EQ(open.session.playback.value().time, 3.0);
  click("MissingExtent");
  EXPECT_EQ(open.session.selection.value().prims,
            (std::vector{Path::fromText("/World/B"), Path::fromText("/World/C")}));
  // A problem without a prim marks its layer, here and in the Layers pane.
  EXPECT_EQ(open.run("showProblem", {"99"}), "There is no problem with the number 99.");
  for (const Problem& problem : list()) {
    if (problem.asset == "./missing_layer.usda" && problem.sites.empty()) {
      open.session.problemFinder().show(problem);
      break;
    }
  }
  ASSERT_TRUE(open.settle());
  ASSERT_TRUE(open.session.layerMarks.value());
  EXPECT_EQ(open.session.layerMarks.value()->identifier, texts.path("scene.usda"));
}

TEST_F(Problems, LeadToThePrimThatHasItsOpinionsThere) {
  texts.write("part.usda", "def \"P\" (references = @nowhere.usda@)\n{\n}\n");
  openScene("def Cube \"P\"\n{\n}\ndef \"Q\" (references = @part.usda@</P>)\n{\n}\n");
  showPane();
  click("CompositionError");
  EXPECT_EQ(open.session.selection.value().leading(), Path::fromText("/Q"));
}

TEST_F(Problems, Filters) {
  openBroken();
  showPane();
  const int all = model->rowCount();
  EXPECT_EQ(open.run("showErrors"), "");
  EXPECT_LT(model->rowCount(), all);
  EXPECT_FALSE(pane->findChild<QToolButton*>("showErrors")->isChecked());
  EXPECT_EQ(rowOf("WrongExtent"), -1);
  pane->findChild<QToolButton*>("showErrors")->click();
  EXPECT_EQ(model->rowCount(), all);

  auto* search = pane->findChild<SearchField*>();
  search->setText("missing_layer SUBLAYER");
  ASSERT_TRUE(waitUntil([&] { return model->rowCount() < all; }));
  EXPECT_EQ(model->rowCount(), 1);
  EXPECT_NE(search->findChild<QLabel*>()->text().indexOf(" of "), -1);
  search->setText("no such problem");
  ASSERT_TRUE(waitUntil([&] { return model->rowCount() == 0; }));
  EXPECT_TRUE(view->isHidden());
  search->setText({});
  ASSERT_TRUE(waitUntil([&] { return model->rowCount() == all; }));

  EXPECT_EQ(open.run("problemSource", {"usdscope:Extents"}), "");
  EXPECT_EQ(model->rowCount(), 2);
  EXPECT_EQ(pane->findChild<QComboBox*>()->currentData().toString(), "usdscope:Extents");
  EXPECT_EQ(open.run("problemSource", {"nobody"}), "No problem comes from nobody.");
  EXPECT_EQ(open.run("problemSource"), "");

  click("MissingExtent");
  EXPECT_EQ(open.run("ignoreRule"), "");
  EXPECT_EQ(rowOf("MissingExtent"), -1);
  EXPECT_EQ(model->rowCount(), all - 1);
  EXPECT_EQ(open.run("ignoreRule", {"usdscope:Nonsense.X"}),
            "No problem is of the rule usdscope:Nonsense.X.");
  EXPECT_EQ(open.run("showIgnoredRules"), "");
  EXPECT_EQ(model->rowCount(), all);
}

TEST_F(Problems, SelectedRowsOrAllAreCopied) {
  openBroken();
  showPane();
  click("WrongExtent");
  QTest::keyClick(view, Qt::Key_C, Qt::ControlModifier);
  const std::string one = QApplication::clipboard()->text().toStdString();
  EXPECT_EQ(one.find("error: " + texts.path("scene.usda") + ":18: </World/A.extent> at frame 3: "),
            0u)
      << one;
  EXPECT_EQ(std::ranges::count(one, '\n'), 1);
  view->clearSelection();
  QTest::keyClick(view, Qt::Key_C, Qt::ControlModifier);
  EXPECT_EQ(QApplication::clipboard()->text().count('\n'), model->rowCount());
  EXPECT_EQ(open.run("copyProblems"), "");
  EXPECT_EQ(QApplication::clipboard()->text().count('\n'), model->rowCount());
}

TEST_F(Problems, ShowTheTextOfTheLayerAtTheLine) {
  openBroken();
  showPane();
  click("UnresolvedAsset");
  EXPECT_EQ(open.run("problemText"), "");
  auto* dialog = open.window.findChild<QDialog*>("layerText");
  ASSERT_TRUE(dialog);
  const QTextCursor cursor = dialog->findChild<QPlainTextEdit*>()->textCursor();
  EXPECT_EQ(cursor.blockNumber(), 29);
  EXPECT_NE(cursor.block().text().indexOf("rust_abledo"), -1);
  dialog->close();
}

TEST_F(Problems, PrimsAndLayersAreMarked) {
  openBroken();
  const auto& marks = open.session.problemMarks.value();
  ASSERT_TRUE(marks);
  EXPECT_EQ(marks->ofPrim(Path::fromText("/World/C")), Severity::Error);
  EXPECT_EQ(marks->ofPrim(Path::fromText("/World/A")), std::nullopt) << "not checked yet";
  EXPECT_EQ(marks->belowPrim(Path::fromText("/World")), Severity::Error);
  EXPECT_EQ(marks->ofPrim(Path::fromText("/World")), std::nullopt);
  EXPECT_EQ(marks->ofLayer(texts.path("scene.usda")), Severity::Error);
  showPane();
  EXPECT_EQ(open.session.problemMarks.value()->ofPrim(Path::fromText("/World/A")), Severity::Error);
  EXPECT_EQ(open.session.problemMarks.value()->ofPrim(Path::fromText("/World/B")),
            Severity::Warning);

  ASSERT_EQ(open.run("pane", {"layers"}), "");
  auto* layers = open.window.findChild<LayersPane*>()->findChild<LayerTreeModel*>();
  bool isTold = false;
  for (int row = 0; row < layers->rowCount(); ++row) {
    isTold |= layers->index(row, 0).data(Qt::ToolTipRole).toString().contains("It has errors");
  }
  EXPECT_TRUE(isTold);
  open.session.close();
  ASSERT_TRUE(open.settle());
  EXPECT_FALSE(open.session.problemMarks.value());
}

TEST_F(Problems, FollowTheNewestVersionOfTheStage) {
  openBroken();
  showPane();
  ASSERT_TRUE(find("WrongExtent"));
  EXPECT_EQ(open.run("deactivate", {"/World/A"}), "");
  EXPECT_FALSE(find("WrongExtent"));
  EXPECT_TRUE(open.session.problems.value().isComplete);
  EXPECT_EQ(open.run("undo"), "");
  EXPECT_TRUE(find("WrongExtent"));
}

TEST_F(Problems, EmptyListsSayWhy) {
  openScene("(\ndefaultPrim = \"A\"\nmetersPerUnit = 1\nupAxis = \"Y\"\n)\ndef Xform \"A\" {}\n");
  showPane();
  EXPECT_EQ(model->rowCount(), 0);
  bool isTold = false;
  for (const QLabel* label : pane->findChildren<QLabel*>()) {
    isTold |= label->isVisible() && label->text().startsWith("Nothing is wrong");
  }
  EXPECT_TRUE(isTold);
  EXPECT_EQ(open.window.findChild<QDockWidget*>("problems")->windowTitle(), "Problems");
}

// A clip set may lack a million files.
TEST(GatheredProblems, FloodOfOneRuleEndsInOneRow) {
  auto findings = std::make_shared<Findings>();
  for (int i = 0; i < 20000; ++i) {
    Finding& finding = findings->emplace_back();
    finding.validator = "usdscope:ValueClips";
    finding.error = "MissingFile";
    finding.sites = {Path::fromText("/P" + std::to_string(i % 3))};
    finding.layer = "/a.usda";
    finding.message = "clip " + std::to_string(i) + " cannot be opened.";
  }
  Finding& other = findings->emplace_back(findings->front());
  other.layer = "/b.usda";
  const auto list = gatherProblems({.loading = {},
                                    .drawingProblem = "none",
                                    .drawing = {},
                                    .opening = {},
                                    .stage = {},
                                    .scene = {},
                                    .findings = findings},
                                   {})
                        .list;
  ASSERT_EQ(list->size(), 5003u);
  std::size_t count = 0;
  std::vector<const Problem*> rests;
  for (const Problem& problem : *list) {
    count += problem.count;
    if (problem.count > 1) rests.push_back(&problem);
  }
  EXPECT_EQ(count, 20002u);
  ASSERT_EQ(rests.size(), 1u);
  EXPECT_EQ(rests[0]->message, "There are 15000 more problems of this rule in this layer.");
  EXPECT_EQ(rests[0]->sites.size(), 3u);
  EXPECT_EQ(rests[0]->layer, "/a.usda");
}

TEST_F(Problems, LiveWithOddNamesAndVeryManyRows) {
  std::string body = "def Xform \"World\"\n{\n";
  const std::string longName(10000, 'n');
  body += "def Scope \"" + longName + "\" {\nasset a = @" + longName + ".png@\n}\n";
  body += "def Scope \"مرحبا\" {\nasset a = @مرحبا.png@\n}\n";
  for (int i = 0; i < 3000; ++i) {
    body += "def Scope \"C" + std::to_string(i) + "\" {\nasset a = @none" + std::to_string(i) +
            ".png@\n}\n";
  }
  openScene(body + "}\n");
  showPane();
  EXPECT_EQ(model->rowCount(), int(ProblemModel::kMostRows));
  EXPECT_GT(list().size(), 3000u);
  view->scrollToBottom();
  open.window.grab();
}

}  // namespace
}  // namespace usdscope
