// SPDX-License-Identifier: Apache-2.0
// The page of the pane Why, in a narrow dock.
#include "app/panes/why/WhyPage.h"

#include <gtest/gtest.h>

#include <QImage>
#include <QTest>

#include "app/panes/why/RibbonView.h"
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

TEST(WhyPage, HeadingsSayWhichQuestionTheOpinionsBelowAnswer) {
  WhyPage page;
  page.setFixedWidth(3000);
  WhyTexts texts = longTexts();
  page.show(texts);
  const int plain = page.minimumHeight();
  texts.headings = {{0, QStringLiteral("Variant set look")}, {2, QStringLiteral("Bounds")}};
  page.show(texts);
  const int height = page.minimumHeight();
  EXPECT_GE(height - plain, 2 * page.fontMetrics().lineSpacing());

  // The last heading stands above the last opinion; it is not an opinion itself.
  page.resize(3000, height);
  int count = 0;
  QObject::connect(&page, &WhyPage::opinionChosen, &page, [&](const OpinionLine&) { ++count; });
  QTest::mouseClick(&page, Qt::LeftButton, {}, {100, height - 14});
  EXPECT_EQ(count, 1) << "the last opinion";
  const int row = (height - plain) / 2;
  QTest::mouseClick(&page, Qt::LeftButton, {}, {100, height - 14 - row});
  EXPECT_EQ(count, 1) << "its heading";
}

// Ten thousand clips in a ribbon of a few hundred pixels: it is filled, and a gap is not lost.
TEST(RibbonView, ManyStretchesAreDrawnAndAGapStandsOut) {
  constexpr std::size_t kCount = 10'000;
  constexpr std::size_t kGap = 5'000;
  Ribbon ribbon{Path::fromText("/M.x"), {}, true};
  for (std::size_t i = 0; i < kCount; ++i) {
    ProvenanceStretch& stretch = ribbon.stretches.emplace_back();
    stretch.from = double(i);
    stretch.to = double(i + 1);
    stretch.source = i == kGap ? ValueSource::None : ValueSource::Clips;
    if (i != kGap) stretch.supplier = "clip." + std::to_string(i) + ".usda";
  }
  RibbonView view;
  view.show({std::make_shared<const Ribbon>(std::move(ribbon))}, 0.0, double(kCount));
  view.setPlayhead(-1.0, 1.0);
  view.resize(400, view.sizeHint().height());
  const QImage image = view.grab().toImage();
  const int y = int(view.boxOf(0, 0).center().y());
  const auto colorAt = [&](std::size_t stretch) {
    return image.pixel(int(view.boxOf(0, stretch).left()), y);
  };
  for (std::size_t i = 0; i < kCount; i += 40) {
    EXPECT_NE(colorAt(i), theme::kPane.rgb()) << i;
  }
  EXPECT_NE(colorAt(kGap), colorAt(kGap - 100));
  EXPECT_EQ(colorAt(kGap - 100), colorAt(kGap + 100));
}

}  // namespace usdscope
