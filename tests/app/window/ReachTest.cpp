// SPDX-License-Identifier: Apache-2.0
// Ways to actions, paths and texts: the palette, the path field, keys, texts of specs, editors.
#include <gtest/gtest.h>

#include <QClipboard>
#include <QCompleter>
#include <QFile>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QTest>
#include <QTreeView>
#include <QTreeWidget>
#include <set>

#include "app/actions/ActionScript.h"
#include "app/actions/Actions.h"
#include "app/actions/WhyDisabled.h"
#include "app/session/edits/EditHistory.h"
#include "app/viewport/CameraController.h"
#include "app/window/Menus.h"
#include "app/window/PathField.h"
#include "app/window/palette/Palette.h"
#include "app/window/palette/PaletteRows.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/SceneTexts.h"

namespace usdscope {
namespace {

constexpr const char* kScene = R"((
    subLayers = [@weak.usda@]
)
def Xform "World" (
    kind = "group"
    variants = { string look = "red" }
    prepend variantSets = "look"
)
{
    variantSet "look" = {
        "red" {
            double tint = 1
        }
    }
    def Sphere "Ball" (
        prepend apiSchemas = ["MaterialBindingAPI"]
    )
    {
        double radius = 2
        rel material:binding = </World/Red>
        rel material:binding:full = </World/Blue>
    }
    def Material "Red"
    {
    }
    def Material "Blue"
    {
    }
}
)";
constexpr const char* kWeak = R"(over "World"
{
    over "Ball"
    {
        double radius = 1
    }
}
)";

struct Reach : testing::Test {
  SceneTexts texts;
  OpenWindow open{QSize(1200, 800)};
  std::string file;

  void SetUp() override {
    texts.write("weak.usda", kWeak);
    file = texts.write("scene.usda", kScene);
    ASSERT_TRUE(open.open(file));
  }
  std::string leading() const { return open.session.selection.value().leading().text(); }
  static std::string clipboard() { return QGuiApplication::clipboard()->text().toStdString(); }
  PathField& field() { return *open.window.findChild<PathField*>(); }
  // Types a path into the field of the top bar. Returns the sentence in the status line.
  std::string type(const char* path) {
    open.session.showNote({});
    EXPECT_EQ(open.run("goToPath"), "");
    field().selectAll();
    QTest::keyClicks(&field(), path);
    QTest::keyClick(&field(), Qt::Key_Return);
    EXPECT_TRUE(open.settle());
    return open.session.note.value();
  }
};

TEST_F(Reach, SpecsAreCopiedAsTextForPasting) {
  const struct {
    const char* layer;
    const char* object;
    const char* text;
  } cases[] = {
      {"weak.usda", "/World/Ball.radius", "over \"Ball\"\n{\n    double radius = 1\n}\n"},
      {"weak.usda", "/World/Ball", "over \"Ball\"\n{\n    double radius = 1\n}\n"},
      {"scene.usda", "/World/Red", "def Material \"Red\"\n{\n}\n"},
      {"scene.usda", "/World{look=red}.tint",
       "over \"World\" (\n    prepend variantSets = \"look\"\n)\n{\n    variantSet \"look\" = {\n"
       "        \"red\" {\n            double tint = 1\n        }\n    }\n}\n"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.object);
    open.session.inspectRow({texts.path(c.layer), c.object, "", ""});
    ASSERT_EQ(open.run("copyRowText"), "");
    const std::string text = clipboard();
    if (std::string(c.object).find('{') == std::string::npos) {
      EXPECT_EQ(text, c.text);
    } else {
      EXPECT_NE(text.find("\"red\" {\n            double tint = 1\n"), std::string::npos) << text;
    }
  }
  open.select("/World/Ball.radius");
  ASSERT_EQ(open.run("copyPropertyText"), "");
  EXPECT_EQ(clipboard(), "over \"Ball\"\n{\n    double radius = 2\n}\n");
  open.session.inspectRow({texts.path("weak.usda"), "/World/Red", "", ""});
  EXPECT_EQ(open.run("copyRowText"), texts.path("weak.usda") + " has no spec at </World/Red>.");
}

TEST_F(Reach, TextOfARowIsShownAtItsOpinion) {
  open.session.inspectRow({texts.path("weak.usda"), "/World/Ball.radius", "", "1"});
  ASSERT_EQ(open.run("layerText"), "");
  ASSERT_TRUE(open.session.layerText.value());
  EXPECT_EQ(open.session.layerText.value()->line, 6);
  // A layer by its name starts at the top.
  ASSERT_EQ(open.run("layerText", {"weak.usda"}), "");
  EXPECT_EQ(open.session.layerText.value()->line, 0);
}

TEST_F(Reach, RowsOfLayersCanBeMutedAndUnmuted) {
  const auto isEnabled = [this](const char* id) {
    return findAction(id)->isEnabled({open.session, open.window});
  };
  open.session.inspectRow({file, "/World/Ball", "", ""});
  EXPECT_FALSE(isEnabled("mute"));  // The root layer.
  open.session.inspectRow({texts.path("weak.usda"), "/World/Ball", "", ""});
  EXPECT_TRUE(isEnabled("mute"));
  EXPECT_FALSE(isEnabled("unmute"));
  ASSERT_EQ(open.run("mute"), "");
  EXPECT_TRUE(open.session.edits.value().state().allMuted().contains(texts.path("weak.usda")));
  EXPECT_FALSE(isEnabled("mute"));
  ASSERT_EQ(open.run("unmute"), "");
  EXPECT_TRUE(open.session.edits.value().state().allMuted().empty());
}

TEST_F(Reach, EditorOpensTheFileOfALayer) {
  // An editor that writes what it was given.
  const std::string opened = texts.path("opened.txt");
  const std::string editor = texts.path("editor.sh");
  std::ofstream(editor) << "#!/bin/sh\nprintf %s \"$1\" > '" << opened << "'\n";
  ASSERT_TRUE(QFile::setPermissions(QString::fromStdString(editor),
                                    QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
  qputenv("USD_EDITOR", QByteArray::fromStdString(editor));
  open.session.inspectRow({texts.path("weak.usda"), "/World/Ball", "", ""});
  ASSERT_EQ(open.run("openInEditor"), "");
  EXPECT_TRUE(waitUntil([&] {
    QFile read(QString::fromStdString(opened));
    return read.open(QIODevice::ReadOnly) &&
           read.readAll().toStdString() == texts.path("weak.usda");
  }));
  qputenv("USD_EDITOR", "no-such-editor");
  EXPECT_EQ(open.run("openInEditor", {"weak.usda"}),
            "USD_EDITOR names the editor no-such-editor, which cannot be started.");
  qputenv("USD_EDITOR", "true");
  std::ofstream(texts.path("binary.usdc")) << "PXR-USDC";
  open.session.inspectRow({texts.path("binary.usdc"), "/", "", ""});
  EXPECT_EQ(open.run("openInEditor"), texts.path("binary.usdc") +
                                          " is not a text file; Show Text of Layer shows it as "
                                          "text.");
}

TEST_F(Reach, TypedPathsAreSelected) {
  EXPECT_EQ(type("/World/Ball"), "");
  EXPECT_EQ(leading(), "/World/Ball");
  EXPECT_FALSE(open.session.selection.value().property);
  EXPECT_EQ(type("/World/Ball.radius"), "");
  EXPECT_EQ(open.session.selection.value().property, Token("radius"));
  EXPECT_EQ(field().text().toStdString(), "/World/Ball.radius");
  EXPECT_EQ(type("/World/Red, /World/Blue"), "");
  EXPECT_EQ(open.session.selection.value().prims.size(), 2u);
  EXPECT_EQ(field().text().toStdString(), "/World/Red, /World/Blue");
  // A list from elsewhere may be partly out of date.
  EXPECT_EQ(type("/World/Ball, /Nowhere"), "There is no prim /Nowhere.");
  EXPECT_EQ(leading(), "/World/Ball");
  EXPECT_EQ(open.session.selection.value().prims.size(), 1u);
}

TEST_F(Reach, TypedPathsThatAreNotThereAreSaid) {
  const struct {
    const char* typed;
    const char* sentence;
  } cases[] = {
      {"/World/Ball/Seam/Thread",
       "There is no prim /World/Ball/Seam/Thread; its nearest ancestor is /World/Ball."},
      {"/Nowhere", "There is no prim /Nowhere."},
      {"/World/Ball.size", "/World/Ball has no property size."},
      {"Ball", "Ball is not a path; expected one like /World/Car or /World/Car.size."},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(type(c.typed), c.sentence);
    EXPECT_EQ(open.session.selection.value().prims.size(), 0u) << c.typed;
    EXPECT_EQ(field().text().toStdString(), c.typed);  // To correct it.
    QTest::keyClick(&field(), Qt::Key_Escape);
    EXPECT_EQ(field().text().toStdString(), "");
  }
}

TEST_F(Reach, PathsAreProposedWhileTyping) {
  ASSERT_EQ(open.run("goToPath"), "");
  const auto proposed = [&](const char* typed) {
    field().clear();
    QTest::keyClicks(&field(), typed);
    std::set<std::string> found;
    const auto* model = field().completer()->completionModel();
    for (int i = 0; i < model->rowCount(); ++i) {
      found.insert(model->index(i, 0).data().toString().toStdString());
    }
    return found;
  };
  EXPECT_EQ(proposed("/World/B"), (std::set<std::string>{"/World/Ball", "/World/Blue"}));
  EXPECT_EQ(proposed("/World/Ball.rad"), (std::set<std::string>{"/World/Ball.radius"}));
  EXPECT_EQ(proposed("/World/Red, /World/Bl"), (std::set<std::string>{"/World/Red, /World/Blue"}));
  EXPECT_TRUE(proposed("/Nowhere/B").empty());
}

TEST_F(Reach, PaletteFindsAndRunsActions) {
  ASSERT_EQ(open.run("palette"), "");
  auto* palette = open.window.findChild<Palette*>();
  ASSERT_TRUE(palette);
  auto* words = palette->findChild<QLineEdit*>();
  auto* list = palette->findChild<QTreeWidget*>();
  std::size_t all = 0;
  for (const ActionRow& row : actionRows()) all += row.run ? 1 : 0;
  EXPECT_EQ(std::size_t(list->topLevelItemCount()), all);
  QTest::keyClicks(words, "stage root");
  ASSERT_EQ(list->topLevelItemCount(), 1);
  EXPECT_EQ(list->topLevelItem(0)->text(0).toStdString(), "Stage Root");
  EXPECT_EQ(list->topLevelItem(0)->text(2).toStdString(), "|");
  QTest::keyClick(words, Qt::Key_Return);
  EXPECT_EQ(leading(), "/");
  EXPECT_FALSE(open.window.isHidden());
  EXPECT_TRUE(palette->isHidden());
}

TEST_F(Reach, PaletteSaysWhyAnActionIsDisabledAndAsksForArguments) {
  ASSERT_EQ(open.run("palette"), "");
  auto* palette = open.window.findChild<Palette*>();
  ASSERT_TRUE(palette);
  auto* words = palette->findChild<QLineEdit*>();
  auto* list = palette->findChild<QTreeWidget*>();
  QTest::keyClicks(words, "redo");
  ASSERT_EQ(list->topLevelItemCount(), 1);
  EXPECT_EQ(list->topLevelItem(0)->text(1).toStdString(), "There is nothing to redo.");
  QTest::keyClick(words, Qt::Key_Return);
  EXPECT_FALSE(palette->isHidden());
  words->clear();
  QTest::keyClicks(words, "go to frame");
  ASSERT_GE(list->topLevelItemCount(), 1);
  EXPECT_EQ(list->topLevelItem(0)->text(1).toStdString(), "asks for TIME");
  QTest::keyClick(words, Qt::Key_Return);
  EXPECT_EQ(words->text(), QString());
  QTest::keyClicks(words, "many");
  QTest::keyClick(words, Qt::Key_Return);
  EXPECT_FALSE(palette->isHidden());  // Not a number: it says so and stays.
  EXPECT_EQ(palette->findChild<QLabel*>()->text().toStdString(),
            "Expected a frame such as 24, its left limit 24-, or default.");
  words->clear();
  QTest::keyClicks(words, "12");
  QTest::keyClick(words, Qt::Key_Return);
  EXPECT_TRUE(palette->isHidden());
  EXPECT_EQ(open.session.playback.value().time, 12.0);
}

TEST(ReachWithoutScene, EveryDisabledActionSaysWhatItLacks) {
  SceneTexts texts;
  OpenWindow open;
  const auto check = [&](const char* state) {
    int count = 0;
    for (const ActionRow& row : actionRows()) {
      const ActionContext context{open.session, open.window};
      if (!row.run || row.isEnabled(context)) continue;
      ++count;
      EXPECT_NE(whyDisabled(row, context), "This cannot be done now.") << state << ": " << row.id;
    }
    EXPECT_GT(count, 0) << state;
  };
  check("nothing open");
  const ActionContext context{open.session, open.window};
  EXPECT_EQ(whyDisabled(*findAction("copyPath"), context), "Open a scene first.");
  ASSERT_TRUE(open.open(texts.write("scene.usda", "def Xform \"A\"\n{\n}\n")));
  check("nothing selected");
  EXPECT_EQ(whyDisabled(*findAction("copyPath"), context), "Select a prim first.");
  open.select("/A");
  check("a prim selected");
  EXPECT_EQ(whyDisabled(*findAction("copyValue"), context), "Select a property first.");
  open.select("/A.visibility");
  check("a property selected");
}

TEST(ReachWithoutScene, WordsAreSplitAtBlanksOutsideOfQuotes) {
  using Words = std::vector<std::string>;
  EXPECT_EQ(wordsOf("/A.size  \"(1, 2; 3)\""), (Words{"/A.size", "(1, 2; 3)"}));
  EXPECT_EQ(wordsOf("a;b"), Words{"a;b"});
  EXPECT_EQ(wordsOf(" "), Words{});
  EXPECT_EQ(wordsOf("\"a"), std::nullopt);
}

TEST(CameraController, FramingIsToggled) {
  CameraController camera;
  EXPECT_FALSE(camera.toggleFraming());
  camera.look({0, 0, 30}, {0, 0, 0});
  const glm::dmat4 before = camera.camera().worldFromView;
  const Box box{glm::dvec3(4, 4, 4), glm::dvec3(6, 6, 6)};
  camera.frame(box, 1.5);
  const glm::dmat4 framed = camera.camera().worldFromView;
  ASSERT_NE(framed, before);
  EXPECT_TRUE(camera.toggleFraming());
  EXPECT_EQ(camera.camera().worldFromView, before);
  EXPECT_TRUE(camera.toggleFraming());
  EXPECT_EQ(camera.camera().worldFromView, framed);
  camera.forgetFraming();
  EXPECT_FALSE(camera.toggleFraming());
}

TEST_F(Reach, ReopeningGivesUpEditsAndReloadingKeepsThem) {
  ASSERT_EQ(open.run("set", {"/World/Ball.radius", "7"}), "");
  ASSERT_EQ(open.run("reload"), "");
  EXPECT_TRUE(open.session.hasSessionEdits());
  QTest::keyClick(&open.window, Qt::Key_R, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_TRUE(open.settle());
  EXPECT_FALSE(open.session.hasSessionEdits());
  EXPECT_TRUE(open.session.document.value().isOpen());
}

TEST_F(Reach, SecondShortcutRunsTheSameAction) {
  ASSERT_EQ(open.run("makeInvisible", {"/World/Ball"}), "");
  open.select("/World/Ball");
  const std::string hidden = open.session.edits.value().undoSentence();
  QTest::keyClick(&open.window, Qt::Key_H, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_TRUE(open.settle());
  EXPECT_NE(open.session.edits.value().undoSentence(), hidden);
}

TEST_F(Reach, EscapeGivesTheKeyboardToThePicture) {
  ASSERT_EQ(open.run("pane", {"layers"}), "");
  QCursor::setPos(open.window.viewport().mapToGlobal(open.window.viewport().rect().center()));
  open.run("goToPath");
  QTest::keyClick(&field(), Qt::Key_Escape);
  QTest::keyClick(&open.window, Qt::Key_Escape);
  EXPECT_EQ(QApplication::focusWidget(), &open.window.viewport());
}

TEST_F(Reach, LeftAndRightMoveFromRowsWithoutChildren) {
  QTreeView* tree = nullptr;
  for (QTreeView* each : open.window.findChild<QWidget*>("primTree")->findChildren<QTreeView*>()) {
    if (each->isVisible() && each->model()->rowCount() > 0) tree = each;
  }
  ASSERT_TRUE(tree);
  open.select("/World/Red");
  ASSERT_TRUE(tree->currentIndex().isValid());
  const QModelIndex red = tree->currentIndex();
  QTest::keyClick(tree, Qt::Key_Right);
  EXPECT_TRUE(open.settle());
  EXPECT_EQ(leading(), "/World/Blue");
  QTest::keyClick(tree, Qt::Key_Left);
  EXPECT_TRUE(open.settle());
  EXPECT_EQ(tree->currentIndex().row(), red.row());
  EXPECT_EQ(leading(), "/World/Red");
}

TEST_F(Reach, BindingsAndTheirMaterialsAreSelected) {
  open.select("/World/Ball");
  ASSERT_EQ(open.run("selectBinding"), "");
  EXPECT_EQ(leading(), "/World/Ball");
  EXPECT_EQ(open.session.selection.value().property, Token("material:binding"));
  ASSERT_EQ(open.run("selectBinding", {"full"}), "");
  EXPECT_EQ(open.session.selection.value().property, Token("material:binding:full"));
  ASSERT_EQ(open.run("selectFullMaterial"), "");
  EXPECT_EQ(leading(), "/World/Blue");
  EXPECT_EQ(open.run("selectBinding"), "No material is bound to /World/Blue.");
}

}  // namespace
}  // namespace usdscope
