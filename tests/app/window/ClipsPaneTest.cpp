// SPDX-License-Identifier: Apache-2.0
#include "app/panes/clips/ClipsPane.h"

#include <gtest/gtest.h>

#include <QImage>
#include <QLabel>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>
#include <optional>

#include "app/actions/Actions.h"
#include "app/panes/clips/ClipDoctorTask.h"
#include "app/panes/clips/ClipFindingsView.h"
#include "app/panes/clips/ClipLanesView.h"
#include "app/panes/clips/ClipTimeMapView.h"
#include "app/panes/why/RibbonView.h"
#include "app/session/Inspection.h"
#include "app/session/memory/ClipBudget.h"
#include "app/session/memory/KnownClips.h"
#include "app/theme/Colors.h"
#include "app/theme/ShortNames.h"
#include "app/theme/Theme.h"
#include "app/widgets/ElidedLabel.h"
#include "engine/report/supply/LegendColors.h"
#include "tests/app/window/BigScenes.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/SceneTexts.h"

namespace usdscope {
namespace {

constexpr int kNumberCount = 70;

// Ten clips that play for ten frames each; number 7 is missing. Each plays its first half twice.
struct ClipsPaneTest : testing::Test {
  SceneTexts texts;
  OpenWindow open{{1600, 1000}};
  ClipsPane* pane = nullptr;
  ClipLanesView* lanes = nullptr;
  ClipTimeMapView* map = nullptr;

  void SetUp() override {
    std::string paths;
    std::string active;
    std::string times;
    std::string numbers;
    for (int i = 0; i < 10; ++i) {
      const std::string name = "c." + std::to_string(i) + ".usda";
      if (i != 7) texts.write(name, "def \"P\" { double x.timeSamples = {0: 1, 9: 2}\n }\n");
      const auto text = [](int number) { return std::to_string(number); };
      paths += (i ? ", @./" : "@./") + name + "@";
      active += (i ? ", (" : "(") + text(10 * i) + ", " + text(i) + ")";
      times += (i ? ", (" : "(") + text(10 * i) + ", 0), (" + text(10 * i + 5) + ", 5), (" +
               text(10 * i + 5) + ", 0), (" + text(10 * i + 10) + ", 5)";
    }
    for (int i = 0; i < kNumberCount; ++i) numbers += "double n" + std::to_string(i) + " = 1\n";
    texts.write("manifest.usda", "over \"P\" { double x\n }\n");
    const std::string file = texts.write(
        "clips.usda",
        "(\n startTimeCode = 0\n endTimeCode = 100\n)\ndef \"M\" (\n clips = {\n dictionary walk = "
        "{\n"
        "asset[] assetPaths = [" +
            paths + "]\ndouble2[] active = [" + active + "]\ndouble2[] times = [" + times +
            "]\nasset manifestAssetPath = @./manifest.usda@\nstring primPath = \"/P\"\n}\n}\n)\n{\n"
            "double x\ndef \"Child\"\n{\n}\n}\ndef \"Other\"\n{\n" +
            numbers + "}\n");
    ASSERT_TRUE(open.open(file));
    open.window.showPane("clips");
    open.select("/M");
    pane = open.window.findChild<ClipsPane*>();
    ASSERT_TRUE(pane);
    lanes = pane->findChild<ClipLanesView*>();
    map = pane->findChild<ClipTimeMapView*>();
    ASSERT_TRUE(lanes && map);
    ASSERT_TRUE(waitUntil([&] { return pane->shown().lanes.size() == 1; }));
    ASSERT_TRUE(open.settle());
  }

  void wheel(QWidget& widget, QPointF at, int steps) {
    QWheelEvent event(at, widget.mapToGlobal(at), {}, {0, 120 * steps}, Qt::NoButton,
                      Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&widget, &event);
  }
};

TEST_F(ClipsPaneTest, BlocksNamesAndHoles) {
  const QRectF third = lanes->boxOf(0, 3);
  ASSERT_FALSE(third.isEmpty());
  EXPECT_EQ(lanes->blockAt(third.center().toPoint()), std::pair(std::size_t(0), std::size_t(3)));
  EXPECT_TRUE(lanes->toolTipAt(third.center().toPoint()).startsWith("3  c.3.usda"));
  const QRectF hole = lanes->boxOf(0, 7);
  EXPECT_TRUE(lanes->toolTipAt(hole.center().toPoint()).contains("missing"));
  // A notch below the blocks, where clip time goes back.
  const QPoint notch(int(lanes->scale().xOf(5.0)), int(third.bottom()) + 4);
  EXPECT_EQ(lanes->toolTipAt(notch), "Repeat at 5: clip time jumps from 5 to 0");
}

TEST_F(ClipsPaneTest, WheelZoomsAndDragsReachTimesBetweenFrames) {
  const QPointF at = lanes->boxOf(0, 3).center();
  const double time = lanes->scale().timeAt(at.x());
  wheel(*lanes, at, 20);
  const PlotScale zoomed = lanes->scale();
  EXPECT_LT(zoomed.to - zoomed.from, 2.0);
  EXPECT_NEAR(zoomed.timeAt(at.x()), time, 0.01);
  EXPECT_EQ(map->scale().from, zoomed.from);
  const QPoint beside = at.toPoint() + QPoint(int(0.3 * zoomed.area.width()), 0);
  QTest::mouseClick(lanes, Qt::LeftButton, {}, beside);
  const double reached = open.session.playback.value().wantedTime().time();
  EXPECT_NEAR(reached, zoomed.timeAt(beside.x()), 0.05);
  EXPECT_NE(reached, std::round(reached));
  QTest::mouseDClick(map, Qt::LeftButton, {}, map->rect().center());
  EXPECT_FALSE(open.session.inspection().clips.value().times);
  EXPECT_EQ(open.run("zoomClips", {"5", "4"}), "The first number must be the smaller.");
  EXPECT_EQ(open.run("zoomClips", {"4", "5"}), "");
  EXPECT_EQ(lanes->scale().to, 5.0);
}

TEST_F(ClipsPaneTest, EscTakesADragBackAndZoomsStayNearTheClips) {
  const TimeCode before = open.session.playback.value().wantedTime();
  const QPoint fourth = lanes->boxOf(0, 4).center().toPoint();
  QTest::mousePress(lanes, Qt::LeftButton, {}, fourth);
  EXPECT_NE(open.session.playback.value().wantedTime(), before);
  QTest::keyClick(lanes, Qt::Key_Escape);
  EXPECT_EQ(open.session.playback.value().wantedTime(), before);
  QTest::mouseRelease(lanes, Qt::LeftButton, {}, fourth);
  for (int i = 0; i < 100; ++i) wheel(*lanes, fourth, -4);
  EXPECT_GE(lanes->scale().from, -101.0);
  EXPECT_LE(lanes->scale().to, 202.0);
}

TEST_F(ClipsPaneTest, CrossHairOfTheTimeMapNamesClipAndClipTime) {
  const PlotScale drawn = map->mapScale();
  const QString text = map->textAt({drawn.xOf(12.0), drawn.area.center().y()});
  EXPECT_TRUE(text.contains("c.1.usda at 2")) << text.toStdString();
}

TEST_F(ClipsPaneTest, ClickOnAFindingLeadsToItsFirstFrame) {
  auto* findings = pane->findChild<ClipFindingsView*>();
  ASSERT_TRUE(findings);
  ASSERT_TRUE(waitUntil([&] { return findings->count() > 0; }));
  ASSERT_FALSE(findings->findings().empty());
  EXPECT_EQ(findings->findings()[0].id, "missing-file");
  QTest::mouseClick(findings->viewport(), Qt::LeftButton, {},
                    findings->visualItemRect(findings->item(0)).center());
  EXPECT_EQ(open.session.playback.value().wantedTime(), TimeCode(70.0));
}

TEST_F(ClipsPaneTest, HolesOfTemplatesSayWhichClipPlaysThere) {
  for (const char* name : {"w.2.usda", "w.3.usda", "w.5.usda"}) {
    texts.write(name, "def \"P\" { double x.timeSamples = {0: 1, 9: 2}\n }\n");
  }
  ASSERT_TRUE(open.open(texts.write(
      "holes.usda",
      "(\n startTimeCode = 1\n endTimeCode = 6\n)\ndef \"T\" (\n clips = {\n dictionary walk = {\n"
      "string templateAssetPath = \"w.#.usda\"\ndouble templateStartTime = 1\n"
      "double templateEndTime = 5\ndouble templateStride = 1\n"
      "asset manifestAssetPath = @./manifest.usda@\nstring primPath = \"/P\"\n}\n}\n)\n{\n"
      "double x\n}\n")));
  open.select("/T");
  ASSERT_TRUE(waitUntil([&] {
    const auto& shown = pane->shown().lanes;
    return shown.size() == 1 && shown[0].holes.size() == 2;
  }));
  ASSERT_TRUE(open.settle());
  const int y = int(lanes->boxOf(0, 0).center().y());
  const auto toolTipAt = [&](double time) {
    return lanes->toolTipAt({int(lanes->scale().xOf(time)), y}).section('\n', 0, 0);
  };
  EXPECT_EQ(toolTipAt(1.5), "w.1.usda is missing; the first clip plays here, too:");
  EXPECT_EQ(toolTipAt(4.5), "w.4.usda is missing; the clip before plays on:");
}

TEST_F(ClipsPaneTest, WholeStageIsShownWithoutASelection) {
  open.select("/Other");
  ASSERT_TRUE(waitUntil([&] { return pane->shown().lanes.empty(); }));
  EXPECT_EQ(open.run("clipSets", {"stage"}), "");
  EXPECT_TRUE(waitUntil([&] { return pane->shown().lanes.size() == 1; }));
  EXPECT_TRUE(pane->sentence().contains("clip set walk on </M>"));
  EXPECT_EQ(open.run("clipSets", {"all"}), "Expected selection or stage.");
}

// Reading all clips of a stage may take long, so that nothing but another stage begins it anew.
TEST_F(ClipsPaneTest, ZoomsAndSelectionsLeaveTheReportOfTheWholeStage) {
  EXPECT_EQ(open.run("clipSets", {"stage"}), "");
  open.session.select({});
  ASSERT_TRUE(open.settle());
  ASSERT_EQ(pane->shown().lanes.size(), 1u);
  ASSERT_FALSE(pane->shown().facts[0].stretches.empty());
  open.session.inspection().zoomClips(std::pair(10.0, 30.0));
  EXPECT_TRUE(open.session.isSettled());
  EXPECT_EQ(lanes->scale().from, 10.0);
  open.select("/Other");
  EXPECT_FALSE(pane->shown().facts[0].stretches.empty());
}

TEST_F(ClipsPaneTest, BlocksHaveAStripInTheColorOfLegends) {
  const auto& colors = open.session.legendColors();
  EXPECT_EQ(pane->shown().colors, colors);
  const QImage drawn = lanes->grab().toImage();
  const auto stripOf = [&](std::size_t block) {
    const QRectF box = lanes->boxOf(0, block);
    return drawn.pixelColor(int(box.center().x()), int(box.top()) + 2).rgb();
  };
  for (const std::size_t block : {0u, 3u, 9u}) {
    const glm::vec3 color = colors->ofClip(pane->shown().lanes[0].blocks[block].identifier, block);
    EXPECT_EQ(stripOf(block), QColor::fromRgbF(color.x, color.y, color.z).rgb()) << block;
  }
  const glm::vec3 ofMissing = colors->ofClip(pane->shown().lanes[0].blocks[7].identifier, 7);
  EXPECT_NE(stripOf(7), QColor::fromRgbF(ofMissing.x, ofMissing.y, ofMissing.z).rgb());
}

TEST_F(ClipsPaneTest, ClipsInMemoryAreCounted) {
  EXPECT_TRUE(waitUntil([&] { return !pane->shown().resident.empty(); }));
  EXPECT_EQ(pane->shown().resident[0].size(), 10u);
  EXPECT_FALSE(pane->shown().resident[0][7]);
}

TEST_F(ClipsPaneTest, RibbonOfTheWhyPaneIsCutWhereAnotherClipPlays) {
  open.window.showPane("why");
  open.select("/M.x");
  auto* view = open.window.findChild<RibbonView*>();
  ASSERT_TRUE(view);
  ASSERT_TRUE(
      waitUntil([&] { return view->ribbons().size() == 1 && view->ribbons()[0]->isComplete; }));
  const Ribbon& ribbon = *view->ribbons()[0];
  EXPECT_EQ(ribbon.attribute.text(), "/M.x");
  ASSERT_GE(ribbon.stretches.size(), 9u);
  EXPECT_EQ(ribbon.stretches[3].supplier, "./c.3.usda");
  EXPECT_EQ(ribbon.stretches[3].from, 30.0);
  // Its colour is that of the lane and of legends.
  ASSERT_EQ(ribbon.colors.size(), ribbon.stretches.size());
  const glm::vec3 color =
      open.session.legendColors()->ofClip(ribbon.stretches[3].clipIdentifier, 3);
  EXPECT_EQ(ribbon.colors[3], color);
  EXPECT_NE(ribbon.colors[2], color);
  ASSERT_TRUE(open.settle());
  const QPointF upper = view->boxOf(0, 3).center();
  const QImage drawn = view->grab().toImage();
  const QColor strip = QColor::fromRgbF(color.x, color.y, color.z);
  EXPECT_EQ(drawn.pixelColor(int(upper.x()), int(view->boxOf(0, 3).top()) + 2).rgb(), strip.rgb());
  const QPoint third = view->boxOf(0, 3).center().toPoint();
  EXPECT_TRUE(view->toolTipAt(third).startsWith("value clip in ./c.3.usda"));
  QTest::mouseClick(view, Qt::LeftButton, {}, third);
  EXPECT_NEAR(open.session.playback.value().wantedTime().time(), 35.0, 1.5);
  EXPECT_EQ(open.run("watch", {"/M.x"}), "");
  open.select("/Other");
  open.window.showPane("why");
  // The watched attribute has its ribbon, whatever is selected.
  EXPECT_TRUE(waitUntil([&] { return view->ribbons().size() == 1; }));
}

TEST_F(ClipsPaneTest, ManyPinsAreReachedByScrollingAndTheRestIsCounted) {
  open.window.showPane("why");
  const auto* view = open.window.findChild<RibbonView*>();
  const auto* more = open.window.findChild<QLabel*>("moreRibbons");
  ASSERT_TRUE(view && more);
  open.select("/Other.n0");
  const auto pin = [&](int from, int to) {
    std::vector<std::string> paths;
    for (int i = from; i < to; ++i) paths.push_back("/Other.n" + std::to_string(i));
    EXPECT_EQ(open.run("watch", paths), "");
    open.window.showPane("why");
    ASSERT_TRUE(open.settle());
  };
  pin(0, 12);
  EXPECT_EQ(view->ribbons().size(), 12u);
  EXPECT_FALSE(more->isVisible());
  const QWidget* const room = view->parentWidget();
  EXPECT_EQ(room->height(), view->heightOf(8)) << "twelve would leave no room for the text";
  EXPECT_EQ(view->height(), view->heightOf(12)) << "the others are reached by scrolling";
  pin(12, kNumberCount);
  EXPECT_EQ(view->ribbons().size(), 64u);
  EXPECT_TRUE(more->isVisible());
  EXPECT_TRUE(more->text().startsWith("6 more")) << more->text().toStdString();
}

// The end of a name distinguishes clips, so that it is never cut.
TEST_F(ClipsPaneTest, LabelsKeepTheEndsOfNames) {
  const QFontMetrics metrics = lanes->fontMetrics();
  const ClipLanesView::Label label{"7", QString(200, 'n') + ".0007.usd", "missing"};
  for (const int width : {40, 110, 300, 600, 1200}) {
    const QString text = label.fitting(metrics, width);
    EXPECT_LE(metrics.horizontalAdvance(text), width + 2);
    EXPECT_TRUE(text.startsWith("7"));
    if (width >= 110) {
      EXPECT_TRUE(text.contains(".usd")) << text.toStdString();
    }
    EXPECT_EQ(text.endsWith("missing"), width >= 300) << text.toStdString();
  }
  const int whole = metrics.horizontalAdvance(label.whole());
  EXPECT_EQ(label.fitting(metrics, whole), label.whole()) << "nothing is cut where it fits";
}

TEST_F(ClipsPaneTest, LabelsCanBeReadInAllThemes) {
  const auto check = [&] {
    for (const auto look : {ClipLanesView::Look::Even, ClipLanesView::Look::Odd,
                            ClipLanesView::Look::Missing, ClipLanesView::Look::LeftOut}) {
      for (const bool isActive : {false, true}) {
        const auto colors = ClipLanesView::labelColors(look, isActive);
        EXPECT_GE(theme::contrast(colors.text, colors.behind), 4.5)
            << int(look) << isActive << colors.text.name().toStdString()
            << colors.behind.name().toStdString();
      }
    }
  };
  for (int ground = 0; ground < 2; ++ground) {
    for (int set = 0; set < 2; ++set) {
      check();
      EXPECT_EQ(open.run("safeColors"), "");
    }
    EXPECT_EQ(open.run("lightTheme"), "");
  }
}

// A picture of the label of the missing clip: nothing of its pattern is between the letters.
TEST_F(ClipsPaneTest, MissingClipsHaveAPlateUnderTheirNames) {
  EXPECT_EQ(open.run("zoomClips", {"68", "82"}), "");
  const QRectF box = lanes->boxOf(0, 7);
  ASSERT_GT(box.width(), 200.0);
  const QImage image = lanes->grab().toImage();
  const QPoint before(int(box.left()) + 4, int(box.center().y()));
  EXPECT_EQ(image.pixelColor(before), theme::kPane);
}

// The label of a dragged seam stays off the title.
TEST_F(ClipsPaneTest, DraggedSeamLeavesTheTitleFree) {
  const QRectF fourth = lanes->boxOf(0, 4);
  const QPoint seam(int(fourth.left()), int(fourth.center().y()));
  const auto titles = [&] {
    return lanes->grab(QRect(0, 0, lanes->width(), int(fourth.top()) - 4)).toImage();
  };
  const QImage before = titles();
  QTest::mousePress(lanes, Qt::LeftButton, {}, seam);
  QTest::mouseMove(lanes, seam + QPoint(30, 0));
  EXPECT_EQ(titles(), before);
  QTest::keyClick(lanes, Qt::Key_Escape);
  QTest::mouseRelease(lanes, Qt::LeftButton, {}, seam);
}

// Another prim with the same clips has the report that is there: nothing is read anew.
TEST_F(ClipsPaneTest, SelectionsBelowTheSameClipsKeepTheReport) {
  auto* const doctor = pane->findChild<ClipDoctorTask*>();
  ASSERT_TRUE(doctor);
  EXPECT_EQ(doctor->state(), ClipDoctorTask::State::Whole);
  EXPECT_EQ(doctor->readCount(), 10u);
  int starts = 0;
  QObject::connect(doctor, &ClipDoctorTask::progressed, doctor, [&] {
    if (doctor->state() == ClipDoctorTask::State::Reading) ++starts;
  });
  open.select("/M/Child");
  ASSERT_TRUE(open.settle());
  ASSERT_EQ(pane->shown().lanes.size(), 1u);
  EXPECT_FALSE(pane->shown().facts[0].stretches.empty());
  EXPECT_EQ(starts, 0);
  EXPECT_EQ(doctor->state(), ClipDoctorTask::State::Whole);
}

// The fault stays in sight behind the name of a file.
TEST(ShortNames, KeepTheBeginningAndTheEndOfLongWords) {
  const QString name = "./" + QString(190, 'n') + ".0007.usda:";
  EXPECT_EQ(withShortNames("a " + name + " The clip cannot be opened."),
            "a ./" + QString(14, 'n') + QStringLiteral("…") + QString(19, 'n') +
                ".0007.usda: The clip cannot be opened.");
  const QString usual = "./walk.0007.usda, from 12 on: The clip cannot be opened.";
  EXPECT_EQ(withShortNames(usual), usual);
  EXPECT_EQ(withShortNames({}), QString());
}

// The doctor works unasked: Problems has what it finds although neither pane was seen.
TEST_F(ClipsPaneTest, DoctorWorksUnasked) {
  const auto hasFinding = [&] {
    const auto& list = open.session.problems.value().list;
    return list && std::ranges::any_of(*list, [](const Problem& problem) {
             return problem.source == "usdscope:ValueClips" && problem.time == 70.0;
           });
  };
  open.window.showPane("value");
  EXPECT_EQ(open.run("reload"), "");
  ASSERT_TRUE(open.settle());
  EXPECT_TRUE(waitUntil(hasFinding));
  EXPECT_FALSE(open.session.problems.value().isComplete) << "the pane Problems was never shown";
  EXPECT_GT(KnownClips::of(open.session).store()->byteSize(), 0u) << "the pane reads them anew";
}

// Many clips are counted while they are read, and Esc leaves the rest for later.
TEST(ManyClips, EscStopsReadingAndTheRestCanBeRead) {
  constexpr int kClips = 3000;
  BigScenes scenes;
  OpenWindow open({1600, 1000});
  ASSERT_TRUE(open.open(scenes.wideClips(kClips, 60)));
  open.window.showPane("clips");
  auto* const pane = open.window.findChild<ClipsPane*>();
  auto* const doctor = pane->findChild<ClipDoctorTask*>();
  auto* const facts = pane->findChild<ElidedLabel*>("clipFacts");
  auto* const readOn = pane->findChild<QToolButton*>("readClipsOn");
  auto* const lanes = pane->findChild<ClipLanesView*>();
  ASSERT_TRUE(doctor && facts && readOn && lanes);
  using State = ClipDoctorTask::State;
  // Problems has read all clips. They are forgotten, and reading waits for one of them until the
  // key has come, so that it is not a matter of time whether clips are left.
  ClipBudget::of(open.session).set(kUsualClipMemory / 2);
  const auto store = KnownClips::of(open.session).store();
  std::optional<ClipContentsStore::Turn> turn;
  turn.emplace(*store, (scenes.folder / "wide" / "c.100.usdc").string());
  int starts = 0;
  QObject::connect(doctor, &ClipDoctorTask::progressed, doctor, [&] {
    if (doctor->state() != State::Reading || ++starts > 1) return;
    EXPECT_EQ(doctor->fileCount(), std::size_t(kClips));
    EXPECT_EQ(pane->shown().lanes.at(0).blocks.size(), std::size_t(kClips)) << "lanes come first";
    EXPECT_TRUE(facts->fullText().contains("of 3,000 clips; Esc stops"))
        << facts->fullText().toStdString();
    EXPECT_FALSE(readOn->isVisible());
    EXPECT_FALSE(findAction("readClipsOn")->isEnabled({open.session, open.window}));
    lanes->setFocus();
    QTest::keyClick(lanes, Qt::Key_Escape);
    turn.reset();
  });
  open.session.select({Path::fromText("/World/Crowd")});
  ASSERT_TRUE(waitUntil([&] { return starts > 0 && doctor->state() != State::Reading; }));
  ASSERT_EQ(doctor->state(), State::Stopped);
  EXPECT_LT(doctor->readCount(), std::size_t(kClips));
  EXPECT_TRUE(facts->fullText().contains("of 3,000 clips; gaps and findings of the others are"))
      << facts->fullText().toStdString();
  EXPECT_TRUE(readOn->isVisible());
  // Nothing is read for another prim with the same clips.
  open.session.select({Path::fromText("/World/Crowd/P7")});
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(doctor->state(), State::Stopped);
  QTest::mouseClick(readOn, Qt::LeftButton);
  ASSERT_TRUE(waitUntil([&] { return doctor->state() == State::Whole; }));
  EXPECT_EQ(doctor->readCount(), std::size_t(kClips));
  EXPECT_FALSE(readOn->isVisible());
  EXPECT_FALSE(facts->fullText().contains("Reading"));
}

}  // namespace
}  // namespace usdscope
