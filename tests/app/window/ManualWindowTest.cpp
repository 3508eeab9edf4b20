// SPDX-License-Identifier: Apache-2.0
// The manual in the window, and its pages against the tables of actions and panes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <QApplication>
#include <QListWidget>
#include <QMenu>
#include <QScrollBar>
#include <QTabBar>
#include <QTest>
#include <QTextBrowser>
#include <QTimer>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/actions/Actions.h"
#include "app/actions/ActionsPage.h"
#include "app/actions/KeyMap.h"
#include "app/files/ManualHtml.h"
#include "app/files/ManualPages.h"
#include "app/panes/Panes.h"
#include "app/widgets/SearchField.h"
#include "app/window/ManualWindow.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

std::filesystem::path manualSources() { return testAssetsPath() / "../../resources/manual"; }

std::string textOf(const std::filesystem::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string nameOf(const ActionRow& row) {
  QString name = QString::fromUtf8(row.text);
  return name.remove(QStringLiteral("…")).toStdString();
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

/// A link of a page.
struct ManualLinkIn {
  std::string page;
  std::string target;
};

std::vector<ManualLinkIn> manualLinks(const std::vector<ManualPage>& pages) {
  std::vector<ManualLinkIn> links;
  for (const ManualPage& page : pages) {
    manualHtml(page.text, [&](std::string_view target) {
      links.push_back({page.name, std::string(target)});
      return std::string("x");
    });
  }
  return links;
}

bool hasPlace(const std::vector<ManualPage>& pages, const std::string& place) {
  const std::string name = place.substr(0, place.find('#'));
  const auto page = std::ranges::find(pages, name, &ManualPage::name);
  if (page == pages.end()) return false;
  if (name == place) return true;
  std::istringstream lines(page->text);
  for (std::string line; std::getline(lines, line);) {
    const bool isHeading = line.starts_with('#') && line.find("# ") != std::string::npos;
    if (isHeading &&
        manualPlace(line.substr(line.find("# ") + 2)) == place.substr(name.size() + 1)) {
      return true;
    }
  }
  return false;
}

bool isPane(const std::string& id) {
  return std::ranges::any_of(paneRows(), [&](const PaneRow& row) { return row.id == id; });
}

// The pages, with those from tables as they are in this program.
std::vector<ManualPage> allPages() {
  std::vector<ManualPage> pages = readManual({manualSources().string()});
  pages.push_back({"keys", "Keys", actionsPage()});
  return pages;
}

}  // namespace

TEST(ManualPages, PageOfActionsHasAllActions) {
  const std::string page = actionsPage();
  for (const ActionRow& row : actionRows()) {
    if (!row.run) continue;
    const std::string call = fmt::format(" | `{}", row.id);
    EXPECT_TRUE(page.find(call + "` |") != std::string::npos ||
                page.find(call + " ") != std::string::npos)
        << row.id;
  }
  EXPECT_NE(page.find("| [Stage Root](action:selectRoot) | `\\|` | `\\|` | `selectRoot` |\n"),
            std::string::npos);
  EXPECT_NE(page.find("| [Begin Play Range Here](action:rangeIn) | `[` | `I`, `[` | `rangeIn` |\n"),
            std::string::npos);
  EXPECT_NE(page.find("| Go to Frame |  |  | `frame TIME` |\n"), std::string::npos);
}

TEST(ManualPages, LinksLeadToActionsPanesAndPlaces) {
  const std::vector<ManualPage> pages = allPages();
  std::size_t count = 0;
  for (const auto& [page, target] : manualLinks(pages)) {
    ++count;
    const std::string rest = target.substr(target.find(':') + 1);
    if (target.starts_with("action:")) {
      EXPECT_TRUE(findAction(rest.substr(0, rest.find('?')))) << page << ": " << target;
    } else if (target.starts_with("pane:")) {
      EXPECT_TRUE(isPane(rest)) << page << ": " << target;
    } else if (target.ends_with(".png")) {
      EXPECT_TRUE(std::filesystem::exists(manualSources() / target)) << page << ": " << target;
    } else if (!target.starts_with("options.md")) {  // The command line makes this page.
      EXPECT_TRUE(hasPlace(pages, replaced(target, ".md", ""))) << page << ": " << target;
    }
  }
  EXPECT_GT(count, 400u);
  for (const PaneRow& row : paneRows()) {
    const std::string place = manualPlaceOfPane(row.id);
    EXPECT_TRUE(place.empty() || hasPlace(pages, place)) << row.id;
  }
  for (const char* pane : {"playback", "clips", "why", "skel", "primTree"}) {
    EXPECT_TRUE(hasPlace(pages, manualPlaceOfPane(pane))) << pane;
  }
}

// The text of a link to an action is that of its entry in the menus.
TEST(ManualPages, ActionsHaveTheirNames) {
  for (const ManualPage& page : allPages()) {
    for (std::size_t at = page.text.find("](action:"); at != std::string::npos;
         at = page.text.find("](action:", at + 1)) {
      const std::size_t begin = page.text.rfind('[', at) + 1;
      const std::size_t id = at + std::string_view("](action:").size();
      const ActionRow* row =
          findAction(page.text.substr(id, page.text.find_first_of("?)", id) - id));
      ASSERT_TRUE(row) << page.text.substr(begin, 60);
      EXPECT_EQ(page.text.substr(begin, at - begin), nameOf(*row)) << page.name;
    }
  }
}

// A key of usdview in the table has the action that the table names.
TEST(ManualPages, KeysOfUsdviewAreInTheKeyMap) {
  std::istringstream lines(textOf(manualSources() / "usdview.md"));
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t id = line.find("](action:");
    if (!line.starts_with("| `") || line.starts_with("| `--") || id == std::string::npos) continue;
    const std::string key = replaced(line.substr(3, line.find("` |") - 3), "\\|", "|");
    const ActionRow* row = findAction(line.substr(id + 9, line.find(')', id) - id - 9));
    ASSERT_TRUE(row) << line;
    const auto keys =
        QKeySequence::listFromString(QString::fromUtf8(usualShortcut(*row, KeyMapKind::Usdview)));
    EXPECT_TRUE(keys.contains(QKeySequence(QString::fromStdString(key)))) << line;
    ++count;
  }
  EXPECT_GT(count, 40u);
}

struct ManualInWindow : testing::Test {
  OpenWindow open{{1200, 800}};

  void SetUp() override { ASSERT_TRUE(open.open(samplePath())); }
  ManualWindow* manual() const { return open.window.findChild<ManualWindow*>(); }
  QTextBrowser* page() const { return manual()->findChild<QTextBrowser*>("page"); }
  // The place that is shown, `clips#seams`; empty as long as there is none.
  std::string place() const { return manual() ? placeIn(*manual()) : std::string(); }
  static std::string placeIn(const ManualWindow& manual) {
    const QUrl url = manual.findChild<QTextBrowser*>("page")->source();
    std::string text = replaced(url.path().toStdString(), ".md", "");
    if (text.starts_with('/')) text.erase(0, 1);
    return text + (url.hasFragment() ? "#" + url.fragment().toStdString() : "");
  }
  bool waitFor(const std::string& wanted) {
    return waitUntil([&] { return place() == wanted; });
  }
  // Gives the keys to the window. The manual takes them a moment after it is shown.
  bool activate() {
    const auto isActive = [](const QWidget& widget) {
      return waitUntil([&] { return QApplication::activeWindow() == &widget; });
    };
    if (manual() && !isActive(*manual())) return false;
    open.window.activateWindow();
    return isActive(open.window);
  }
};

TEST_F(ManualInWindow, HelpOpensThePageOfThePane) {
  const std::pair<const char*, const char*> cases[] = {
      {"clips", "clips#the-clips-pane"}, {"why", "layers#why"}, {"primTree", "viewer#prim-tree"}};
  for (const auto& [pane, wanted] : cases) {
    ASSERT_EQ(open.run("pane", {pane}), "");
    ASSERT_TRUE(activate()) << pane;
    ASSERT_EQ(open.run("focusUnderPointer"), "") << pane;
    ASSERT_EQ(open.run("pane", {pane}), "");
    QTest::keyClick(open.window.focusWidget(), Qt::Key_F1);
    EXPECT_TRUE(waitFor(wanted)) << pane << ": " << place();
  }
  manual()->close();
  open.window.viewport().setFocus();
  ASSERT_EQ(open.run("manual"), "");
  EXPECT_TRUE(waitFor("index")) << place();
  ASSERT_EQ(open.run("manual", {"verbs"}), "");
  EXPECT_TRUE(waitFor("verbs")) << place();
}

TEST_F(ManualInWindow, RowsOfTheListHaveRoom) {
  ASSERT_EQ(open.run("manual", {"viewer"}), "");
  ASSERT_TRUE(waitFor("viewer"));
  const auto* list = manual()->findChild<QListWidget*>("pages");
  const int textHeight = list->fontMetrics().height();
  EXPECT_GE(list->visualItemRect(list->item(0)).height(), textHeight * 5 / 4) << textHeight;
}

TEST_F(ManualInWindow, LinksRunActionsAndShowPanes) {
  ASSERT_EQ(open.run("manual", {"viewer"}), "");
  ASSERT_TRUE(waitFor("viewer"));
  auto* page = manual()->findChild<QTextBrowser*>("page");
  EXPECT_FALSE(page->toPlainText().isEmpty());
  const auto follow = [&](const char* link) {
    Q_EMIT page->anchorClicked(QUrl(QString::fromLatin1(link)));
    EXPECT_TRUE(open.settle());
  };
  const bool before = open.session.view.value().showGrid;
  follow("action:grid");
  EXPECT_NE(open.session.view.value().showGrid, before);
  follow("action:frame?40");
  EXPECT_EQ(open.session.playback.value().timeCode(), TimeCode(40));
  open.run("closePane", {"statistics"});
  follow("pane:statistics");
  EXPECT_TRUE(open.window.findChild<QWidget*>("statistics")->isVisible());
}

TEST_F(ManualInWindow, SearchShowsPagesWithAllWords) {
  ASSERT_EQ(open.run("manual"), "");
  ASSERT_TRUE(waitFor("index"));
  auto* list = manual()->findChild<QListWidget*>("pages");
  EXPECT_GE(list->count(), 12);
  manual()->findChild<SearchField*>()->searchFor("SLURM opencue");
  EXPECT_TRUE(waitFor("pipeline")) << place();
  int shown = 0;
  for (int i = 0; i < list->count(); ++i) shown += list->item(i)->isHidden() ? 0 : 1;
  EXPECT_EQ(shown, 1);
  EXPECT_FALSE(manual()->findChild<QTextBrowser*>("page")->extraSelections().isEmpty());
  EXPECT_EQ(open.run("manual", {"nowhere"}), "The manual has no page nowhere.");
  EXPECT_TRUE(waitFor("index"));
}

TEST_F(ManualInWindow, PagesAreShownToTheirEnd) {
  ASSERT_EQ(open.run("manual"), "");
  ASSERT_TRUE(waitFor("index"));
  std::size_t fences = 0;
  for (const ManualPage& each : readManual(manualFolders())) {
    manual()->showPlace(each.name);
    ASSERT_EQ(place(), each.name);
    const std::string shown = '\n' + page()->toPlainText().toStdString() + '\n';
    std::string heading;
    std::string fence;
    bool isInFence = false;
    std::istringstream lines(each.text);
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("```")) {
        if (isInFence) {
          EXPECT_NE(shown.find(fence), std::string::npos) << each.name << fence;
          ++fences;
        }
        isInFence = !isInFence;
        fence.clear();
      } else if (isInFence) {
        fence += '\n' + line;
      } else if (line.starts_with('#')) {
        heading = '\n' + line.substr(line.find(' ') + 1);
      }
    }
    EXPECT_NE(shown.rfind(heading + '\n'), std::string::npos) << each.name << heading;
  }
  EXPECT_GT(fences, 10u);
}

TEST_F(ManualInWindow, WordsOfTheSearchDoNotMoveThePlace) {
  ASSERT_EQ(open.run("manual", {"viewer#problems"}), "");
  ASSERT_TRUE(waitFor("viewer#problems"));
  const int wanted = page()->verticalScrollBar()->value();
  ASSERT_GT(wanted, 0);
  manual()->findChild<SearchField*>()->searchFor("prims");
  EXPECT_LT(page()->verticalScrollBar()->value(), wanted);
  ASSERT_EQ(open.run("manual", {"layers#why"}), "");
  ASSERT_TRUE(waitFor("layers#why"));
  Q_EMIT page()->anchorClicked(QUrl(QStringLiteral("manual:/viewer.md#problems")));
  EXPECT_EQ(place(), "viewer#problems");
  EXPECT_EQ(page()->verticalScrollBar()->value(), wanted);
  EXPECT_FALSE(page()->extraSelections().isEmpty());
}

TEST_F(ManualInWindow, WordsTypedBeforeTheManualIsReadAreSearched) {
  ManualWindow early(open.session, nullptr);
  early.showPlace({});
  early.findChild<SearchField*>()->searchFor("SLURM opencue");
  EXPECT_EQ(early.findChild<QListWidget*>("pages")->count(), 0);
  EXPECT_TRUE(waitUntil([&] { return placeIn(early) == "pipeline"; })) << placeIn(early);
}

TEST_F(ManualInWindow, MenuOfATabOpensThePageOfItsPane) {
  ASSERT_EQ(open.run("pane", {"why"}), "");
  QTabBar* tabs = nullptr;
  int number = -1;
  for (QTabBar* each : open.window.findChildren<QTabBar*>()) {
    if (each->parent() != &open.window) continue;
    for (int i = 0; i < each->count(); ++i) {
      if (each->tabText(i) != QStringLiteral("Clips")) continue;
      tabs = each;
      number = i;
    }
  }
  ASSERT_TRUE(tabs);
  bool isChosen = false;
  // The menu has an event loop of its own.
  QTimer::singleShot(0, &open.window, [&] {
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    if (!menu) return;
    for (QAction* entry : menu->actions()) {
      if (entry->text() != QStringLiteral("Help")) continue;
      entry->trigger();
      isChosen = true;
    }
    menu->close();
  });
  Q_EMIT tabs->customContextMenuRequested(tabs->tabRect(number).center());
  EXPECT_TRUE(isChosen);
  EXPECT_TRUE(waitFor("clips#the-clips-pane")) << place();
}

}  // namespace usdscope
