// SPDX-License-Identifier: Apache-2.0
#include <QTest>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "app/actions/Actions.h"
#include "app/session/StageEditor.h"
#include "tests/app/window/BigScenes.h"
#include "tests/app/window/LongestTurn.h"
#include "tests/app/window/OpenWindow.h"

namespace usdscope {
namespace {

// The window redraws and answers within this time. Only a quiet machine can keep it, so it is a
// limit if USDSCOPE_TURN_LIMIT_MS is set, and else printed alone.
constexpr double kWantedMs = 50.0;

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

std::string bigSceneName(const testing::TestParamInfo<std::string (BigScenes::*)()>& scene) {
  static const char* const kNames[] = {"Prims", "Clips", "Instances"};
  return kNames[scene.index];
}

INSTANTIATE_TEST_SUITE_P(Scenes, Turns,
                         testing::Values(&BigScenes::prims, &BigScenes::clips,
                                         &BigScenes::instances),
                         bigSceneName);

}  // namespace usdscope
