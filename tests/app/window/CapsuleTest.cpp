// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <QFile>
#include <filesystem>
#include <optional>

#include "app/files/Capsule.h"
#include "engine/report/explain/Explain.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/support/TemporaryFolder.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

std::string sentenceIn(OpenWindow& open, const char* path, double time) {
  const auto& stage = open.session.document.value().stage;
  const Path attribute = Path::fromText(path);
  return explain(stage->primAt(attribute.primPath()).attribute(attribute.name()), time).sentence;
}

// Returns whether a capsule of the open scene was written.
bool makeCapsule(OpenWindow& open, const std::string& file, const char* frames) {
  if (!open.run("saveCapsule", {file, frames}).empty() || !open.settle()) return false;
  return QFile::exists(QString::fromStdString(file));
}

}  // namespace

TEST(CapsuleInWindow, RestoresTheViewWhereNothingElseIs) {
  const TemporaryFolder made;
  const TemporaryFolder alone;
  std::string sentence;
  std::optional<FreeCamera> camera;
  {
    OpenWindow open{QSize(1000, 700)};
    ASSERT_TRUE(open.open((testAssetsPath() / "motion/root.usda").string()));
    ASSERT_EQ(open.run("select", {"/World/Crowd.px"}), "");
    open.moveTo(14);
    open.session.changeFreeCamera([](FreeCamera& place) {
      place.distance = 42.0;
      place.yawDegrees = 30.0;
    });
    ASSERT_TRUE(open.settle());
    camera = open.session.freeCamera.value();
    sentence = sentenceIn(open, "/World/Crowd.px", 14);
    ASSERT_TRUE(makeCapsule(open, (made / "a.usdz").string(), "13:14"));
    EXPECT_NE(open.run("saveCapsule", {(made / "a.tar").string()}), "");
    EXPECT_NE(open.run("saveCapsule", {(made / "b.usdz").string(), "x"}), "");
  }
  std::filesystem::rename(made / "a.usdz", alone / "a.usdz");
  const std::string capsule = (alone / "a.usdz").string();
  const auto view = readCapsuleView(capsule);
  ASSERT_TRUE(view);
  EXPECT_EQ(view->from, 13.0);
  EXPECT_EQ(view->to, 14.0);
  EXPECT_EQ(view->window.find(testAssetsPath().string()), std::string::npos);

  OpenWindow open{QSize(1000, 700)};
  ASSERT_TRUE(open.open(capsule));
  EXPECT_EQ(open.session.selection.value().leading(), Path::fromText("/World/Crowd"));
  EXPECT_EQ(open.session.selection.value().property, Token("px"));
  EXPECT_EQ(open.session.playback.value().shownTime(), 14.0);
  ASSERT_TRUE(open.session.freeCamera.value());
  EXPECT_EQ(open.session.freeCamera.value()->distance, camera->distance);
  EXPECT_EQ(open.session.freeCamera.value()->yawDegrees, camera->yawDegrees);
  EXPECT_EQ(sentenceIn(open, "/World/Crowd.px", 14), sentence);
}

TEST(CapsuleInWindow, HasTheEditsThatAreNotSaved) {
  const TemporaryFolder made;
  OpenWindow open{QSize(1000, 700)};
  ASSERT_TRUE(open.open((testAssetsPath() / "motion/root.usda").string()));
  ASSERT_EQ(open.run("set", {"/World/Hidden.size", "9"}), "");
  ASSERT_TRUE(open.settle());
  ASSERT_TRUE(makeCapsule(open, (made / "a.usdz").string(), "1:2"));
  OpenWindow other{QSize(1000, 700)};
  ASSERT_TRUE(other.open((made / "a.usdz").string()));
  const auto& stage = other.session.document.value().stage;
  const Prim prim = stage->primAt(Path::fromText("/World/Hidden"));
  ASSERT_TRUE(prim);
  EXPECT_EQ(prim.attribute(Token("size")).value(1.0), Value(9.0));
}

}  // namespace usdscope
