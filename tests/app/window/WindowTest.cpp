// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <QApplication>
#include <QMouseEvent>
#include <QScrollBar>
#include <QStatusBar>
#include <QTest>
#include <new>

#include "app/actions/ActionScript.h"
#include "app/actions/RunAction.h"
#include "app/panes/clips/ClipFindingsView.h"
#include "app/panes/clips/ClipsPane.h"
#include "app/panes/why/WhyPane.h"
#include "app/session/problems/ProblemFinder.h"
#include "app/widgets/ElidedLabel.h"
#include "engine/report/explain/Explain.h"
#include "engine/report/explain/ExplainFact.h"
#include "engine/report/text/ValueText.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/SceneTexts.h"

namespace usdscope {
namespace {

TEST(Window, StartsWithoutAFile) {
  OpenWindow open;
  EXPECT_FALSE(open.session.document.value().isOpen());
  EXPECT_TRUE(open.session.drawingProblem.value().empty()) << open.session.drawingProblem.value();
}

TEST(Window, MissingFileIsSaidAndTheOpenOneStays) {
  OpenWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  open.session.open("/no/such/file.usda");
  ASSERT_TRUE(
      waitUntil([&] { return open.session.loading.value().phase == LoadState::Phase::Failed; }));
  EXPECT_FALSE(open.session.loading.value().message.empty());
  EXPECT_TRUE(open.session.document.value().isOpen());
}

TEST(Window, BrokenFileIsSaidWithItsPlace) {
  SceneTexts texts;
  OpenWindow open;
  open.session.open(texts.write("cut.usda", "def Sphere \"Ball\"\n{\n  double radius = "));
  ASSERT_TRUE(
      waitUntil([&] { return open.session.loading.value().phase == LoadState::Phase::Failed; }));
  const std::string& message = open.session.loading.value().message;
  EXPECT_TRUE(message.starts_with("line 4, column 19, </Ball>: ")) << message;
}

TEST(Window, ASentenceThatIsNotTrueAnyMoreLeavesTheStatusLine) {
  OpenWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  ProblemFinder& finder = open.session.problemFinder();
  const auto* const status = open.window.statusBar()->findChild<ElidedLabel*>();
  ASSERT_TRUE(status);
  Q_EMIT finder.remarked("Checking clips: 5 of 900");
  EXPECT_EQ(status->fullText(), "Checking clips: 5 of 900");
  Q_EMIT finder.remarked({});
  EXPECT_FALSE(status->fullText().contains("Checking"));
  // A later sentence stays.
  Q_EMIT finder.remarked("Checking clips: 5 of 900");
  open.session.showNote("No prim is selected.");
  Q_EMIT finder.remarked({});
  EXPECT_EQ(status->fullText(), "No prim is selected.");
}

TEST(Window, SamplePlaysAndFramesDiffer) {
  OpenWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  EXPECT_TRUE(open.session.playback.value().isAnimated());
  const QImage first = open.pictureAt(1);
  EXPECT_GT(coverage(first), 0.1);
  for (const double time : {9.0, 17.0, 25.0}) {
    EXPECT_GT(difference(first, open.pictureAt(time)), 0.0005) << time;
  }
  EXPECT_EQ(difference(first, open.pictureAt(1)), 0.0);
}

TEST(Window, PlayingMovesThePlayhead) {
  OpenWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  const double start = open.session.playback.value().time;
  open.session.setPlaying(true);
  EXPECT_TRUE(waitUntil([&] { return open.session.playback.value().time > start + 2.0; }));
  open.session.setPlaying(false);
  const double stopped = open.session.playback.value().time;
  QTest::qWait(100);
  EXPECT_EQ(open.session.playback.value().time, stopped);
}

TEST(Window, ClickSelectsWhatIsUnderIt) {
  OpenWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  open.window.viewport().frameAll();
  open.pictureAt(1);
  const QPoint centre = open.window.viewport().rect().center();
  QTest::mouseClick(&open.window.viewport(), Qt::LeftButton, {}, centre);
  ASSERT_TRUE(open.settle());
  const Path hit = open.session.selection.value().leading();
  ASSERT_FALSE(hit.isEmpty());
  EXPECT_TRUE(open.session.document.value().stage->primAt(hit));
  QTest::mouseClick(&open.window.viewport(), Qt::LeftButton, {}, QPoint(2, 2));
  ASSERT_TRUE(open.settle());
  EXPECT_TRUE(open.session.selection.value().leading().isEmpty());
}

TEST(Window, DraggingTumblesTheCamera) {
  OpenWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  const QImage before = open.pictureAt(1);
  ViewportWidget& viewport = open.window.viewport();
  const QPoint from = viewport.rect().center();
  QTest::mousePress(&viewport, Qt::LeftButton, Qt::AltModifier, from);
  QTest::mouseMove(&viewport, from + QPoint(40, 0));
  QMouseEvent drag(QEvent::MouseMove, QPointF(from + QPoint(80, 10)),
                   viewport.mapToGlobal(QPointF(from + QPoint(80, 10))), Qt::NoButton,
                   Qt::LeftButton, Qt::AltModifier);
  QApplication::sendEvent(&viewport, &drag);
  QTest::mouseRelease(&viewport, Qt::LeftButton, Qt::AltModifier, from + QPoint(80, 10));
  EXPECT_GT(difference(before, open.pictureAt(1)), 0.01);
}

TEST(Window, ClipsPaneNamesClipAndTime) {
  OpenWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  open.window.showPane("clips");
  open.select("/Crossing/Birds/Bird1");
  open.moveTo(30);
  const auto* pane = open.window.findChild<ClipsPane*>();
  ASSERT_TRUE(pane);
  EXPECT_TRUE(pane->sentence().contains("flap_")) << pane->sentence().toStdString();
}

TEST(Window, FindingsOfTheClipDoctorCanBeScrolled) {
  SceneTexts texts;
  std::string sets;
  for (const char* name : {"a", "b", "c", "d"}) {
    sets += std::string("dictionary ") + name +
            " = {\n asset[] assetPaths = [@./lost.usda@]\n double2[] active = [(1, 0)]\n"
            " string primPath = \"/P\"\n}\n";
  }
  OpenWindow open;
  ASSERT_TRUE(open.open(
      texts.write("sets.usda", "def \"M\" (\n clips = {\n" + sets + "}\n)\n{\n double x\n}\n")));
  open.window.showPane("clips");
  open.session.select({Path::fromText("/M")});
  // The findings come after the lanes, when the files have been read.
  const auto* findings = open.window.findChild<ClipFindingsView*>();
  ASSERT_TRUE(findings);
  EXPECT_TRUE(waitUntil([&] { return findings->count() >= 4; }));
  EXPECT_GT(findings->verticalScrollBar()->maximum(), 0);
}

TEST(Window, WhyPaneSaysWhatExplainSaysWhileScrubbing) {
  SceneTexts texts;
  OpenWindow open;
  ASSERT_TRUE(
      open.open(texts.write("why.usda",
                            "(\n startTimeCode = 0\n endTimeCode = 10\n)\ndef Sphere \"Ball\"\n{\n"
                            "  double radius.timeSamples = { 0: 1, 10: 3 }\n}\n")));
  auto* pane = open.window.findChild<WhyPane*>();
  ASSERT_TRUE(pane);
  open.window.showPane("why");
  open.select("/Ball.radius");
  const Prim ball = open.session.document.value().stage->primAt(Path::fromText("/Ball"));
  for (const double time : {0.0, 2.5, 7.0, 10.0}) {
    open.moveTo(time);
    const Explanation why = explain(ball.attribute(Token("radius")), time);
    EXPECT_EQ(pane->sentence().toStdString(), why.sentence) << time;
    EXPECT_EQ(pane->value().toStdString(), valueToText(why.value)) << time;
  }
}

TEST(Window, WhyPaneExplainsRelationshipsAndPrims) {
  SceneTexts texts;
  texts.write("weak.usda", "over \"Top\"\n{\n over \"Ball\"\n {\n  rel near = </Top/Far>\n }\n}\n");
  OpenWindow open;
  ASSERT_TRUE(
      open.open(texts.write("facts.usda",
                            "(\n subLayers = [@./weak.usda@]\n)\ndef Xform \"Top\"\n{\n token "
                            "visibility = \"invisible\"\n"
                            " def Sphere \"Ball\"\n {\n  prepend rel near = </Top>\n }\n}\n")));
  auto* pane = open.window.findChild<WhyPane*>();
  ASSERT_TRUE(pane);
  open.window.showPane("why");
  const Prim ball = open.session.document.value().stage->primAt(Path::fromText("/Top/Ball"));
  const auto says = [&](const std::vector<FactExplanation>& facts) {
    EXPECT_FALSE(facts.empty());
    return std::ranges::all_of(facts, [&](const FactExplanation& fact) {
      return pane->sentence().contains(QString::fromStdString(fact.sentence));
    });
  };
  open.select("/Top/Ball");
  EXPECT_TRUE(waitUntil([&] { return says(factsOfPrim(ball, 0.0)); }))
      << pane->sentence().toStdString();
  EXPECT_TRUE(pane->sentence().contains("/Top")) << "the ancestor that hides the prim is named";
  open.select("/Top/Ball.near");
  EXPECT_TRUE(waitUntil([&] {
    return says(factsOfRelationship(ball.relationship(Token("near"))));
  })) << pane->sentence().toStdString();
  EXPECT_TRUE(pane->sentence().contains("/Top/Far")) << "the targets are named";
}

TEST(Window, ScriptOfActionsRunsToItsEnd) {
  OpenWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  ActionScript script("frame 12.5; select /Crossing/Car; frameSelection; deselect",
                      {open.session, open.window});
  QString problem = "not finished";
  QObject::connect(&script, &ActionScript::finished, [&](const QString& text) { problem = text; });
  script.start();
  EXPECT_TRUE(waitUntil([&] { return problem != "not finished"; }));
  EXPECT_EQ(problem.toStdString(), "");
  EXPECT_EQ(open.session.playback.value().time, 12.5);
}

TEST(Window, ScriptSaysWhatIsWrong) {
  OpenWindow open;
  for (const char* text : {"nonsense", "frame many", "select /Nowhere", "open /no/such.usda"}) {
    ActionScript script(text, {open.session, open.window});
    QString problem;
    QObject::connect(&script, &ActionScript::finished, [&](const QString& t) { problem = t; });
    script.start();
    EXPECT_TRUE(waitUntil([&] { return !problem.isEmpty(); })) << text;
  }
}

TEST(Window, ActionsThatThrowHaveFailed) {
  OpenWindow open;
  ActionRow row{};
  row.run = [](const ActionContext&, const std::vector<std::string>&) -> ActionProblem {
    throw std::bad_alloc();
  };
  EXPECT_EQ(runCaught(row, {open.session, open.window}, {}), "There is not enough memory.");
}

}  // namespace
}  // namespace usdscope
