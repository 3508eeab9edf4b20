// SPDX-License-Identifier: Apache-2.0
// Tests of editing clip sets in the Clips pane: the table of entries, seams, corrections, trials.
#include <gtest/gtest.h>

#include <QLabel>
#include <QLineEdit>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>
#include <algorithm>

#include "app/panes/PropertyEditing.h"
#include "app/panes/clips/ClipEntriesPage.h"
#include "app/panes/clips/ClipFindingsView.h"
#include "app/panes/clips/ClipLanesView.h"
#include "app/panes/clips/ClipMatrixPage.h"
#include "app/panes/clips/ClipMemoryPage.h"
#include "app/panes/clips/ClipSetsPage.h"
#include "app/panes/clips/ClipsPane.h"
#include "app/session/Inspection.h"
#include "app/session/edits/EditTargetChoice.h"
#include "app/session/edits/LayerSaver.h"
#include "engine/layer/ClipKeys.h"
#include "engine/stage/Property.h"
#include "engine/value/Array.h"
#include "engine/value/Dictionary.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/SceneTexts.h"

namespace usdscope {
namespace {

// Three clips of ten frames each. The values are those of the reference: between the last sample in
// the span of a clip and the start of the next one they are interpolated. Clip 1 lacks y.
struct ClipEditing : testing::Test {
  SceneTexts texts;
  OpenWindow open{{1600, 1000}};
  ClipsPane* pane = nullptr;
  ClipLanesView* lanes = nullptr;

  /// The attributes that the scene declares.
  std::string attributes = "double x\ndouble y\n";

  std::string scene(const std::string& primPath) {
    return "(\n startTimeCode = 0\n endTimeCode = 60\n)\ndef \"M\" (\n clips = {\n"
           "dictionary walk = {\nasset[] assetPaths = [@./c.0.usda@, @./c.1.usda@, @./c.2.usda@]\n"
           "double2[] active = [(0, 0), (10, 1), (20, 2)]\n"
           "asset manifestAssetPath = @./manifest.usda@\nstring primPath = \"" +
           primPath + "\"\n}\n}\n)\n{\n" + attributes + "}\n";
  }
  void openScene(const std::string& primPath,
                 const std::string& declared = "double x\ndouble y\n") {
    for (int i = 0; i < 3; ++i) {
      const std::string from = std::to_string(100 * i + 10 * i);
      const std::string to = std::to_string(100 * i + 10 * i + 10);
      const std::string first = std::to_string(10 * i);
      const std::string last = std::to_string(10 * i + 10);
      std::string body =
          "double x.timeSamples = {" + first + ": " + from + ", " + last + ": " + to + "}\n";
      if (i != 1) body += "double y.timeSamples = {" + first + ": " + first + "}\n";
      texts.write("c." + std::to_string(i) + ".usda", "def \"P\" {\n" + body + "}\n");
    }
    texts.write("manifest.usda", "over \"P\" {\n" + declared + "}\n");
    ASSERT_TRUE(open.open(texts.write("clips.usda", scene(primPath))));
    open.window.showPane("clips");
    open.select("/M");
    pane = open.window.findChild<ClipsPane*>();
    ASSERT_TRUE(pane);
    lanes = pane->findChild<ClipLanesView*>();
    ASSERT_TRUE(lanes);
    ASSERT_TRUE(waitUntil([&] { return pane->shown().lanes.size() == 1; }));
    ASSERT_TRUE(open.settle());
  }
  Value valueAt(const char* name, double time) const {
    const auto& stage = open.session.document.value().stage;
    return stage->primAt(Path::fromText("/M")).attribute(Token(name)).value(TimeCode(time));
  }
  /// The entry of the set in a layer of the scene; empty if the layer does not author it.
  Value entryIn(const Layer& layer, const char* key) const {
    const PrimSpec spec = layer.findPrim(Path::fromText("/M"));
    const Value clips = spec ? spec.field(fields::kClips) : Value();
    const auto* sets = clips.find<Dictionary>();
    const Value* set = sets ? sets->find("walk") : nullptr;
    const auto* entries = set ? set->find<Dictionary>() : nullptr;
    const Value* entry = entries ? entries->find(key) : nullptr;
    return entry ? *entry : Value();
  }
};

TEST_F(ClipEditing, EntriesAreEditedInATableAndCheckedWhileTyping) {
  openScene("/P");
  EXPECT_EQ(open.run("clipEntries"), "");
  EXPECT_EQ(open.run("editTarget", {"clips.usda"}), "");
  auto* const page = pane->findChild<ClipEntriesPage*>();
  auto* const list = pane->findChild<QTreeWidget*>("clipEntries");
  ASSERT_TRUE(page && list && list->isVisible());
  ASSERT_TRUE(waitUntil([&] { return page->itemOf("walk", "active"); }));
  QTreeWidgetItem* const active = page->itemOf("walk", "active");
  EXPECT_EQ(active->text(1), "[(0, 0), (10, 1), (20, 2)]");
  EXPECT_EQ(active->text(2), "clips.usda");
  EXPECT_EQ(page->itemOf("walk", "times")->text(1), "not authored");
  ASSERT_TRUE(page->itemOf("", "clipSets"));

  list->scrollToItem(active);
  const QRect cell = list->visualItemRect(active);
  QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, cell.center());
  QTest::mouseDClick(list->viewport(), Qt::LeftButton, {}, cell.center());
  ASSERT_TRUE(waitUntil([&] { return page->editing().editor(); }));
  QLineEdit& line = page->editing().editor()->line();
  const auto message = [&] { return page->editing().editor()->message(); };
  const auto type = [&](const char* text) {
    line.selectAll();
    QTest::keyClicks(&line, text);
  };
  type("[(0, 0), (10, 7)]");
  EXPECT_TRUE(waitUntil([&] { return message().contains("names clip 7, but there are 3"); }))
      << message().toStdString();
  type("[(0, 0), (10");
  EXPECT_TRUE(waitUntil([&] { return message().contains("olumn"); })) << message().toStdString();
  type("[(0, 0), (4, 1), (20, 2)]");
  EXPECT_TRUE(waitUntil([&] { return message().startsWith("Enter sets"); }));
  QTest::keyClick(&line, Qt::Key_Return);
  ASSERT_TRUE(open.settle());
  // The clip 1 plays from frame 4 on, and holds its first value.
  EXPECT_EQ(valueAt("x", 5.0), Value(110.0));
  EXPECT_EQ(pane->shown().lanes[0].blocks[1].start, 4.0);
  EXPECT_TRUE(entryIn(*open.session.document.value().stage->sessionLayer(), "active").isEmpty());
  EXPECT_TRUE(waitUntil(
      [&] { return page->itemOf("walk", "active")->text(1) == "[(0, 0), (4, 1), (20, 2)]"; }));
  EXPECT_EQ(open.run("undo"), "");
  EXPECT_EQ(valueAt("x", 5.0), Value(55.0));
}

TEST_F(ClipEditing, FilesAndTimesAreCheckedWhileTyping) {
  openScene("/P");
  EXPECT_EQ(open.run("clipEntries"), "");
  auto* const page = pane->findChild<ClipEntriesPage*>();
  ASSERT_TRUE(waitUntil([&] { return page->itemOf("walk", "times"); }));
  auto* const list = pane->findChild<QTreeWidget*>("clipEntries");
  const struct {
    const char* key;
    const char* text;
    const char* finding;
  } cases[] = {
      {"times", "[(0, 30), (30, 0)]", "runs backwards"},
      {"manifestAssetPath", "@./none.usda@", "The manifest cannot be opened"},
      {"primPath", "\"/Q\"", "no prim </Q>"},
      {"assetPaths", "[@./c.0.usda@, @./c.1.usda@, @./lost.usda@]", "cannot be opened"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.key);
    list->setCurrentItem(page->itemOf("walk", c.key));
    list->setFocus();
    QTest::keyClick(list, Qt::Key_F2);
    ASSERT_TRUE(waitUntil([&] { return page->editing().editor(); }));
    QLineEdit& line = page->editing().editor()->line();
    line.selectAll();
    QTest::keyClicks(&line, c.text);
    EXPECT_TRUE(waitUntil([&] { return page->editing().editor()->message().contains(c.finding); }))
        << page->editing().editor()->message().toStdString();
    QTest::keyClick(&line, Qt::Key_Escape);
    ASSERT_TRUE(waitUntil([&] { return !page->editing().editor(); }));
  }
  EXPECT_FALSE(open.session.edits.value().hasAppliedEdits());
}

TEST_F(ClipEditing, SeamsAreDragged) {
  openScene("/P");
  EXPECT_EQ(open.run("editTarget", {"clips.usda"}), "");
  const TimeCode before = open.session.playback.value().wantedTime();
  const auto pointAt = [&](double time) {
    return QPoint(int(std::lround(lanes->scale().xOf(time))), int(lanes->boxOf(0, 1).center().y()));
  };
  EXPECT_EQ(lanes->seamAt(pointAt(10.0)), std::pair(std::size_t(0), std::size_t(1)));
  EXPECT_FALSE(lanes->seamAt(pointAt(15.0)));
  EXPECT_FALSE(lanes->seamAt(pointAt(0.0)));

  QTest::mousePress(lanes, Qt::LeftButton, {}, pointAt(10.0));
  QTest::mouseMove(lanes, pointAt(14.0));
  QTest::keyClick(lanes, Qt::Key_Escape);
  QTest::mouseRelease(lanes, Qt::LeftButton, {}, pointAt(14.0));
  EXPECT_FALSE(open.session.edits.value().hasAppliedEdits()) << "Esc takes the drag back";

  QTest::mousePress(lanes, Qt::LeftButton, {}, pointAt(10.0));
  QTest::mouseMove(lanes, pointAt(4.0));
  QTest::mouseRelease(lanes, Qt::LeftButton, {}, pointAt(4.0));
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(open.session.playback.value().wantedTime(), before) << "the playhead stays";
  EXPECT_EQ(pane->shown().lanes[0].blocks[1].start, 4.0);
  EXPECT_EQ(valueAt("x", 5.0), Value(110.0));
  EXPECT_TRUE(open.session.edits.value().undoSentence().starts_with(
      "Set active of the clips walk of /M to [(0, 0), (4, 1)"))
      << open.session.edits.value().undoSentence();
  EXPECT_EQ(open.run("undo"), "");
  EXPECT_EQ(valueAt("x", 5.0), Value(55.0));
  EXPECT_NE(open.run("moveClipSeam", {"/M", "walk", "10", "25"}), "");
  EXPECT_NE(open.run("moveClipSeam", {"/M", "walk", "11", "12"}), "");
  EXPECT_NE(open.run("moveClipSeam", {"/M", "run", "10", "12"}), "");
}

TEST_F(ClipEditing, SeamsTakeTheirJumpAlongInOneStep) {
  openScene("/P");
  const auto entry = [&](const char* key, bool isInSession) {
    const auto& stage = open.session.document.value().stage;
    return entryIn(isInSession ? *stage->sessionLayer() : *stage->rootLayer(), key);
  };
  using Pairs = Array<glm::dvec2>;
  for (const bool isInSession : {false, true}) {
    SCOPED_TRACE(isInSession);
    EXPECT_EQ(isInSession ? open.run("editTargetSession") : open.run("editTarget", {"clips.usda"}),
              "");
    EXPECT_EQ(open.run("setClip",
                       {"/M", "walk", "times", "[(0, 0), (10, 5), (10, 10), (20, 20), (30, 30)]"}),
              "");
    const Value times = entry("times", isInSession);
    EXPECT_EQ(open.run("moveClipSeam", {"/M", "walk", "10", "4"}), "");
    EXPECT_EQ(entry("active", isInSession), Value(Pairs({{0, 0}, {4, 1}, {20, 2}})));
    EXPECT_EQ(entry("times", isInSession),
              Value(Pairs({{0, 0}, {4, 5}, {4, 10}, {20, 20}, {30, 30}})));
    EXPECT_EQ(open.session.edits.value().undoSentence(),
              "Set active and times of the clips walk of /M");
    EXPECT_EQ(open.run("undo"), "");
    EXPECT_EQ(entry("times", isInSession), times);
    EXPECT_NE(entry("active", isInSession), Value(Pairs({{0, 0}, {4, 1}, {20, 2}})));
  }
}

TEST_F(ClipEditing, EndsHoldOrLoopInTheSession) {
  openScene("/P");
  EXPECT_EQ(open.run("tryClipSets"), "");
  EXPECT_EQ(open.run("editTarget", {"clips.usda"}), "");
  auto* const page = pane->findChild<ClipSetsPage*>();
  auto* const list = pane->findChild<QTreeWidget*>("clipSetList");
  ASSERT_TRUE(waitUntil([&] { return page->rows().size() == 1; }));
  EXPECT_EQ(valueAt("x", 45.0), Value(230.0)) << "the last clip holds";
  list->topLevelItem(0)->setCheckState(2, Qt::Checked);
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(valueAt("x", 35.0), Value(55.0));
  EXPECT_EQ(valueAt("x", 45.0), Value(165.0));
  EXPECT_EQ(valueAt("x", 15.0), Value(165.0));
  EXPECT_TRUE(waitUntil([&] { return page->rows().size() == 1 && page->rows()[0].isLooped; }));
  EXPECT_EQ(pane->shown().lanes[0].blocks.size(), 6u);
  EXPECT_EQ(open.run("clipEnds", {"walk", "hold"}), "");
  EXPECT_EQ(valueAt("x", 45.0), Value(230.0));
  EXPECT_EQ(open.run("clipEnds", {"walk", "hold"}),
            "The session layer does not loop the clip set walk.");
  EXPECT_EQ(open.run("undo"), "");
  EXPECT_EQ(valueAt("x", 45.0), Value(165.0));
}

TEST_F(ClipEditing, OneClipIsEvicted) {
  openScene("/P");
  EXPECT_EQ(open.run("clipMemory"), "");
  auto* const page = pane->findChild<ClipMemoryPage*>();
  auto* const list = pane->findChild<QTreeWidget*>("clipsInMemory");
  EXPECT_EQ(open.run("readClipsAhead", {"3"}), "");
  ASSERT_TRUE(waitUntil([&] { return page->rows().size() == 3; }));
  const auto* facts = pane->findChild<QWidget*>("clipFacts");
  ASSERT_TRUE(facts);
  EXPECT_EQ(list->property("contextMenu").toString(), "clip");
  list->setCurrentItem(list->topLevelItem(1));
  const std::string evicted = page->rows()[1].clip.file;
  EXPECT_EQ(open.session.row.value().value, evicted);
  QTest::keyClick(list, Qt::Key_Delete);
  EXPECT_TRUE(waitUntil([&] { return page->rows().size() == 2; }));
  for (const ClipMemoryPage::Row& row : page->rows()) EXPECT_NE(row.clip.file, evicted);
  EXPECT_EQ(open.run("evictClip", {"none.usda"}),
            "The clip none.usda is not in memory, or is a layer of the scene.");
}

TEST_F(ClipEditing, GapsAreClosedFromTheFindings) {
  openScene("/P");
  EXPECT_TRUE(valueAt("y", 15.0).isEmpty());
  auto* const findings = pane->findChild<ClipFindingsView*>();
  auto* const fix = pane->findChild<QToolButton*>("fixClips");
  ASSERT_TRUE(findings && fix);
  ASSERT_TRUE(waitUntil([&] { return fix->isVisible(); }));
  EXPECT_EQ(findings->findings()[0].id, "gap");
  EXPECT_EQ(fix->text(), "Interpolate missing values of walk");
  fix->click();
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(valueAt("y", 15.0), Value(15.0)) << "between the clips around the gap";
  EXPECT_TRUE(waitUntil([&] { return !fix->isVisible(); }));
  EXPECT_EQ(open.run("undo"), "");
  EXPECT_TRUE(valueAt("y", 15.0).isEmpty());
}

// The manifest is a layer of its own, which is saved like the others.
TEST_F(ClipEditing, AttributesAreAddedToTheManifest) {
  openScene("/P", "double x\n");
  EXPECT_TRUE(valueAt("y", 5.0).isEmpty()) << "the manifest decides";
  auto* const fix = pane->findChild<QToolButton*>("fixClips");
  ASSERT_TRUE(fix);
  ASSERT_TRUE(waitUntil([&] { return fix->isVisible(); }));
  EXPECT_EQ(fix->text(), "Add to the manifest of walk");
  fix->click();
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(valueAt("y", 5.0), Value(0.0));
  EXPECT_EQ(valueAt("x", 5.0), Value(55.0));
  EXPECT_EQ(open.session.edits.value().undoSentence(),
            "Add 1 attribute of the clips walk to the manifest");
  const auto& unsaved = open.session.saver().unsaved.value();
  EXPECT_TRUE(std::ranges::any_of(unsaved, [](const UnsavedLayer& layer) {
    return layer.identifier.ends_with("/manifest.usda");
  }));
  EXPECT_EQ(open.run("undo"), "");
  EXPECT_TRUE(valueAt("y", 5.0).isEmpty());
  EXPECT_EQ(open.run("redo"), "");
  EXPECT_EQ(valueAt("y", 5.0), Value(0.0));
  EXPECT_EQ(open.run("saveAll"), "");
  EXPECT_EQ(open.run("reload"), "");
  EXPECT_EQ(valueAt("y", 5.0), Value(0.0));
}

// A clip without samples of y would hide its default.
TEST_F(ClipEditing, ACorrectionThatIsRefusedIsNotOffered) {
  attributes = "double x\ndouble y = 5\n";
  openScene("/P", "double x\n");
  auto* const findings = pane->findChild<ClipFindingsView*>();
  auto* const fix = pane->findChild<QToolButton*>("fixClips");
  ASSERT_TRUE(findings && fix);
  const auto rowOf = [&] {
    const auto& all = findings->findings();
    const auto found = std::ranges::find(all, "not-in-manifest", &ClipFinding::id);
    return found == all.end() ? -1 : int(found - all.begin());
  };
  ASSERT_TRUE(waitUntil([&] { return rowOf() >= 0; }));
  ASSERT_TRUE(open.settle());
  EXPECT_FALSE(fix->isVisible());
  findings->setCurrentRow(rowOf());
  ASSERT_TRUE(waitUntil([&] { return fix->isVisible(); }));
  EXPECT_FALSE(fix->isEnabled());
  EXPECT_TRUE(fix->toolTip().contains("would lose the value")) << fix->toolTip().toStdString();
  EXPECT_EQ(valueAt("y", 5.0), Value(5.0));
}

TEST_F(ClipEditing, PrimPathsAreCorrectedFromProblems) {
  openScene("/Q");
  EXPECT_TRUE(valueAt("x", 5.0).isEmpty());
  const auto found = [&]() -> const Problem* {
    const auto& list = open.session.problems.value().list;
    for (std::size_t i = 0; list && i < list->size(); ++i) {
      if ((*list)[i].rule() == "usdscope:ValueClips.NoPrimInClip") return &(*list)[i];
    }
    return nullptr;
  };
  open.window.showPane("problems");
  ASSERT_TRUE(waitUntil(found));
  const Problem problem = *found();
  open.session.inspectRow({.layer = problem.layer,
                           .object = problem.spec.text(),
                           .name = problem.rule(),
                           .value = problemText(problem)});
  EXPECT_EQ(open.run("fixClips"), "");
  EXPECT_EQ(valueAt("x", 5.0), Value(55.0));
  EXPECT_EQ(open.run("undo"), "");
  EXPECT_TRUE(valueAt("x", 5.0).isEmpty());
  EXPECT_EQ(open.run("fixClips", {"/M", "walk", "missing-file"}),
            "There is no safe correction for missing-file.");
}

// In a low pane, rows keep the height of their names and scroll.
TEST_F(ClipEditing, NamesOfTheMatrixDoNotOverlap) {
  openScene("/P");
  EXPECT_EQ(open.run("clipMatrix"), "");
  ClipMatrixView& view = pane->findChild<ClipMatrixPage*>()->view();
  ASSERT_TRUE(waitUntil([&] { return view.shown() && view.shown()->matrix->isComplete(); }));
  ASSERT_EQ(view.shown()->matrix->rows.size(), 2u);
  ClipMatrixView low;
  low.resize(400, 40);
  low.show(std::make_shared<const ShownMatrix>(view.shown()->matrix));
  EXPECT_GE(low.nameBoxOf(0).height(), low.fontMetrics().height());
  EXPECT_GE(low.nameBoxOf(1).top(), low.nameBoxOf(0).bottom());
  EXPECT_GT(low.nameBoxOf(1).bottom(), low.height());
}

}  // namespace
}  // namespace usdscope
