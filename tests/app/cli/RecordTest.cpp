// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/cli/CommandLine.h"
#include "tests/app/cli/RecordedScene.h"
#include "tests/app/cli/RunLine.h"
#include "tests/support/NeedsGl.h"

namespace usdscope {
namespace {

// A rising red card, seen by a camera that shows [-2, 2] by [-1, 1], and by a camera that looks
// away.
const std::string kScene = std::string(R"(#usda 1.0
(
    startTimeCode = 1
    endTimeCode = 3
    upAxis = "Y"
)
def Mesh "Card"
{
    point3f[] points = [(-0.5, -0.5, 0), (0.5, -0.5, 0), (0.5, 0.5, 0), (-0.5, 0.5, 0)]
    int[] faceVertexCounts = [4]
    int[] faceVertexIndices = [0, 1, 2, 3]
    uniform token subdivisionScheme = "none"
    color3f[] primvars:displayColor = [(1, 0, 0)]
    double3 xformOp:translate.timeSamples = { 1: (0, -0.5, 0), 3: (0, 0.5, 0) }
    uniform token[] xformOpOrder = ["xformOp:translate"]
}
def Xform "Cameras"
{
)") + kFrontCamera + R"(
    def Camera "Away"
    {
        double3 xformOp:translate = (0, 0, 10)
        double xformOp:rotateY = 180
        uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:rotateY"]
    }
}
)";

Ran record(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "record");
  return runLine(std::move(arguments));
}

std::array<int, 3> pixelAt(const Image& image, int x, int y) {
  const auto at = static_cast<std::size_t>((y * image.width + x) * image.channelCount);
  return {int(image.pixels[at]), int(image.pixels[at + 1]), int(image.pixels[at + 2])};
}

bool isRed(const Image& image, int x, int y) {
  const auto [r, g, b] = pixelAt(image, x, y);
  return r > 100 && g < r / 2 && b < r / 2;  // The highlight of the camera light is white.
}

class Record : public RecordedScene {
 protected:
  void SetUp() override {
    if (!needGl()) return;
    scene_ = write("scene.usda", kScene);
  }

  std::vector<std::string> pictureNames() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
      if (entry.path().extension() == ".png") names.push_back(entry.path().filename().string());
    }
    std::ranges::sort(names);
    return names;
  }
  std::string scene_;
};

}  // namespace

TEST_F(Record, WritesTheFramesThatAreAskedFor) {
  const struct {
    std::vector<std::string> options;
    std::vector<std::string> names;
  } cases[] = {
      {{}, {"a.0001.png", "a.0002.png", "a.0003.png"}},
      {{"--frames", "2"}, {"a.0002.png"}},
      {{"--frames", "3:1"}, {"a.0001.png", "a.0002.png", "a.0003.png"}},
      {{"--frames", "1:3x2,7"}, {"a.0001.png", "a.0003.png", "a.0007.png"}},
  };
  for (const auto& c : cases) {
    std::vector<std::string> arguments = {scene_, "--size", "16x16", "-o", inFolder("a.####.png")};
    arguments.insert(arguments.end(), c.options.begin(), c.options.end());
    const Ran ran = record(arguments);
    EXPECT_EQ(ran.status, kSuccess) << ran.err;
    EXPECT_EQ(ran.err, "");
    EXPECT_EQ(pictureNames(), c.names);
    for (const std::string& name : c.names) {
      EXPECT_NE(ran.out.find(inFolder(name) + "\n"), std::string::npos) << ran.out;
      std::filesystem::remove(folder / name);
    }
  }
}

TEST_F(Record, ShowsPropertiesOfSurfaces) {
  const struct {
    std::vector<std::string> options;
    std::array<int, 3> color;
  } cases[] = {{{"--view", "albedo"}, {255, 0, 0}},
               {{"--view", "normals"}, {128, 128, 255}},
               {{"--view", "overdraw"}, {24, 10, 4}},
               {{"--shading", "geomOnly"}, {255, 0, 0}},
               {{"--view", "albedo", "--exposure", "-1"}, {188, 0, 0}}};
  for (const auto& c : cases) {
    std::vector<std::string> arguments = {
        scene_, "--camera", "Front", "--size", "80x40", "--frames", "2", "-o", inFolder("v.#.png")};
    arguments.insert(arguments.end(), c.options.begin(), c.options.end());
    const Ran ran = record(arguments);
    ASSERT_EQ(ran.status, kSuccess) << ran.err;
    const auto found = pixelAt(picture("v.2.png"), 40, 20);
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_NEAR(found[i], c.color[i], 1) << c.options[1] << ' ' << i;
    }
  }
  // The only number of a primvar is the largest: yellow.
  const std::string heated =
      write("heated.usda", std::string("#usda 1.0\n(upAxis = \"Y\")\n") + kFrontCamera +
                               "def Cube \"C\"\n{\nfloat primvars:heat = 3\n}\n");
  const Ran ran = record({heated, "--camera", "Front", "--size", "80x40", "--primvar", "heat",
                          "--view", "albedo", "-o", inFolder("heat.png")});
  ASSERT_EQ(ran.status, kSuccess) << ran.err;
  const auto heat = pixelAt(picture("heat.png"), 40, 20);
  EXPECT_NEAR(heat[0], 253, 1);
  EXPECT_NEAR(heat[1], 231, 1);
  EXPECT_NEAR(heat[2], 37, 1);
  const Ran wrong = record({scene_, "--view", "nothing", "-o", inFolder("v.#.png")});
  EXPECT_EQ(wrong.status, kWrongUsage);
  EXPECT_NE(wrong.err.find("albedo"), std::string::npos) << wrong.err;
}

TEST_F(Record, TranslucentScenesHaveTheSameBytesInEveryRun) {
  // Panes at equal depths and panes that cut each other.
  std::string text = "#usda 1.0\n(upAxis = \"Y\")\n" + std::string(kFrontCamera);
  for (int i = 0; i < 12; ++i) {
    const std::string turn = std::to_string(15 * (i / 2));
    text += "def Mesh \"Pane" + std::to_string(i) + "\"\n{\n" +
            "point3f[] points = [(-1, -0.5, 0), (1, -0.5, 0), (1, 0.5, 0), (-1, 0.5, 0)]\n"
            "int[] faceVertexCounts = [4]\nint[] faceVertexIndices = [0, 1, 2, 3]\n"
            "uniform token subdivisionScheme = \"none\"\n"
            "float[] primvars:displayOpacity = [0.4]\n"
            "color3f[] primvars:displayColor = [(" +
            std::to_string(0.08 * i) + ", 0.5, " + std::to_string(1.0 - 0.08 * i) +
            ")]\ndouble xformOp:rotateY = " + turn +
            "\nuniform token[] xformOpOrder = [\"xformOp:rotateY\"]\n}\n";
  }
  const std::string scene = write("panes.usda", text);
  const auto bytesOf = [&](const std::string& name) {
    const Ran ran = record({scene, "--camera", "Front", "--size", "320x160", "-o", inFolder(name)});
    EXPECT_EQ(ran.status, kSuccess) << ran.err;
    std::ifstream file(folder / name, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  const std::string first = bytesOf("run0.png");
  EXPECT_GT(first.size(), 1000u);
  for (int run = 1; run < 4; ++run) {
    EXPECT_EQ(bytesOf("run" + std::to_string(run) + ".png"), first) << run;
  }
}

TEST_F(Record, DrawsEachFrameAtItsTimeThroughTheCamera) {
  for (const char* camera : {"/Cameras/Front", "Front"}) {
    const Ran ran =
        record({scene_, "--camera", camera, "--size", "80x40", "-o", inFolder("b.#.png")});
    ASSERT_EQ(ran.status, kSuccess) << ran.err;
    // The card is 20 pixels wide and high; its middle goes from row 30 to row 10.
    for (int frame = 1; frame <= 3; ++frame) {
      const Image image = picture("b." + std::to_string(frame) + ".png");
      ASSERT_EQ(image.width, 80);
      ASSERT_EQ(image.height, 40);
      const int middle = 40 - 10 * frame;
      EXPECT_TRUE(isRed(image, 40, middle)) << frame;
      EXPECT_TRUE(isRed(image, 32, middle - 8)) << frame;
      EXPECT_FALSE(isRed(image, 27, middle)) << frame;
      EXPECT_FALSE(isRed(image, 40, middle < 20 ? middle + 13 : middle - 13)) << frame;
    }
  }
}

TEST_F(Record, WithoutACameraEverythingIsSeenAndTheCameraStands) {
  const Ran ran =
      record({scene_, "--size", "64x64", "--background", "#102030", "-o", inFolder("c.#.png")});
  ASSERT_EQ(ran.status, kSuccess) << ran.err;
  const Image first = picture("c.1.png");
  EXPECT_TRUE(isRed(first, 32, 32));
  EXPECT_EQ(pixelAt(first, 1, 1), (std::array<int, 3>{0x10, 0x20, 0x30}));
  EXPECT_NE(first.pixels, picture("c.3.png").pixels);
}

TEST_F(Record, FollowsWhatWalksAwayWhenAsked) {
  for (const bool follows : {false, true}) {
    std::vector<std::string> arguments = {
        scene_, "-f", "1,3", "--size", "48x48", "-o", inFolder("follow.#.png")};
    if (follows) arguments.push_back("--follow");
    ASSERT_EQ(record(arguments).status, kSuccess);
    EXPECT_EQ(picture("follow.1.png").pixels == picture("follow.3.png").pixels, follows);
  }
}

TEST_F(Record, ACameraThatLooksAwaySeesNothing) {
  const Ran ran = record({scene_, "-f", "1", "-c", "Away", "--size", "32x32", "--background",
                          "#000000", "-o", inFolder("d.png")});
  ASSERT_EQ(ran.status, kSuccess) << ran.err;
  for (const std::byte value : picture("d.png").pixels) ASSERT_EQ(int(value), 0);
}

TEST_F(Record, ImpossibleRequestsAreErrors) {
  const std::string out = inFolder("e.png");
  const std::string nowhere = inFolder("nowhere") + "/e.png";
  const struct {
    const char* name;
    std::vector<std::string> arguments;
    int status;
    const char* message;
  } cases[] = {
      {"no such camera",
       {scene_, "-f", "1", "-c", "/Nope", "-o", out},
       kUnreadable,
       "/Cameras/Front"},
      {"no such folder", {scene_, "-f", "1", "-o", nowhere}, kUnreadable, "nowhere/e.png: "},
      {"no such scene", {inFolder("no.usda"), "-f", "1", "-o", out}, kUnreadable, "no.usda"},
      {"one name, many frames", {scene_, "-o", out}, kWrongUsage, "3 frames need a name with #"},
      {"the same before anything is opened",
       {inFolder("no.usda"), "-f", "5:1", "-o", out},
       kWrongUsage,
       "5 frames need a name with #"},
      {"no format",
       {scene_, "-f", "1", "-o", inFolder("e.jpg")},
       kWrongUsage,
       ".png, .exr or .mp4"},
      {"a movie has no alpha",
       {scene_, "--transparent", "-o", inFolder("e.mp4")},
       kWrongUsage,
       "--transparent"},
      {"a sheet as a movie",
       {scene_, "--contactSheet", "2x2", "-o", inFolder("e.mp4")},
       kWrongUsage,
       "--contactSheet"},
      {"no grid", {scene_, "--contactSheet", "2", "-o", out}, kWrongUsage, "COLUMNSxROWS"},
      {"frames of nothing",
       {scene_, "--contactSheet", "9x9", "-o", out},
       kWrongUsage,
       "less than 8 pixels"},
      {"no such text", {scene_, "-f", "1", "--burnIn", "date", "-o", out}, kWrongUsage, "\"date\""},
      {"a layer of nothing",
       {scene_, "-f", "1", "--burnIn", "layer", "-o", out},
       kWrongUsage,
       "layer=/Prim.attribute"},
      {"no such attribute",
       {scene_, "-f", "1", "--burnIn", "layer=/Card.nope", "-o", out},
       kUnreadable,
       "no attribute /Card.nope"},
      {"one name, many turns",
       {scene_, "--turntable", "4", "-o", out},
       kWrongUsage,
       "4 frames need a name with #"},
      {"nowhere to write", {scene_}, kWrongUsage, "--out"},
      {"range backwards", {scene_, "-f", "1:3x-1", "-o", out}, kWrongUsage, "--frames"},
      {"range without end", {scene_, "-f", "1:", "-o", out}, kWrongUsage, "--frames"},
      {"no number", {scene_, "-f", "one", "-o", out}, kWrongUsage, "--frames"},
      {"not finite", {scene_, "-f", "nan", "-o", out}, kWrongUsage, "--frames"},
      {"no height", {scene_, "--size", "100", "-o", out}, kWrongUsage, "--size"},
      {"no area", {scene_, "--size", "0x10", "-o", out}, kWrongUsage, "--size"},
      {"too large", {scene_, "--size", "20000x10", "-o", out}, kWrongUsage, "--size"},
      {"no colour", {scene_, "--background", "blue", "-o", out}, kWrongUsage, "--background"},
      {"no purpose", {scene_, "--purposes", "proxy,all", "-o", out}, kWrongUsage, "--purposes"},
      {"no way of drawing bones", {scene_, "--bones", "many", "-o", out}, kWrongUsage, "--bones"},
      {"no device", {scene_, "--skinning", "abacus", "-o", out}, kWrongUsage, "--skinning"},
  };
  for (const auto& c : cases) {
    std::vector<std::string> arguments = c.arguments;
    if (std::ranges::find(arguments, "--size") == arguments.end()) {
      arguments.insert(arguments.end(), {"--size", "8x8"});
    }
    const Ran ran = record(arguments);
    EXPECT_EQ(ran.status, c.status) << c.name;
    EXPECT_NE(ran.err.find(c.message), std::string::npos) << c.name << ": " << ran.err;
    EXPECT_EQ(ran.out, "") << c.name;
    EXPECT_TRUE(pictureNames().empty()) << c.name;
  }
}

TEST_F(Record, ASceneWithNothingToDrawGivesItsBackground) {
  const std::string empty = write("empty.usda", "#usda 1.0\ndef Xform \"World\"\n{\n}\n");
  const Ran ran =
      record({empty, "--size", "8x4", "--background", "#ff8000", "-o", inFolder("f.png")});
  EXPECT_EQ(ran.status, kSuccess);
  EXPECT_EQ(ran.err, "note: There is nothing to draw.\n");
  const Image image = picture("f.png");
  ASSERT_EQ(image.width, 8);
  for (int x = 0; x < 8; ++x) EXPECT_EQ(pixelAt(image, x, 2), (std::array<int, 3>{255, 128, 0}));
}

TEST_F(Record, InvalidPrimsChangeNoOtherPixel) {
  const auto pictureOf = [&](const std::string& more, std::string& err) {
    const std::string file = write("broken.usda", kScene + more);
    const Ran ran = record({file, "-f", "2", "--size", "64x64", "-o", inFolder("broken.png")});
    EXPECT_EQ(ran.status, kSuccess) << more << ran.err;
    err = ran.err;
    return picture("broken.png");
  };
  const std::string face = "int[] faceVertexCounts = [3]\nint[] faceVertexIndices = [0, 1, 2]\n";
  const std::string points = "point3f[] points = [(0,0,1), (1,0,1), (0,1,1)]\n";
  const std::string place = "uniform token[] xformOpOrder = [\"xformOp:transform\"]\n";
  std::string err;
  const Image alone = pictureOf("", err);
  EXPECT_EQ(err, "");
  const struct {
    const char* name;
    std::string text;
    int problems;
  } cases[] = {
      {"no number", face + "point3f[] points = [(nan,0,1), (1,inf,1), (0,1,1)]\n", 1},
      {"far away", face + "point3f[] points = [(1e30,0,1), (1,0,1), (0,1,1)]\n", 1},
      {"no points", face, 1},
      {"no area", face + "point3f[] points = [(0,0,0), (0,0,0), (0,0,0)]\n", 0},
      {"matrix of no numbers",
       face + points + place +
           "matrix4d xformOp:transform = ((nan,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1))\n",
       1},
      {"scaled to nothing",
       face + points + place +
           "matrix4d xformOp:transform = ((0,0,0,0),(0,0,0,0),(0,0,0,0),(0,0,0,1))\n",
       0},
      {"moved beyond all bounds",
       face + points + place +
           "matrix4d xformOp:transform = ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,1e300,0,1))\n",
       1},
  };
  for (const auto& c : cases) {
    const Image image = pictureOf("def Mesh \"Broken\"\n{\n" + c.text + "}\n", err);
    EXPECT_EQ(image.pixels, alone.pixels) << c.name;
    EXPECT_EQ(std::ranges::count(err, '\n'), c.problems) << c.name << ": " << err;
  }
}

TEST_F(Record, ACameraThatIsNowhereSeesNothing) {
  for (const char* matrix :
       {"((nan,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1))", "((0,0,0,0),(0,0,0,0),(0,0,0,0),(0,0,0,1))",
        "((1,0,0,0),(0,1,0,0),(0,0,1,0),(1e300,0,0,1))"}) {
    const std::string file =
        write("nowhere.usda", kScene + "def Camera \"Nowhere\"\n{\n" +
                                  "matrix4d xformOp:transform = " + matrix +
                                  "\nuniform token[] xformOpOrder = [\"xformOp:transform\"]\n}\n");
    const Ran ran = record({file, "-f", "2", "-c", "Nowhere", "--size", "16x16", "--background",
                            "#000000", "-o", inFolder("nowhere.png")});
    EXPECT_EQ(ran.status, kSuccess) << matrix << ran.err;
    for (const std::byte value : picture("nowhere.png").pixels) ASSERT_EQ(int(value), 0) << matrix;
  }
}

TEST_F(Record, TimesAreALineForTheStartAndOneForEachFrame) {
  for (const char* skinning : {"cpu", "gpu"}) {
    const Ran ran =
        record({scene_, "--times", "--frames", "1:3", "--size", "16x16", "--skinning", skinning});
    ASSERT_EQ(ran.status, kSuccess) << ran.err;
    std::istringstream lines(ran.out);
    std::string line;
    ASSERT_TRUE(std::getline(lines, line));
    const auto start = nlohmann::json::parse(line, nullptr, false);
    for (const char* phase : {"deviceMs", "openMs", "prepareMs"}) {
      ASSERT_TRUE(start.contains(phase)) << line;
      EXPECT_GT(start[phase].get<double>(), 0.0) << phase;
    }
    for (int frame = 1; frame <= 3; ++frame) {
      ASSERT_TRUE(std::getline(lines, line));
      const auto times = nlohmann::json::parse(line, nullptr, false);
      EXPECT_EQ(times["frame"], double(frame));
      EXPECT_EQ(times["triangles"], 2);
      EXPECT_GT(times["uploadedBytes"].get<double>(), 0.0);
      for (const char* phase : {"evaluateMs", "uploadMs", "skinMs", "drawMs", "readMs"}) {
        ASSERT_TRUE(times.contains(phase)) << line;
        EXPECT_GE(times[phase].get<double>(), 0.0) << phase;
      }
    }
    EXPECT_FALSE(std::getline(lines, line)) << line;
    EXPECT_TRUE(pictureNames().empty());
  }
}

TEST(RecordDeathTest, AnOpenGlThatIsTooOldIsSaidOnce) {
  GTEST_FLAG_SET(death_test_style,
                 "threadsafe");  // Starts a process whose driver has not read its settings.
  EXPECT_EXIT(
      {
        setenv("MESA_GL_VERSION_OVERRIDE", "3.3", 1);
        const Ran ran = record({"any.usda", "-f", "1", "--size", "8x8", "-o", "old.png"});
        std::cerr << "lines " << std::ranges::count(ran.err, '\n') << ", out '" << ran.out
                  << "': " << ran.err;
        std::exit(ran.status);
      },
      testing::ExitedWithCode(kFailure), "lines 1, out '': error: .*OpenGL.*4\\.5");
}

}  // namespace usdscope
