// SPDX-License-Identifier: Apache-2.0
// Random scrubbing. Each scene takes a second, or as many as $USDSCOPE_SCRUB_SECONDS says.
#include <QElapsedTimer>
#include <QTest>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>

#include "tests/app/window/BigScenes.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/support/Corpora.h"

namespace usdscope {
namespace {

double wantedSeconds() {
  const char* text = std::getenv("USDSCOPE_SCRUB_SECONDS");
  return text ? std::atof(text) : 1.0;
}

// Sanitizers keep freed memory for a while.
bool isMemoryMeasured() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return false;
#else
  return wantedSeconds() >= 20.0;
#endif
}

// The resident memory of this process in MiB, as Linux reports it.
double residentMebibytes() {
  std::ifstream file("/proc/self/statm");
  double total = 0.0;
  double resident = 0.0;
  file >> total >> resident;
  return resident * 4096.0 / (1024.0 * 1024.0);
}

// Moves the playhead to random times within the range, each turn of the event loop. Prints the
// resident memory ten times, and the number of moves.
void scrub(OpenWindow& open, double seconds, std::mt19937& random) {
  const PlaybackState state = open.session.playback.value();
  std::uniform_real_distribution<double> time(state.start, state.end);
  QElapsedTimer timer;
  timer.start();
  std::printf("  MiB:");
  int moves = 0;
  for (int tenth = 1; tenth <= 10; ++tenth) {
    while (double(timer.elapsed()) < seconds * 100.0 * tenth) {
      open.session.setTime(random() % 3 == 0 ? time(random) : std::floor(time(random)));
      QTest::qWait(1);
      ++moves;
    }
    std::printf(" %.0f", residentMebibytes());
    std::fflush(stdout);
  }
  std::printf("; %d moves\n", moves);
}

void expectSteadyScrubbing(const std::string& file) {
  OpenWindow open;
  ASSERT_TRUE(open.open(file));
  std::mt19937 random(11);
  // The caches are full after the first half, also on a busy machine.
  scrub(open, wantedSeconds() / 2.0, random);
  ASSERT_TRUE(open.settle());
  const double before = residentMebibytes();
  scrub(open, wantedSeconds() / 2.0, random);
  ASSERT_TRUE(open.settle());
  const double after = residentMebibytes();
  std::printf("  memory after a half %.0f MiB, at the end %.0f MiB\n", before, after);
  if (isMemoryMeasured()) {
    EXPECT_LT(after, before * 1.1 + 32.0);
  }
  const auto& picture = open.window.viewport().picture();
  ASSERT_TRUE(picture && picture->scene);
  EXPECT_EQ(picture->scene->time, open.session.playback.value().timeCode());
}

}  // namespace

TEST(Scrubbing, KeepsUpOnTenThousandClips) {
  BigScenes scenes;
  expectSteadyScrubbing(scenes.clips());
}

TEST(Scrubbing, KeepsUpOnACrowd) {
  const auto corpora = corporaPath();
  if (!corpora) GTEST_SKIP() << kNoCorpora;
  expectSteadyScrubbing((*corpora / "assets/arnold-usd/test_1352/data/test.usd").string());
}

TEST(Scrubbing, KeepsUpOnALab) {
  const auto corpora = corporaPath();
  if (!corpora) GTEST_SKIP() << kNoCorpora;
  expectSteadyScrubbing((*corpora / "assets/alab/ALab/entry.usda").string());
}

}  // namespace usdscope
