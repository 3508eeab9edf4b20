// SPDX-License-Identifier: Apache-2.0
// The default time and the left limit of a jump: typed, shown everywhere, and remembered.
#include <gtest/gtest.h>

#include <QApplication>
#include <QClipboard>
#include <algorithm>
#include <limits>

#include "app/panes/why/WhyPage.h"
#include "app/session/memory/SceneMemory.h"
#include "app/session/playback/FrameText.h"
#include "app/session/playback/Transport.h"
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
    double radius = 3
    double radius.timeSamples = { 1: 1, 10: 5 }
    token visibility.timeSamples = { 1: "inherited", 10: "invisible" }
    custom string word = "default"
    string word.timeSamples = { 1: "first", 10: "second" }
}
)";

struct TimeKindTest : testing::Test {
  SceneTexts texts;
  OpenWindow open{QSize(1200, 800)};

  void SetUp() override { ASSERT_TRUE(open.open(texts.write("scene.usda", kScene))); }
  bool isBallVisible() const {
    const auto& items = open.session.scene.value()->items;
    return std::ranges::any_of(items, [](const Item& item) {
      return item.isVisible && item.path == Path::fromText("/Ball");
    });
  }
  std::string copiedValue() {
    EXPECT_EQ(open.run("copyValue"), "");
    return QApplication::clipboard()->text().toStdString();
  }
  const WhyPage& why() const { return *open.window.findChild<WhyPage*>(); }
};

TEST(FrameText, ReadsWhatUsersType) {
  const struct {
    const char* text;
    std::optional<TimeCode> time;
    const char* words;
  } cases[] = {
      {"24", TimeCode(24), "Frame 24"},
      {"-1.5", TimeCode(-1.5), "Frame -1.5"},
      {"default", TimeCode(), "Default time"},
      {"24-", TimeCode::preTime(24), "Frame 24, left limit"},
      {"-2-", TimeCode::preTime(-2), "Frame -2, left limit"},
      {"pre:24", TimeCode::preTime(24), "Frame 24, left limit"},
      {"", std::nullopt, ""},
      {"-", std::nullopt, ""},
      {"pre:", std::nullopt, ""},
      {"pre:24-", std::nullopt, ""},
      {"nan", std::nullopt, ""},
      {"inf-", std::nullopt, ""},
      {"1e999", std::nullopt, ""},
      {"Default", std::nullopt, ""},
      {"24 ", std::nullopt, ""},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(timeFromTyped(c.text), c.time) << c.text;
    if (c.time) {
      EXPECT_EQ(frameText(*c.time), c.words);
    }
  }
}

TEST_F(TimeKindTest, PictureAndPanesShowTheDefaultTimeAndLeftLimits) {
  open.select("/Ball.word");
  EXPECT_EQ(open.run("pane", {"why"}), "");
  const struct {
    const char* typed;
    bool isVisible;
    const char* value;
  } cases[] = {
      {"10", false, "second"},     {"10-", true, "first"}, {"default", true, "default"},
      {"pre:15", false, "second"}, {"1-", true, "first"},  {"10", false, "second"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.typed);
    EXPECT_EQ(open.run("frame", {c.typed}), "");
    EXPECT_EQ(open.session.scene.value()->time, timeFromTyped(c.typed));
    EXPECT_EQ(isBallVisible(), c.isVisible);
    EXPECT_NE(copiedValue().find(c.value), std::string::npos) << copiedValue();
    EXPECT_TRUE(why().value().contains(c.value)) << why().value().toStdString();
  }
  for (const char* wrong : {"", "soon", "nan", "--"}) {
    EXPECT_NE(open.run("frame", {wrong}), "") << wrong;
  }
  EXPECT_EQ(open.session.playback.value().timeCode(), TimeCode(10));
}

TEST_F(TimeKindTest, StepsAndPlayingGoOnFromTheNumber) {
  EXPECT_EQ(open.run("frame", {"10"}), "");
  EXPECT_EQ(open.run("frame", {"default"}), "");
  EXPECT_EQ(open.session.playback.value().time, 10.0);
  EXPECT_EQ(open.run("nextFrame"), "");
  EXPECT_EQ(open.session.playback.value().timeCode(), TimeCode(11));
  EXPECT_EQ(open.run("frame", {"12-"}), "");
  open.session.transport().play(false);
  EXPECT_TRUE(open.session.playback.value().timeCode().isNumeric());
  EXPECT_FALSE(open.session.playback.value().wantedTime().isPreTime());
  open.session.setPlaying(false);
  // A reload keeps the kind of time.
  EXPECT_EQ(open.run("frame", {"10-"}), "");
  EXPECT_EQ(open.run("reload"), "");
  EXPECT_EQ(open.session.scene.value()->time, TimeCode::preTime(10));
  EXPECT_TRUE(isBallVisible());
}

TEST_F(TimeKindTest, EditsAtTheDefaultTimeChangeTheDefault) {
  open.select("/Ball.radius");
  EXPECT_EQ(open.run("frame", {"default"}), "");
  EXPECT_EQ(open.run("setKey", {"/Ball.radius", "7"}), "");
  EXPECT_EQ(copiedValue(), "7");
  EXPECT_NE(open.session.edits.value().undoSentence().find("as the default"), std::string::npos);
  EXPECT_EQ(open.run("undo"), "");
  EXPECT_EQ(open.run("frame", {"10-"}), "");
  EXPECT_EQ(open.run("setKey", {"/Ball.radius", "8"}), "");
  EXPECT_NE(open.session.edits.value().undoSentence().find("at frame 10"), std::string::npos);
}

TEST_F(TimeKindTest, ViewsAndScenesRememberTheKindOfTime) {
  EXPECT_EQ(open.run("frame", {"10-"}), "");
  EXPECT_EQ(open.run("saveView", {"Before the jump"}), "");
  EXPECT_EQ(open.run("frame", {"default"}), "");
  EXPECT_EQ(open.run("close"), "");
  ASSERT_TRUE(open.open(texts.path("scene.usda")));
  EXPECT_TRUE(open.session.playback.value().timeCode().isDefault());
  EXPECT_TRUE(open.session.scene.value()->time.isDefault());
  EXPECT_EQ(open.run("showView", {"Before the jump"}), "");
  EXPECT_EQ(open.session.scene.value()->time, TimeCode::preTime(10));
}

}  // namespace
}  // namespace usdscope
