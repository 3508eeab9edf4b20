// SPDX-License-Identifier: Apache-2.0
// The viewport menus: boxes, extents, camera guides, head-up display, lights.
#include <gtest/gtest.h>

#include <QMenu>
#include <QSettings>
#include <QTest>
#include <algorithm>
#include <cctype>
#include <cmath>

#include "app/actions/Actions.h"
#include "app/session/memory/DisplayMemory.h"
#include "app/session/memory/RememberedScene.h"
#include "app/viewport/HudContents.h"
#include "app/window/Menus.h"
#include "engine/render/CameraAperture.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/SceneTexts.h"

namespace usdscope {
namespace {

constexpr const char* kScene = R"((
    metersPerUnit = 1
    startTimeCode = 1
    endTimeCode = 10
)
def Xform "World"
{
    def Cube "Straight"
    {
        float3[] extent = [(-1, -1, -1), (1, 1, 1)]
        double3 xformOp:translate.timeSamples = { 1: (0, 0, 0), 10: (9, 0, 0) }
        uniform token[] xformOpOrder = ["xformOp:translate"]
    }
    def Cube "Turned"
    {
        float3[] extent = [(-5, -1, -1), (1, 1, 1)]
        double xformOp:rotateY = 45
        uniform token[] xformOpOrder = ["xformOp:rotateY"]
    }
    def Mesh "Plate"
    {
        int[] faceVertexCounts = [4]
        int[] faceVertexIndices = [0, 1, 2, 3]
        point3f[] points = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)]
    }
    def Sphere "Helper"
    {
        uniform token purpose = "guide"
    }
    def Xform "Nothing"
    {
    }
    def Camera "Shot"
    {
        float horizontalAperture = 20
        float verticalAperture = 20
        double3 xformOp:translate = (0, 0, 12)
        uniform token[] xformOpOrder = ["xformOp:translate"]
    }
    def Camera "Side"
    {
        double3 xformOp:translate = (8, 0, 0)
        uniform token[] xformOpOrder = ["xformOp:translate"]
    }
}
)";

struct Display : testing::Test {
  SceneTexts texts;
  OpenWindow open;
  std::string file;

  void SetUp() override {
    file = texts.write("scene.usda", kScene);
    ASSERT_TRUE(open.open(file));
  }
  const GuidePicture& guides() { return *open.window.viewport().guides().picture(); }
  std::size_t lineCount() { return guides().lines ? guides().lines->size() : 0; }
  const DisplaySettings& display() const { return open.session.view.value().display; }
};

// The box around the ends of lines of one colour.
Box boundsOf(const std::vector<GuideLine>& lines, const glm::vec3& color) {
  Box bounds;
  for (const GuideLine& line : lines) {
    if (line.color != color) continue;
    bounds.add(line.from);
    bounds.add(line.to);
  }
  return bounds;
}

}  // namespace

TEST_F(Display, BoxesAreAroundTheSelection) {
  EXPECT_EQ(open.run("boxes"), "");
  EXPECT_EQ(lineCount(), 0u);
  EXPECT_EQ(guides().legend.title, "Bounding box: nothing is selected");
  open.select("/World/Straight");
  ASSERT_EQ(lineCount(), 12u) << "both boxes are the same one";
  EXPECT_EQ(boundsOf(*guides().lines, guides().lines->front().color),
            (Box{glm::dvec3(-1.0), glm::dvec3(1.0)}));
  open.select("/World/Turned");
  ASSERT_EQ(lineCount(), 24u);
  EXPECT_EQ(guides().legend.swatches.size(), 2u);
  // The authored extent counts: turned by 45°, its corners are 6/√2 and 4/√2 away.
  const Box aligned = boundsOf(*guides().lines, guides().lines->back().color);
  EXPECT_NEAR(aligned.min.x, -6.0 / std::sqrt(2.0), 1e-6);
  EXPECT_NEAR(aligned.max.x, 2.0 / std::sqrt(2.0), 1e-6);
  EXPECT_EQ(open.run("boxOriented"), "");
  EXPECT_EQ(lineCount(), 12u);
  open.select("/World/Nothing");
  EXPECT_EQ(guides().legend.title, "Bounding box: the selection has no geometry");
  EXPECT_EQ(open.run("boxes"), "");
  EXPECT_EQ(guides().legend.title, "");
}

TEST_F(Display, BoxesFollowThePlayheadAndRestWhilePlaying) {
  open.run("boxes");
  open.select("/World/Straight");
  open.moveTo(10.0);
  const glm::vec3 color = guides().lines->front().color;
  EXPECT_EQ(boundsOf(*guides().lines, color), (Box{{8, -1, -1}, {10, 1, 1}}));
  open.session.setPlaying(true);
  EXPECT_EQ(lineCount(), 0u);
  open.session.setPlaying(false);
  EXPECT_TRUE(open.settle());
  EXPECT_EQ(lineCount(), 12u);
  open.run("boxesInPlayback");
  open.session.setPlaying(true);
  EXPECT_EQ(lineCount(), 12u);
  open.session.setPlaying(false);
  EXPECT_TRUE(open.settle());
}

TEST_F(Display, AuthoredExtentsAreComparedWithComputedOnes) {
  EXPECT_EQ(open.run("compareExtents"), "");
  EXPECT_EQ(guides().legend.title, "Extents: 1 of 2 differ");
  ASSERT_EQ(lineCount(), 24u);
  ASSERT_EQ(guides().legend.swatches.size(), 2u);
  EXPECT_EQ(guides().legend.swatches[0].text, "authored");
  const Box computed = boundsOf(*guides().lines, guides().legend.swatches[1].color);
  EXPECT_NEAR(computed.max.x, std::sqrt(2.0), 1e-6);
  EXPECT_NEAR(computed.min.x, -std::sqrt(2.0), 1e-6);
  open.select("/World/Straight");
  EXPECT_EQ(guides().legend.title, "Extents: all 1 as computed");
  EXPECT_EQ(lineCount(), 0u);
  open.select("/World/Plate");
  EXPECT_EQ(guides().legend.title, "Extents: none is authored here");
}

TEST_F(Display, MaskCoversExactlyTheOutsideOfTheAperture) {
  open.hideAllButTheScene();
  const QImage free = open.picture();
  open.run("maskFull");
  EXPECT_EQ(difference(free, open.picture()), 0.0) << "the free camera has no aperture";
  open.run("maskNone");
  open.run("camera", {"/World/Shot"});
  const QImage bare = open.picture();
  open.run("maskFull");
  open.run("maskColor", {"#204060"});
  const QImage masked = open.picture();
  const SceneCamera camera{.horizontalAperture = 20.0, .verticalAperture = 20.0};
  const glm::dvec2 half =
      apertureInPicture(camera, double(masked.width()) / double(masked.height()));
  ASSERT_LT(half.x, 0.95) << "the test needs a wide picture";
  ASSERT_EQ(half.y, 1.0);
  const int left = int(std::lround(masked.width() * 0.5 * (1.0 - half.x)));
  const int right = int(std::lround(masked.width() * 0.5 * (1.0 + half.x)));
  for (int y = 0; y < masked.height(); y += 7) {
    for (int x = 0; x < masked.width(); ++x) {
      const bool isInside = x >= left && x < right;
      const QRgb wanted = isInside ? bare.pixel(x, y) : qRgb(0x20, 0x40, 0x60);
      ASSERT_EQ(masked.pixel(x, y), wanted) << x << ' ' << y << ' ' << left << ' ' << right;
    }
  }
  open.run("maskPartial");
  const QImage partial = open.picture();
  EXPECT_EQ(partial.pixel(left, 5), bare.pixel(left, 5));
  EXPECT_NEAR(qBlue(partial.pixel(left - 1, 5)),
              0.7 * qBlue(masked.pixel(left - 1, 5)) + 0.3 * qBlue(bare.pixel(left - 1, 5)), 1.5);
  open.run("maskNone");
  open.run("maskOutline");
  const QImage outlined = open.picture();
  const int middle = outlined.height() / 2;
  EXPECT_EQ(outlined.pixel(left, middle), qRgb(0, 0, 0));
  EXPECT_EQ(outlined.pixel(left - 1, middle), bare.pixel(left - 1, middle));
  EXPECT_EQ(outlined.pixel(left + 1, middle), bare.pixel(left + 1, middle));
}

TEST_F(Display, ReticlesStandInsideOrOutside) {
  open.hideAllButTheScene();
  open.run("camera", {"/World/Shot"});
  const QImage bare = open.picture();
  const SceneCamera camera{.horizontalAperture = 20.0, .verticalAperture = 20.0};
  const double half = apertureInPicture(camera, double(bare.width()) / bare.height()).x;
  const int left = int(std::lround(bare.width() * 0.5 * (1.0 - half)));
  const auto changed = [&](const QImage& now, int first, int last) {
    int count = 0;
    for (int x = first; x < last; ++x) {
      for (int y = 0; y < now.height(); ++y) count += now.pixel(x, y) != bare.pixel(x, y);
    }
    return count;
  };
  open.run("reticlesInside");
  const QImage inside = open.picture();
  EXPECT_EQ(changed(inside, 0, left), 0);
  constexpr int width = 3;  // 2.6 points in whole pixels
  EXPECT_EQ(changed(inside, left, left + 7), 7 * 5 * width) << "five ticks of 7 points";
  EXPECT_EQ(changed(inside, left + 7, left + 15), 8 * 2 * width) << "two of them have 15";
  open.run("reticlesInside");
  open.run("reticlesOutside");
  EXPECT_GT(changed(open.picture(), left - 20, left), 20);
  EXPECT_EQ(changed(open.picture(), left, left + 20), 0);
}

TEST_F(Display, CamerasOfTheSceneAreShownAsFrustums) {
  open.run("cameraOracles");
  EXPECT_EQ(lineCount(), 24u);
  ASSERT_EQ(guides().names.size(), 2u);
  EXPECT_EQ(guides().names[0].text, "Shot");
  EXPECT_EQ(guides().names[0].world, glm::dvec3(0, 0, 12));
  open.run("camera", {"/World/Shot"});
  ASSERT_EQ(guides().names.size(), 1u) << "not the one that is looked through";
  EXPECT_EQ(guides().names[0].text, "Side");
}

TEST_F(Display, CamerasInThePictureCanBePicked) {
  open.run("look", {"16", "8", "24", "4", "0", "6"});
  open.run("cameraOracles");
  open.picture();
  ViewportWidget& viewport = open.window.viewport();
  // The middle of the longest line of a camera in the picture as it is now, in points.
  const auto placeOf = [&](const char* name) {
    const QSize size = viewport.size();
    const CameraFrustum frustum = makeFrustum(viewport.currentCamera(), size.width(), size.height(),
                                              open.session.scene.value()->bounds);
    const auto& cameras = guides().cameras;
    const auto camera = std::ranges::find(cameras, Path::fromText(name), &CameraLines::path);
    QPoint place;
    double longest = 0.0;
    for (std::size_t i = 0; camera != cameras.end() && i < camera->count; ++i) {
      const GuideLine& line = (*guides().lines)[camera->first + i];
      const auto middle = frustum.clipFromWorld((line.from + line.to) * 0.5);
      const double length = glm::length(line.to - line.from);
      if (!middle || length <= longest) continue;
      longest = length;
      place = {int((middle->x + 1.0) / 2.0 * size.width()),
               int((1.0 - middle->y) / 2.0 * size.height())};
    }
    return place;
  };
  const auto click = [&](const char* name) {
    QTest::mouseClick(&viewport, Qt::LeftButton, {}, placeOf(name));
    EXPECT_TRUE(open.settle());
  };
  const auto selected = [this] { return open.session.selection.value().leading().text(); };
  const auto colorOf = [&](std::size_t camera) {
    return (*guides().lines)[guides().cameras[camera].first].color;
  };
  ASSERT_EQ(guides().cameras.size(), 2u);
  const glm::vec3 plain = colorOf(0);
  const char* names[] = {"/World/Shot", "/World/Side"};
  for (std::size_t i = 0; i < 2; ++i) {
    click(names[i]);
    EXPECT_EQ(selected(), names[i]);
    EXPECT_NE(colorOf(i), plain) << "it looks selected";
    EXPECT_EQ(colorOf(1 - i), plain);
    open.run("deselect");
    const auto text = [](int number) { return std::to_string(number); };
    const QPoint place = placeOf(names[i]);
    EXPECT_EQ(open.run("selectRectangle", {text(place.x() - 6), text(place.y() - 6), "12", "12"}),
              "");
    EXPECT_EQ(selected(), names[i]);
    const QPoint before = placeOf(names[i]);
    open.run("cameraOracles");
    QTest::mouseClick(&viewport, Qt::LeftButton, {}, before);
    ASSERT_TRUE(open.settle());
    EXPECT_NE(selected(), names[i]) << "lines that are not drawn are not picked";
    open.run("cameraOracles");
  }
}

TEST_F(Display, SubtreeInfoCountsTheSelection) {
  const auto text = [this] { return open.window.viewport().counts().text(); };
  EXPECT_EQ(text(), "");
  open.run("hudSubtree");
  EXPECT_NE(text().find("Whole scene\nPrims   8\n"), std::string::npos) << text();
  open.select("/World/Plate");
  EXPECT_EQ(text(), "Plate\nPrims   1\nMeshes  1\nFaces   1\nPoints  4");
  // Prims below other selected ones count once.
  open.session.select({Path::fromText("/World"), Path::fromText("/World/Plate")});
  EXPECT_TRUE(open.settle());
  EXPECT_NE(text().find("World\nPrims   8\n"), std::string::npos) << text();
  open.run("hud");
  EXPECT_EQ(text(), "");
}

TEST_F(Display, CornersOfTheHudHaveParts) {
  RenderSettings settings;
  const CameraFrustum frustum = makeFrustum({}, 100, 100, {});
  RenderStatistics cost;
  cost.gridStep = 0.1;
  cost.triangleCount = 1234;
  const auto scene = open.session.scene.value();
  const HudPicture picture{scene.get(), settings, frustum, cost, "Device", true};
  HudContents contents;
  contents.size = {100, 100};
  contents.camera = "Free AutoClip";
  contents.counts = "Plate\nPrims 1";
  HudState hud = hudOf(contents, picture);
  EXPECT_EQ(hud.bottomRight, "Grid 10 cm\nComplexity: Low\nCamera: Free AutoClip");
  EXPECT_EQ(hud.topLeft, "Prims      8\nTriangles  1,234");
  EXPECT_NE(hud.topRight.find("Device"), std::string::npos);
  EXPECT_FALSE(hud.bottomLeft.empty());
  contents.view.display.hudSubtree = true;
  contents.isPlaying = true;
  hud = hudOf(contents, picture);
  EXPECT_EQ(hud.topLeft, contents.counts);
  EXPECT_TRUE(hud.isTopLeftDim);
  contents.view.display.hudCamera = false;
  contents.view.display.hudPerformance = false;
  contents.view.display.hudDevice = false;
  contents.view.display.mask = CameraMask::Full;
  hud = hudOf(contents, picture);
  EXPECT_EQ(hud.bottomLeft + hud.topRight, "");
  EXPECT_EQ(hud.bottomRight, "Camera mask: only for cameras of the scene");
}

TEST_F(Display, SettingsReachThePicture) {
  open.hideAllButTheScene();
  const QImage usual = open.picture();
  open.run("backgroundWhite");
  EXPECT_EQ(open.picture().pixel(0, 0), qRgb(255, 255, 255));
  open.run("backgroundDarkGrey");
  EXPECT_EQ(open.picture().pixel(0, 0), qRgb(75, 75, 75));
  open.run("backgroundStandard");
  EXPECT_EQ(difference(usual, open.picture()), 0.0);
  for (const char* action :
       {"cameraLight", "domeLight", "noColorManagement", "hiddenSurfaceWireframe"}) {
    open.run(action);
    EXPECT_GT(difference(usual, open.picture()), 0.01) << action;
    open.run(action == std::string("noColorManagement")        ? "sRgb"
             : action == std::string("hiddenSurfaceWireframe") ? "smooth"
                                                               : action);
    EXPECT_EQ(difference(usual, open.picture()), 0.0) << action;
  }
  for (const InspectionViewName& each : inspectionViews()) {
    std::string id = "inspect" + std::string(each.name);
    id[7] = static_cast<char>(std::toupper(id[7]));
    open.run(id.c_str());
    EXPECT_GT(difference(usual, open.picture()), 0.01) << id;
  }
  open.run("inspectNone");
  open.run("exposure", {"-2"});
  EXPECT_GT(difference(usual, open.picture()), 0.01);
  open.run("resetExposure");
  EXPECT_EQ(difference(usual, open.picture()), 0.0);
  for (const char* limit : {"0.1", "5"}) EXPECT_EQ(open.run("gamma", {limit}), "") << limit;
  for (const char* beyond : {"0", "0.09", "5.1", "nan", "dark"}) {
    EXPECT_EQ(open.run("gamma", {beyond}), "Expected a gamma from 0.1 to 5.") << beyond;
  }
  open.run("resetExposure");
  // The scene has no lights.
  open.run("sceneLights");
  EXPECT_EQ(difference(usual, open.picture()), 0.0);
  open.run("sceneLights");
}

TEST_F(Display, ComplexityReachesThePicture) {
  ASSERT_TRUE(open.open(texts.write("ball.usda", "def Sphere \"Ball\"\n{\n}\n")));
  open.hideAllButTheScene();
  double last = 1.0;
  std::size_t triangles = 0;
  for (const char* level : {"complexityLow", "complexityMedium", "complexityVeryHigh"}) {
    SCOPED_TRACE(level);
    EXPECT_EQ(open.run(level), "");
    const double covered = coverage(open.picture());
    const std::size_t drawn = open.window.viewport().picture()->statistics.triangleCount;
    EXPECT_GT(drawn, triangles);
    EXPECT_LT(covered, last) << "the cage lies around the surface to which it is refined";
    triangles = drawn;
    last = covered;
  }
  open.run("complexityLow");
}

TEST_F(Display, ComplexityHasKeysAndEnds) {
  open.run("purposeGuide");
  const auto indices = [this] {
    const auto& items = open.session.scene.value()->items;
    const auto ball = std::ranges::find(items, Path::fromText("/World/Helper"), &Item::path);
    return ball == items.end() ? 0 : ball->geometry->indices.size();
  };
  const std::size_t low = indices();
  ASSERT_GT(low, 0u);
  EXPECT_FALSE(findAction("complexityDown")->isEnabled({open.session, open.window}));
  QTest::keyClick(&open.window, Qt::Key_Equal, Qt::ControlModifier);
  EXPECT_TRUE(open.settle());
  EXPECT_EQ(display().complexity, Complexity::Medium);
  EXPECT_GT(indices(), low * 3);
  QTest::keyClick(&open.window, Qt::Key_Minus, Qt::ControlModifier);
  EXPECT_TRUE(open.settle());
  EXPECT_EQ(indices(), low);
  open.run("complexityVeryHigh");
  EXPECT_EQ(open.run("complexityUp"), "The complexity is very high already.");
}

TEST_F(Display, MenusHaveThePlacesOfUsdview) {
  auto* menus = open.window.findChild<Menus*>();
  const struct {
    const char* menu;
    const char* in;
    int rows;
  } cases[] = {{"Shading Mode", "View", 9},
               {"Inspection View", "View", 16},
               {"Exposure", "View", 5},
               {"Complexity", "View", 6},
               {"Purposes", "View", 3},
               {"HUD", "View", 5},
               {"Lights", "View", 9},
               {"Background", "View", 5},
               {"Bounding Boxes", "View", 5},
               {"Camera Mask", "Camera", 5},
               {"Camera Reticles", "Camera", 3},
               {"Color Management", "View", 4}};
  for (const auto& c : cases) {
    SCOPED_TRACE(c.menu);
    QMenu* menu = menus->menu(c.menu);
    EXPECT_TRUE(menus->menu(c.in)->actions().contains(menu->menuAction()));
    const QList<QAction*> actions = menu->actions();
    EXPECT_EQ(std::ranges::count_if(actions, [](QAction* each) { return !each->isSeparator(); }),
              c.rows);
  }
  EXPECT_TRUE(menus->action("smooth")->isChecked());
  open.run("geomSmooth");
  EXPECT_FALSE(menus->action("smooth")->isChecked());
  EXPECT_TRUE(menus->action("geomSmooth")->isChecked());
}

TEST_F(Display, HabitsAreKeptAndTheRestBelongsToTheScene) {
  open.run("backgroundLightGrey");
  open.run("hudSubtree");
  open.run("maskColor", {"#ff0000"});
  open.run("complexityHigh");
  const Session other;
  const DisplaySettings& kept = other.view.value().display;
  EXPECT_EQ(kept.background, BackgroundColor::LightGrey);
  EXPECT_TRUE(kept.hudSubtree);
  EXPECT_EQ(kept.maskColor, glm::vec3(1.0f, 0.0f, 0.0f));
  EXPECT_EQ(kept.complexity, Complexity::Low);
  RememberedScene scene{.file = "a.usda"};
  scene.view = open.session.view.value();
  scene.view.display.mask = CameraMask::Partial;
  scene.view.display.cameraLight = false;
  scene.view.shading = ShadingMode::HiddenSurfaceWireframe;
  const std::string text = rememberedSceneToText(scene);
  const auto read = rememberedSceneFromText(text);
  ASSERT_TRUE(read.scene) << read.problem;
  ViewSettings taken;
  taken.display.background = BackgroundColor::Black;
  takePictureSettings(taken, read.scene->view);
  EXPECT_EQ(taken.shading, ShadingMode::HiddenSurfaceWireframe);
  EXPECT_EQ(taken.display.complexity, Complexity::High);
  EXPECT_EQ(taken.display.mask, CameraMask::Partial);
  EXPECT_FALSE(taken.display.cameraLight);
  EXPECT_EQ(taken.display.background, BackgroundColor::Black) << "a habit";
  // Files of earlier versions have no display settings.
  Json json = parseJson(text);
  json["view"].erase("display");
  const auto old = rememberedSceneFromText(json.dump());
  ASSERT_TRUE(old.scene) << old.problem;
  EXPECT_EQ(old.scene->view.display, DisplaySettings());
  json["view"]["display"] = {{"complexity", "huge"}};
  EXPECT_FALSE(rememberedSceneFromText(json.dump()).scene);
}

}  // namespace usdscope
