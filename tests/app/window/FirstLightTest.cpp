// SPDX-License-Identifier: Apache-2.0
// The scenes that are to be right first, opened, played and drawn by the window, against where the
// reference has their points and joints: tests/oracle/make_projections.py.
#include <gtest/gtest.h>

#include <QTableView>
#include <QTest>
#include <algorithm>
#include <fstream>
#include <vector>

#include "app/models/TableModel.h"
#include "app/panes/LayerStackPane.h"
#include "app/panes/clips/ClipsPane.h"
#include "app/session/playback/Transport.h"
#include "engine/base/Json.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/support/Corpora.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

constexpr int kFramesPlayed = 24;
constexpr std::size_t kFramesPerNearView = 4;
// An edge may touch a pixel beside it, and be a little less than half a pixel inside of one.
constexpr double kTolerancePixels = 2.0;

const Json& projections() {
  static const Json all = [] {
    std::ifstream file(testAssetsPath() / "app/projections.json");
    return parseJson(file);
  }();
  return all;
}

const Json& named(const char* section, const std::string& name) {
  static const Json kNone;
  for (const Json& entry : projections().at(section)) {
    if (entry.at("name") == name) return entry;
  }
  ADD_FAILURE() << "There is no " << name << " among the projections.";
  return kNone;
}

/// A part of the picture in half heights from its middle, as the projections have it.
struct Rect {
  double left = 1e9;
  double bottom = 1e9;
  double right = -1e9;
  double top = -1e9;

  bool isEmpty() const { return left > right; }
};

std::ostream& operator<<(std::ostream& out, const Rect& r) {
  return out << '[' << r.left << ", " << r.bottom << ", " << r.right << ", " << r.top << ']';
}

Rect rectOf(const Json& numbers) {
  return {numbers[0].get<double>(), numbers[1].get<double>(), numbers[2].get<double>(),
          numbers[3].get<double>()};
}

/// The rectangle around all pixels that are not background.
Rect drawnIn(const QImage& image) {
  const QRgb background = image.pixel(0, 0);
  const double half = image.height() / 2.0;
  Rect rect;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      if (image.pixel(x, y) == background) continue;
      rect.left = std::min(rect.left, (x - image.width() / 2.0) / half);
      rect.right = std::max(rect.right, (x + 1 - image.width() / 2.0) / half);
      rect.bottom = std::min(rect.bottom, (half - y - 1) / half);
      rect.top = std::max(rect.top, (half - y) / half);
    }
  }
  return rect;
}

bool covers(const Rect& outer, const Rect& inner, double tolerance) {
  return outer.left <= inner.left + tolerance && outer.right >= inner.right - tolerance &&
         outer.bottom <= inner.bottom + tolerance && outer.top >= inner.top - tolerance;
}

double tolerance(const QImage& image) { return kTolerancePixels * 2.0 / image.height(); }

void expectDrawnAt(const QImage& image, const Rect& points, const std::string& what) {
  const Rect drawn = drawnIn(image);
  const double most = tolerance(image);
  ASSERT_FALSE(drawn.isEmpty()) << what << " is not drawn";
  EXPECT_TRUE(covers(drawn, points, most))
      << what << " is drawn at " << drawn << " and leaves out some of " << points;
  EXPECT_TRUE(covers(points, drawn, most))
      << what << " is drawn at " << drawn << ", outside of " << points;
}

glm::dvec3 pointOf(const Json& numbers) {
  return {numbers[0].get<double>(), numbers[1].get<double>(), numbers[2].get<double>()};
}

void look(OpenWindow& open, const Json& view) {
  open.window.viewport().look(pointOf(view.at("eye")), pointOf(view.at("target")));
}

/// Returns the scene with a prim and its descendants alone.
std::shared_ptr<const Scene> only(const Scene& scene, Path prim) {
  auto alone = std::make_shared<Scene>(scene);
  for (Item& item : alone->items) item.isVisible = item.isVisible && item.path.hasPrefix(prim);
  return alone;
}

/// The pictures of 24 frames while they play, each with the scene it shows.
struct Played {
  std::vector<std::shared_ptr<const Scene>> scenes;
  std::vector<QImage> pictures;
  std::vector<bool> areFull;  // Others have coarse pixels, and boxes for some meshes.
};

Played play(OpenWindow& open, double first) {
  Session& session = open.session;
  ViewportWidget& viewport = open.window.viewport();
  Played played;
  open.pictureAt(first);
  const PlaybackState& state = session.playback.value();
  EXPECT_GE(first, state.start);
  EXPECT_LE(first + (kFramesPlayed - 1) * state.timeCodesPerFrame(), state.end);
  session.transport().setPace(PlaybackPace::EveryFrame);
  const auto take = [&] {
    const auto& scene = viewport.picture()->scene;
    if (!scene || played.scenes.size() == kFramesPlayed) return;
    if (!played.scenes.empty() && played.scenes.back()->time == scene->time) return;
    played.scenes.push_back(scene);
    played.pictures.push_back(viewport.picture()->image);
    played.areFull.push_back(viewport.picture()->isFull);
  };
  take();  // A slow machine may show the next frame before it draws this one again.
  const auto connection = QObject::connect(&viewport, &ViewportWidget::pictureChanged, take);
  session.setPlaying(true);
  EXPECT_TRUE(waitUntil([&] { return played.scenes.size() == kFramesPlayed; }));
  QObject::disconnect(connection);
  session.setPlaying(false);
  // Scenes that were asked for while it played replace the one that is shown.
  EXPECT_TRUE(open.settle());
  return played;
}

void expectFrame(OpenWindow& open, const std::shared_ptr<const Scene>& scene, const Json& frame) {
  look(open, frame);
  open.session.showScene(scene);
  expectDrawnAt(open.picture(), rectOf(frame.at("all")), "All");
  if (!frame.contains("parts")) return;
  for (const auto& [path, points] : frame.at("parts").items()) {
    open.session.showScene(only(*scene, Path::fromText(path)));
    const QImage picture = open.picture();
    expectDrawnAt(picture, rectOf(points), path);
    if (frame.contains("joints")) {
      EXPECT_TRUE(covers(drawnIn(picture), rectOf(frame.at("joints").at(path)), tolerance(picture)))
          << path << " is drawn at " << drawnIn(picture) << " and leaves out some joints of "
          << frame.at("joints").at(path);
    }
    if (frame.contains("bounds")) {
      EXPECT_TRUE(covers(rectOf(frame.at("bounds").at(path)), drawnIn(picture), tolerance(picture)))
          << path << " is drawn at " << drawnIn(picture) << ", outside of its bounds "
          << frame.at("bounds").at(path);
    }
  }
}

class FirstLight : public testing::TestWithParam<const char*> {};

TEST_P(FirstLight, DrawnPositionsAgreeWithTheReference) {
  const auto corpora = corporaPath();
  if (!corpora) GTEST_SKIP() << kNoCorpora;
  const Json& expected = named("scenes", GetParam());
  const Json& frames = expected.at("frames");
  OpenWindow open({1500, 1000});
  ASSERT_TRUE(open.open((*corpora / expected.at("file").get<std::string>()).string()));
  look(open, expected);
  // Materials that let light through may look like the background.
  ASSERT_EQ(open.run("sceneMaterials"), "");
  if (frames.size() == 1) {
    EXPECT_FALSE(open.session.playback.value().isAnimated());
    const QImage picture = open.pictureAt(frames[0].at("time").get<double>());
    expectDrawnAt(picture, rectOf(frames[0].at("played")), "All");
    const std::shared_ptr<const Scene> scene = open.session.scene.value();
    expectFrame(open, scene, frames[0]);
    return;
  }
  ASSERT_EQ(frames.size(), std::size_t(kFramesPlayed));
  EXPECT_TRUE(open.session.playback.value().isAnimated());
  const Played played = play(open, frames[0].at("time").get<double>());
  ASSERT_EQ(played.pictures.size(), frames.size());
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const double time = frames[i].at("time").get<double>();
    SCOPED_TRACE(testing::Message() << "frame " << time);
    EXPECT_EQ(played.scenes[i]->time, TimeCode(time)) << "a frame was left out";
    if (!played.areFull[i]) {
      look(open, expected);
      open.session.showScene(played.scenes[i]);
    }
    expectDrawnAt(played.areFull[i] ? played.pictures[i] : open.picture(),
                  rectOf(frames[i].at("played")), "All");
    if (i > 0) {
      EXPECT_GT(difference(played.pictures[i - 1], played.pictures[i]), 0.0);
    }
    if (i % kFramesPerNearView == 0) expectFrame(open, played.scenes[i], frames[i]);
  }
}

INSTANTIATE_TEST_SUITE_P(Scenes, FirstLight,
                         testing::Values("CesiumMan", "HIK", "crowd", "cube", "chess", "teapot",
                                         "top"),
                         [](const auto& scene) { return std::string(scene.param); });

// The Clips pane names what plays, the Layer Stack pane the property stack.
TEST(FirstLightClips, PanesSayWhatThePropertyStackHas) {
  const auto corpora = corporaPath();
  if (!corpora) GTEST_SKIP() << kNoCorpora;
  const Json& expected = named("stacks", "clips");
  const Path attribute = Path::fromText(expected.at("attribute").get<std::string>());
  OpenWindow open;
  ASSERT_TRUE(open.open((*corpora / expected.at("file").get<std::string>()).string()));
  open.window.showPane("layerStack");
  open.select(attribute.text());
  const auto* clips = open.window.findChild<ClipsPane*>();
  auto* layers = open.window.findChild<LayerStackPane*>();
  ASSERT_TRUE(clips && layers);
  open.window.showPane("clips");
  ASSERT_TRUE(open.settle());
  open.window.showPane("layerStack");
  for (const Json& frame : expected.at("frames")) {
    const double time = frame.at("time").get<double>();
    SCOPED_TRACE(testing::Message() << "frame " << time);
    open.moveTo(time);
    const std::string said = clips->sentence().toStdString();
    const std::string clip = frame.at("clip").get<std::string>();
    EXPECT_NE(said.find(clip), std::string::npos) << said;
    const QString insideText = QString::number(frame.at("clipTime").get<double>());
    EXPECT_TRUE(clips->sentence().contains(" at " + insideText + ";")) << said;

    const auto& rows = layers->model().rows();
    ASSERT_EQ(rows.size(), frame.at("stack").size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      EXPECT_TRUE(rows[i][0].text.endsWith(
          QString::fromStdString(frame.at("stack")[i][0].get<std::string>())))
          << rows[i][0].text.toStdString();
      EXPECT_EQ(rows[i][1].text.toStdString(), frame.at("stack")[i][1].get<std::string>());
    }
  }
}

}  // namespace
}  // namespace usdscope
