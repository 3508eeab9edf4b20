// SPDX-License-Identifier: Apache-2.0
// Selecting in the picture: pick modes, rectangles, lists, and the outline of the selection.
#include <gtest/gtest.h>

#include <QMenu>
#include <QSettings>
#include <QStatusBar>
#include <QTest>
#include <QTreeView>
#include <algorithm>

#include "app/actions/Actions.h"
#include "app/session/view/PickedSelection.h"
#include "app/viewport/Marquee.h"
#include "app/widgets/ElidedLabel.h"
#include "app/window/Menus.h"
#include "app/window/PickListMenu.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/TreeInWindow.h"
#include "tests/support/TestAssets.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

using Texts = std::vector<std::string>;

Texts textsOf(const std::vector<Path>& paths) {
  Texts texts;
  for (const Path path : paths) texts.push_back(path.text());
  return texts;
}

struct PickWindow : testing::Test {
  OpenWindow open;
  ViewportWidget& viewport = open.window.viewport();

  void SetUp() override {
    ASSERT_TRUE(open.open((testAssetsPath() / "facts/root.usda").string()));
    open.moveTo(1);
    open.run("purposeProxy");  // Hides the ball.
  }
  void TearDown() override {
    open.session.changeView([](auto& view) { view.picking = {}; });
  }

  // Looks down at a place in world space, so that it is in the middle of the picture.
  void lookAt(double x, double y, double z, double height = 5) {
    const auto text = [](double number) { return std::to_string(number); };
    open.run("look", {text(x), text(y - 0.001), text(z + height), text(x), text(y), text(z)});
    open.picture();
  }
  // Clicks in the middle of the picture. Returns what the status line says.
  std::string click(Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QTest::mouseClick(&viewport, Qt::LeftButton, modifiers, viewport.rect().center());
    EXPECT_TRUE(open.settle());
    EXPECT_EQ(statusText(), open.session.picked.value());
    return open.session.picked.value();
  }
  std::string statusText() const {
    const auto* label = open.window.statusBar()->findChild<ElidedLabel*>();
    return label ? label->fullText().toStdString() : std::string();
  }
  Texts selected() const { return textsOf(open.session.selection.value().prims); }
  int pixelsOf(int red, int green, int blue) {
    const QImage image = open.picture();
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
      for (int x = 0; x < image.width(); ++x) {
        count += image.pixelColor(x, y) == QColor(red, green, blue);
      }
    }
    return count;
  }
  const std::vector<ChosenInstance>& instances() const {
    return open.session.selection.value().instances;
  }
  Texts rectangle(int x, int y, int width, int height, const char* change = "replace") {
    const Texts arguments = {std::to_string(x), std::to_string(y), std::to_string(width),
                             std::to_string(height), change};
    EXPECT_EQ(open.run("selectRectangle", arguments), "");
    Texts prims = selected();
    std::ranges::sort(prims);
    return prims;
  }
  Texts everything(const char* change = "replace") {
    return rectangle(0, 0, viewport.width(), viewport.height(), change);
  }
};

}  // namespace

TEST(PickMode, ChoosesThePrimsThatUsdviewDoes) {
  const auto stage = stageFromText(R"(#usda 1.0
def Xform "World" (kind = "group") {
  def Xform "Car" (kind = "component") {
    def Cube "Wheel" {}
  }
  def Xform "Parked" (
    instanceable = true
    references = </Class>
  ) {}
  def PointInstancer "Forest" (kind = "group") {
    rel prototypes = </World/Forest/Tree>
    def Xform "Tree" (kind = "component") {
      def Cone "Crown" {}
    }
  }
}
class Xform "Class" (kind = "component") {
  def Cube "Door" {}
  def PointInstancer "Bolts" {
    def Cube "Bolt" {}
  }
}
)")
                         .stage;
  ASSERT_TRUE(stage);
  const auto hit = [](const char* path, const char* instancer = "", InstanceId id = {}) {
    PickResult result{.path = Path::fromText(path)};
    if (!*instancer) return result;
    result.instance = 0;
    result.instancer = Path::fromText(instancer);
    result.id = id;
    return result;
  };
  const PickResult wheel = hit("/World/Car/Wheel");
  const PickResult door = hit("/World/Parked/Door");
  const PickResult crown = hit("/World/Forest/Tree/Crown", "/World/Forest", {3, 3});
  const PickResult nested = hit("/World/Forest/Tree/Crown", "/World/Forest", {3, 7});
  const PickResult bolt = hit("/World/Parked/Bolts/Bolt", "/World/Parked/Bolts", {2, 2});
  using enum PickMode;
  const struct {
    PickMode mode;
    PickResult hit;
    std::string name;
  } cases[] = {
      {Prims, wheel, "/World/Car/Wheel"},
      {Prims, door, "/World/Parked"},
      {Prims, crown, "/World/Forest"},
      {Prims, bolt, "/World/Parked"},
      {Models, wheel, "/World/Car"},
      {Models, door, "/World/Parked"},
      {Models, crown, "/World/Forest/Tree"},
      {Models, hit("/World/Parked/Bolts"), "/World/Parked"},
      {Models, hit("/Nowhere"), "/Nowhere"},
      {Instances, wheel, "/World/Car/Wheel"},
      {Instances, door, "/World/Parked"},
      {Instances, crown, "/World/Forest, instance 3"},
      {Instances, nested, "/World/Forest, instance 3"},
      {Instances, bolt, "/World/Parked"},
      {Prototypes, wheel, "/World/Car/Wheel"},
      {Prototypes, door, "/World/Parked/Door"},
      {Prototypes, crown, "/World/Forest/Tree/Crown, instance 3 of /World/Forest"},
      {Prototypes, nested, "/World/Forest/Tree/Crown, instance 7 in instance 3 of /World/Forest"},
      {Prototypes, bolt, "/World/Parked/Bolts/Bolt, instance 2 of /World/Parked/Bolts"},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(pickedName(pickedPrim(*stage, c.mode, c.hit)), c.name);
  }
  const std::vector<PickResult> several = {crown, wheel, nested, door};
  EXPECT_EQ(pickedPrims(*stage, Instances, several).size(), 3u);
  EXPECT_EQ(pickedPrims(*stage, Prototypes, several).size(), 4u);
}

TEST(PickedSelection, AddsAndTogglesPrimsAndInstances) {
  const Path forest = Path::fromText("/Forest");
  const Path car = Path::fromText("/Car");
  const auto one = [&](std::uint32_t id) {
    return PickedPrim{forest, ChosenInstance{forest, forest, {id, id}}};
  };
  using enum SelectionChange;
  Selection selection;
  const auto pick = [&](std::vector<PickedPrim> picked, SelectionChange change) {
    selection = afterPicking(selection, picked, change);
    return selectionText(selection);
  };
  EXPECT_EQ(pick({one(3)}, Replace), "/Forest, instance 3");
  EXPECT_EQ(pick({one(4)}, Add), "/Forest, 2 instances");
  EXPECT_EQ(pick({one(4)}, Add), "/Forest, 2 instances");
  EXPECT_EQ(pick({{car, {}}}, Add), "2 prims are selected, with 2 single instances.");
  EXPECT_EQ(selection.leading(), car) << "the newest one";
  EXPECT_EQ(pick({one(3)}, Toggle), "2 prims are selected, with 1 single instance.");
  EXPECT_EQ(pick({one(4)}, Toggle), "/Car") << "no instance is left";
  EXPECT_EQ(pick({{forest, {}}}, Toggle), "2 prims are selected.");
  EXPECT_EQ(pick({one(4)}, Add), "2 prims are selected.") << "all of it is selected already";
  EXPECT_EQ(pick({{forest, {}}, {car, {}}}, Toggle), "Nothing is selected.");
  EXPECT_EQ(pick({one(1), one(2)}, Toggle), "/Forest, 2 instances");
  EXPECT_EQ(pick({{forest, {}}}, Add), "/Forest");
  EXPECT_EQ(pick({}, Add), "/Forest");
  EXPECT_EQ(pick({}, Replace), "Nothing is selected.");
}

TEST(Marquee, ModifiersSayWhatItDoes) {
  const Qt::KeyboardModifiers none = Qt::NoModifier;
  const Qt::KeyboardModifiers both = Qt::ShiftModifier | Qt::ControlModifier;
  for (const bool navigates : {false, true}) {
    EXPECT_EQ(Marquee::changeFor(none, navigates).has_value(), !navigates);
    EXPECT_EQ(Marquee::changeFor(Qt::ShiftModifier, navigates), SelectionChange::Add);
    EXPECT_EQ(Marquee::changeFor(Qt::ControlModifier, navigates), SelectionChange::Toggle);
    EXPECT_EQ(Marquee::changeFor(both, navigates), SelectionChange::Replace);
    EXPECT_FALSE(Marquee::changeFor(Qt::AltModifier, navigates));
    EXPECT_FALSE(Marquee::changeFor(Qt::AltModifier | Qt::ControlModifier, navigates));
  }
}

TEST_F(PickWindow, ModesSelectWhatTheyName) {
  const struct {
    const char* mode;
    double x;
    double y;
    const char* note;
  } cases[] = {
      {"pickPrims", 6, -4, "/World/Forest"},
      {"pickPrims", -3.6, 0.4, "/World/Chairs/Twin"},
      {"pickPrims", 0.4, 0.4, "/World/Chairs/Red/Seat"},
      {"pickModels", 0.4, 0.4, "/World/Chairs/Red"},
      {"pickModels", -3.6, 0.4, "/World/Chairs/Twin"},
      {"pickInstances", 6, -4, "/World/Forest, instance 3"},
      {"pickInstances", -3.6, 0.4, "/World/Chairs/Twin"},
      {"pickPrototypes", 6, -4, "/World/Stone/Rock, instance 3 of /World/Forest"},
      {"pickPrototypes", -3.6, 0.4, "/World/Chairs/Twin/Seat"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(std::string(c.mode) + ' ' + c.note);
    EXPECT_EQ(open.run(c.mode), "");
    lookAt(c.x, c.y, 0);
    EXPECT_EQ(click(), c.note);
    const std::string note = c.note;
    EXPECT_EQ(selected(), Texts{note.substr(0, note.find(','))});
    EXPECT_EQ(instances().empty(), note.find(',') == note.npos);
  }
}

TEST_F(PickWindow, ModeAndHighlightAreKeptForTheUser) {
  EXPECT_EQ(open.run("pickInstances"), "");
  EXPECT_EQ(open.run("highlightWhenPaused"), "");
  EXPECT_EQ(open.run("highlightCyan"), "");
  const Session other;
  const PickSettings kept = {PickMode::Instances, SelectionHighlight::OnlyWhenPaused,
                             HighlightColor::Cyan};
  EXPECT_EQ(other.view.value().picking, kept);
  const ActionContext context{open.session, open.window};
  EXPECT_TRUE(findAction("pickInstances")->isChecked(context));
  EXPECT_FALSE(findAction("pickPrims")->isChecked(context));
  QSettings().setValue("picking/mode", "nonsense");
  EXPECT_EQ(Session().view.value().picking.mode, PickMode::Prims);
}

TEST_F(PickWindow, ShiftAddsAndControlTogglesInstances) {
  EXPECT_EQ(open.run("pickInstances"), "");
  lookAt(6, -4, 0);
  EXPECT_EQ(click(), "/World/Forest, instance 3");
  lookAt(0, -4, 0);
  EXPECT_EQ(click(Qt::ShiftModifier), "/World/Forest, 2 instances");
  EXPECT_EQ(click(Qt::ControlModifier), "/World/Forest, instance 3");
  lookAt(6, -4, 0);
  EXPECT_EQ(click(Qt::ControlModifier), "Nothing is selected.");
  click();
  open.select("/World/Chairs");
  EXPECT_NE(statusText().find("root.usda"), std::string::npos) << statusText();
}

TEST_F(PickWindow, OneInstanceIsOutlined) {
  open.hideAllButTheScene();
  EXPECT_EQ(open.run("pickInstances"), "");
  lookAt(2, -4, 0, 12);
  EXPECT_EQ(pixelsOf(189, 155, 84), 0);
  click();
  ASSERT_EQ(instances().size(), 1u) << "the rock in the middle";
  const int one = pixelsOf(189, 155, 84);
  EXPECT_GT(one, 20);
  EXPECT_EQ(open.run("pickPrims"), "");
  click();
  EXPECT_GT(pixelsOf(189, 155, 84), 2 * one) << "four are seen";
  EXPECT_EQ(open.run("highlightNever"), "");
  EXPECT_EQ(pixelsOf(189, 155, 84), 0);
}

TEST_F(PickWindow, HighlightFollowsPlaybackAndItsColour) {
  open.hideAllButTheScene();
  lookAt(0.4, 0.4, 0);
  click();
  EXPECT_GT(pixelsOf(189, 155, 84), 50);
  EXPECT_EQ(open.run("highlightWhite"), "");
  EXPECT_EQ(pixelsOf(189, 155, 84), 0);
  EXPECT_GT(pixelsOf(242, 242, 242), 50);
  EXPECT_EQ(open.run("highlightCyan"), "");
  EXPECT_GT(pixelsOf(51, 230, 230), 50);
  const auto outlined = [&](const char* mode, bool isPlaying) {
    EXPECT_EQ(open.run(mode), "");
    open.session.setPlaying(isPlaying);
    const Outlines outlines = viewport.outlines();
    open.session.setPlaying(false);
    return !outlines.selected.empty();
  };
  EXPECT_TRUE(outlined("highlightAlways", true));
  EXPECT_TRUE(outlined("highlightWhenPaused", false));
  EXPECT_FALSE(outlined("highlightWhenPaused", true));
  EXPECT_FALSE(outlined("highlightNever", false));
}

TEST_F(PickWindow, RectanglesSelectWhatTheyShow) {
  lookAt(0, 0, 0, 20);
  const Texts all = {"/World/Chairs/Red/Seat", "/World/Chairs/Twin", "/World/Forest"};
  EXPECT_EQ(everything(), all);
  EXPECT_EQ(open.session.picked.value(), "3 prims are selected.");
  const int left = viewport.width() / 2 - 20;
  EXPECT_EQ(rectangle(0, 0, left, viewport.height() / 2), Texts{"/World/Chairs/Twin"});
  EXPECT_EQ(everything("add"), all);
  EXPECT_EQ(rectangle(0, 0, left, viewport.height() / 2, "toggle"),
            (Texts{"/World/Chairs/Red/Seat", "/World/Forest"}));
  EXPECT_EQ(rectangle(0, 0, 3, 3), Texts());
  EXPECT_EQ(open.session.picked.value(), "Nothing is selected.");
  EXPECT_EQ(open.run("pickInstances"), "");
  EXPECT_EQ(everything(), all);
  EXPECT_EQ(instances().size(), 4u) << "one of five is hidden";
  for (const std::vector<std::string>& bad : {Texts{},
                                              {"1", "2"},
                                              {"1", "2", "3", "x"},
                                              {"1", "2", "0", "4"},
                                              {"1", "2", "3", "4", "x"},
                                              {"1", "2", "3", "1e300"},
                                              {"-9", "-9", "3", "3"}}) {
    EXPECT_NE(open.run("selectRectangle", bad), "");
  }
}

TEST_F(PickWindow, DragsWithModifiersAreRectangles) {
  lookAt(0, 0, 0, 20);
  const QRect area = viewport.rect().adjusted(2, 2, -2, -2);
  const auto drag = [&](Qt::KeyboardModifiers modifiers) {
    const auto send = [&](QEvent::Type type, QPoint at, Qt::MouseButton button,
                          Qt::MouseButtons buttons) {
      QMouseEvent event(type, QPointF(at), QPointF(viewport.mapToGlobal(at)), button, buttons,
                        modifiers);
      QApplication::sendEvent(&viewport, &event);
    };
    send(QEvent::MouseButtonPress, area.topLeft(), Qt::LeftButton, Qt::LeftButton);
    send(QEvent::MouseMove, area.center(), Qt::NoButton, Qt::LeftButton);
    send(QEvent::MouseMove, area.bottomRight(), Qt::NoButton, Qt::LeftButton);
    const QImage dragging = viewport.grab().toImage();
    send(QEvent::MouseButtonRelease, area.bottomRight(), Qt::LeftButton, Qt::NoButton);
    EXPECT_TRUE(open.settle());
    return dragging;
  };
  const QImage before = viewport.grab().toImage();
  const auto cameraNow = [&] {
    Q_EMIT open.session.freeCameraWanted();
    return open.session.freeCamera.value();
  };
  const auto camera = cameraNow();
  const QImage during = drag(Qt::ShiftModifier | Qt::ControlModifier);
  EXPECT_GT(difference(before, during), 0.001) << "the line is drawn";
  EXPECT_EQ(selected().size(), 3u);
  drag(Qt::ControlModifier);
  EXPECT_EQ(selected().size(), 0u);
  drag(Qt::ShiftModifier);
  EXPECT_EQ(selected().size(), 3u);
  EXPECT_TRUE(cameraNow() == camera) << "the camera stays";
}

TEST_F(PickWindow, ListsShowWhatIsBehind) {
  // From the side, the instances of the forest stand behind each other.
  open.run("look", {"-8", "-4", "0.1", "0", "-4", "0.1"});
  open.picture();
  EXPECT_EQ(open.run("pickInstances"), "");
  const QPoint middle = viewport.rect().center();
  const auto showList = [&] {
    EXPECT_EQ(open.run("pickList", {std::to_string(middle.x()), std::to_string(middle.y())}), "");
    QPointer<PickListMenu> list = open.window.findChild<PickListMenu*>();
    EXPECT_TRUE(list && list->isVisible());
    return list;
  };
  const auto rows = [](const QMenu& menu) {
    Texts texts;
    for (const QAction* action : menu.actions()) {
      if (!action->isSeparator()) texts.push_back(action->text().toStdString());
    }
    return texts;
  };
  QPointer<PickListMenu> list = showList();
  ASSERT_TRUE(list);
  EXPECT_EQ(rows(*list),
            (Texts{"4 prims, from front to back", "/World/Forest, instance 0\tPointInstancer",
                   "/World/Forest, instance 1\tPointInstancer",
                   "/World/Forest, instance 3\tPointInstancer",
                   "/World/Forest, instance 4\tPointInstancer"}));
  const QImage plain = open.picture();
  list->setActiveAction(list->actions().at(3));
  EXPECT_GT(difference(plain, open.picture()), 0.0) << "the row under the pointer is outlined";
  list->actions().at(3)->trigger();
  list->close();
  EXPECT_TRUE(open.settle());
  ASSERT_EQ(instances().size(), 1u);
  EXPECT_EQ(instances()[0].id.outer, 1u);
  EXPECT_TRUE(waitUntil([&] { return !list; }));
  EXPECT_EQ(open.run("pickPrims"), "");
  list = showList();
  ASSERT_TRUE(list);
  EXPECT_EQ(rows(*list), (Texts{"1 prim", "/World/Forest\tPointInstancer"}));
  list->close();
  open.run("look", {"0", "0", "100", "0", "50", "200"});
  open.picture();
  EXPECT_TRUE(waitUntil([&] { return !list; }));
  list = showList();
  ASSERT_TRUE(list);
  EXPECT_EQ(rows(*list), Texts{"Nothing is under the pointer."});
  list->close();
  EXPECT_NE(open.run("pickList", {"5"}), "");
  EXPECT_NE(open.run("pickList", {"-5", "5"}), "");
}

TEST_F(PickWindow, TreeShowsPickedPrims) {
  const Tree tree(open);
  for (const char* mode : {"pickPrims", "pickModels", "pickInstances", "pickPrototypes"}) {
    SCOPED_TRACE(mode);
    EXPECT_EQ(open.run("closeAll"), "");
    EXPECT_EQ(open.run(mode), "");
    lookAt(-3.6, 0.4, 0);
    click();
    const QModelIndex row = tree.model->indexOf(open.session.selection.value().leading());
    ASSERT_TRUE(row.isValid());
    EXPECT_TRUE(tree.view->selectionModel()->isSelected(row));
    const QRect place = tree.view->visualRect(row);
    EXPECT_FALSE(place.isEmpty());
    EXPECT_TRUE(tree.view->viewport()->rect().intersects(place));
  }
}

TEST_F(PickWindow, ReloadingKeepsSelectedInstances) {
  EXPECT_EQ(open.run("pickInstances"), "");
  lookAt(6, -4, 0);
  click();
  open.run("reload");
  ASSERT_TRUE(waitUntil([&] { return open.session.isPictureReady(); }));
  EXPECT_EQ(instances().size(), 1u);
  open.select("/World/Chairs");
  EXPECT_TRUE(instances().empty());
}

}  // namespace usdscope
