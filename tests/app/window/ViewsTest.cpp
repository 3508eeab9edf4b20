// SPDX-License-Identifier: Apache-2.0
// Views beside the main one, and frames compared with each other.
#include <QLabel>
#include <QLayout>
#include <QTest>

#include "app/session/document/ViewChoice.h"
#include "app/viewport/ComparedView.h"
#include "app/viewport/OnionSkin.h"
#include "app/viewport/SideViewWidget.h"
#include "app/viewport/ViewGrid.h"
#include "tests/app/window/OpenWindow.h"

namespace usdscope {
namespace {

struct ViewsWindow : OpenWindow {
  ViewsWindow() { hideAllButTheScene(); }

  const std::vector<SideViewWidget*>& sides() { return window.findChild<ViewGrid*>()->sides(); }
  SideViewWidget& side(int view) { return *sides()[std::size_t(view - 2)]; }
  ComparedView& compared() { return *window.findChild<ComparedView*>(); }

  // The main picture with everything that lies over it.
  QImage mainPicture() {
    EXPECT_TRUE(settle());
    return window.viewport().grab().toImage().convertToFormat(QImage::Format_RGB32);
  }
};

double timeOf(const std::optional<Picture>& picture) {
  return picture && picture->scene ? picture->scene->time.time() : -1.0;
}

TEST(Views, HaveTimesOfTheirOwn) {
  ViewsWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  EXPECT_EQ(open.run("fourViews"), "");
  ASSERT_EQ(open.sides().size(), 3u);
  EXPECT_EQ(open.run("viewTime", {"3", "+5"}), "");
  EXPECT_EQ(open.run("viewTime", {"4", "31"}), "");
  for (const double time : {10.0, 20.0}) {
    open.moveTo(time);
    EXPECT_EQ(timeOf(open.side(2).picture()), time);
    EXPECT_EQ(timeOf(open.side(3).picture()), time + 5);
    EXPECT_EQ(timeOf(open.side(4).picture()), 31);
    EXPECT_EQ(timeOf(open.window.viewport().picture()), time);
  }
  EXPECT_EQ(open.run("oneView"), "");
  EXPECT_TRUE(open.sides().empty());
  EXPECT_TRUE(open.settle());
}

TEST(Views, HaveCamerasOfTheirOwn) {
  ViewsWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  open.run("twoViews");
  ASSERT_TRUE(open.settle());
  const QImage main = open.picture();
  const QImage before = open.side(2).picture()->image;
  EXPECT_GT(coverage(before), 0.02);
  const QPoint centre = open.side(2).rect().center();
  QTest::mousePress(&open.side(2), Qt::LeftButton, {}, centre);
  QTest::mouseMove(&open.side(2), centre + QPoint(80, 20));
  QTest::mouseRelease(&open.side(2), Qt::LeftButton, {}, centre + QPoint(80, 20));
  ASSERT_TRUE(open.settle());
  EXPECT_GT(difference(before, open.side(2).picture()->image), 0.02);
  EXPECT_EQ(difference(main, open.picture()), 0.0) << "the main view stays where it is";
  EXPECT_TRUE(open.session.selection.value().prims.empty()) << "a drag is not a click";
}

TEST(Views, NarrowBarsShortenTheCameraAndNothingElse) {
  OpenWindow open({1000, 700});
  ASSERT_TRUE(open.open(samplePath()));
  ASSERT_EQ(open.run("fourViews"), "");
  for (const char* scale : {"1", "2"}) {
    ASSERT_EQ(open.run("uiScale", {scale}), "");
    QTest::qWait(30);
    for (const SideViewWidget* side : open.window.findChild<ViewGrid*>()->sides()) {
      const auto* bar = side->findChild<QWidget*>("viewBar");
      ASSERT_TRUE(bar);
      EXPECT_LE(bar->layout()->minimumSize().width(), bar->width()) << scale;
      for (const QLabel* label : bar->findChildren<QLabel*>()) {
        EXPECT_GE(label->width(), label->sizeHint().width()) << label->text().toStdString();
      }
    }
  }
}

TEST(Views, ClickSelectsWhatIsThereInThatView) {
  ViewsWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  open.window.viewport().frameAll();
  open.run("twoViews");
  ASSERT_TRUE(open.settle());
  // The main view has been drawn last, and looks elsewhere.
  open.window.viewport().look({0, 1000, 0}, {0, 2000, 0});
  ASSERT_TRUE(open.settle());
  const QImage shown = open.side(2).picture()->image;
  QPoint at;
  for (int y = 0; y < shown.height(); y += 4) {
    for (int x = 0; x < shown.width(); x += 4) {
      if (shown.pixel(x, y) != shown.pixel(0, 0)) at = {x, y};
    }
  }
  const int top = open.side(2).height() - int(shown.height() / open.side(2).devicePixelRatioF());
  QTest::mouseClick(&open.side(2), Qt::LeftButton, {},
                    at / open.side(2).devicePixelRatioF() + QPoint(0, top));
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(open.session.selection.value().prims.size(), 1u);
}

TEST(Views, UnknownViewsCamerasAndTimesAreRefused) {
  ViewsWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  open.run("twoViews");
  EXPECT_NE(open.run("viewCamera", {"2", "/Nothing"}), "");
  EXPECT_NE(open.run("viewCamera", {"3"}), "");
  EXPECT_NE(open.run("viewCamera", {"1"}), "");
  EXPECT_NE(open.run("viewTime", {"2", "soon"}), "");
  EXPECT_NE(open.run("viewTime", {"2", "nan"}), "");
  EXPECT_NE(open.run("compareWith", {"inf"}), "");
  EXPECT_NE(open.run("wipe", {"2"}), "");
  EXPECT_EQ(open.session.viewChoice().arrangement.value().sides, ViewArrangement().sides);
}

TEST(Views, WipeShowsTheSecondFrameAtTheRightOfTheLine) {
  ViewsWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  const QImage first = open.pictureAt(5);
  const QImage second = open.pictureAt(35);
  ASSERT_GT(difference(first, second), 0.003);
  open.moveTo(5);
  EXPECT_EQ(open.run("compareWith", {"35"}), "");
  EXPECT_EQ(open.run("wipe", {"0.5"}), "");
  const QImage both = open.mainPicture();
  ASSERT_EQ(both.size(), first.size());
  // The labels are at the top, the line in the middle.
  const int half = both.width() / 2;
  const QRect left(0, both.height() / 4, half - 8, both.height() / 2);
  const QRect right(half + 8, both.height() / 4, half - 16, both.height() / 2);
  EXPECT_EQ(difference(both.copy(left), first.copy(left)), 0.0);
  EXPECT_EQ(difference(both.copy(right), second.copy(right)), 0.0);
  EXPECT_EQ(open.run("wipe", {"1"}), "");
  EXPECT_EQ(difference(open.mainPicture().copy(right), first.copy(right)), 0.0);
  EXPECT_EQ(open.run("compareOff"), "");
  EXPECT_EQ(difference(open.mainPicture(), first), 0.0);
}

TEST(Views, EachSideOfAWipeHasTheDisplayOfItsPicture) {
  ViewsWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  open.session.changeView([](ViewSettings& view) { view.showHud = true; });
  open.moveTo(5);
  const QImage alone = open.mainPicture();
  ASSERT_EQ(open.run("compareWith", {"35"}), "");
  ASSERT_EQ(open.run("wipe", {"0.5"}), "");
  const QImage both = open.mainPicture();
  ASSERT_EQ(both.size(), alone.size());
  // The texts at the bottom right do not depend on the frame.
  const QRect camera(both.width() - 150, both.height() - 40, 145, 35);
  EXPECT_GT(coverage(both.copy(camera)), 0.02);
  EXPECT_EQ(difference(both.copy(camera), alone.copy(camera)), 0.0);
  EXPECT_TRUE(open.compared().picture()->frameLine.starts_with("Frame 35"))
      << open.compared().picture()->frameLine;
}

TEST(Views, OnionSkinShowsTheFramesAroundThePlayheadFaintly) {
  ViewsWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  const QImage alone = open.pictureAt(40);
  const QImage before = open.pictureAt(30);
  open.moveTo(40);
  const auto& onion = *open.window.findChild<OnionSkin*>();
  ASSERT_EQ(open.run("onionSkin", {"2", "10"}), "");
  const QImage together = open.mainPicture();
  EXPECT_EQ(onion.shownTimes(), (std::vector<TimeCode>{20, 60, 30, 50}));
  ASSERT_EQ(together.size(), alone.size());
  EXPECT_GT(difference(together, alone), 0.0);
  // Things of frame 30 alone are seen faintly, and the rest looks as before.
  int moved = 0, faint = 0, still = 0;
  for (int y = 0; y < alone.height(); ++y) {
    for (int x = 0; x < alone.width(); ++x) {
      const QColor a(alone.pixel(x, y)), b(before.pixel(x, y)), t(together.pixel(x, y));
      const int way = b.lightness() - a.lightness();
      if (std::abs(way) > 80) {
        ++moved;
        faint += (t.lightness() - a.lightness()) * (way > 0 ? 1 : -1) > 4;
      } else if (a == b) {
        still += std::abs(t.lightness() - a.lightness()) <= 2;
      }
    }
  }
  ASSERT_GT(moved, 10);
  EXPECT_GT(faint, moved * 8 / 10);
  EXPECT_GT(still, alone.width() * alone.height() / 2);
  // Frames outside of the range are left out.
  open.moveTo(1);
  EXPECT_TRUE(open.settle());
  EXPECT_EQ(onion.shownTimes(), (std::vector<TimeCode>{21, 11}));
  EXPECT_NE(open.run("onionSkin", {"99"}), "");
  EXPECT_NE(open.run("onionSkin", {"1", "-1"}), "");
  ASSERT_EQ(open.run("onionSkin", {"0"}), "");
  EXPECT_TRUE(onion.shownTimes().empty());
  EXPECT_FALSE(onion.isVisible());
}

TEST(Views, FaintFramesHaveNoLegendOfTheirOwn) {
  ViewsWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  open.moveTo(40);
  ASSERT_EQ(open.run("paintShape"), "");
  ASSERT_EQ(open.run("onionSkin", {"1", "10"}), "");
  open.mainPicture();
  auto* const onion = open.window.findChild<OnionSkin*>();
  ASSERT_EQ(onion->shownTimes().size(), 2u);
  QImage faint(onion->size(), QImage::Format_ARGB32_Premultiplied);
  faint.fill(Qt::transparent);
  onion->render(&faint, {}, {}, QWidget::RenderFlags());
  const auto drawn = [&](const QRect& part) {
    int count = 0;
    for (int y = part.top(); y <= part.bottom(); ++y) {
      for (int x = part.left(); x <= part.right(); ++x) count += qAlpha(faint.pixel(x, y)) > 0;
    }
    return count;
  };
  EXPECT_GT(drawn(faint.rect()), 100);
  EXPECT_EQ(drawn({0, 0, faint.width() / 4, faint.height() / 8}), 0) << "the place of the legend";
}

TEST(Views, GhostCoversNeitherTheDisplayNorTheGrid) {
  ViewsWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  open.session.changeView([](ViewSettings& view) {
    view.showHud = true;
    view.showGrid = true;
  });
  open.moveTo(5);
  const QImage alone = open.mainPicture();
  ASSERT_EQ(open.run("compareWith", {"35"}), "");
  ASSERT_EQ(open.run("compareGhost"), "");
  const QImage both = open.mainPicture();
  ASSERT_EQ(both.size(), alone.size());
  EXPECT_GT(difference(both, alone), 0.001) << "things of frame 35 are seen";
  // The counts in the corner, and the background, do not become darker.
  const QRect corner(0, 0, 100, 50);
  EXPECT_EQ(difference(both.copy(corner), alone.copy(corner)), 0.0);
  const QRect floor(0, both.height() - 60, both.width() / 4, 30);
  EXPECT_GT(coverage(alone.copy(floor)), 0.0) << "lines of the grid";
  EXPECT_EQ(difference(both.copy(floor), alone.copy(floor)), 0.0);
  // A wipe has whole pictures again.
  ASSERT_EQ(open.run("compareWipe"), "");
  ASSERT_EQ(open.run("wipe", {"0"}), "");
  open.mainPicture();
  ASSERT_TRUE(open.compared().picture());
  EXPECT_EQ(qAlpha(open.compared().picture()->image.pixel(1, 1)), 255);
}

TEST(Views, DifferenceOfAFrameWithItselfIsBlack) {
  ViewsWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  open.moveTo(5);
  EXPECT_EQ(open.run("compareDifference"), "");
  const QImage same = open.mainPicture();
  const QRect below(0, same.height() / 4, same.width(), same.height() / 2);
  EXPECT_EQ(coverage(same.copy(below)), 0.0);
  EXPECT_EQ(same.pixelColor(same.width() / 2, same.height() / 2), QColor(Qt::black));
  open.moveTo(35);
  EXPECT_GT(coverage(open.mainPicture().copy(below)), 0.003);
}

TEST(Views, AnotherSceneBeginsWithoutComparison) {
  ViewsWindow open;
  ASSERT_TRUE(open.open(samplePath()));
  open.run("compareWith", {"35"});
  open.run("twoViews");
  open.run("viewTime", {"2", "3"});
  ASSERT_TRUE(open.settle());
  open.session.close();
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(open.session.viewChoice().arrangement.value().comparison, FrameComparison());
  EXPECT_EQ(open.session.viewChoice().arrangement.value().sides[0], SideView());
  EXPECT_EQ(open.sides().size(), 1u) << "the number of views stays";
}

}  // namespace
}  // namespace usdscope
