// SPDX-License-Identifier: Apache-2.0
#include "engine/image/DisplayTransform.h"

#include <gtest/gtest.h>

#include <array>
#include <fstream>

#include "tests/support/TemporaryFolder.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

class DisplayTransforms : public testing::Test {
 protected:
  void SetUp() override {
    if (!canUseOpenColorIo()) GTEST_SKIP() << "Built without OpenColorIO.";
  }

  const std::string config_ = (testAssetsPath() / "color/views.ocio").string();
};

}  // namespace

TEST_F(DisplayTransforms, ViewsOfDisplaysEncodeColours) {
  const struct {
    DisplayTransformChoice choice;
    std::array<float, 4> expected;
  } cases[] = {
      {{config_, "", "", ""}, {0.5f, 1.0f, 2.0f, 1.0f}},
      {{config_, "Screen", "", ""}, {0.5f, 1.0f, 2.0f, 1.0f}},
      {{config_, "Screen", "Plain", ""}, {0.25f, 1.0f, 4.0f, 1.0f}},
      {{config_, "Paper", "", ""}, {0.125f, 0.5f, 2.0f, 1.0f}},
      {{config_, "Screen", "Plain", "half"}, {0.5f, 2.0f, 8.0f, 1.0f}},
      {{config_, "Screen", "Root", "root"}, {0.25f, 1.0f, 4.0f, 1.0f}},
      {{config_, "Paper", "Dim", ""}, {0.0625f, 0.25f, 1.0f, 1.0f}},
      {{config_, "Paper", "Dim", "", "red"}, {0.25f, 0.0f, 0.0f, 1.0f}},
      {{config_, "Screen", "Root", "", "quarter"}, {0.25f, 0.5f, 1.0f, 1.0f}},
      {{config_, "Screen", "Plain", "", "quarter, red"}, {0.0625f, 0.0f, 0.0f, 1.0f}},
      {{config_, "Screen", "Plain", "", "-quarter"}, {1.0f, 4.0f, 16.0f, 1.0f}},
  };
  for (const auto& c : cases) {
    const std::string name =
        c.choice.display + ' ' + c.choice.view + ' ' + c.choice.colorSpace + ' ' + c.choice.looks;
    const DisplayTransformResult result = makeDisplayTransform(c.choice);
    ASSERT_TRUE(result.transform) << name << ": " << result.problem;
    EXPECT_EQ(result.problem, "");
    std::array<float, 8> pixels{0.25f, 1.0f, 4.0f, 1.0f, 0.0f, 0.0f, 0.0f, 1.0f};
    result.transform->apply(pixels);
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_NEAR(pixels[i], c.expected[i], 1e-3f) << name << ' ' << i;
      EXPECT_NEAR(pixels[4 + i], i == 3 ? 1.0f : 0.0f, 1e-4f) << name << ' ' << i;
    }
    result.transform->apply({});
  }
}

TEST_F(DisplayTransforms, ProblemsSayWhatIsWrong) {
  const TemporaryFolder folder;
  const std::string broken = (folder / "broken.ocio").string();
  std::ofstream(broken) << "ocio_profile_version: 1\ndisplays: [";
  const std::string bare = (folder / "bare.ocio").string();
  std::ofstream(bare) << "ocio_profile_version: 1\ndisplays: {}\ncolorspaces: []\n";
  const auto written = [&](const char* name, const char* displays, const char* transform) {
    const std::string file = (folder / name).string();
    std::ofstream(file) << "ocio_profile_version: 2\nroles: {default: linear}\ndisplays: "
                        << displays << "\ncolorspaces:\n  - !<ColorSpace> {name: linear}\n"
                        << "  - !<ColorSpace>\n    name: film\n    from_scene_reference: "
                        << transform << "\n";
    return file;
  };
  constexpr const char* kCube = "!<FileTransform> {src: film.cube}";
  const std::string without = written("without.ocio", "{}", kCube);
  const std::string lone = written("lone.ocio", "{Lone: []}", kCube);
  const std::string noTable =
      written("table.ocio", "{Screen: [!<View> {name: Film, colorspace: film}]}", kCube);
  const std::string badTable =
      written("bad.ocio", "{Screen: [!<View> {name: Film, colorspace: film}]}",
              "!<FileTransform> {src: bad.cube}");
  std::ofstream(folder / "bad.cube") << "LUT_3D_SIZE 2\n0 0 0\nrubbish\n";
  const std::string noSpace =
      written("space.ocio", "{Screen: [!<View> {name: Film, colorspace: nowhere}]}", kCube);
  const struct {
    DisplayTransformChoice choice;
    const char* part;
  } cases[] = {
      {{(folder / "gone.ocio").string(), "", "", ""}, "gone.ocio does not exist."},
      {{(config_ + "/inside"), "", "", ""}, "views.ocio/inside does not exist."},
      {{broken, "", "", ""}, "broken.ocio"},
      {{bare, "", "", ""}, "bare.ocio"},
      {{without, "", "", ""}, "without.ocio names no display that has a view."},
      {{lone, "", "", ""}, "lone.ocio names no display that has a view."},
      {{lone, "Lone", "", ""}, "lone.ocio names no display that has a view."},
      {{noTable, "", "", ""}, "film.cube"},
      {{badTable, "", "", ""}, "bad.cube"},
      {{noSpace, "", "", ""}, "nowhere"},
      {{"ocio://gone", "", "", ""}, "ocio://gone"},
      {{config_, "Wall", "", ""}, "no display Wall, but: Screen, Paper."},
      {{config_, "Paper", "Root", ""}, "no view Root, but: Half, Dim."},
      {{config_, "", "", "log"}, "no color space log, but: linear, root, half."},
      {{config_, "", "", "", "gone"}, "gone"},
      {{"/dev/zero", "", "", ""}, "/dev/zero is not a file."},
      {{folder.path().string(), "", "", ""}, "is not a file."},
  };
  for (const auto& c : cases) {
    const DisplayTransformResult result = makeDisplayTransform(c.choice);
    EXPECT_FALSE(result.transform) << c.part;
    EXPECT_NE(result.problem.find(c.part), std::string::npos) << result.problem;
    EXPECT_EQ(result.problem.find('\n'), std::string::npos) << result.problem;
    EXPECT_EQ(result.problem.find("  "), std::string::npos) << result.problem;
    EXPECT_TRUE(result.problem.ends_with('.')) << result.problem;
  }
}

TEST_F(DisplayTransforms, NamesAreThoseOfTheConfiguration) {
  const DisplayNames names = readDisplayNames(config_);
  EXPECT_EQ(names.problem, "");
  EXPECT_EQ(names.defaultDisplay, "Screen");
  ASSERT_EQ(names.displays.size(), 2u);
  EXPECT_EQ(names.displays[0], (DisplayViews{"Screen", {"Root", "Plain"}, "Root"}));
  EXPECT_EQ(names.displays[1], (DisplayViews{"Paper", {"Half", "Dim"}, "Half"}));
  EXPECT_EQ(names.colorSpaces, (std::vector<std::string>{"linear", "root", "half"}));
  EXPECT_EQ(names.looks, (std::vector<std::string>{"quarter", "red"}));
  EXPECT_EQ(readDisplayNames("/dev/zero").problem, "The configuration /dev/zero is not a file.");
  const DisplayNames gone = readDisplayNames(config_ + ".gone");
  EXPECT_TRUE(gone.displays.empty());
  EXPECT_NE(gone.problem.find("views.ocio.gone"), std::string::npos) << gone.problem;
  const TemporaryFolder folder;
  const std::string without = (folder / "without.ocio").string();
  std::ofstream(without) << "ocio_profile_version: 2\nroles: {default: linear}\ncolorspaces:\n"
                         << "  - !<ColorSpace> {name: linear}\n";
  EXPECT_EQ(readDisplayNames(without).problem,
            "The configuration " + without + " names no display that has a view.");
}

TEST(DisplayTransformsWithoutOpenColorIo, ProblemSaysSo) {
  if (canUseOpenColorIo()) GTEST_SKIP() << "Built with OpenColorIO.";
  const DisplayTransformResult result = makeDisplayTransform({});
  EXPECT_FALSE(result.transform);
  EXPECT_NE(result.problem.find("without OpenColorIO"), std::string::npos) << result.problem;
  EXPECT_EQ(openColorIoVersion(), "");
  EXPECT_EQ(readDisplayNames("views.ocio").problem, result.problem);
}

}  // namespace usdscope
