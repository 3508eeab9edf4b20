// SPDX-License-Identifier: Apache-2.0
#include "engine/report/cost/ScrubCheck.h"

#include <gtest/gtest.h>

#include "engine/scene/SceneExtractor.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

std::shared_ptr<const Stage> movingSphere() {
  return stageFromText(R"(
def Xform "A"
{
    double3 xformOp:translate.timeSamples = { 1: (0, 0, 0), 10: (9, 0, 0) }
    uniform token[] xformOpOrder = ["xformOp:translate"]
    def Sphere "Ball"
    {
        double radius.timeSamples = { 1: 1, 10: 2 }
    }
}
)")
      .stage;
}

const std::vector<double> kTimes = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};

TEST(ScrubCheck, ScenesDependOnTheirTimeAlone) {
  std::size_t last = 0;
  const ScrubCheck check = compareScrubbing(movingSphere(), kTimes,
                                            [&](std::size_t done, std::size_t total) {
                                              EXPECT_EQ(total, 20u);
                                              EXPECT_EQ(done, ++last);
                                            },
                                            {});
  EXPECT_TRUE(check.isComplete);
  EXPECT_EQ(check.frameCount, 10u);
  EXPECT_TRUE(check.differences.empty());
  EXPECT_EQ(last, 20u);
}

TEST(ScrubCheck, ScenesThatDependOnTheOneBeforeAreFound) {
  SceneExtractor extractor(movingSphere());
  const MakeScene right = [&](TimeCode time) { return extractor.extract(time); };
  // Frame 3 shows the scene before, unless that is frame 2.
  TimeCode before(9.0);
  const MakeScene wrong = [&](TimeCode time) {
    const bool isStale = time == TimeCode(3.0) && before != TimeCode(2.0);
    const TimeCode shown = isStale ? before : time;
    before = time;
    return extractor.extract(shown);
  };
  const ScrubCheck scrubbing = compareScrubbing(right, wrong, right, kTimes, {});
  ASSERT_EQ(scrubbing.differences.size(), 1u);
  EXPECT_EQ(scrubbing.differences[0].time, 3.0);
  EXPECT_EQ(scrubbing.differences[0].prim.text(), "/A/Ball");
  EXPECT_EQ(scrubbing.differences[0].message,
            "Frame 3 differs when it is reached by scrubbing; scrubbing is wrong.");
}

TEST(ScrubCheck, PlayingCanBeWrongToo) {
  SceneExtractor extractor(movingSphere());
  const MakeScene right = [&](TimeCode time) { return extractor.extract(time); };
  const MakeScene wrong = [&](TimeCode time) {
    return extractor.extract(time == TimeCode(7.0) ? TimeCode(6.0) : time);
  };
  const ScrubCheck check = compareScrubbing(wrong, right, right, kTimes, {});
  ASSERT_EQ(check.differences.size(), 1u);
  EXPECT_EQ(check.differences[0].time, 7.0);
  EXPECT_EQ(check.differences[0].message,
            "Frame 7 differs when it is reached by scrubbing; playing is wrong.");
}

TEST(ScrubCheck, EndsWhenStopped) {
  std::stop_source source;
  source.request_stop();
  const ScrubCheck check = compareScrubbing(movingSphere(), kTimes, {}, source.get_token());
  EXPECT_FALSE(check.isComplete);
  EXPECT_TRUE(check.differences.empty());
}

}  // namespace
}  // namespace usdscope
