// SPDX-License-Identifier: Apache-2.0
#include <QTest>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>

#include "app/actions/Actions.h"
#include "app/panes/clips/ClipLanesView.h"
#include "app/panes/clips/ClipMatrixPage.h"
#include "app/panes/clips/ClipsPane.h"
#include "app/panes/why/RibbonView.h"
#include "app/session/Inspection.h"
#include "app/session/edits/StageEditor.h"
#include "tests/app/window/BigScenes.h"
#include "tests/app/window/LongestTurn.h"
#include "tests/app/window/OpenWindow.h"

namespace usdscope {
namespace {

// The window redraws and answers within this time. Only a quiet machine can keep it, so it is a
// limit if USDSCOPE_TURN_LIMIT_MS is set, and else printed alone.
constexpr double kWantedMs = 50.0;

// The time that the processor has worked for the calling thread, which other programs do not change
// much.
double processorMs() {
  timespec now = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) * 1e3 + double(now.tv_nsec) * 1e-6;
}

double limitMs() {
  const char* text = std::getenv("USDSCOPE_TURN_LIMIT_MS");
  return text ? std::atof(text) : 0.0;
}

struct Turns : testing::TestWithParam<std::string (BigScenes::*)()> {
  BigScenes scenes;
  LongestTurn turns;

  void expectShort(const char* what, double ms) {
    std::printf("  %-22s longest turn %6.1f ms%s\n", what, ms, ms > kWantedMs ? "  (!)" : "");
    EXPECT_GE(ms, 0.0) << what << " takes too long";
    if (limitMs() > 0.0) {
      EXPECT_LE(ms, limitMs()) << what;
    }
  }
};

}  // namespace

TEST_P(Turns, EventLoopTurnsAreShort) {
  const std::string file = (scenes.*GetParam())();
  OpenWindow open({1600, 950});
  Session& session = open.session;
  const auto isSettled = [&] { return session.isSettled(); };
  const auto measure = [&](const char* what, const std::function<void()>& act) {
    expectShort(what, turns.measure(act, isSettled));
  };
  const auto runAction = [&](const char* id, const std::vector<std::string>& arguments) {
    return [&open, id, arguments] {
      EXPECT_EQ(findAction(id)->run({open.session, open.window}, arguments), "");
    };
  };
  const auto isOpened = [&] {
    const bool isFailed = session.loading.value().phase == LoadState::Phase::Failed;
    return isFailed || (session.document.value().isOpen() && session.isSettled());
  };
  expectShort("opening", turns.measure([&] { session.open(file); }, isOpened));
  ASSERT_TRUE(session.document.value().isOpen()) << session.loading.value().message;
  measure("expanding the tree", runAction("treeDepth", {"2"}));
  measure("selecting", [&] { session.select({Path::fromText("/World")}); });
  QElapsedTimer played;
  played.start();
  expectShort("playing", turns.measure([&] { session.setPlaying(true); },
                                       [&] { return played.elapsed() > 2000; }));
  session.setPlaying(false);
  std::mt19937 random(7);
  int scrubbed = 0;
  expectShort("scrubbing", turns.measure([] {},
                                         [&] {
                                           session.setTime(1 + int(random() % 24));
                                           return ++scrubbed > 200;
                                         }));
  measure("resting", [] {});
  measure("clicking", [&] {
    QTest::mouseClick(&open.window.viewport(), Qt::LeftButton, {},
                      open.window.viewport().rect().center());
  });
  measure("selecting a rectangle", runAction("selectRectangle", {"0", "0", "9000", "9000"}));
  measure("toggling a rectangle",
          runAction("selectRectangle", {"0", "0", "9000", "9000", "toggle"}));
  measure("muting a layer", runAction("mute", {"look.usda"}));
  measure("switching a variant", runAction("variant", {"/World", "look", "b"}));
  measure("searching", runAction("search", {"1"}));
  measure("reloading", runAction("reload", {}));
  measure("closing", [&] { session.close(); });
}

// Very many wide clips: lanes and ribbon come without the clips, and everything that reads clips
// works in the background. USDSCOPE_WIDE_CLIPS is the number of clips, of 5,000 prims if it is set.
TEST(WideClips, LanesAndRibbonComeBeforeTheClips) {
  constexpr double kWantedAppearMs = 1000.0;
  constexpr double kWantedPanMs = 1000.0 / 60.0;
  constexpr int kPans = 120;
  const char* const wanted = std::getenv("USDSCOPE_WIDE_CLIPS");
  const int clipCount = wanted ? std::max(100, std::atoi(wanted)) : 400;
  const int primCount = wanted ? 5000 : 200;
  BigScenes scenes;
  const std::string file = scenes.wideClips(clipCount, primCount);
  OpenWindow open({1600, 950});
  Session& session = open.session;
  LongestTurn turns;
  const auto print = [](const char* what, double value, const char* unit, double most) {
    std::printf("  %-34s %8.1f %s%s\n", what, value, unit, value > most ? "  (!)" : "");
    if (limitMs() > 0.0) {
      EXPECT_LE(value, most) << what;
    }
  };
  session.open(file);
  // The clip doctor goes on in the background, and is not waited for.
  ASSERT_TRUE(
      waitUntil([&] { return session.document.value().isOpen() && session.scene.value(); }));
  // Both panes are in view in this layout.
  EXPECT_EQ(findAction("layoutClips")->run({session, open.window}, {}), "");
  const auto* const pane = open.window.findChild<ClipsPane*>();
  auto* const lanes = open.window.findChild<ClipLanesView*>();
  const auto* const ribbons = open.window.findChild<RibbonView*>();
  ASSERT_TRUE(pane && lanes && ribbons);

  const Path prim = Path::fromText("/World/Crowd/P7");
  QElapsedTimer since;
  since.start();
  qint64 lanesMs = -1;
  qint64 ribbonMs = -1;
  double turn = turns.measure(
      [&] {
        session.select({prim});
        session.selectProperty(Token("xformOp:translate"));
      },
      [&] {
        if (lanesMs < 0 && pane->shown().lanes.size() == 1) lanesMs = since.elapsed();
        const bool hasRibbon =
            ribbons->ribbons().size() == 1 && !ribbons->ribbons()[0]->stretches.empty();
        if (ribbonMs < 0 && hasRibbon) ribbonMs = since.elapsed();
        return lanesMs >= 0 && ribbonMs >= 0;
      });
  ASSERT_GE(turn, 0.0) << "lanes and ribbon do not come";
  print("lanes after the click", double(lanesMs), "ms", kWantedAppearMs);
  print("ribbon after the click", double(ribbonMs), "ms", kWantedAppearMs);
  print("longest turn of the click", turn, "ms", kWantedMs);
  ASSERT_EQ(pane->shown().lanes[0].blocks.size(), std::size_t(clipCount));

  QElapsedTimer panning;
  int pans = 0;
  const double processorBefore = processorMs();
  turn = turns.measure([&] { panning.start(); },
                       [&] {
                         const double from = 1.0 + pans % 60 * clipCount / 200.0;
                         session.inspection().zoomClips(std::pair(from, from + clipCount / 4.0));
                         lanes->repaint();
                         return ++pans > kPans;
                       });
  print("picture of a pan", double(panning.elapsed()) / kPans, "ms", kWantedPanMs);
  const double processorOfPan = (processorMs() - processorBefore) / kPans;
  print("window's processor time of a pan", processorOfPan, "ms", kWantedPanMs / 2.0);
  print("longest turn of panning", turn, "ms", kWantedMs);
  session.inspection().zoomClips(std::nullopt);

  // The matrix fills in the background and can be left at any time, like the doctor.
  EXPECT_EQ(findAction("clipMatrix")->run({session, open.window}, {}), "");
  const ClipMatrixView& matrix = open.window.findChild<ClipMatrixPage*>()->view();
  QElapsedTimer filling;
  turn = turns.measure([&] { filling.start(); },
                       [&] {
                         const bool isWhole =
                             matrix.shown() && matrix.shown()->matrix->isComplete();
                         return isWhole || filling.elapsed() > 20'000;
                       });
  print("longest turn while the matrix fills", turn, "ms", kWantedMs);
  std::printf("  %zu of %d clips in the matrix after %lld ms\n",
              matrix.shown() ? matrix.shown()->matrix->readCount : 0, clipCount,
              static_cast<long long>(filling.elapsed()));
  const ClipMemory memory = clipMemory(*session.document.value().stage, pane->shown().lanes[0]);
  EXPECT_LE(memory.bytes, memory.budget);
  std::printf("  clips in memory %.0f of %.0f MiB\n", double(memory.bytes) / 0x1p20,
              double(memory.budget) / 0x1p20);
  QElapsedTimer leaving;
  turn = turns.measure(
      [&] {
        leaving.start();
        session.close();
      },
      [&] { return session.isSettled(); });
  EXPECT_GE(turn, 0.0) << "closing does not cancel what reads clips";
  print("longest turn of closing", turn, "ms", kWantedMs);
  std::printf("  closed after %lld ms\n", static_cast<long long>(leaving.elapsed()));
}

std::string bigSceneName(const testing::TestParamInfo<std::string (BigScenes::*)()>& scene) {
  static const char* const kNames[] = {"Prims", "Clips", "Instances"};
  return kNames[scene.index];
}

INSTANTIATE_TEST_SUITE_P(Scenes, Turns,
                         testing::Values(&BigScenes::prims, &BigScenes::clips,
                                         &BigScenes::instances),
                         bigSceneName);

}  // namespace usdscope
