// SPDX-License-Identifier: Apache-2.0
// The page of the pane Why, in a narrow dock.
#include "app/panes/why/WhyPage.h"

#include <gtest/gtest.h>

#include <QImage>
#include <QTest>

#include "app/theme/Theme.h"

namespace usdscope {
namespace {

WhyTexts longTexts() {
  WhyTexts texts;
  texts.sentence = QStringLiteral("The layer gives the value.");
  for (int i = 0; i < 3; ++i) {
    OpinionLine& line = texts.opinions.emplace_back();
    line.wins = i == 0;
    line.layer = "../../shared/assets/characters/hero/rig/v042/hero_rig_v042.usda";
    line.specPath = "/World/Characters/Hero/Geometry/Body.primvars:displayColor";
    line.holds = "3 time samples, default";
    line.reason =
        "is weaker than `../../shots/010/anim/hero_anim_v007.usda`, whose time samples win over "
        "the default of a reference";
  }
  return texts;
}

// The rows of pixels that have something in them besides the ground, right of the numbers.
int paintedWidth(const QImage& image) {
  const QRgb ground = theme::kPane.rgb();
  int right = 0;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = image.width() - 1; x > right; --x) {
      if (image.pixel(x, y) != ground) right = x;
    }
  }
  return right;
}

}  // namespace

TEST(WhyPage, ReasonsWrapBelowTheOtherCellsInANarrowDock) {
  WhyPage page;
  page.setFixedWidth(3000);
  page.show(longTexts());
  const int wide = page.minimumHeight();
  page.setFixedWidth(370);
  page.fit();
  const int narrow = page.minimumHeight();
  // Each reason has at least two lines of its own.
  EXPECT_GE(narrow - wide, 3 * 2 * page.fontMetrics().lineSpacing());
  page.resize(370, narrow);
  const QImage image = page.grab().toImage();
  EXPECT_LT(paintedWidth(image), 370 - 4) << "nothing is cut at the edge";

  // A click anywhere in the three lines of an opinion chooses it.
  int chosen = -1;
  QString path;
  QObject::connect(&page, &WhyPage::opinionChosen, &page,
                   [&](const OpinionLine& line) { path = QString::fromStdString(line.specPath); });
  QTest::mouseClick(&page, Qt::LeftButton, {}, {100, narrow - 14});
  EXPECT_EQ(path, QStringLiteral("/World/Characters/Hero/Geometry/Body.primvars:displayColor"));
  const QImage marked = page.grab().toImage();
  for (int y = 0; y < marked.height(); ++y) {
    if (marked.pixel(1, y) == theme::kSelection.rgb()) chosen = chosen < 0 ? y : chosen;
  }
  EXPECT_GT(chosen, narrow * 2 / 3 - 30);
  page.setFixedWidth(3000);
  page.fit();
  EXPECT_EQ(page.minimumHeight(), wide);
}

}  // namespace usdscope
