// SPDX-License-Identifier: Apache-2.0
#include "app/session/problems/MotionFinder.h"

#include <gtest/gtest.h>

#include <QSettings>
#include <QTest>

#include "app/session/playback/Transport.h"
#include "engine/inspect/FindMotion.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

TEST(MotionFinder, KeysLeadFromFindingToFinding) {
  OpenWindow open;
  ASSERT_TRUE(open.open((testAssetsPath() / "motion/root.usda").string()));
  const MotionFinder& finder = open.session.transport().motion();
  EXPECT_NE(open.run("nextMotion"), "");
  EXPECT_EQ(open.run("findMotion", {"stage"}), "");
  ASSERT_TRUE(waitUntil([&] { return !finder.marks().empty(); }));
  EXPECT_TRUE(finder.text().ends_with("N leads to the next one.")) << finder.text();
  const PlaybackState& playback = open.session.playback.value();
  const auto& stage = open.session.document.value().stage;
  const MotionFindings expected = findMotion(stage->pseudoRoot(),
                                             {.pops = true,
                                              .frozen = true,
                                              .seams = true,
                                              .from = playback.playStart,
                                              .to = playback.playEnd},
                                             {});
  ASSERT_EQ(finder.marks().size(), expected.findings.size());
  EXPECT_TRUE(std::ranges::is_sorted(finder.marks(), {}, &MotionMark::time));

  // Once around, forwards: each finding is shown once, with its attribute, and then the first
  // again.
  EXPECT_EQ(open.run("firstFrame"), "");
  for (std::size_t i = 0; i <= finder.marks().size(); ++i) {
    const MotionMark& mark = finder.marks()[i % finder.marks().size()];
    EXPECT_EQ(open.run("nextMotion"), "");
    EXPECT_EQ(finder.text(), mark.text);
    EXPECT_EQ(open.session.playback.value().wantedTime(), TimeCode(mark.time)) << i;
    EXPECT_EQ(open.session.selection.value().leading(), mark.site.primPath()) << i;
    EXPECT_EQ(open.session.selection.value().property, mark.site.name()) << i;
  }
  EXPECT_EQ(open.run("previousMotion"), "");
  EXPECT_EQ(open.session.playback.value().wantedTime(), TimeCode(finder.marks().back().time));

  EXPECT_EQ(open.run("findMotion", {"everything"}), "Expected selection or stage.");
  EXPECT_EQ(open.run("clearMotion"), "");
  EXPECT_TRUE(finder.marks().empty());
}

TEST(MotionFinder, SelectionIsSearchedAlone) {
  OpenWindow open;
  ASSERT_TRUE(open.open((testAssetsPath() / "motion/root.usda").string()));
  open.select("/World/Popping");
  const MotionFinder& finder = open.session.transport().motion();
  EXPECT_EQ(open.run("findMotion"), "");
  ASSERT_TRUE(waitUntil([&] { return !finder.marks().empty(); }));
  for (const MotionMark& mark : finder.marks()) {
    EXPECT_EQ(mark.site.primPath().text(), "/World/Popping") << mark.text;
    EXPECT_FALSE(mark.text.empty());
  }
}

TEST(MotionFinder, EscapeCancelsTheSearch) {
  OpenWindow open;
  ASSERT_TRUE(open.open((testAssetsPath() / "motion/root.usda").string()));
  MotionFinder& finder = open.session.transport().motion();
  EXPECT_EQ(finder.find(true), "");
  ASSERT_TRUE(finder.isSearching());
  // The key comes before the result can, because the result waits for the event loop.
  QTest::keyClick(&open.window.viewport(), Qt::Key_Escape);
  EXPECT_FALSE(finder.isSearching());
  EXPECT_TRUE(open.settle());
  EXPECT_TRUE(finder.marks().empty());
  EXPECT_EQ(finder.text(), "The search was cancelled.");
}

TEST(MotionFinder, ScenesAreSearchedUnaskedWhenTheyAreOpened) {
  QSettings().setValue("motion/unasked", true);
  OpenWindow open;
  ASSERT_TRUE(open.open((testAssetsPath() / "motion/root.usda").string()));
  const MotionFinder& finder = open.session.transport().motion();
  ASSERT_TRUE(waitUntil([&] { return !finder.marks().empty(); }));
  EXPECT_TRUE(finder.text().ends_with("N leads to the next one.")) << finder.text();
  EXPECT_EQ(open.run("nextMotion"), "");
  EXPECT_EQ(finder.text(), finder.marks().front().text);
  // The marks are those of a search that the user asks for.
  const std::size_t count = finder.marks().size();
  EXPECT_EQ(open.run("findMotion", {"stage"}), "");
  ASSERT_TRUE(waitUntil([&] { return !finder.isSearching(); }));
  EXPECT_EQ(finder.marks().size(), count);
}

TEST(MotionFinder, PlayingInterruptsTheUnaskedSearch) {
  QSettings().setValue("motion/unasked", true);
  OpenWindow open;
  ASSERT_TRUE(open.open((testAssetsPath() / "motion/root.usda").string()));
  const MotionFinder& finder = open.session.transport().motion();
  open.session.perform("play");
  QTest::qWait(2000);
  EXPECT_TRUE(finder.marks().empty()) << "it waits while the scene plays";
  open.session.perform("play");
  EXPECT_TRUE(waitUntil([&] { return !finder.marks().empty(); }));
}

TEST(MotionFinder, UnaskedSearchesCanBeSwitchedOff) {
  QSettings().setValue("motion/unasked", true);
  {
    OpenWindow open;
    EXPECT_EQ(open.run("findUnasked"), "");
    EXPECT_FALSE(open.session.transport().motion().isUnasked());
  }
  OpenWindow open;
  ASSERT_TRUE(open.open((testAssetsPath() / "motion/root.usda").string()));
  QTest::qWait(2000);
  EXPECT_TRUE(open.session.transport().motion().marks().empty());
}

TEST(MotionFinder, FramesAreMeasured) {
  OpenWindow open;
  ASSERT_TRUE(open.open((testAssetsPath() / "motion/root.usda").string()));
  const MotionFinder& finder = open.session.transport().motion();
  EXPECT_EQ(open.run("measureCost"), "");
  ASSERT_TRUE(waitUntil([&] { return !finder.isSearching(); }));
  ASSERT_EQ(finder.costs().size(), 20u);
  for (std::size_t i = 0; i < 20; ++i) EXPECT_EQ(finder.costs()[i].time, double(i + 1));
  EXPECT_TRUE(finder.text().starts_with("20 frames measured, ")) << finder.text();
  EXPECT_EQ(open.run("clearMotion"), "");
  EXPECT_TRUE(finder.costs().empty());
}

TEST(MotionFinder, ScrubbingIsComparedWithPlaying) {
  OpenWindow open;
  ASSERT_TRUE(open.open((testAssetsPath() / "motion/root.usda").string()));
  const MotionFinder& finder = open.session.transport().motion();
  EXPECT_EQ(open.run("compareScrubbing"), "");
  ASSERT_TRUE(waitUntil([&] { return !finder.isSearching(); }));
  EXPECT_EQ(finder.text(), "20 frames are the same when scrubbed and when played.");
  EXPECT_TRUE(finder.marks().empty());
}

}  // namespace
}  // namespace usdscope
