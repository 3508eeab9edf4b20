// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/Rollover.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QMouseEvent>
#include <QTest>

#include "app/theme/Theme.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/SceneTexts.h"
#include "tests/app/window/TreeInWindow.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

std::string valueOf(const std::optional<PrimFacts>& facts, const std::string& name) {
  if (!facts) return {};
  for (const PrimFactGroup& group : facts->groups) {
    for (const PrimFact& fact : group.facts) {
      if (fact.name == name) return fact.value;
    }
  }
  return {};
}

struct RolloverWindow : testing::Test {
  OpenWindow open;
  ViewportWidget& viewport = open.window.viewport();

  void SetUp() override {
    ASSERT_TRUE(open.open((testAssetsPath() / "facts/root.usda").string()));
    open.moveTo(1);
    open.run("purposeProxy");  // Hides the ball.
  }
  // Looks at a place in world space, so that it is in the middle of the picture.
  void lookAt(double x, double y, double z) {
    const auto text = [](double number) { return std::to_string(number); };
    open.run("look", {text(x), text(y - 3), text(z + 4), text(x), text(y), text(z)});
    ASSERT_TRUE(waitUntil([&] { return open.session.isSettled(); }));
    open.picture();
  }
  void point(const QPoint& fromMiddle = {}) {
    QTest::mouseMove(&viewport, viewport.rect().center() + QPoint(3, 3));
    QTest::mouseMove(&viewport, viewport.rect().center() + fromMiddle);
  }
  std::string pointedPrim() const {
    const auto& facts = viewport.factsAtPointer();
    return facts ? facts->prim.text() : std::string();
  }
  bool waitFor(const std::string& prim) {
    return waitUntil([&] { return pointedPrim() == prim; });
  }
};

}  // namespace

TEST_F(RolloverWindow, FactsFollowThePointer) {
  open.hideAllButTheScene();  // The corners of the display change from picture to picture.
  lookAt(0.4, 0.4, 0);
  point();
  QTest::qWait(150);
  EXPECT_EQ(pointedPrim(), "") << "nobody asked";
  const QImage plain = open.picture();
  EXPECT_EQ(open.run("rollover"), "");
  point();
  ASSERT_TRUE(waitFor("/World/Chairs/Red/Seat"));
  EXPECT_EQ(valueOf(viewport.factsAtPointer(), "points"), "4");
  EXPECT_EQ(valueOf(viewport.factsAtPointer(), "look"), "red");
  EXPECT_EQ(valueOf(viewport.factsAtPointer(), "preview"), "Looks/Paint");
  EXPECT_GT(difference(plain, open.picture()), 0.05) << "the box is drawn";
  const Outlines outlines = viewport.outlines();
  EXPECT_EQ(outlines.pointed, std::vector{Path::fromText("/World/Chairs/Red/Seat")});
  EXPECT_LT(outlines.pointedColor.w, 0.9f) << "the outline is faint";
  point(QPoint(0, -viewport.height() / 2 + 5));
  EXPECT_TRUE(waitFor("")) << "the background has no facts";
  point();
  ASSERT_TRUE(waitFor("/World/Chairs/Red/Seat"));
  EXPECT_EQ(open.run("rollover"), "");
  EXPECT_EQ(pointedPrim(), "");
  EXPECT_EQ(difference(plain, open.picture()), 0.0) << "the box is gone";
}

TEST_F(RolloverWindow, FactsFollowTimeAndEditsButNotPlayback) {
  EXPECT_EQ(open.run("rollover"), "");
  lookAt(0.9, 0.4, 0);
  point();
  ASSERT_TRUE(waitFor("/World/Chairs/Red/Seat"));
  const auto transform = [&] {
    const auto& facts = viewport.factsAtPointer();
    return facts ? facts->groups.back().facts.back().value : std::string();
  };
  EXPECT_EQ(transform(), "Time Samples in root.usda at 1 (of /World/Chairs/Red)");
  open.moveTo(1.5);
  EXPECT_TRUE(waitUntil([&] {
    return transform() == "Time Samples (interpolated) in root.usda at 1.5 (of /World/Chairs/Red)";
  })) << transform();
  EXPECT_EQ(open.run("set", {"/World/Chairs/Red.xformOp:translate", "(0.25, 0, 0)"}), "");
  EXPECT_TRUE(waitUntil([&] {
    return transform() == "Default in ~session~ (of /World/Chairs/Red)";
  })) << transform();
  EXPECT_EQ(open.run("play"), "");
  EXPECT_TRUE(waitFor(""));
  point();
  QTest::qWait(150);
  EXPECT_EQ(pointedPrim(), "") << "while playing";
  EXPECT_EQ(open.run("play"), "");
  lookAt(0.9, 0.4, 0.5);
  point();
  EXPECT_TRUE(waitFor("/World/Chairs/Red/Seat"));
}

TEST_F(RolloverWindow, SelectedPropertySaysWhatSuppliesIt) {
  EXPECT_EQ(open.run("rollover"), "");
  lookAt(0.4, 0.4, 0);
  point();
  ASSERT_TRUE(waitFor("/World/Chairs/Red/Seat"));
  const auto supplied = [&] {
    const auto& facts = viewport.factsAtPointer();
    return facts ? facts->groups.back() : PrimFactGroup();
  };
  EXPECT_EQ(supplied().title, "Values supplied by");
  open.select("/World/Chairs/Twin/Seat.points");
  point(QPoint(1, 1));
  // One heading, with the selected property first.
  const PrimFact points = {"points", "Time Samples in chair.usda at 1"};
  EXPECT_TRUE(waitUntil([&] {
    const PrimFactGroup group = supplied();
    return !group.facts.empty() && group.facts[0] == points;
  }));
  EXPECT_EQ(supplied().title, "Values supplied by");
  open.select("/World/Chairs/Red/Seat.subdivisionScheme");
  point();
  EXPECT_TRUE(waitUntil([&] {
    const PrimFactGroup group = supplied();
    return !group.facts.empty() && group.facts[0].name == "subdivisionScheme";
  }));
  open.select("/World/Forest.protoIndices");
  point(QPoint(1, 1));
  EXPECT_TRUE(waitUntil([&] {
    const PrimFactGroup group = supplied();
    return !group.facts.empty() && group.facts[0].name != "subdivisionScheme";
  })) << "the seat has no such property";
}

TEST_F(RolloverWindow, PointInstancesHaveTheirId) {
  EXPECT_EQ(open.run("rollover"), "");
  lookAt(6, -4, 0);
  point();
  ASSERT_TRUE(waitFor("/World/Stone/Rock"));
  EXPECT_EQ(valueOf(viewport.factsAtPointer(), "instancer"), "/World/Forest");
  EXPECT_EQ(valueOf(viewport.factsAtPointer(), "instance id"), "3");
  const std::vector<ChosenInstance> pointed = viewport.outlines().pointedInstances;
  ASSERT_EQ(pointed.size(), 1u);
  EXPECT_EQ(pointed[0].id.outer, 3u);
  lookAt(-3.6, 0.4, 0);
  point();
  ASSERT_TRUE(waitFor("/World/Chairs/Twin/Seat"));
  EXPECT_EQ(valueOf(viewport.factsAtPointer(), "instance id"), "");
}

TEST(HudBox, LongTextsLoseTheirMiddle) {
  const struct {
    std::string text;
    std::size_t most;
    std::string result;
  } cases[] = {
      {"short", 5, "short"},       {"/World/Set/Tree", 11, "/Wor...Tree"},
      {"äöüäöüäöü", 7, "äö...öü"}, {"longer", 2, "lo"},
      {"longer", 0, ""},           {"", 0, ""},
  };
  for (const auto& c : cases) EXPECT_EQ(elidedMiddle(c.text, c.most), c.result) << c.text;
}

TEST(HudBox, RowsFitIntoColumnsAndLines) {
  using enum HudRow::Kind;
  const std::vector<HudRow> rows = {{Title, "", "/World/Set/Tree/Crown"},
                                    {Fact, "type", "Mesh"},
                                    {Fact, "subdivisionScheme", "none\nor not"},
                                    {Text, "", "a"}};
  EXPECT_EQ(rowsThatFit(rows, 80, 4)[2].value, "none or not");
  const std::vector<HudRow> narrow = {
      {Title, "", "/Wo...rown"}, {Fact, "type", "Mes"}, {Fact, "s...e", "non"}, {Text, "", "a"}};
  EXPECT_EQ(rowsThatFit(rows, 10, 4), narrow);
  EXPECT_EQ(nameColumns(narrow), 7u);
  const std::vector<HudRow> few = {rows[0], {Text, "", "... 3 more"}};
  EXPECT_EQ(rowsThatFit(rows, 80, 2), few);
  EXPECT_EQ(rowsThatFit(rows, 80, 1).size(), 1u);
  for (std::size_t columns = 0; columns < 30; ++columns) {
    for (const HudRow& row : rowsThatFit(rows, columns, 9)) {
      EXPECT_LE(row.value.size(), columns);
    }
  }
}

TEST(HudBox, StaysInsideThePictureAndBesideThePointer) {
  const glm::vec2 picture(800, 600);
  const glm::vec2 size(300, 200);
  for (float x = 0; x <= picture.x; x += 20) {
    for (float y = 0; y <= picture.y; y += 20) {
      const glm::vec2 at = placeBeside({x, y}, size, picture);
      EXPECT_TRUE(at.x >= 10 && at.y >= 10 && at.x + size.x <= 790 && at.y + size.y <= 590);
      const bool isCovered = x > at.x && x < at.x + size.x && y > at.y && y < at.y + size.y;
      EXPECT_FALSE(isCovered) << x << ' ' << y;
    }
  }
  EXPECT_EQ(placeBeside({50, 50}, {900, 700}, picture), glm::vec2(10, 10)) << "too large";
}

TEST(UnloadedBox, SaysWhatItIsAndLoadsByADoubleClick) {
  SceneTexts texts;
  texts.write("payload.usda", "def Xform \"A\"\n{\n    def Sphere \"Ball\"\n    {\n    }\n}\n");
  const std::string file = texts.write("scene.usda", R"(
def Xform "Asset" (
    kind = "component"
    payload = @./payload.usda@</A>
)
{
    float3[] extentsHint = [(-1, -1, -1), (1, 1, 1)]
}
)");
  OpenWindow open;
  ASSERT_TRUE(open.open(file));
  ASSERT_EQ(open.run("unload", {"/Asset"}), "");
  ASSERT_EQ(open.run("rollover"), "");
  // A corner of the box is in the middle of the picture.
  ASSERT_EQ(open.run("look", {"1", "1", "6", "1", "1", "1"}), "");
  ASSERT_TRUE(open.settle());
  ViewportWidget& viewport = open.window.viewport();
  const QPoint corner = viewport.rect().center();
  QTest::mouseMove(&viewport, corner + QPoint(3, 3));
  QTest::mouseMove(&viewport, corner);
  ASSERT_TRUE(waitUntil([&] { return viewport.factsAtPointer().has_value(); }));
  EXPECT_EQ(viewport.factsAtPointer()->prim.text(), "/Asset");
  EXPECT_EQ(valueOf(viewport.factsAtPointer(), "payload"), "not loaded");
  const Tree tree(open);
  EXPECT_EQ(tree.at("/Asset").data(Qt::ForegroundRole).value<QColor>(), theme::kHasArcs);
  const auto isLoaded = [&] {
    return bool(open.session.document.value().stage->primAt(Path::fromText("/Asset/Ball")));
  };
  // A second press that begins a drag turns the camera.
  const QPoint far = corner + QPoint(3 * QApplication::startDragDistance(), 0);
  const auto send = [&](QEvent::Type type, const QPoint& at, Qt::MouseButton button) {
    const bool isDown = type != QEvent::MouseButtonRelease;
    QMouseEvent event(type, QPointF(at), viewport.mapToGlobal(QPointF(at)), button,
                      isDown ? Qt::LeftButton : Qt::NoButton, Qt::NoModifier);
    QApplication::sendEvent(&viewport, &event);
  };
  send(QEvent::MouseButtonDblClick, corner, Qt::LeftButton);
  send(QEvent::MouseMove, far, Qt::NoButton);
  send(QEvent::MouseMove, corner, Qt::NoButton);
  send(QEvent::MouseButtonRelease, corner, Qt::LeftButton);
  ASSERT_TRUE(open.settle());
  EXPECT_FALSE(isLoaded());
  send(QEvent::MouseButtonDblClick, corner, Qt::LeftButton);
  send(QEvent::MouseButtonRelease, corner, Qt::LeftButton);
  ASSERT_TRUE(open.settle());
  EXPECT_TRUE(isLoaded());
}

}  // namespace usdscope
