// SPDX-License-Identifier: Apache-2.0
// The pictures that `record` writes besides plain PNG frames, and what is drawn over them.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "app/capture/CaptureCamera.h"
#include "engine/image/DisplayTransform.h"
#include "engine/image/DisplayValues.h"
#include "engine/render/CameraFrustum.h"
#include "tests/app/cli/RecordedScene.h"
#include "tests/app/cli/RunLine.h"
#include "tests/support/NeedsGl.h"
#include "tests/support/ScopedVariable.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

// A green card that fills the left half of what the camera sees.
constexpr const char* kScene = R"(#usda 1.0
(
    startTimeCode = 1
    endTimeCode = 4
    subLayers = [@strong.usda@, @weak.usda@]
)
def Mesh "Card"
{
    point3f[] points = [(-2, -1, 0), (0, -1, 0), (0, 1, 0), (-2, 1, 0)]
    int[] faceVertexCounts = [4]
    int[] faceVertexIndices = [0, 1, 2, 3]
    uniform token subdivisionScheme = "none"
    color3f[] primvars:displayColor = [(0, 0.5, 0)]
}
)";
constexpr const char* kStrong = "#usda 1.0\nover \"Card\"\n{\n    double size = 1\n}\n";
constexpr const char* kWeak = "#usda 1.0\nover \"Card\"\n{\n    double other = 1\n}\n";

std::array<int, 4> pixelAt(const Image& image, int x, int y) {
  const auto at = static_cast<std::size_t>((y * image.width + x) * image.channelCount);
  std::array<int, 4> pixel{0, 0, 0, 255};
  for (int c = 0; c < image.channelCount; ++c) {
    pixel[std::size_t(c)] = int(image.pixels[at + std::size_t(c)]);
  }
  return pixel;
}

float halfAt(const Image& image, int x, int y, int channel) {
  std::uint16_t bits = 0;
  std::memcpy(&bits, image.pixels.data() + std::size_t((y * image.width + x) * 4 + channel) * 2, 2);
  const int exponent = (bits >> 10) & 31;
  if (exponent == 0) return std::ldexp(float(bits & 1023), -24);
  return std::ldexp(1.0f + float(bits & 1023) / 1024.0f, exponent - 15);
}

// The part of a picture from `top` to its bottom.
std::vector<std::byte> rowsFrom(const Image& image, int top) {
  return {image.pixels.begin() + std::ptrdiff_t(std::size_t(top) * image.rowByteSize()),
          image.pixels.end()};
}

struct RecordFiles : RecordedScene {
  std::string scene;

  void SetUp() override {
    if (!needGl()) return;
    write("strong.usda", kStrong);
    write("weak.usda", kWeak);
    scene = write("scene.usda", std::string(kScene) + kFrontCamera);
  }
  Ran record(std::vector<std::string> options, const std::string& out) const {
    options.insert(options.begin(), {"record", scene, "-o", inFolder(out)});
    return runLine(options);
  }
  // Records one frame and returns it.
  Image recorded(std::vector<std::string> options, const std::string& out) const {
    options.insert(options.end(), {"-c", "Front", "--size", "40x20"});
    const Ran ran = record(std::move(options), out);
    EXPECT_EQ(ran.status, kSuccess) << ran.err;
    EXPECT_EQ(ran.out, inFolder(out) + "\n");
    return picture(out);
  }
};

}  // namespace

TEST_F(RecordFiles, TransparentPicturesHaveNoBackground) {
  const Image opaque = recorded({"-f", "1"}, "opaque.png");
  const Image image = recorded({"-f", "1", "--transparent"}, "clear.png");
  ASSERT_EQ(image.channelCount, 4);
  EXPECT_EQ(pixelAt(image, 30, 10), (std::array{0, 0, 0, 0}));
  const std::array card = pixelAt(image, 10, 10);
  EXPECT_EQ(card[3], 255);
  // The card has the same colour, but for rounding.
  for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(card[c], pixelAt(opaque, 10, 10)[c], 1);
  const Image exr = recorded({"-f", "1", "--transparent"}, "clear.exr");
  EXPECT_EQ(halfAt(exr, 30, 10, 3), 0.0f);
  EXPECT_EQ(halfAt(exr, 10, 10, 3), 1.0f);
}

TEST_F(RecordFiles, ExrHasTheLinearColoursOfThePicture) {
  const std::vector<std::string> look = {"-f", "1", "--background", "#804020"};
  const Image shown = recorded(look, "a.png");
  const Image exr = recorded(look, "a.exr");
  ASSERT_EQ(exr.type, PixelType::Half);
  for (const int x : {10, 30}) {
    for (int c = 0; c < 3; ++c) {
      const float expected =
          linearFromDisplay(float(pixelAt(shown, x, 10)[std::size_t(c)]) / 255.0f);
      EXPECT_NEAR(halfAt(exr, x, 10, c), expected, 0.006f) << x << " " << c;
    }
    EXPECT_EQ(halfAt(exr, x, 10, 3), 1.0f);
  }
}

TEST_F(RecordFiles, ColoursStayLinearWhenAsked) {
  const Image image = recorded(
      {"-f", "1", "--background", "#808080", "--colorCorrectionMode", "disabled"}, "l.png");
  const int expected = int(std::lround(linearFromDisplay(128.0f / 255.0f) * 255.0f));
  EXPECT_NEAR(pixelAt(image, 30, 10)[0], expected, 1);
}

TEST_F(RecordFiles, OpenColorIoEncodesColours) {
  const std::vector<std::string> look = {"-f", "1", "--disableCameraLight", "--background",
                                         "#808080"};
  const std::vector<std::string> small = {"-c", "Front", "--size", "40x20"};
  const auto managed = [&](std::vector<std::string> names) {
    names.insert(names.begin(), look.begin(), look.end());
    names.insert(names.end(), {"--colorCorrectionMode", "openColorIO"});
    return names;
  };
  ::unsetenv("OCIO");
  const Ran without = record(managed(small), "o.png");
  EXPECT_EQ(without.status, kSuccess);
  EXPECT_EQ(picture("o.png").pixels, recorded(look, "s.png").pixels);
  EXPECT_NE(without.err.find("warning: The variable OCIO"), std::string::npos) << without.err;
  EXPECT_EQ(record({"-f", "1", "--ocioView", "Plain"}, "o.png").status, kWrongUsage);
  EXPECT_EQ(record({"-f", "1", "--ocioLooks", "red"}, "o.png").status, kWrongUsage);

  const ScopedVariable ocio("OCIO", (testAssetsPath() / "color/views.ocio").string());
  if (!canUseOpenColorIo()) {
    const Ran ran = record(managed({}), "o.png");
    EXPECT_EQ(ran.status, kWrongUsage);
    EXPECT_NE(ran.err.find("without OpenColorIO"), std::string::npos) << ran.err;
    GTEST_SKIP() << "Built without OpenColorIO.";
  }
  const float linear = linearFromDisplay(128.0f / 255.0f);
  const struct {
    std::vector<std::string> names;
    float expected;
  } cases[] = {{{}, std::sqrt(linear)},
               {{"--ocioView", "Plain"}, linear},
               {{"--ocioDisplay", "Paper"}, linear / 2.0f},
               {{"--ocioView", "Plain", "--ocioLooks", "quarter"}, linear / 4.0f},
               {{"--ocioView", "Root", "--ocioColorSpace", "half"}, std::sqrt(linear * 2.0f)}};
  for (const auto& c : cases) {
    const Image image = recorded(managed(c.names), "o.png");
    EXPECT_NEAR(pixelAt(image, 30, 10)[0], double(c.expected) * 255.0, 1.5) << c.expected;
  }
  // The colour of a transparent pixel is encoded, not its product with alpha.
  const Image clear = recorded(managed({"--transparent", "--ocioView", "Root"}), "c.png");
  const Image opaque = recorded(managed({"--ocioView", "Root"}), "o.png");
  for (std::size_t c = 0; c < 3; ++c) {
    EXPECT_NEAR(pixelAt(clear, 10, 10)[c], pixelAt(opaque, 10, 10)[c], 1) << c;
  }
  // Data and EXR files stay as they are.
  const Image exr = recorded(managed({}), "o.exr");
  EXPECT_NEAR(halfAt(exr, 30, 10, 0), linear, 0.006f);
  EXPECT_EQ(recorded(managed({"--view", "normals"}), "n.png").pixels,
            recorded({"-f", "1", "--view", "normals", "--background", "#808080"}, "m.png").pixels);
  const Ran wrong = record(managed({"--ocioView", "Gone"}), "o.png");
  EXPECT_EQ(wrong.status, kWrongUsage);
  EXPECT_NE(wrong.err.find("no view Gone, but: Root, Plain."), std::string::npos) << wrong.err;
}

TEST_F(RecordFiles, BurntInFramesDifferAndLieInAStrip) {
  const Ran ran =
      record({"-c", "Front", "-f", "1:2", "--size", "400x200", "--burnIn", "file,camera,frame"},
             "b.#.png");
  ASSERT_EQ(ran.status, kSuccess) << ran.err;
  const Image first = picture("b.1.png");
  const Image second = picture("b.2.png");
  EXPECT_NE(first.pixels, second.pixels);
  // Nothing moves but the number.
  constexpr int kTop = 200 - 24;
  const auto above = [&](const Image& image) {
    const auto strip = rowsFrom(image, kTop).size();
    return std::vector<std::byte>(image.pixels.begin(), image.pixels.end() - std::ptrdiff_t(strip));
  };
  EXPECT_EQ(above(first), above(second));
  ASSERT_EQ(record({"-c", "Front", "-f", "1", "--size", "400x200"}, "plain.png").status, kSuccess);
  EXPECT_EQ(above(first), above(picture("plain.png")));
}

TEST_F(RecordFiles, BurntInLayersAreThoseOfTheAttribute) {
  std::vector<std::byte> last;
  for (const char* attribute : {"/Card.size", "/Card.other"}) {
    const std::string words = std::string("layer=") + attribute + ",clip";
    const Ran ran =
        record({"-c", "Front", "-f", "1", "--size", "400x100", "--burnIn", words}, "l.png");
    ASSERT_EQ(ran.status, kSuccess) << ran.err;
    std::vector<std::byte> strip = rowsFrom(picture("l.png"), 76);
    EXPECT_NE(strip, last);
    last = std::move(strip);
  }
}

TEST_F(RecordFiles, HudIsDrawnOverThePicture) {
  const std::vector<std::string> look = {"-c", "Front", "-f", "1", "--size", "400x200"};
  std::vector<std::string> withHud = look;
  withHud.emplace_back("--hud");
  ASSERT_EQ(record(look, "plain.png").status, kSuccess);
  ASSERT_EQ(record(withHud, "hud.png").status, kSuccess);
  EXPECT_NE(picture("plain.png").pixels, picture("hud.png").pixels);
}

TEST_F(RecordFiles, LightsAndComplexityAreThoseOfTheOptions) {
  const Image lit = recorded({"-f", "1"}, "lit.png");
  const Image dim = recorded({"-f", "1", "--disableCameraLight"}, "dim.png");
  const Image sky = recorded({"-f", "1", "--enableDefaultDomeLight"}, "sky.png");
  EXPECT_LT(pixelAt(dim, 10, 10)[1], pixelAt(lit, 10, 10)[1]);
  EXPECT_GT(pixelAt(sky, 10, 10)[1], pixelAt(lit, 10, 10)[1]);
  std::ofstream(folder / "ball.usda") << "#usda 1.0\ndef Sphere \"Ball\"\n{\n}\n";
  std::vector<std::byte> last;
  for (const char* complexity : {"low", "veryhigh"}) {
    const Ran ran = runLine({"record", inFolder("ball.usda"), "--size", "64x64", "--complexity",
                             complexity, "-o", inFolder("ball.png")});
    ASSERT_EQ(ran.status, kSuccess) << ran.err;
    EXPECT_EQ(ran.err, "");
    std::vector<std::byte> pixels = picture("ball.png").pixels;
    EXPECT_NE(pixels, last) << complexity;
    last = std::move(pixels);
  }
}

TEST_F(RecordFiles, HeightsFollowTheCamera) {
  EXPECT_EQ(record({"-c", "Front", "-f", "1", "-w", "100"}, "w.png").status, kSuccess);
  const Image image = picture("w.png");
  EXPECT_EQ(image.width, 100);
  EXPECT_EQ(image.height, 50);
  EXPECT_EQ(record({"-f", "1", "-w", "160"}, "v.png").status, kSuccess);
  EXPECT_EQ(picture("v.png").height, 90);
}

TEST_F(RecordFiles, LinesOfUsdrecordAreUnderstood) {
  const Ran ran =
      runLine({"record", scene, inFolder("u.#.png"), "--camera", "/Front", "--imageWidth", "20",
               "--frames", "1:2", "--complexity", "low", "--purposes", "proxy,render", "--mask",
               "/Front", "--colorCorrectionMode", "sRGB"});
  EXPECT_EQ(ran.status, kSuccess) << ran.err;
  EXPECT_EQ(picture("u.2.png").height, 10);
  // The mask has left out the card.
  const Image image = picture("u.1.png");
  EXPECT_EQ(pixelAt(image, 5, 5), pixelAt(image, 15, 5));
}

TEST_F(RecordFiles, ASessionLayerHasTwoNames) {
  std::ofstream(folder / "session.usda")
      << "#usda 1.0\nover \"Card\"\n{\n    token visibility = \"invisible\"\n}\n";
  for (const char* name : {"--session", "--sessionLayer"}) {
    const Image image = recorded({"-f", "1", name, inFolder("session.usda")}, "s.png");
    EXPECT_EQ(pixelAt(image, 10, 10), pixelAt(image, 30, 10)) << name;
  }
}

TEST_F(RecordFiles, AContactSheetShowsFramesInRows) {
  const Ran ran = record({"-c", "Front", "-f", "1:4", "--contactSheet", "3x2", "--size", "316x112"},
                         "sheet.png");
  ASSERT_EQ(ran.status, kSuccess) << ran.err;
  EXPECT_EQ(ran.out, inFolder("sheet.png") + "\n");
  const Image image = picture("sheet.png");
  ASSERT_EQ(image.width, 316);
  ASSERT_EQ(image.height, 112);
  // Cells of 100 × 50 pixels with gaps of 4; the scene has four frames.
  const std::array gap = pixelAt(image, 1, 1);
  for (const int index : {0, 1, 2, 3}) {
    const int x = 4 + index % 3 * 104;
    const int y = 4 + index / 3 * 54;
    EXPECT_NE(pixelAt(image, x + 25, y + 10), gap) << index;
    EXPECT_GT(pixelAt(image, x + 25, y + 10)[1], 60) << index;
  }
  EXPECT_EQ(pixelAt(image, 4 + 104 + 25, 4 + 54 + 10), gap);
}

TEST_F(RecordFiles, ATurntableGoesAroundOnce) {
  const Ran ran = record({"--turntable", "4", "--size", "40x40", "--transparent"}, "t.#.png");
  ASSERT_EQ(ran.status, kSuccess) << ran.err;
  const auto greens = [&](const char* name) {
    const Image image = picture(name);
    int count = 0;
    for (int y = 0; y < 40; ++y) {
      for (int x = 0; x < 40; ++x) count += pixelAt(image, x, y)[3] > 128;
    }
    // The whole scene is seen from each side.
    for (int i = 0; i < 40; ++i) {
      EXPECT_EQ(pixelAt(image, i, 0)[3], 0) << name;
      EXPECT_EQ(pixelAt(image, 0, i)[3], 0) << name;
      EXPECT_EQ(pixelAt(image, 39, i)[3], 0) << name;
    }
    return count;
  };
  const int front = greens("t.1.png");
  EXPECT_GT(front, 50);
  EXPECT_NE(greens("t.2.png"), front);
  // From behind it looks about as large as from the front.
  EXPECT_NEAR(greens("t.3.png"), front, front / 3 + 8);
  EXPECT_FALSE(std::filesystem::exists(folder / "t.5.png"));
}

// The camera is that of UsdAppUtils.FrameRecorder.
TEST(CaptureCamera, FrontViewIsThatOfUsdrecord) {
  const Box box{glm::dvec3(-1.0), glm::dvec3(1.0)};
  const ViewCamera yUp = frontView(box, false);
  EXPECT_NEAR(yUp.worldFromView[3].z, 7.74884, 1e-4);
  EXPECT_NEAR(yUp.verticalFovRadians, 0.30351, 1e-4);
  const ViewCamera zUp = frontView(box, true);
  EXPECT_NEAR(zUp.worldFromView[3].y, -7.74884, 1e-4);
  EXPECT_EQ(glm::dvec3(zUp.worldFromView[1]), glm::dvec3(0.0, 0.0, 1.0));
  // The camera steps back from tiny things by 1, and cuts off neither them nor large ones.
  const Box tiny{glm::dvec3(-0.05, -0.05, 0.0), glm::dvec3(0.05, 0.05, 0.05)};
  EXPECT_NEAR(frontView(tiny, true).worldFromView[3].y, -1.31675, 1e-4);
  EXPECT_LE(yUp.nearPlane, 0.0);
  // 960 / (20.955 / 15.2908) is 700.5.
  Scene scene;
  EXPECT_EQ(heightOf(scene, {.name = "main_cam", .isAsUsdrecord = true}, 960), 700);
  EXPECT_EQ(heightOf(scene, {}, 960), 540);
}

// usdrecord's camera cuts off large and small scenes (OpenUSD issue 2556).
TEST(CaptureCamera, FramedScenesAreNeverCutOff) {
  const Box boxes[] = {{glm::dvec3(-1.0), glm::dvec3(1.0)},
                       {glm::dvec3(0.0), glm::dvec3(1e-4, 2e-4, 1e-5)},
                       {glm::dvec3(-3e6, 0.0, -1e6), glm::dvec3(1e6, 2e6, 4e6)},
                       {glm::dvec3(1e6, 1e6, 1e6), glm::dvec3(1e6 + 1.0, 1e6 + 1.0, 1e6 + 1.0)},
                       {glm::dvec3(0.0, 0.0, 0.0), glm::dvec3(1000.0, 0.0, 0.1)},
                       {glm::dvec3(0.0), glm::dvec3(0.0)}};
  for (const Box& box : boxes) {
    for (const bool isZUp : {false, true}) {
      for (const double turn : {0.0, 0.7, 2.0, 4.5}) {
        for (const glm::ivec2& size : {glm::ivec2(1280, 720), glm::ivec2(100, 900)}) {
          Scene scene;
          scene.bounds = box;
          scene.isZUp = isZUp;
          RenderSettings settings;
          settings.width = size.x;
          settings.height = size.y;
          std::string problem;
          CameraMotion motion({.name = {}, .view = std::nullopt, .goesAround = turn > 0.0});
          const auto camera = motion.at(scene, settings, turn, problem);
          ASSERT_TRUE(camera) << problem;
          const CameraFrustum frustum = makeFrustum(*camera, size.x, size.y, box);
          for (int corner = 0; corner < 8; ++corner) {
            const glm::dvec3 point((corner & 1) ? box.max.x : box.min.x,
                                   (corner & 2) ? box.max.y : box.min.y,
                                   (corner & 4) ? box.max.z : box.min.z);
            const auto clip = frustum.clipFromWorld(point);
            ASSERT_TRUE(clip) << "behind the camera";
            EXPECT_LE(std::abs(clip->x), 1.0);
            EXPECT_LE(std::abs(clip->y), 1.0);
            EXPECT_GE(clip->z, 0.0);
            EXPECT_LE(clip->z, 1.0);
          }
        }
      }
    }
  }
}

}  // namespace usdscope
