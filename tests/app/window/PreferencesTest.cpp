// SPDX-License-Identifier: Apache-2.0
// Preferences: themes and their contrast, sizes of texts and rows, icons, and the dialog.
#include <gtest/gtest.h>

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QHeaderView>
#include <QSettings>
#include <QSpinBox>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <set>

#include "app/panes/PropertiesPane.h"
#include "app/panes/playback/PlaybackStrip.h"
#include "app/panes/playback/StripParts.h"
#include "app/session/memory/ClipBudget.h"
#include "app/session/memory/Preferences.h"
#include "app/theme/Icons.h"
#include "app/theme/Theme.h"
#include "app/viewport/ViewportWidget.h"
#include "app/window/PathField.h"
#include "app/window/PreferencesDialog.h"
#include "engine/stage/Stage.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/TreeInWindow.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

constexpr double kReadable = 4.5;
constexpr double kFaintButReadable = 3.0;

// The pixels of a check box that have the colour of ticks.
int tickPixels(Qt::CheckState state) {
  QCheckBox box;
  box.setTristate(true);
  box.setCheckState(state);
  box.resize(box.sizeHint());
  const QImage image = box.grab().toImage();
  int count = 0;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      const QColor color = image.pixelColor(x, y);
      count += std::abs(color.red() - theme::kOnSelection.red()) < 40 &&
               std::abs(color.blue() - theme::kOnSelection.blue()) < 40 &&
               std::abs(color.green() - theme::kOnSelection.green()) < 40;
    }
  }
  return count;
}

TEST(Theme, CheckedBoxesHaveTicks) {
  for (const theme::Ground ground : {theme::Ground::Dark, theme::Ground::Light}) {
    theme::use({.ground = ground});
    const int off = tickPixels(Qt::Unchecked);
    EXPECT_GE(tickPixels(Qt::Checked), 8) << off;
    EXPECT_GE(tickPixels(Qt::PartiallyChecked), 4) << off;
    EXPECT_LT(tickPixels(Qt::PartiallyChecked), tickPixels(Qt::Checked));
    // The fill of a checked box is neither the tick nor the ground.
    EXPECT_NE(theme::kSelection, theme::kRaised);
  }
  theme::use({});
}

TEST(Theme, TextsCanBeReadInBothThemes) {
  using C = theme::Colors;
  const struct {
    const char* name;
    QColor C::* text;
    std::vector<QColor C::*> grounds;
    double least;
  } cases[] = {
      {"text",
       &C::text,
       {&C::window, &C::pane, &C::raised, &C::hover, &C::selectedRow, &C::mark},
       kReadable},
      {"dim", &C::dim, {&C::window, &C::pane, &C::raised, &C::hover}, kReadable},
      {"faint", &C::faint, {&C::window, &C::pane, &C::raised}, kFaintButReadable},
      {"onSelection", &C::onSelection, {&C::selection, &C::selectionHover}, kReadable},
      {"window", &C::window, {&C::playhead, &C::warning}, kReadable},
      {"playhead", &C::playhead, {&C::window, &C::pane, &C::raised}, kReadable},
      {"focus", &C::focus, {&C::window, &C::pane, &C::raised}, kReadable},
      {"error", &C::error, {&C::window, &C::pane}, kReadable},
      {"warning", &C::warning, {&C::window, &C::pane}, kReadable},
      {"note", &C::note, {&C::window, &C::pane}, kReadable},
      {"hasArcs", &C::hasArcs, {&C::pane}, kReadable},
      {"instance", &C::instance, {&C::pane}, kReadable},
      {"prototype", &C::prototype, {&C::pane}, kReadable},
      {"atRest", &C::atRest, {&C::pane}, kReadable},
  };
  for (const auto ground : {theme::Ground::Dark, theme::Ground::Light}) {
    const C& colors = theme::colorsOn(ground);
    for (const auto& c : cases) {
      for (const auto on : c.grounds) {
        EXPECT_GE(theme::contrast(colors.*c.text, colors.*on), c.least)
            << c.name << " on " << (colors.*on).name().toStdString();
      }
    }
    using S = theme::SourceColors;
    for (const bool areSafe : {false, true}) {
      for (const auto source : {&S::fallback, &S::byDefault, &S::samples, &S::spline, &S::clips,
                                &S::none, &S::relationship}) {
        const QColor color = theme::sourceColorsOn(ground, areSafe).*source;
        EXPECT_GE(theme::contrast(color, colors.pane), kReadable) << color.name().toStdString();
      }
    }
  }
  EXPECT_NEAR(theme::contrast(Qt::black, Qt::white), 21.0, 1e-6);
}

TEST(Theme, ColorsOfOneThemeLeadToTheOther) {
  const std::vector<QColor> dark = theme::allColorsOn(theme::Ground::Dark);
  const std::vector<QColor> light = theme::allColorsOn(theme::Ground::Light);
  ASSERT_EQ(dark.size(), light.size());
  // Equal colours have equal counterparts, or a theme could not be switched back.
  for (std::size_t i = 0; i < dark.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (light[i] == light[j]) {
        EXPECT_EQ(dark[i], dark[j]) << i << " and " << j;
      }
    }
    for (const QColor& other : light) EXPECT_NE(dark[i], other) << i;
  }
}

TEST(Theme, IconsAreDrawnInTheColorOfTextsAtEverySize) {
  for (const std::string_view name : theme::iconNames()) {
    const QIcon icon = theme::icon(name);
    for (const int side : {16, 32, 64}) {
      const QImage image = icon.pixmap(QSize(side, side)).toImage();
      int drawn = 0;
      for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) drawn += qAlpha(image.pixel(x, y)) > 128 ? 1 : 0;
      }
      const double share = double(drawn) / double(image.width() * image.height());
      EXPECT_GT(share, 0.04) << name << " at " << side;
      EXPECT_LT(share, 0.6) << name << " at " << side;
    }
  }
  const auto colorOf = [](const QIcon& icon) {
    const QImage image = icon.pixmap(QSize(64, 64)).toImage();
    return QColor(image.pixel(26, 32));
  };
  EXPECT_EQ(colorOf(theme::icon("play")), theme::kText);
}

TEST(Theme, IconsOfProblemsCanBeSeenInSelectedRows) {
  for (const char* name : {"error", "warning", "note"}) {
    const QIcon icon = theme::icon(name);
    const QImage image = icon.pixmap(QSize(64, 64), QIcon::Selected).toImage();
    int seen = 0;
    for (int y = 0; y < image.height(); ++y) {
      for (int x = 0; x < image.width(); ++x) {
        if (qAlpha(image.pixel(x, y)) < 255) continue;
        ++seen;
        EXPECT_EQ(QColor(image.pixel(x, y)), theme::kOnSelection) << name;
      }
    }
    EXPECT_GT(seen, 50) << name;
  }
}

TEST(Preferences, PlaybackStripHasRoomForItsTextsAtTwiceTheScale) {
  OpenWindow open({1600, 1000});
  ASSERT_TRUE(open.open(samplePath()));
  const auto* strip = open.window.findChild<PlaybackStrip*>();
  const int usual = strip->height();
  ASSERT_EQ(open.run("uiScale", {"2"}), "");
  QTest::qWait(30);
  EXPECT_EQ(strip->height(), 2 * usual);
  QFont numbers = strip->font();
  numbers.setPixelSize(theme::fontPx(10));
  const QFontMetrics metrics(numbers);
  const int digits = metrics.tightBoundingRect(QStringLiteral("0123456789")).height();
  EXPECT_LT(digits, strip::numbers());
  EXPECT_LT(digits, strip::tabBottom());
  // The numbers stand above the overview, with nothing of them cut: the pixels between the ticks
  // and the numbers, and between the numbers and the overview, are ground.
  const QImage image = open.window.findChild<PlaybackStrip*>()->grab().toImage();
  int rowsWithText = 0;
  for (int y = strip->height() - strip::belowTicks(); y < strip->height() - strip::overview();
       ++y) {
    bool hasText = false;
    for (int x = 0; x < image.width(); ++x) {
      hasText |= QColor(image.pixel(x, y)).lightness() > theme::kPane.lightness() + 60;
    }
    rowsWithText += hasText ? 1 : 0;
  }
  EXPECT_GE(rowsWithText, digits - 1);
  ASSERT_EQ(open.run("uiScale", {"1"}), "");
  QTest::qWait(30);
  EXPECT_EQ(strip->height(), usual);
}

TEST(Preferences, UsualColumnsOfTheTreeAreSeenAtTwiceTheScale) {
  OpenWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  Tree tree(open);
  const auto expectSeen = [&] {
    QTest::qWait(30);  // The columns follow the width later.
    const QHeaderView& header = *tree.view->header();
    const int vis = static_cast<int>(PrimColumn::Visibility);
    const int end = header.sectionViewportPosition(vis) + header.sectionSize(vis);
    EXPECT_LE(end, tree.view->viewport()->width());
    const int title = header.fontMetrics().horizontalAdvance(QStringLiteral("Vis"));
    EXPECT_GT(header.sectionSize(vis), title);
  };
  expectSeen();
  const int typeWidth = tree.view->header()->sectionSize(static_cast<int>(PrimColumn::Type));
  ASSERT_EQ(open.run("uiScale", {"2"}), "");
  expectSeen();
  ASSERT_EQ(open.run("uiScale", {"1"}), "");
  expectSeen();
  // The sides may have become a little wider at the larger scale, and stay so.
  EXPECT_GE(tree.view->header()->sectionSize(static_cast<int>(PrimColumn::Type)), typeWidth);
}

TEST(Preferences, TextsOfTheDisplayFollowTheScale) {
  OpenWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  const auto display = [&] { return open.window.viewport().request()->hud; };
  const HudContents usual = display();
  ASSERT_EQ(open.run("uiScale", {"2"}), "");
  const QSize size = open.window.viewport().size();
  EXPECT_FLOAT_EQ(display().pixelRatio, 2.0f * usual.pixelRatio);
  EXPECT_FLOAT_EQ(display().size.x, float(size.width()) / 2.0f);
  EXPECT_FLOAT_EQ(display().size.y, float(size.height()) / 2.0f);
}

TEST(Preferences, WindowFitsIntoASmallScreen) {
  OpenWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  open.select("/Crossing/Birds/Bird1.points");
  for (const char* layout : {"inspect", "animate", "clips", "skel"}) {
    ASSERT_EQ(open.run("layout", {layout}), "");
    EXPECT_LE(open.window.minimumSizeHint().width(), 800) << layout;
  }
  // The path keeps some room, and the edit target stays.
  open.window.resize(800, 500);
  ASSERT_EQ(open.run("layout", {"inspect"}), "");
  QTest::qWait(30);
  EXPECT_GE(open.window.findChild<PathField*>()->width(), 120);
  EXPECT_TRUE(open.window.findChild<QToolButton*>("editTarget")->isVisible());
}

TEST(Preferences, LightThemeAppliesAtOnceAndKeepsEverythingElse) {
  OpenWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  ASSERT_EQ(open.run("frame", {"10"}), "");
  open.select("/Crossing");
  const QImage before = open.picture();
  const QByteArray arrangement = open.window.saveState();
  ASSERT_EQ(open.run("theme", {"light"}), "");
  const theme::Colors& light = theme::colorsOn(theme::Ground::Light);
  EXPECT_EQ(QColor(theme::kPane), light.pane);
  EXPECT_EQ(QApplication::palette().color(QPalette::Window), light.window);
  auto* field = open.window.findChild<PathField*>();
  EXPECT_TRUE(field->styleSheet().contains(light.raised.name())) << "styles of widgets, too";
  for (const QColor& color : theme::allColorsOn(theme::Ground::Dark)) {
    for (const QWidget* each : open.window.findChildren<QWidget*>()) {
      EXPECT_FALSE(each->styleSheet().contains(color.name())) << each->objectName().toStdString();
    }
  }
  EXPECT_EQ(open.session.playback.value().time, 10.0);
  EXPECT_EQ(open.session.selection.value().leading().text(), "/Crossing");
  EXPECT_EQ(open.window.saveState(), arrangement);
  EXPECT_LT(difference(before, open.picture()), 0.001) << "the picture keeps its background";
  // A line around the contents of the pane is not enough: its ground is light.
  const QImage grabbed = open.window.findChild<QWidget*>("properties")->grab().toImage();
  EXPECT_GT(qGray(grabbed.pixel(grabbed.width() / 2, grabbed.height() - 12)), 200);
  EXPECT_EQ(open.run("lightTheme"), "");
  EXPECT_EQ(QColor(theme::kPane), theme::colorsOn(theme::Ground::Dark).pane);
  EXPECT_EQ(open.run("theme", {"pink"}), "Expected dark, light or desktop.");
}

TEST(Preferences, ThemeFollowsTheDesktopUntilOneIsChosen) {
  const auto isLight = [] {
    return QColor(theme::kPane) == theme::colorsOn(theme::Ground::Light).pane;
  };
  {
    OpenWindow open;
    Preferences& preferences = open.session.preferences();
    EXPECT_FALSE(isLight()) << "a window without an answer is dark";
    preferences.setDesktopLight(true);
    EXPECT_TRUE(isLight());
    // A change of something else chooses no theme.
    ASSERT_EQ(open.run("fontSize", {"14"}), "");
    EXPECT_FALSE(QSettings().contains("preferences/theme"));
    ASSERT_EQ(open.run("theme", {"dark"}), "");
    EXPECT_FALSE(isLight());
    preferences.setDesktopLight(false);
    preferences.setDesktopLight(true);
    EXPECT_FALSE(isLight());
    ASSERT_EQ(open.run("theme", {"desktop"}), "");
    EXPECT_TRUE(isLight());
    ASSERT_EQ(open.run("theme", {"dark"}), "");
  }
  OpenWindow again;
  again.session.preferences().setDesktopLight(true);
  EXPECT_FALSE(isLight()) << "the choice is remembered";
  ASSERT_EQ(again.run("resetPreferences"), "");
  EXPECT_TRUE(isLight());
  again.session.preferences().setDesktopLight(false);
  EXPECT_FALSE(isLight());
}

TEST(Preferences, LightThemeStaysWhenSizesChange) {
  OpenWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  ASSERT_EQ(open.run("theme", {"light"}), "");
  ASSERT_EQ(open.run("fontSize", {"14"}), "");
  ASSERT_EQ(open.run("safeColors"), "");
  // Properties are empty, so that the pane shows a sentence.
  const QImage grabbed = open.window.findChild<QWidget*>("properties")->grab().toImage();
  EXPECT_GT(qGray(grabbed.pixel(grabbed.width() / 2, grabbed.height() - 12)), 200);
  const theme::Colors& dark = theme::colorsOn(theme::Ground::Dark);
  for (const QWidget* each : open.window.findChildren<QWidget*>()) {
    // The picture keeps its dark ground, and texts over it are bright.
    const bool isOverPicture = open.window.viewport().isAncestorOf(each);
    if (isOverPicture || !each->testAttribute(Qt::WA_SetPalette)) continue;
    EXPECT_NE(each->palette().color(QPalette::WindowText), dark.dim)
        << each->metaObject()->className() << " in " << each->parent()->objectName().toStdString();
  }
  ASSERT_EQ(open.run("resetPreferences"), "");
}

TEST(Preferences, SizesApplyAtOnceAndAreRemembered) {
  {
    OpenWindow open;
    auto* table = open.properties()->findChild<QTableView*>();
    const int row = table->verticalHeader()->defaultSectionSize();
    ASSERT_EQ(open.run("fontSize", {"20"}), "");
    EXPECT_EQ(QApplication::font().pixelSize(), 20);
    EXPECT_EQ(theme::codeFont().pixelSize(), 18);
    EXPECT_EQ(open.window.findChild<PathField*>()->font().pixelSize(), 18);
    EXPECT_GT(table->verticalHeader()->defaultSectionSize(), row);
    ASSERT_EQ(open.run("uiScale", {"1.5"}), "");
    EXPECT_EQ(QApplication::font().pixelSize(), 30);
    ASSERT_EQ(open.run("fontSize", {"8"}), "");
    EXPECT_EQ(table->verticalHeader()->defaultSectionSize(), 33) << "smaller texts keep the rows";
    for (const char* size : {"7", "25", "12.5", "nan", "x"}) {
      EXPECT_EQ(open.run("fontSize", {size}), "Expected a whole number from 8 to 24.");
    }
    for (const char* scale : {"0.5", "3", "nan"}) {
      EXPECT_EQ(open.run("uiScale", {scale}), "Expected a factor from 1 to 2.");
    }
    EXPECT_EQ(open.run("largerFont"), "");
    EXPECT_EQ(open.session.preferences().values.value().fontSize, 9);
  }
  OpenWindow again;
  EXPECT_EQ(again.session.preferences().values.value().fontSize, 9);
  EXPECT_EQ(again.session.preferences().values.value().uiScale, 1.5);
  EXPECT_EQ(QApplication::font().pixelSize(), 14);
  ASSERT_EQ(again.run("resetPreferences"), "");
  EXPECT_EQ(QApplication::font().pixelSize(), 13);
}

TEST(Preferences, BrokenOnesAreSetAsideWithAMessage) {
  QSettings settings;
  settings.setValue("preferences/theme", "pink");
  settings.setValue("preferences/fontSize", "huge");
  settings.setValue("preferences/uiScale", 40.0);
  settings.setValue("preferences/keyMap", "vim");
  settings.setValue("keys/bones", "Ctrl+Nothing+@");
  settings.setValue("keys/grid", "Ctrl+G");
  settings.sync();
  OpenWindow open;
  ASSERT_EQ(open.session.notices.value().size(), 1u);
  const std::string& notice = open.session.notices.value().front();
  for (const char* key : {"preferences/theme", "preferences/fontSize", "preferences/uiScale",
                          "preferences/keyMap", "keys/bones"}) {
    EXPECT_NE(notice.find(key), notice.npos) << notice;
  }
  PreferenceValues usual;
  usual.keys = {{"grid", "Ctrl+G"}};
  EXPECT_EQ(open.session.preferences().values.value(), usual);
  EXPECT_TRUE(QFile::exists(settings.fileName() + ".broken"));
}

TEST(Preferences, DialogShowsAndChangesThem) {
  OpenWindow open;
  ASSERT_EQ(open.run("fontSize", {"15"}), "");
  ASSERT_EQ(open.run("preferences"), "");
  auto* dialog = open.window.findChild<PreferencesDialog*>();
  ASSERT_TRUE(dialog);
  auto* font = dialog->findChild<QSpinBox*>("fontSize");
  EXPECT_EQ(font->value(), 15);
  font->setValue(17);
  EXPECT_EQ(QApplication::font().pixelSize(), 17);
  const auto choose = [&](const char* name, int index) {
    auto* box = dialog->findChild<QComboBox*>(name);
    box->setCurrentIndex(index);
    Q_EMIT box->activated(index);
  };
  choose("theme", 2);
  choose("uiScale", 2);
  choose("keyMap", 1);
  dialog->findChild<QCheckBox*>("safeColors")->click();
  const PreferenceValues& values = open.session.preferences().values.value();
  EXPECT_TRUE(values.isLight);
  EXPECT_EQ(values.uiScale, 1.5);
  EXPECT_EQ(values.keyMap, KeyMapKind::Review);
  EXPECT_TRUE(open.session.view.value().safeColors);
  EXPECT_EQ(theme::ofSource(ValueSource::Default),
            theme::sourceColorsOn(theme::Ground::Light, true).byDefault);
  auto* clips = dialog->findChild<QSpinBox*>("clipBudget");
  ASSERT_TRUE(clips);
  clips->setValue(64);
  EXPECT_EQ(ClipBudget::of(open.session).byteSize(), std::size_t(64) << 20);
  ASSERT_EQ(open.run("resetPreferences"), "");
  EXPECT_EQ(font->value(), 13);
  EXPECT_FALSE(dialog->findChild<QCheckBox*>("safeColors")->isChecked());
  EXPECT_EQ(clips->value(), kUsualClipMemory);
}

TEST(Preferences, MemoryForClipsIsThatOfTheScenesThatAreOpened) {
  const auto scene = [] { return (testAssetsPath() / "motion/root.usda").string(); };
  {
    OpenWindow open;
    EXPECT_EQ(open.run("clipBudget", {"15"}), "Expected a whole number of MiB, 16 or more.");
    ASSERT_EQ(open.run("clipBudget", {"48"}), "");
    ASSERT_TRUE(open.open(scene()));
    EXPECT_EQ(open.session.document.value().stage->request().clipByteBudget, std::size_t(48) << 20);
  }
  OpenWindow open;
  EXPECT_EQ(ClipBudget::of(open.session).mebibytes(), 48) << "it is remembered";
  // As `view --clipBudget`.
  ClipBudget::of(open.session).useInThisRun(0.5);
  ASSERT_TRUE(open.open(scene()));
  EXPECT_EQ(open.session.document.value().stage->request().clipByteBudget, std::size_t(1) << 19);
  EXPECT_EQ(ClipBudget::of(open.session).mebibytes(), 48);
}

}  // namespace
}  // namespace usdscope
