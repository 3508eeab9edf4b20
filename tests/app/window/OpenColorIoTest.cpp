// SPDX-License-Identifier: Apache-2.0
// Colours of the picture by an OpenColorIO configuration. The library is optional.
#include <gtest/gtest.h>

#include <QColor>
#include <QMenu>
#include <cmath>

#include "app/actions/Actions.h"
#include "app/actions/ArgumentChoices.h"
#include "app/actions/WhyDisabled.h"
#include "app/session/memory/DisplayMemory.h"
#include "app/session/view/DisplayColors.h"
#include "app/window/Menus.h"
#include "engine/image/DisplayValues.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/SceneTexts.h"
#include "tests/support/ScopedVariable.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

std::string configPath() { return (testAssetsPath() / "color/views.ocio").string(); }

std::string noteOf(const OpenWindow& open) { return open.session.note.value(); }

}  // namespace

TEST(OpenColorIo, WithoutLibraryOrConfigurationTheChoiceSaysSo) {
  ::unsetenv("OCIO");
  OpenWindow open;
  const std::string why = canUseOpenColorIo() ? "The variable OCIO names no configuration."
                                              : "This program was built without OpenColorIO.";
  for (const char* id : {"openColorIo", "ocioDisplay", "ocioView", "ocioColorSpace", "ocioLooks"}) {
    const ActionRow* row = findAction(id);
    ASSERT_TRUE(row) << id;
    EXPECT_FALSE(row->isEnabled({open.session, open.window})) << id;
    EXPECT_EQ(whyDisabled(*row, {open.session, open.window}), why) << id;
    EXPECT_TRUE(argumentChoices(*row, {open.session, open.window}).empty()) << id;
  }
  EXPECT_FALSE(open.window.findChild<QMenu*>("openColorIoMenu")->menuAction()->isEnabled());
}

TEST(OpenColorIo, RememberedChoiceThatIsImpossibleIsSrgbWithANote) {
  ::unsetenv("OCIO");
  SceneTexts texts;
  OpenWindow open;
  ASSERT_TRUE(open.open(texts.write("scene.usda", "def Cube \"A\"\n{\n}\n")));
  open.hideAllButTheScene();
  const QImage usual = open.picture();
  open.session.changeView(
      [](ViewSettings& view) { view.display.colors = ColorManagement::OpenColorIo; });
  EXPECT_TRUE(open.settle());
  EXPECT_EQ(noteOf(open), "OpenColorIO: " + whyNoOpenColorIo());
  EXPECT_EQ(open.session.displayColors().state.value().problem, whyNoOpenColorIo());
  EXPECT_EQ(difference(usual, open.picture()), 0.0);
}

TEST(OpenColorIo, ChoiceIsRemembered) {
  DisplaySettings display;
  display.colors = ColorManagement::OpenColorIo;
  display.ocioDisplay = "Screen";
  display.ocioView = "Root";
  display.ocioColorSpace = "half";
  display.ocioLooks = "red";
  EXPECT_EQ(displayFromJson(displayToJson(display)), display);
  DisplaySettings taken;
  takeSceneDisplay(taken, display);
  EXPECT_EQ(taken, display);
  // As earlier versions wrote it.
  Json old = displayToJson({});
  old.erase("colors");
  old["colorManagement"] = false;
  EXPECT_EQ(displayFromJson(old).colors, ColorManagement::Disabled);
  old.erase("colorManagement");
  EXPECT_EQ(displayFromJson(old).colors, ColorManagement::Srgb);
}

TEST(OpenColorIo, DisplaysAndViewsColourThePicture) {
  if (!canUseOpenColorIo()) GTEST_SKIP() << "Built without OpenColorIO.";
  const ScopedVariable ocio("OCIO", configPath());
  SceneTexts texts;
  OpenWindow open;
  ASSERT_TRUE(open.open(texts.write("scene.usda", "def Cube \"A\"\n{\n}\n")));
  open.hideAllButTheScene();
  open.run("backgroundLightGrey");
  const QImage usual = open.picture();
  const float linear = linearFromDisplay(float(qRed(usual.pixel(0, 0))) / 255.0f);
  const auto background = [&] { return double(qRed(open.picture().pixel(0, 0))) / 255.0; };
  const struct {
    const char* action;
    std::vector<std::string> arguments;
    float expected;
  } cases[] = {{"openColorIo", {}, std::sqrt(linear)},
               {"ocioView", {"Plain"}, linear},
               {"ocioLooks", {"quarter"}, linear / 4.0f},
               {"ocioLooks", {}, linear},
               {"ocioDisplay", {"Paper"}, linear / 2.0f},
               {"ocioView", {"Dim"}, linear / 4.0f},
               {"ocioDisplay", {"Screen", "Root"}, std::sqrt(linear)},
               {"ocioColorSpace", {"half"}, std::sqrt(linear * 2.0f)}};
  for (const auto& c : cases) {
    EXPECT_EQ(open.run(c.action, c.arguments), "") << c.action;
    EXPECT_NEAR(background(), double(c.expected), 1.5 / 255.0) << c.action;
  }
  EXPECT_EQ(argumentChoices(*findAction("ocioView"), {open.session, open.window}),
            (std::vector<std::string>{"Root", "Plain"}));
  auto* menu = open.window.findChild<QMenu*>("openColorIoMenu");
  Q_EMIT menu->aboutToShow();
  ASSERT_EQ(menu->actions().size(), 5);  // Two displays, a line, the color spaces, the looks.
  EXPECT_TRUE(menu->actions()[0]->menu()->actions()[0]->isChecked());

  // Saved pictures have the colours of the window.
  const std::string file = texts.path("image.png");
  EXPECT_EQ(open.run("saveImage", {file, "64x48"}), "");
  const QImage saved(QString::fromStdString(file));
  ASSERT_FALSE(saved.isNull());
  EXPECT_NEAR(qRed(saved.pixel(0, 0)), qRed(open.picture().pixel(0, 0)), 1);

  EXPECT_EQ(open.run("ocioView", {"Gone"}),
            "OpenColorIO: The configuration has no view Gone, but: Root, Plain.");
  EXPECT_EQ(difference(usual, open.picture()), 0.0);
  open.run("sRgb");
  EXPECT_EQ(difference(usual, open.picture()), 0.0);
  EXPECT_EQ(open.session.displayColors().state.value().problem, "");
}

}  // namespace usdscope
