// SPDX-License-Identifier: Apache-2.0
// The panes Value, Meta Data, Layer Stack, Composition and Properties, and their context menus.
#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QDockWidget>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSettings>
#include <QTableView>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>
#include <algorithm>

#include "app/models/ArrayModel.h"
#include "app/panes/CompositionPane.h"
#include "app/panes/LayerStackPane.h"
#include "app/panes/MetadataPane.h"
#include "app/panes/Panes.h"
#include "app/panes/PropertiesPane.h"
#include "app/panes/value/ValuePane.h"
#include "app/theme/Theme.h"
#include "app/widgets/CellEditor.h"
#include "app/widgets/SearchField.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/SceneTexts.h"

namespace usdscope {
namespace {

constexpr const char* kRoot = R"((
    subLayers = [@anim.usda@]
    doc = "a shot"
)
def Xform "A" (
    kind = "component"
    customData = { dictionary rig = { int version = 3 } }
    references = @model.usda@</M> (offset = 10)
    variants = { string look = "red" }
)
{
    double size = 3
    custom rel friend = </B>
    custom double driven
    double driven.connect = </B.source>
    custom float[] weights = [0, 0.5, nan, 1.5, inf, -2]
}
def Xform "B"
{
    double source = 1
}
)";
constexpr const char* kAnim = R"(over "A"
{
    double size.timeSamples = { 1: 1, 2: 5, 4: 2 }
    double late.timeSamples = { 50: 1, 60: 2 }
}
)";
constexpr const char* kModel = R"(def Xform "M" (
    prepend variantSets = "look"
)
{
    double size = 7
    variantSet "look" = {
        "blue" {
        }
        "red" {
        }
    }
}
)";

struct Inspected {
  SceneTexts texts;
  OpenWindow open{QSize(1200, 800)};

  Inspected() {
    texts.write("anim.usda", kAnim);
    texts.write("model.usda", kModel);
    EXPECT_TRUE(open.open(texts.write("root.usda", kRoot)));
  }

  template <typename Pane>
  Pane& pane(const char* id) {
    EXPECT_TRUE(open.window.showPane(id));
    EXPECT_TRUE(open.settle());
    return *open.window.findChild<Pane*>();
  }
};

QStringList columnsOf(const QAbstractItemModel& model) {
  QStringList titles;
  for (int i = 0; i < model.columnCount(); ++i) {
    titles << model.headerData(i, Qt::Horizontal, Qt::DisplayRole).toString();
  }
  return titles;
}

// The first row of a tree whose first cell is `name`; -1 if there is none.
int findRow(const RowTreeModel& model, const QString& name) {
  for (std::size_t i = 0; i < model.rows().size(); ++i) {
    if (model.rows()[i].cells[0].text == name) return int(i);
  }
  return -1;
}

QString valueOf(const RowTreeModel& model, const QString& name) {
  const int row = findRow(model, name);
  return row < 0 ? QStringLiteral("no row %1").arg(name)
                 : model.rows()[std::size_t(row)].cells[1].text;
}

QString clipboard() { return QGuiApplication::clipboard()->text(); }

// Sends a right click to an item of a view. Returns the entries of the menu that opens, and closes
// it.
QStringList menuAt(QAbstractItemView& view, const QModelIndex& index) {
  view.scrollTo(index);
  const QPoint at = view.visualRect(index).center();
  QTest::mouseClick(view.viewport(), Qt::RightButton, {}, at);
  QStringList entries;
  QTimer::singleShot(0, [&] {
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    if (!menu) return;
    for (const QAction* action : menu->actions()) {
      if (!action->isSeparator()) entries << action->text().remove('&');
    }
    menu->close();
  });
  QContextMenuEvent event(QContextMenuEvent::Mouse, at, view.viewport()->mapToGlobal(at));
  QApplication::sendEvent(view.viewport(), &event);
  return entries;
}

TEST(InspectPanes, TabsHaveTheOrderOfUsdview) {
  QStringList ids;
  for (const PaneRow& row : paneRows()) ids << row.id;
  const qsizetype first = ids.indexOf("value");
  EXPECT_EQ(ids.mid(first, 4), (QStringList{"value", "metadata", "layerStack", "composition"}));
}

TEST(Metadata, FieldsHaveTheirLayers) {
  Inspected scene;
  scene.open.select("/A");
  auto& pane = scene.pane<MetadataPane>("metadata");
  const QAbstractItemModelTester tester(&pane.model());
  EXPECT_EQ(columnsOf(pane.model()), (QStringList{"Field Name", "Value", "Layer"}));
  EXPECT_EQ(valueOf(pane.model(), "[object type]"), "Prim");
  EXPECT_EQ(valueOf(pane.model(), "[path]"), "/A");
  EXPECT_EQ(valueOf(pane.model(), "kind"), "component");
  EXPECT_EQ(valueOf(pane.model(), "version"), "3");
  const int kind = findRow(pane.model(), "kind");
  ASSERT_GE(kind, 0);
  EXPECT_EQ(pane.model().rows()[std::size_t(kind)].cells[2].text, "root.usda");

  scene.open.select("/A.size");
  EXPECT_EQ(valueOf(pane.model(), "[object type]"), "Attribute");
  EXPECT_EQ(valueOf(pane.model(), "typeName"), "double");
  scene.open.select("/");
  EXPECT_EQ(valueOf(pane.model(), "documentation"), "\"a shot\"");
  EXPECT_EQ(valueOf(pane.model(), "subLayers"), "[\"anim.usda\"]");
}

TEST(Metadata, VariantsAreChosenInTheirRow) {
  Inspected scene;
  scene.open.select("/A");
  auto& pane = scene.pane<MetadataPane>("metadata");
  const int row = findRow(pane.model(), "look variant");
  ASSERT_GE(row, 0);
  auto* choice =
      qobject_cast<QComboBox*>(pane.view().indexWidget(pane.model().indexOf(std::size_t(row), 1)));
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->currentText(), "red");
  EXPECT_EQ(choice->count(), 3);
  choice->setCurrentText("blue");
  Q_EMIT choice->activated(choice->currentIndex());
  ASSERT_TRUE(scene.open.settle());
  EXPECT_EQ(valueOf(pane.model(), "look variant"), "blue");
}

TEST(Composition, ArcsAreATreeWithTheColumnsOfUsdview) {
  Inspected scene;
  scene.open.select("/A");
  auto& pane = scene.pane<CompositionPane>("composition");
  const QAbstractItemModelTester tester(&pane.model());
  const QStringList columns = columnsOf(pane.model());
  EXPECT_EQ(columns.mid(0, 4), (QStringList{"Layer", "Arc Type", "Arc Path", "Has Spec"}));
  EXPECT_TRUE(columns.contains("Offset, Scale"));
  EXPECT_TRUE(columns.contains("Variant"));
  QStringList lines;
  for (const RowTreeModel::Row& row : pane.model().rows()) {
    lines << QString(qsizetype(row.depth), '>') + row.cells[0].text + ' ' + row.cells[1].text +
                 ' ' + row.cells[2].text + ' ' + row.cells[3].text;
  }
  EXPECT_TRUE(lines.contains("root.usda root /A yes")) << lines.join('\n').toStdString();
  EXPECT_TRUE(lines.contains(">anim.usda sublayer /A yes")) << lines.join('\n').toStdString();
  EXPECT_TRUE(lines.contains(">model.usda reference /M yes")) << lines.join('\n').toStdString();
  EXPECT_TRUE(lines.contains(">>model.usda variant /M{look=red} yes"))
      << lines.join('\n').toStdString();
  for (const RowTreeModel::Row& row : pane.model().rows()) {
    EXPECT_EQ(row.cells[0].color.isValid(), row.cells[3].text != "yes");
  }
}

TEST(LayerStack, RowsStateStrengthAndReason) {
  Inspected scene;
  scene.open.select("/A.size");
  scene.open.moveTo(1.5);
  auto& pane = scene.pane<LayerStackPane>("layerStack");
  const TableModel& model = pane.model();
  ASSERT_EQ(model.rows().size(), 3u);
  EXPECT_EQ(model.headerData(0, Qt::Vertical, Qt::DisplayRole).toString(), "▸ 1");
  EXPECT_EQ(model.headerData(1, Qt::Vertical, Qt::DisplayRole).toString(), "2");
  const int reason = int(columnsOf(model).indexOf("Reason"));
  ASSERT_GE(reason, 0);
  EXPECT_EQ(model.index(1, reason).data().toString(),
            "a default in root.usda, which has this layer as a sublayer, hides 3 samples here");
  EXPECT_EQ(model.index(2, reason).data().toString(),
            "a default in root.usda, from where a reference leads here, hides a default here");
  const int span = int(columnsOf(model).indexOf("Span"));
  EXPECT_EQ(model.index(1, span).data().toString(), "1 to 4");
}

TEST(LayerStack, TipsOfLayersSayWhenTheFileWasWritten) {
  Inspected scene;
  scene.open.select("/A.size");
  auto& pane = scene.pane<LayerStackPane>("layerStack");
  const QString tip = pane.model().index(0, 0).data(Qt::ToolTipRole).toString();
  EXPECT_TRUE(tip.contains(".usda\nWritten 20")) << tip.toStdString();
}

TEST(Properties, SourcesHaveColoursThatAreSafeForColourBlindness) {
  Inspected scene;
  scene.open.select("/A");
  const auto colors = [&] {
    std::set<QRgb> found;
    const TableModel& model = scene.open.properties()->model();
    for (const TableModel::Row& row : model.rows()) found.insert(row[0].color.rgb());
    return found;
  };
  const auto usual = colors();
  EXPECT_GT(usual.size(), 1u);
  EXPECT_EQ(scene.open.run("colors"), "");
  auto* sheet = scene.open.window.findChild<QDialog*>("colors");
  ASSERT_TRUE(sheet);
  sheet->findChild<QToolButton*>("safeColors")->click();
  ASSERT_TRUE(scene.open.settle());
  const auto safe = colors();
  EXPECT_EQ(safe.size(), usual.size());
  EXPECT_NE(safe, usual);
  EXPECT_TRUE(QSettings().value("view/safeColors").toBool()) << "the next start keeps the choice";
  EXPECT_EQ(scene.open.run("safeColors"), "");
  EXPECT_EQ(colors(), usual);
  EXPECT_FALSE(sheet->findChild<QToolButton*>("safeColors")->isChecked());
}

TEST(LayerStack, ReasonsWrapInNarrowDocksAndTheTipHasAll) {
  Inspected scene;
  scene.open.select("/A.size");
  auto& pane = scene.pane<LayerStackPane>("layerStack");
  QTableView& view = pane.view();
  const int reason = int(columnsOf(pane.model()).indexOf("Reason"));
  ASSERT_EQ(pane.model().rowCount(), 3);
  // Scroll bars that come and go would change the columns.
  view.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  view.setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  QTest::qWait(20);
  view.horizontalHeader()->resizeSection(reason, 2000);
  const int oneLine = view.rowHeight(1);
  view.horizontalHeader()->resizeSection(reason, 220);
  EXPECT_GE(view.rowHeight(1), oneLine + view.fontMetrics().lineSpacing());
  view.horizontalHeader()->resizeSection(reason, 40);
  EXPECT_LE(view.rowHeight(1), oneLine + 3 * view.fontMetrics().lineSpacing() + 3);
  const QModelIndex cell = pane.model().index(1, reason);
  EXPECT_EQ(cell.data(Qt::ToolTipRole).toString().simplified(), cell.data().toString());
}

TEST(Properties, ColumnsShareTheRoomWhenThePaneBecomesNarrow) {
  Inspected scene;
  scene.open.window.resize(1900, 1100);
  scene.open.select("/A.size");
  QTableView& view = *scene.open.properties()->findChild<QTableView*>();
  QHeaderView& header = *view.horizontalHeader();
  const auto expectRoom = [&] {
    QTest::qWait(30);
    EXPECT_GE(header.sectionSize(2), std::min(110, view.viewport()->width() / 3));
    EXPECT_GE(header.sectionSize(0), 36);
    EXPECT_TRUE(header.isSectionHidden(3) || header.sectionSize(3) >= 36);
    EXPECT_LE(header.length(), view.viewport()->width() + 1);
    for (const char* name : {"authoredOnly", "pin", "propertyOrder"}) {
      const auto& button = *scene.open.properties()->findChild<QToolButton*>(name);
      EXPECT_GE(button.width(), button.sizeHint().width()) << name;
    }
  };
  expectRoom();
  const auto* dock = scene.open.window.findChild<QDockWidget*>("properties");
  scene.open.window.resizeDocks({const_cast<QDockWidget*>(dock)}, {700}, Qt::Horizontal);
  expectRoom();
  // As if the user had dragged the columns.
  QTest::mousePress(header.viewport(), Qt::LeftButton, {},
                    {header.sectionViewportPosition(1) + header.sectionSize(1) - 1, 5});
  QTest::mouseMove(header.viewport(),
                   {header.sectionViewportPosition(1) + header.sectionSize(1) + 150, 5});
  QTest::mouseRelease(header.viewport(), Qt::LeftButton, {},
                      {header.sectionViewportPosition(1) + header.sectionSize(1) + 150, 5});
  scene.open.window.resize(1000, 700);
  expectRoom();
  scene.open.window.resizeDocks({const_cast<QDockWidget*>(dock)}, {200}, Qt::Horizontal);
  expectRoom();
}

TEST(Properties, FallbacksAreDimAndValuesHaveBadges) {
  Inspected scene;
  scene.open.select("/A");
  scene.open.moveTo(1);
  const auto& rows = scene.open.properties()->model().rows();
  const auto rowOf = [&](const char* name) -> const TableModel::Row& {
    static const TableModel::Row kNone(4);
    for (const auto& row : rows) {
      if (row[1].text == name) return row;
    }
    ADD_FAILURE() << "no row " << name;
    return kNone;
  };
  EXPECT_EQ(rowOf("visibility")[2].color, theme::kFaint);
  EXPECT_EQ(rowOf("visibility")[0].color, theme::ofSource(ValueSource::Fallback));
  EXPECT_EQ(rowOf("size")[2].color, theme::ofSource(ValueSource::Default));
  EXPECT_EQ(rowOf("late")[3].text, "⇤ Samples");
  scene.open.moveTo(55);
  EXPECT_TRUE(rowOf("late")[2].isItalic);
  scene.open.moveTo(60);
  EXPECT_TRUE(rowOf("late")[2].isBold);
  scene.open.moveTo(61);
  EXPECT_EQ(rowOf("late")[3].text, "⇥ Samples");
  EXPECT_EQ(rows[0][1].text, "World Bounding Box");
  EXPECT_EQ(rowOf("Local to World Xform")[0].text, "C");
}

TEST(Properties, RowsAreFilteredAndSorted) {
  Inspected scene;
  scene.open.select("/A");
  auto* pane = scene.open.properties();
  const auto names = [&] {
    QStringList all;
    for (const auto& row : pane->model().rows()) all << row[1].text;
    return all;
  };
  auto* authored = pane->findChild<QToolButton*>("authoredOnly");
  QTest::mouseClick(authored, Qt::LeftButton);
  ASSERT_TRUE(scene.open.settle());
  EXPECT_EQ(names(), (QStringList{"driven", "friend", "late", "size", "weights"}));
  EXPECT_EQ(scene.open.run("authoredOnly"), "");
  EXPECT_FALSE(authored->isChecked());
  auto* search = pane->findChild<SearchField*>();
  search->setText("layer:anim");
  EXPECT_TRUE(waitUntil([&] { return names() == QStringList{"late"}; }))
      << names().join(' ').toStdString();
  search->setText({});
  ASSERT_TRUE(waitUntil([&] { return names().size() > 5; }));
  EXPECT_EQ(scene.open.run("propertyOrder", {"schema"}), "");
  EXPECT_LT(names().indexOf("visibility"), names().indexOf("driven"));
  EXPECT_EQ(names().indexOf("Imageable") + 1, names().indexOf("proxyPrim"));
  EXPECT_LT(names().indexOf("No Schema"), names().indexOf("driven"));
  EXPECT_EQ(scene.open.run("propertyOrder", {"namespace"}), "");
  EXPECT_LT(names().indexOf("No Namespace"), names().indexOf("driven"));
  EXPECT_EQ(scene.open.run("propertyOrder", {"alphabetical"}), "");
  EXPECT_LT(names().indexOf("driven"), names().indexOf("visibility"));
  EXPECT_NE(scene.open.run("propertyOrder", {"size"}), "");
}

TEST(Properties, SeveralPrimsAreATable) {
  Inspected scene;
  scene.open.session.select({Path::fromText("/A"), Path::fromText("/B")});
  ASSERT_TRUE(scene.open.settle());
  auto* pane = scene.open.properties();
  EXPECT_EQ(columnsOf(pane->model()),
            (QStringList{"Prim", "driven", "friend", "late", "size", "weights", "source"}));
  ASSERT_EQ(pane->model().rows().size(), 2u);
  EXPECT_EQ(pane->model().rows()[0][0].text, "A");
  EXPECT_EQ(pane->model().rows()[0][4].text, "3");
  EXPECT_EQ(pane->model().rows()[1][4].text, "");
  EXPECT_EQ(pane->model().rows()[1][6].text, "1");
  pane->view().setCurrentIndex(pane->model().index(0, 4));
  EXPECT_EQ(scene.open.session.selection.value().property, Token("size"));
  scene.open.select("/B");
  EXPECT_EQ(columnsOf(pane->model()), (QStringList{"Type", "Property Name", "Value", "Source"}));
}

TEST(Properties, CellsOfTheTableSetOnePrimOrAllSelectedOnes) {
  SceneTexts texts;
  OpenWindow open{QSize(1200, 800)};
  ASSERT_TRUE(open.open(texts.write("many.usda",
                                    "def Sphere \"A\"\n{\ndouble radius = 1\n}\n"
                                    "def Sphere \"B\"\n{\ndouble radius = 2\n}\n"
                                    "def Sphere \"C\"\n{\ndouble radius = 3\n}\n")));
  open.session.select({Path::fromText("/A"), Path::fromText("/B"), Path::fromText("/C")});
  ASSERT_TRUE(open.settle());
  auto* pane = open.properties();
  QTableView& view = pane->view();
  const int column = int(columnsOf(pane->model()).indexOf("radius"));
  ASSERT_GT(column, 0);
  const auto radii = [&] {
    QStringList all;
    for (const auto& row : pane->model().rows()) all << row[std::size_t(column)].text;
    return all.join(' ').toStdString();
  };
  const auto click = [&](int row, int at, Qt::KeyboardModifiers keys) {
    QTest::mouseClick(view.viewport(), Qt::LeftButton, keys,
                      view.visualRect(pane->model().index(row, at)).center());
  };
  // Returns the hint of the editor.
  const auto type = [&](const char* text) {
    CellEditor* editor = nullptr;
    EXPECT_TRUE(waitUntil([&] { return (editor = view.findChild<CellEditor*>()) != nullptr; }));
    if (!editor) return std::string();
    const std::string hint = editor->message().toStdString();
    editor->line().setText(QString::fromLatin1(text));
    QTest::keyClick(&editor->line(), Qt::Key_Return);
    EXPECT_TRUE(waitUntil([&] { return !view.findChild<CellEditor*>(); }));
    EXPECT_TRUE(open.settle());
    return hint;
  };
  const auto stepCount = [&] { return open.session.edits.value().position(); };
  EXPECT_EQ(radii(), "1 2 3");

  Q_EMIT view.doubleClicked(pane->model().index(1, column));
  type("5");
  EXPECT_EQ(radii(), "1 5 3");
  EXPECT_EQ(stepCount(), 1u);

  click(0, column, {});
  click(1, column, Qt::ControlModifier);
  EXPECT_EQ(open.run("editValue"), "");
  EXPECT_EQ(type("7"), "Enter sets the default in the session layer, for each of 2 prims.");
  EXPECT_EQ(radii(), "7 7 3");
  EXPECT_EQ(stepCount(), 2u);
  EXPECT_EQ(open.run("undo"), "");
  EXPECT_EQ(radii(), "1 5 3");

  // Names stand for their rows.
  click(0, 0, {});
  click(2, column, Qt::ControlModifier);
  EXPECT_EQ(open.run("editValue"), "");
  type("9");
  EXPECT_EQ(radii(), "9 5 9");
  EXPECT_EQ(stepCount(), 2u);
}

TEST(Properties, TargetsAndConnectionsAreFollowed) {
  Inspected scene;
  const auto doubleClick = [&](const char* name) {
    scene.open.select("/A");
    auto* pane = scene.open.properties();
    for (int row = 0; row < pane->model().rowCount(); ++row) {
      const QModelIndex index = pane->model().index(row, 1);
      if (index.data().toString() == name) Q_EMIT pane->view().doubleClicked(index);
    }
    EXPECT_TRUE(scene.open.settle());
    return scene.open.session.selection.value();
  };
  EXPECT_EQ(doubleClick("friend"), (Selection{{Path::fromText("/B")}, {}}));
  EXPECT_EQ(doubleClick("driven"), (Selection{{Path::fromText("/B")}, Token("source")}));
  scene.open.select("/A.friend");
  EXPECT_EQ(scene.open.run("copyTargets"), "");
  EXPECT_EQ(clipboard(), "/B");
  EXPECT_EQ(scene.open.run("selectTargets"), "");
  EXPECT_EQ(scene.open.session.selection.value().leading(), Path::fromText("/B"));
  scene.open.select("/A.size");
  EXPECT_EQ(scene.open.run("selectTargets"), "This property has no targets.");
}

TEST(Value, ArraysAreSlicedAndCounted) {
  Inspected scene;
  scene.open.select("/A.weights");
  auto& pane = scene.pane<ValuePane>("value");
  const QAbstractItemModelTester tester(&pane.model());
  ASSERT_TRUE(waitUntil([&] { return !pane.statistics().isEmpty(); }));
  EXPECT_EQ(pane.model().rowCount(), 6);
  EXPECT_EQ(pane.model().index(1, 0).data().toString(), "0.5");
  for (const char* part : {"min -2", "max 1.5", "mean 0", "1 NaN", "1 infinite"}) {
    EXPECT_TRUE(pane.statistics().contains(part)) << part << pane.statistics().toStdString();
  }
  EXPECT_EQ(scene.open.run("sliceValue", {"1::2"}), "");
  EXPECT_TRUE(waitUntil([&] { return pane.model().rowCount() == 3; }));
  EXPECT_EQ(pane.model().headerData(1, Qt::Vertical, Qt::DisplayRole).toString(), "3");
  auto* field = pane.findChild<SearchField*>();
  field->setText("many");
  EXPECT_TRUE(waitUntil([&] { return pane.message().startsWith("`many` is not a slice."); }))
      << pane.message().toStdString();
  // The link to the first NaN shows all elements again if the slice does not have it.
  field->setText("3:");
  ASSERT_TRUE(waitUntil([&] { return pane.model().rowCount() == 3; }));
  auto* statistics = pane.findChildren<QLabel*>().last();
  for (QLabel* label : pane.findChildren<QLabel*>()) {
    if (label->text().contains("NaN")) statistics = label;
  }
  Q_EMIT statistics->linkActivated("nan");
  EXPECT_EQ(pane.view().currentIndex().row(), 2);

  scene.open.select("/A.friend");
  EXPECT_EQ(pane.model().index(0, 0).data().toString(), "/B");
  EXPECT_EQ(scene.open.run("deselectProperty"), "");
  EXPECT_TRUE(pane.message().startsWith("Select a property"));
}

TEST(ContextMenus, RightClicksSelectTheRowFirst) {
  Inspected scene;
  scene.open.select("/A.size");
  scene.open.moveTo(1.5);
  auto& layers = scene.pane<LayerStackPane>("layerStack");
  EXPECT_EQ(
      menuAt(layers.view(), layers.model().index(1, 0)),
      (QStringList{"Set as Edit Target", "Mute Layer", "Unmute Layer", "Solo Layer",
                   "Show Text of Layer", "Open Layer in Editor", "Save Layer", "Reload This Layer",
                   "Copy Layer Path", "Copy Layer Identifier", "Copy Object Path",
                   "Copy Value of Row", "Copy Spec as USDA", "Copy Explanation as Markdown",
                   "Copy Explanation as Text", "Copy Explanation as Markdown With Picture…"}));
  EXPECT_EQ(layers.view().currentIndex().row(), 1);
  EXPECT_EQ(scene.open.run("copyLayerPath"), "");
  EXPECT_TRUE(clipboard().endsWith("/anim.usda")) << clipboard().toStdString();
  EXPECT_EQ(scene.open.run("copyLayerIdentifier"), "");
  EXPECT_TRUE(clipboard().endsWith("/anim.usda"));
  EXPECT_EQ(scene.open.run("copyObjectPath"), "");
  EXPECT_EQ(clipboard(), "/A.size");
  EXPECT_EQ(scene.open.run("copyRowValue"), "");
  EXPECT_EQ(clipboard(), "3 time samples");

  auto& metadata = scene.pane<MetadataPane>("metadata");
  const int row = findRow(metadata.model(), "typeName");
  EXPECT_TRUE(menuAt(metadata.view(), metadata.model().indexOf(std::size_t(row), 0))
                  .contains("Copy Field Name"));
  EXPECT_EQ(scene.open.run("copyRowName"), "");
  EXPECT_EQ(clipboard(), "typeName");

  auto& composition = scene.pane<CompositionPane>("composition");
  EXPECT_TRUE(
      menuAt(composition.view(), composition.model().indexOf(1)).contains("Copy Layer Path"));

  auto* properties = scene.open.properties();
  int size = 0;
  while (properties->model().index(size, 1).data().toString() != "driven") ++size;
  const QStringList entries = menuAt(properties->view(), properties->model().index(size, 1));
  for (const char* entry : {"Copy Property Name", "Copy Property Value", "Select Target Path(s)",
                            "Copy Target Path(s)"}) {
    EXPECT_TRUE(entries.contains(entry)) << entry;
  }
  EXPECT_EQ(scene.open.session.selection.value().property, Token("driven"));
  EXPECT_EQ(scene.open.run("copyPropertyName"), "");
  EXPECT_EQ(clipboard(), "driven");
}

}  // namespace
}  // namespace usdscope
