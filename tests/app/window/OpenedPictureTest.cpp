// SPDX-License-Identifier: Apache-2.0
// The picture after a scene was opened in place of another one.
#include <gtest/gtest.h>

#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/SceneTexts.h"

namespace usdscope {
namespace {

constexpr const char* kScene = R"((
    startTimeCode = 1
    endTimeCode = 20
)
def Sphere "Ball"
{
    double radius.timeSamples = { 1: 1, 10: 5 }
}
)";

}  // namespace

TEST(OpenedPicture, AnotherComplexityLeavesNoPictureOfTheSceneBefore) {
  SceneTexts texts;
  const std::string first = texts.write("first.usda", kScene);
  const std::string second = texts.write("second.usda", kScene);
  OpenWindow open;
  ASSERT_TRUE(open.open(second));
  ASSERT_TRUE(open.open(first));
  EXPECT_EQ(open.run("complexityUp"), "");
  EXPECT_TRUE(open.settle());
  // The picture of the first scene would come late, so one time is not enough.
  for (int i = 0; i < 5; ++i) {
    ASSERT_TRUE(open.open(first));
    EXPECT_EQ(open.run("frame", {"9"}), "");
    EXPECT_TRUE(open.settle());
    const std::shared_ptr<const Scene> left = open.session.scene.value();
    ASSERT_TRUE(open.open(second));
    EXPECT_TRUE(open.settle());
    EXPECT_NE(open.session.scene.value()->source, left->source);
    EXPECT_EQ(open.session.playback.value().timeCode(), TimeCode(1.0));
  }
}

}  // namespace usdscope
