// SPDX-License-Identifier: Apache-2.0
// Thirteen scenes with a planted fault each (tests/assets/faults). From opening the file, at most
// three gestures lead to the text that names the layer or clip, the time of the file and the
// reason. The texts are those of the engine's reports, which the verbs print.
#include <gtest/gtest.h>

#include <QAbstractItemView>
#include <QApplication>
#include <QElapsedTimer>
#include <QMenu>
#include <QMenuBar>
#include <QSettings>
#include <QTabBar>
#include <QTableView>
#include <QTest>
#include <QTimer>
#include <QTreeView>
#include <algorithm>
#include <cstdlib>
#include <optional>

#include "app/panes/PropertiesPane.h"
#include "app/panes/playback/PlaybackStrip.h"
#include "app/panes/primtree/PrimTreePane.h"
#include "app/panes/problems/ProblemModel.h"
#include "app/panes/problems/ProblemsPane.h"
#include "app/panes/why/WhyPage.h"
#include "app/panes/why/WhyPane.h"
#include "app/session/playback/Transport.h"
#include "app/session/problems/MotionFinder.h"
#include "app/session/problems/ProblemFinder.h"
#include "engine/inspect/FindMotion.h"
#include "engine/inspect/MotionText.h"
#include "engine/report/clips/ClipReport.h"
#include "engine/report/explain/Explain.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/TreeInWindow.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

constexpr int kMostGestures = 3;
// Findings that need no question are there so soon after the scene. On a machine that does nothing
// else it takes a tenth of this.
constexpr int kUnaskedMs = 2000;

std::string fileOf(const std::string& name) {
  return (testAssetsPath() / "faults" / name).string();
}

/// Lets windows look for bad motion unasked, as they do for users.
struct UnaskedSearch {
  UnaskedSearch() { QSettings().setValue("motion/unasked", true); }
  ~UnaskedSearch() { QSettings().setValue("motion/unasked", false); }
};

struct PlantedFault : testing::Test {
  UnaskedSearch unasked;
  OpenWindow open{QSize(1400, 900)};
  int gestures = 0;

  void TearDown() override { EXPECT_LE(gestures, kMostGestures); }

  void openScene(const std::string& fault, OpenOptions options = {}) {
    open.session.open(fileOf(fault + "/shot.usda"),
                      std::make_shared<const OpenOptions>(std::move(options)));
    ASSERT_TRUE(waitUntil([&] { return open.session.scene.value() != nullptr; }));
  }

  // Waits for a problem of a rule that nobody has asked for. Null if it does not come. The check
  // leaves the processor to everything else, so that only a quiet machine keeps the two seconds.
  std::optional<Problem> unaskedProblem(const std::string& error) {
    QElapsedTimer timer;
    timer.start();
    std::optional<Problem> found;
    waitUntil([&] {
      const auto& list = open.session.problems.value().list;
      if (list) {
        const auto at = std::ranges::find(*list, error, &Problem::error);
        if (at != list->end()) found = *at;
      }
      return found.has_value();
    });
    if (std::getenv("USDSCOPE_TURN_LIMIT_MS")) {
      EXPECT_LE(timer.elapsed(), kUnaskedMs);
    }
    EXPECT_TRUE(open.settle());
    return found;
  }

  // Waits for marks of bad motion that nobody has asked for. Returns their texts. The search waits
  // until everything else is done, so that only a quiet machine keeps the two seconds.
  std::vector<std::string> unaskedMarks() {
    QElapsedTimer timer;
    timer.start();
    const MotionFinder& finder = open.session.transport().motion();
    waitUntil([&] { return !finder.marks().empty(); });
    if (std::getenv("USDSCOPE_TURN_LIMIT_MS")) {
      EXPECT_LE(timer.elapsed(), kUnaskedMs);
    }
    std::vector<std::string> texts;
    for (const MotionMark& mark : finder.marks()) texts.push_back(mark.text);
    EXPECT_TRUE(open.settle());
    return texts;
  }
  // Shows the next mark, with the key N.
  void showNextMark() {
    ++gestures;
    QTest::keyClick(&open.window, Qt::Key_N);
    EXPECT_TRUE(open.settle());
  }
  // Whether animation without effect is marked unasked, with the layer that has it.
  bool isFrozenUnasked(const char* layer, const char* hiding) {
    const std::vector<std::string> texts = unaskedMarks();
    return std::ranges::any_of(texts, [&](const std::string& text) {
      return text.starts_with("frozen </World/Hero.xformOp:translate>") &&
             text.find(std::string("samples in ") + layer) != std::string::npos &&
             text.find(std::string("hidden by ") + hiding) != std::string::npos;
    });
  }

  // Gestures.
  void clickAt(QWidget& widget, QPoint at, Qt::MouseButton button = Qt::LeftButton) {
    ++gestures;
    QTest::mouseMove(&widget, at);
    QTest::mouseClick(&widget, button, {}, at);
    EXPECT_TRUE(open.settle());
  }
  void clickTab(const QString& title) {
    for (QTabBar* bar : open.window.findChildren<QTabBar*>()) {
      for (int i = 0; i < bar->count(); ++i) {
        if (!bar->isVisible() || !bar->tabText(i).startsWith(title)) continue;
        return clickAt(*bar, bar->tabRect(i).center());
      }
    }
    ADD_FAILURE() << "no tab " << title.toStdString();
  }
  void scrubTo(double time) {
    auto* strip = open.window.findChild<PlaybackStrip*>();
    clickAt(*strip, {int(std::lround(strip->xOf(time))), 34});
    EXPECT_EQ(open.session.playback.value().wantedTime(), TimeCode(time));
  }
  // Presses the key of "Why is it here?" with the pointer in the middle of a widget.
  void askWhy(QWidget& under) {
    ++gestures;
    QTest::mouseMove(&under, under.rect().center() + QPoint(3, 0));
    QTest::mouseMove(&under, under.rect().center());
    ASSERT_TRUE(waitUntil([&] { return under.underMouse(); }));
    QTest::keyClick(&open.window, Qt::Key_Y);
    EXPECT_TRUE(open.settle());
  }
  void askWhyInPicture() { askWhy(open.window.viewport()); }
  void clickProblem(const Problem& problem) {
    auto* pane = open.window.findChild<ProblemsPane*>();
    auto* view = pane->findChild<QTreeView*>();
    const auto* model = pane->findChild<ProblemModel*>();
    const int row = model->rowOf(problem);
    ASSERT_GE(row, 0);
    const QModelIndex index = model->index(row, ProblemModel::kProblem);
    view->scrollTo(index);
    // Rows may be higher than the view.
    const QRect seen = view->visualRect(index).intersected(view->viewport()->rect());
    ASSERT_FALSE(seen.isEmpty());
    clickAt(*view->viewport(), seen.center());
  }

  // The text of the row of a problem, in the pane that is seen.
  QString seenProblem(const Problem& problem) const {
    auto* pane = open.window.findChild<ProblemsPane*>();
    const auto* model = pane->findChild<ProblemModel*>();
    const int row = model->rowOf(problem);
    if (row < 0 || pane->visibleRegion().isEmpty()) return {};
    return model->index(row, ProblemModel::kProblem).data().toString() + '\n' +
           model->index(row, ProblemModel::kWhere).data().toString();
  }

  const WhyPane& whyPane() const { return *open.window.findChild<WhyPane*>(); }
  const WhyPage& whyPage() const { return *whyPane().findChild<WhyPage*>(); }
  // The pane explains an attribute at a time, with the words of the engine.
  void expectExplained(const char* attribute, double time) const {
    EXPECT_FALSE(whyPage().visibleRegion().isEmpty());
    const Path path = Path::fromText(attribute);
    const Selection& selection = open.session.selection.value();
    EXPECT_EQ(selection.leading(), path.primPath());
    EXPECT_EQ(selection.property, path.name());
    EXPECT_EQ(open.session.playback.value().timeCode(), TimeCode(time));
    const auto& stage = open.session.document.value().stage;
    const Explanation expected =
        explain(stage->primAt(path.primPath()).attribute(path.name()), time);
    EXPECT_TRUE(whyPane().sentence().startsWith(QString::fromStdString(expected.sentence)))
        << whyPane().sentence().toStdString();
    EXPECT_GE(whyPage().opinions().size(), expected.opinions.size());
    EXPECT_EQ(whyPage().steps().size(), timePathLines(expected).size());
  }
  bool whySays(const char* text) const { return whyPane().sentence().contains(text); }
  // The reason that the pane gives for an opinion of a layer; empty without one.
  std::string reasonFor(const std::string& layer) const {
    const auto& opinions = whyPage().opinions();
    const auto found = std::ranges::find(opinions, layer, &OpinionLine::layer);
    return found == opinions.end() ? "" : found->reason;
  }

  // Goes from an unasked finding of the clip doctor to the prim, the frame and the explanation.
  void followClipFinding(const char* error, const char* id, const char* file, double frame) {
    const std::optional<Problem> problem = unaskedProblem(error);
    ASSERT_TRUE(problem) << "not there unasked";
    const Problem& expected = *problem;
    const ClipsReport report = reportClips(*open.session.document.value().stage);
    const auto finding = std::ranges::find(report.findings, id, &ClipFinding::id);
    ASSERT_NE(finding, report.findings.end());
    EXPECT_EQ(finding->frame, frame);
    EXPECT_TRUE(finding->file.ends_with(file)) << finding->file;
    EXPECT_EQ(expected.time, frame);
    ASSERT_EQ(expected.sites.size(), 1u);
    EXPECT_EQ(expected.sites[0].primPath(), Path::fromText("/World/Hero"));
    EXPECT_NE(expected.message.find(finding->message), std::string::npos);
    EXPECT_NE(expected.message.find(finding->hint), std::string::npos);

    clickTab("Problems");
    const QString text = seenProblem(expected);
    EXPECT_TRUE(text.contains(file)) << text.toStdString();
    EXPECT_TRUE(text.contains(QString::fromStdString(finding->message).remove('`')) ||
                text.contains(QString::fromStdString(finding->message)))
        << text.toStdString();
    EXPECT_TRUE(text.contains("/World/Hero"));
    clickProblem(expected);
    EXPECT_EQ(open.session.selection.value().leading(), Path::fromText("/World/Hero"));
    EXPECT_EQ(open.session.playback.value().wantedTime(), TimeCode(frame));
    askWhy(*open.window.findChild<ProblemsPane*>());
    expectExplained("/World/Hero.points", frame);
  }
};

TEST_F(PlantedFault, ClipFileIsMissingAtOneFrame) {
  openScene("missingClip");
  followClipFinding("MissingFile", "missing-file", "walk.4.usda", 4.0);
  EXPECT_TRUE(whySays("walk.4.usda")) << whyPane().sentence().toStdString();
  EXPECT_TRUE(whySays("at 4"));
}

TEST_F(PlantedFault, ClipTimesRunBackwards) {
  openScene("backwards");
  const std::optional<Problem> problem = unaskedProblem("TimesBackwards");
  ASSERT_TRUE(problem) << "not there unasked";
  EXPECT_NE(problem->message.find("runs backwards through the clips"), std::string::npos)
      << problem->message;
  ASSERT_TRUE(problem->time);
  EXPECT_LE(*problem->time, 6.0);
  scrubTo(6);
  askWhyInPicture();
  expectExplained("/World/Hero.points", 6);
  EXPECT_TRUE(whySays("walk.usda")) << whyPane().sentence().toStdString();
  EXPECT_TRUE(whySays("at 4"));
  EXPECT_TRUE(whySays("run backwards here"));
}

TEST_F(PlantedFault, PrimPathNamesNothing) {
  openScene("primPath");
  followClipFinding("NoPrimInClip", "no-prim-in-clip", "walk.usda", 1.0);
  EXPECT_EQ(reasonFor("walk.usda"), "`walk.usda` has no prim </Herro>");
}

TEST_F(PlantedFault, AttributeIsNotInTheManifest) {
  openScene("manifest");
  followClipFinding("NotInManifest", "not-in-manifest", "walk.usda", 1.0);
  EXPECT_NE(reasonFor("walk.usda").find("not in the manifest"), std::string::npos);
}

TEST_F(PlantedFault, IndexInActiveIsOutOfRange) {
  openScene("activeIndex");
  followClipFinding("ActiveOutOfRange", "active-out-of-range", "shot.usda", 7.0);
  // The set is ignored, so that the default of the shot is left.
  EXPECT_TRUE(whySays("shot.usda"));
}

TEST_F(PlantedFault, TemplateHasAHole) {
  openScene("template");
  const std::optional<Problem> skipped = unaskedProblem("StrideSkipsFile");
  ASSERT_TRUE(skipped) << "not there unasked";
  EXPECT_NE(skipped->message.find("walk.04.usda"), std::string::npos) << skipped->message;
  followClipFinding("TemplateHole", "template-hole", "walk.05.usda", 5.0);
  EXPECT_TRUE(whySays("walk.03.usda")) << whyPane().sentence().toStdString();
  EXPECT_TRUE(whySays("at 5"));
}

TEST_F(PlantedFault, SublayerOffsetIsWrongByOneRung) {
  openScene("sublayerOffset");
  ASSERT_TRUE(open.settle());
  scrubTo(12);
  askWhyInPicture();
  expectExplained("/World/Hero.xformOp:translate", 12);
  EXPECT_TRUE(whySays("cache.usda"));
  EXPECT_TRUE(whySays("at 4"));
  // The ladder has both rungs, each with its offset and the time behind it.
  const auto& steps = whyPage().steps();
  ASSERT_EQ(steps.size(), 3u);
  EXPECT_EQ(steps[1].time, "8");
  EXPECT_NE(steps[1].what.find("anim.usda"), std::string::npos);
  EXPECT_EQ(steps[1].mapping, "offset 4");
  EXPECT_EQ(steps[2].time, "4");
  EXPECT_NE(steps[2].what.find("cache.usda"), std::string::npos);
  EXPECT_EQ(steps[2].mapping, "offset 4");
}

TEST_F(PlantedFault, BlockIsInAStrongerLayer) {
  openScene("block");
  EXPECT_TRUE(isFrozenUnasked("anim.usda", "a block"));
  askWhyInPicture();
  expectExplained("/World/Hero.xformOp:translate", 1);
  EXPECT_TRUE(whySays("fix.usda")) << whyPane().sentence().toStdString();
  EXPECT_EQ(reasonFor("anim.usda"), "hidden by the block in `fix.usda`");
}

TEST_F(PlantedFault, StrongerLayerFreezesAnimation) {
  openScene("frozen");
  EXPECT_TRUE(isFrozenUnasked("anim.usda", "layout.usda"));
  askWhyInPicture();
  expectExplained("/World/Hero.xformOp:translate", 1);
  EXPECT_TRUE(whySays("layout.usda")) << whyPane().sentence().toStdString();
  EXPECT_EQ(reasonFor("anim.usda"), "weaker than `layout.usda`");
}

TEST_F(PlantedFault, SessionLayerOverrides) {
  OpenOptions options;
  options.sessionLayer = fileOf("sessionOverride/session.usda");
  openScene("sessionOverride", options);
  EXPECT_TRUE(isFrozenUnasked("anim.usda", "session"));
  askWhyInPicture();
  expectExplained("/World/Hero.xformOp:translate", 1);
  EXPECT_TRUE(whySays("session")) << whyPane().sentence().toStdString();
  EXPECT_NE(reasonFor("anim.usda").find("weaker than"), std::string::npos);
}

TEST_F(PlantedFault, CharacterJumpsAtASeam) {
  openScene("seam");
  EXPECT_FALSE(unaskedMarks().empty()) << "not there unasked";
  const MotionFinder& finder = open.session.transport().motion();
  showNextMark();
  EXPECT_EQ(open.session.playback.value().wantedTime(), TimeCode(7.0));
  EXPECT_NE(finder.text().find("another clip, step 3.1"), std::string::npos) << finder.text();
  EXPECT_NE(finder.text().find("walk.1.usda at 6 -> walk.2.usda at 7"), std::string::npos);
  // The seam is the next mark, at the same frame. `find` prints the same lines.
  const auto& stage = open.session.document.value().stage;
  const LayerNames names(*stage->rootLayer(), stage->sessionLayer().get());
  const MotionFindings expected =
      findMotion(stage->pseudoRoot(), {.pops = true, .seams = true, .from = 1, .to = 12}, {});
  ASSERT_EQ(expected.findings.size(), 2u);
  EXPECT_EQ(finder.marks()[0].text, motionText(expected.findings[0], names));
  EXPECT_EQ(finder.marks()[1].text, motionText(expected.findings[1], names));
  EXPECT_NE(finder.marks()[1].text.find("difference 3"), std::string::npos);
}

// One key over the character leads to the clip of its pose, not to its points, which do not vary.
TEST_F(PlantedFault, AnotherTakePosesTheCharacter) {
  openScene("pose");
  ASSERT_TRUE(open.settle());
  scrubTo(15);
  askWhyInPicture();
  expectExplained("/World/Hero/Animation.rotations", 15);
  EXPECT_TRUE(whySays("take.2.usda")) << whyPane().sentence().toStdString();
  EXPECT_TRUE(whySays("at 5"));
  EXPECT_TRUE(whySays("translations and scales: the default in `shot.usda`"))
      << whyPane().sentence().toStdString();
  ASSERT_FALSE(whyPage().steps().empty());
  EXPECT_EQ(whyPage().steps().back().time, "5");
}

// A user who has switched off the unasked search asks for it.
TEST_F(PlantedFault, SeamIsFoundWhenAskedFor) {
  open.session.transport().motion().disableUnasked();
  openScene("seam");
  ASSERT_TRUE(open.settle());
  // Time › Find Pops, Frozen and Seams.
  QMenuBar* bar = open.window.menuBar();
  const auto entryOf = [](const QWidget& menu, const QString& text) {
    const auto actions = menu.actions();
    const auto found = std::ranges::find_if(
        actions, [&](const QAction* action) { return action->text().remove('&') == text; });
    return found == actions.end() ? nullptr : *found;
  };
  QAction* time = entryOf(*bar, "Time");
  ASSERT_TRUE(time);
  clickAt(*bar, bar->actionGeometry(time).center());
  QAction* find = entryOf(*time->menu(), "Find Pops, Frozen and Seams");
  ASSERT_TRUE(find);
  clickAt(*time->menu(), time->menu()->actionGeometry(find).center());
  const MotionFinder& finder = open.session.transport().motion();
  ASSERT_TRUE(waitUntil([&] { return !finder.marks().empty(); }));
  showNextMark();
  EXPECT_EQ(open.session.playback.value().wantedTime(), TimeCode(7.0));
}

TEST_F(PlantedFault, AncestorHidesForTwoFrames) {
  openScene("hidden");
  ASSERT_TRUE(open.settle());
  scrubTo(5);
  // Nothing is drawn to point at, so the prim is chosen in the tree.
  const Tree tree(open);
  const QModelIndex hero = tree.at("/World/Group/Hero");
  ASSERT_TRUE(hero.isValid());
  const QRect row = tree.view->visualRect(hero);
  ASSERT_FALSE(row.isEmpty()) << "the row is not in view";
  clickAt(*tree.view->viewport(), row.center());
  EXPECT_EQ(open.session.selection.value().leading(), Path::fromText("/World/Group/Hero"));
  askWhy(*tree.view->viewport());
  expectExplained("/World/Group.visibility", 5);
  EXPECT_TRUE(whySays("anim.usda")) << whyPane().sentence().toStdString();
  EXPECT_TRUE(whySays("at 5"));
}

// The menu of a right click leads there, too.
TEST_F(PlantedFault, MenuOfThePictureAsksWhy) {
  openScene("frozen");
  ASSERT_TRUE(open.settle());
  // The menu has an event loop of its own.
  QTimer opening;
  QObject::connect(&opening, &QTimer::timeout, [&] {
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    if (!menu) return;
    opening.stop();
    const auto actions = menu->actions();
    const auto entry = std::ranges::find(actions, QString("Why Is It Here?"), &QAction::text);
    if (entry == actions.end()) {
      ADD_FAILURE() << "no such entry";
      menu->close();
      return;
    }
    ++gestures;
    QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(*entry).center());
  });
  opening.start(20);
  clickAt(open.window.viewport(), open.window.viewport().rect().center(), Qt::RightButton);
  ASSERT_TRUE(open.settle());
  expectExplained("/World/Hero.xformOp:translate", 1);
}

// One gesture in each pane leads to the explanation: the key of the picture, over a row or a frame.
TEST_F(PlantedFault, KeyAsksInPanesToo) {
  openScene("frozen");
  ASSERT_TRUE(open.settle());
  const auto askAt = [&](QWidget& under, QPoint at) {
    QTest::mouseMove(&under, at + QPoint(2, 0));
    QTest::mouseMove(&under, at);
    QTest::keyClick(&open.window, Qt::Key_Y);
    EXPECT_TRUE(open.settle());
  };
  const auto rowOf = [&](QAbstractItemView& view, int column, const QString& text) {
    const QModelIndex first = view.model()->index(0, column);
    const auto found = view.model()->match(first, Qt::DisplayRole, text, 1,
                                           Qt::MatchFixedString | Qt::MatchRecursive);
    EXPECT_FALSE(found.isEmpty()) << text.toStdString();
    if (found.isEmpty()) return QPoint();
    view.scrollTo(found.front());
    return view.visualRect(found.front()).center();
  };
  auto* const tree = open.window.findChild<PrimTreePane*>()->findChild<QTreeView*>();
  askAt(*tree->viewport(), rowOf(*tree, 0, "Hero"));
  expectExplained("/World/Hero.xformOp:translate", 1);

  open.session.perform("pane", {"layerStack"});
  auto* const properties = open.window.findChild<PropertiesPane*>()->findChild<QTableView*>();
  askAt(*properties->viewport(), rowOf(*properties, 1, "visibility"));
  expectExplained("/World/Hero.visibility", 1);

  open.session.perform("pane", {"layerStack"});
  auto* const strip = open.window.findChild<PlaybackStrip*>();
  askAt(*strip, {int(std::lround(strip->xOf(3))), 34});
  expectExplained("/World/Hero.visibility", 3);
}

}  // namespace
}  // namespace usdscope
