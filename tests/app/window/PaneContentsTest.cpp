// SPDX-License-Identifier: Apache-2.0
// Reads the panes Properties, Layer Stack, Meta Data and Composition through their models, and
// compares them with the facts of the reference: tests/oracle/make_panes.py asked for them.
#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QDockWidget>
#include <QMainWindow>
#include <QTableView>
#include <QTreeView>
#include <filesystem>
#include <fstream>
#include <functional>
#include <regex>

#include "app/panes/CompositionPane.h"
#include "app/panes/LayerStackPane.h"
#include "app/panes/MetadataPane.h"
#include "app/panes/PropertiesPane.h"
#include "app/theme/Theme.h"
#include "engine/base/Json.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

std::filesystem::path factsPath() { return testAssetsPath() / "panes"; }

std::vector<std::string> sceneNames() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(factsPath())) {
    names.push_back(entry.path().stem().string());
  }
  std::ranges::sort(names);
  return names;
}

// The four panes, all of them in view, without the rest of the window.
struct FourPanes {
  Session session;
  QMainWindow window;
  PropertiesPane& properties = *add(new PropertiesPane(session));
  LayerStackPane& layerStack = *add(new LayerStackPane(session));
  MetadataPane& metadata = *add(new MetadataPane(session));
  CompositionPane& composition = *add(new CompositionPane(session));

  FourPanes() { window.show(); }

  bool open(const std::string& file) {
    session.open(file);
    return waitUntil([&] { return session.document.value().isOpen() && session.isSettled(); });
  }
  bool show(Path prim, Token property, double time) {
    session.select({prim});
    session.selectProperty(property);
    session.setTime(time);
    return waitUntil([&] { return session.isSettled(); });
  }

 private:
  template <typename Pane>
  Pane* add(Pane* pane) {
    auto* dock = new QDockWidget;
    dock->setWidget(pane);
    window.addDockWidget(Qt::RightDockWidgetArea, dock);
    return pane;
  }
};

std::string textAt(const QModelIndex& row, int column) {
  return row.siblingAtColumn(column).data().toString().toStdString();
}

// The text below a column title; empty if the column is not shown.
std::string textAt(const QModelIndex& row, const char* title) {
  const QAbstractItemModel& model = *row.model();
  for (int column = 0; column < model.columnCount(); ++column) {
    if (model.headerData(column, Qt::Horizontal).toString() == title) return textAt(row, column);
  }
  return {};
}

QColor colorAt(const QModelIndex& row) {
  const QVariant color = row.data(Qt::ForegroundRole);
  return color.isValid() ? color.value<QColor>() : QColor();
}

QFont fontAt(const QModelIndex& row, int column) {
  return row.siblingAtColumn(column).data(Qt::FontRole).value<QFont>();
}

void forEachRow(const QAbstractItemModel& model, const QModelIndex& parent, int depth,
                const std::function<void(const QModelIndex& row, int depth)>& visit) {
  for (int i = 0; i < model.rowCount(parent); ++i) {
    const QModelIndex row = model.index(i, 0, parent);
    visit(row, depth);
    forEachRow(model, row, depth + 1, visit);
  }
}

void forEachRow(const QAbstractItemModel& model,
                const std::function<void(const QModelIndex& row, int depth)>& visit) {
  forEachRow(model, {}, 0, visit);
}

Json stackRowsOf(const QAbstractItemModel& model) {
  Json rows = Json::array();
  forEachRow(model, [&](const QModelIndex& row, int) {
    std::string value = textAt(row, "Value");
    for (const char* title : {"Metadata", "Target Paths"}) value += textAt(row, title);
    const QString strength = model.headerData(row.row(), Qt::Vertical).toString();
    EXPECT_TRUE(strength.endsWith(QString::number(row.row() + 1))) << strength.toStdString();
    rows.push_back({strength.startsWith(u'▸'), textAt(row, "Layer"), textAt(row, "Offset, Scale"),
                    textAt(row, "Path"), value, textAt(row, "Span")});
  });
  return rows;
}

std::string withoutOuterQuotes(const std::string& text) {
  const bool isQuoted = text.size() > 1 && text.starts_with('"') && text.ends_with('"');
  return isQuoted ? text.substr(1, text.size() - 2) : text;
}

// The rows of fields with their parts, but not usdview's facts in front of them.
Json fieldRowsOf(const QAbstractItemModel& model) {
  Json rows = Json::array();
  int hiddenDepth = -1;  // Rows below one that is left out are left out, too.
  forEachRow(model, [&](const QModelIndex& row, int depth) {
    if (hiddenDepth >= 0 && depth > hiddenDepth) return;
    const std::string name = textAt(row, 0);
    const bool isOfAncestor = name.starts_with("clips:") && name.find(" of /") != name.npos;
    const bool isHidden = name.starts_with('[') || name.ends_with(" variant") || isOfAncestor;
    hiddenDepth = isHidden ? depth : -1;
    if (isHidden) return;
    rows.push_back({depth, name, withoutOuterQuotes(textAt(row, "Value")), textAt(row, "Layer")});
  });
  return rows;
}

// Replaces numbers that are 0 but for rounding.
std::string withoutResidues(const std::string& text) {
  static const std::regex kResidue(R"(-?[0-9.]+e-1[3-9])");
  return std::regex_replace(text, kResidue, "0");
}

// Whether a text consists of the given parts, in any order.
bool consistsOf(const std::string& text, const Json& parts) {
  std::size_t size = parts.empty() ? 0 : 2 * (parts.size() - 1);
  for (const Json& part : parts) {
    size += part.get<std::string>().size();
    if (text.find(part.get<std::string>()) == text.npos) return false;
  }
  return text.size() == size;
}

bool isEqualCell(const Json& shown, const Json& expected) {
  if (expected.is_null()) return true;
  if (expected.is_array()) return consistsOf(shown.get<std::string>(), expected);
  return shown == expected;
}

bool isEqualRow(const Json& shown, const Json& expected) {
  // Expected rows may lack the last cells.
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (!isEqualCell(shown[i], expected[i])) return false;
  }
  return true;
}

void compareRows(const Json& shown, const Json& expected, const std::string& what) {
  const auto lines = [](const Json& rows) {
    std::string text;
    for (const Json& row : rows) text += "  " + row.dump() + "\n";
    return text;
  };
  bool isEqual = shown.size() == expected.size();
  for (std::size_t i = 0; isEqual && i < shown.size(); ++i) {
    isEqual = isEqualRow(shown[i], expected[i]);
  }
  EXPECT_TRUE(isEqual) << what << " shows\n" << lines(shown) << "expected\n" << lines(expected);
}

void compareComposition(const QAbstractItemModel& model, const Json& facts) {
  const Json& expected = facts["composition"];
  std::size_t next = 0;
  std::size_t problemCount = 0;
  forEachRow(model, [&](const QModelIndex& row, int depth) {
    const QColor color = colorAt(row);
    if (color == theme::kError) {
      ++problemCount;
      return;
    }
    const std::string tip = row.siblingAtColumn(1).data(Qt::ToolTipRole).toString().toStdString();
    const std::string arc = textAt(row, "Arc Type");
    const Json line = {depth,
                       textAt(row, "Layer"),
                       arc,
                       textAt(row, "Arc Path"),
                       textAt(row, "Has Spec"),
                       color.isValid(),
                       tip.find("introduced at") == tip.npos ? "" : tip,
                       textAt(row, "Variant"),
                       textAt(row, "Offset, Scale"),
                       textAt(row, "Map of Paths")};
    if (next < expected.size() && isEqualRow(line, expected[next])) {
      ++next;
      return;
    }
    EXPECT_EQ(color, QColor(theme::kFaint))
        << line.dump() << " is not "
        << (next < expected.size() ? expected[next].dump() : std::string("expected"));
    if (arc == "sublayer" || textAt(row, "Layer") == "~session~") return;
    const std::string site = row.siblingAtColumn(2).data(Qt::ToolTipRole).toString().toStdString();
    const Json culled = {arc, textAt(row, "Layer"), site};
    EXPECT_TRUE(std::ranges::find(facts["culled"], culled) != facts["culled"].end())
        << culled.dump() << " is not in " << facts["culled"].dump();
  });
  EXPECT_EQ(next, expected.size()) << (next < expected.size() ? expected[next].dump() : "");
  EXPECT_EQ(problemCount, facts["problems"].get<std::size_t>());
}

class PaneContents : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    std::ifstream stream(factsPath() / (GetParam() + ".json"));
    facts_ = parseJson(stream);
    ASSERT_TRUE(facts_.is_object());
    const std::string scene = facts_["scene"];
    ASSERT_TRUE(panes_.open((testAssetsPath() / scene).string()));
  }

  void comparePrim(const Json& facts) {
    const Path path = Path::fromText(facts["path"].get<std::string>());
    ASSERT_TRUE(panes_.show(path, {}, 1.0));
    compareRows(stackRowsOf(panes_.layerStack.model()), facts["stack"], "Layer Stack");
    compareRows(fieldRowsOf(panes_.metadata.model()), facts["metadata"], "Meta Data");
    if (facts.contains("composition")) compareComposition(panes_.composition.model(), facts);
    for (const Json& subject : facts.value("subjects", Json::array())) {
      const std::string name = subject["name"];
      SCOPED_TRACE(name);
      ASSERT_TRUE(panes_.show(path, Token(name), 1.0));
      compareRows(stackRowsOf(panes_.layerStack.model()), subject["stack"], "Layer Stack");
      compareRows(fieldRowsOf(panes_.metadata.model()), subject["metadata"], "Meta Data");
    }
  }

  void compareProperties(const Json& facts) {
    const Path path = Path::fromText(facts["path"].get<std::string>());
    for (const auto& [time, expected] : facts["properties"].items()) {
      SCOPED_TRACE("time " + time);
      ASSERT_TRUE(panes_.show(path, {}, std::stod(time)));
      const QAbstractItemModel& model = panes_.properties.model();
      Json computed = Json::array();
      Json rows = Json::array();
      forEachRow(model, [&](const QModelIndex& row, int) {
        const std::string mark = textAt(row, "Type");
        if (mark == "C") {
          // The reference has no such row.
          if (textAt(row, "Property Name") == "Skel Pose") return;
          computed.push_back(textAt(row, "Value"));
          return;
        }
        const QFont font = fontAt(row, 2);
        rows.push_back({mark, textAt(row, "Property Name"), textAt(row, "Value"),
                        textAt(row, "Source"), font.bold(), font.italic()});
      });
      EXPECT_EQ(withoutResidues(computed.dump()), withoutResidues(facts["computed"][time].dump()));
      compareRows(rows, expected, "Properties");
    }
  }

  FourPanes panes_;
  Json facts_;
};

TEST_P(PaneContents, ModelsHaveTheFactsOfTheReference) {
  const QAbstractItemModelTester properties(&panes_.properties.model());
  const QAbstractItemModelTester layerStack(&panes_.layerStack.model());
  const QAbstractItemModelTester metadata(&panes_.metadata.model());
  const QAbstractItemModelTester composition(&panes_.composition.model());
  for (const Json& prim : facts_["prims"]) {
    SCOPED_TRACE(prim["path"].get<std::string>());
    comparePrim(prim);
    if (prim.contains("properties")) compareProperties(prim);
  }
}

INSTANTIATE_TEST_SUITE_P(, PaneContents, testing::ValuesIn(sceneNames()),
                         [](const auto& scene) { return scene.param; });

}  // namespace
}  // namespace usdscope
