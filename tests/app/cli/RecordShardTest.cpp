// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "engine/base/Json.h"
#include "tests/app/cli/RunLine.h"
#include "tests/support/NeedsGl.h"
#include "tests/support/TemporaryFolder.h"

namespace usdscope {
namespace {

namespace fs = std::filesystem;

std::map<std::string, std::string> filesIn(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    std::ifstream in(entry.path(), std::ios::binary);
    files[entry.path().filename().string()] = {std::istreambuf_iterator<char>(in), {}};
  }
  return files;
}

class RecordShards : public ::testing::Test {
 protected:
  RecordShards() {
    // The scene grows, so that a camera that frames each shard by itself would differ.
    std::ofstream(folder_ / "a.usda") << R"(#usda 1.0
(
    startTimeCode = 1
    endTimeCode = 9
)
def Cube "Box"
{
    double size.timeSamples = { 1: 1, 9: 4 }
    double3 xformOp:rotateXYZ.timeSamples = { 1: (0, 0, 0), 9: (40, 30, 20) }
    uniform token[] xformOpOrder = ["xformOp:rotateXYZ"]
}
)";
    fs::create_directories(folder_ / "all");
    fs::create_directories(folder_ / "parts");
  }
  Ran record(const char* folder, std::vector<std::string> options = {}) const {
    std::vector<std::string> line = {"record", (folder_ / "a.usda").string(),
                                     "-w",     "64",
                                     "-o",     (folder_ / folder / "f.####.png").string()};
    line.insert(line.end(), options.begin(), options.end());
    return runLine(line);
  }

  const TemporaryFolder folder_;
};

}  // namespace

TEST_F(RecordShards, UnionIsOneRun) {
  if (!needGl()) return;
  ASSERT_EQ(record("all").status, kSuccess);
  for (int index = 1; index <= 4; ++index) {
    const Ran ran = record("parts", {"--shard", std::to_string(index) + "/4"});
    ASSERT_EQ(ran.status, kSuccess) << ran.err;
    EXPECT_EQ(std::ranges::count(ran.out, '\n'), index == 1 ? 3 : 2) << ran.out;
  }
  const auto all = filesIn(folder_ / "all");
  EXPECT_EQ(all.size(), 9u);
  EXPECT_EQ(filesIn(folder_ / "parts"), all);
}

TEST_F(RecordShards, AStoppedRunGoesOn) {
  if (!needGl()) return;
  ASSERT_EQ(record("all").status, kSuccess);
  ASSERT_EQ(record("parts").status, kSuccess);
  fs::remove(folder_ / "parts/f.0004.png");
  fs::remove(folder_ / "parts/f.0005.png");
  const Ran ran = record("parts", {"--skip-existing", "--json"});
  ASSERT_EQ(ran.status, kSuccess) << ran.err;
  std::istringstream lines(ran.out);
  std::size_t drawn = 0;
  std::size_t skipped = 0;
  for (std::string line; std::getline(lines, line);) {
    const Json json = parseJson(line);
    EXPECT_TRUE(fs::exists(json["file"].get<std::string>())) << line;
    (json["skipped"].get<bool>() ? skipped : drawn) += 1;
  }
  EXPECT_EQ(drawn, 2u);
  EXPECT_EQ(skipped, 7u);
  EXPECT_EQ(filesIn(folder_ / "parts"), filesIn(folder_ / "all"));
  EXPECT_EQ(record("parts", {"--skip-existing"}).out, "");
}

TEST_F(RecordShards, PicturesWithoutTheirTexturesStayIncomplete) {
  if (!needGl()) return;
  std::ofstream(folder_ / "a.usda") << R"(#usda 1.0
(
    startTimeCode = 1
    endTimeCode = 4
)
def Cube "Box" (
    prepend apiSchemas = ["MaterialBindingAPI"]
)
{
    rel material:binding = </Mat>
    double size.timeSamples = { 1: 1, 4: 2 }
}
def Material "Mat"
{
    token outputs:surface.connect = </Mat/Surface.outputs:surface>
    def Shader "Surface"
    {
        uniform token info:id = "UsdPreviewSurface"
        color3f inputs:diffuseColor.connect = </Mat/Texture.outputs:rgb>
        token outputs:surface
    }
    def Shader "Texture"
    {
        uniform token info:id = "UsdUVTexture"
        asset inputs:file.timeSamples = { 1: @@, 2: @missing.png@ }
        float3 outputs:rgb
    }
}
)";
  // The first picture does not need the texture.
  const auto incomplete = [&] {
    std::vector<std::string> names;
    for (const auto& [name, bytes] : filesIn(folder_ / "parts")) {
      if (name.ends_with(".status")) names.push_back(name);
    }
    return names;
  };
  using Names = std::vector<std::string>;
  const Names all = {"f.0002.png.status", "f.0003.png.status", "f.0004.png.status"};
  EXPECT_EQ(record("parts", {}).status, kFailure);
  EXPECT_EQ(incomplete(), all);
  // Neither a run that goes on nor a shard takes its own first picture for complete.
  EXPECT_EQ(record("parts", {"--skip-existing"}).status, kFailure);
  EXPECT_EQ(incomplete(), all);
  fs::remove_all(folder_ / "parts");
  fs::create_directories(folder_ / "parts");
  EXPECT_EQ(record("parts", {"--shard", "2/2"}).status, kFailure);
  EXPECT_EQ(incomplete(), Names({"f.0002.png.status", "f.0004.png.status"}));
}

TEST_F(RecordShards, PicturesWithoutTheirClipsAreDrawnAgain) {
  if (!needGl()) return;
  std::ofstream(folder_ / "a.usda") << R"(#usda 1.0
(
    startTimeCode = 1
    endTimeCode = 5
)
def Cube "Box" (
    clips = {
        dictionary default = {
            double2[] active = [(1, 0), (3, 1), (5, 0)]
            asset[] assetPaths = [@./one.usda@, @./two.usda@]
            asset manifestAssetPath = @./manifest.usda@
            string primPath = "/Box"
        }
    }
)
{
}
)";
  std::ofstream(folder_ / "manifest.usda")
      << "#usda 1.0\ndef Cube \"Box\"\n{\n    double size\n}\n";
  // A sample at each frame: between samples the next clip gives one side.
  const char* clip =
      "#usda 1.0\nover \"Box\"\n{\n    double size.timeSamples = { 1: 1, 2: 1.5, 3: 2, 4: 2.5, 5: "
      "3 }\n}\n";
  std::ofstream(folder_ / "one.usda") << clip;
  const auto statuses = [](const Ran& ran) {
    std::istringstream lines(ran.out);
    std::map<int, int> statusOfDrawn;
    for (std::string line; std::getline(lines, line);) {
      const Json json = parseJson(line);
      if (!json["skipped"].get<bool>()) statusOfDrawn[json["frame"]] = json["status"];
    }
    return statusOfDrawn;
  };
  using Statuses = std::map<int, int>;
  const Ran incomplete = record("parts", {"--json"});
  EXPECT_EQ(incomplete.status, kFailure) << incomplete.err;
  EXPECT_NE(incomplete.err.find("two.usda"), std::string::npos) << incomplete.err;
  EXPECT_EQ(statuses(incomplete), (Statuses{{1, 0}, {2, 0}, {3, 1}, {4, 1}, {5, 0}}));
  EXPECT_EQ(filesIn(folder_ / "parts")["f.0003.png.status"], "1\n");
  EXPECT_EQ(filesIn(folder_ / "parts").size(), 7u);
  // The exit status of usdrecord does not depend on clips.
  EXPECT_EQ(record("all", {"--asUsdrecord"}).status, kSuccess);
  EXPECT_EQ(filesIn(folder_ / "all").size(), 5u);

  std::ofstream(folder_ / "two.usda") << clip;
  const Ran again = record("parts", {"--skip-existing", "--json"});
  EXPECT_EQ(again.status, kSuccess) << again.err;
  EXPECT_EQ(statuses(again), (Statuses{{3, 0}, {4, 0}}));
  ASSERT_EQ(record("all").status, kSuccess);
  EXPECT_TRUE(filesIn(folder_ / "parts") == filesIn(folder_ / "all"));
}

TEST_F(RecordShards, PartsOfOneFileAreRefused) {
  EXPECT_EQ(record("all", {"--shard", "5/4"}).status, kWrongUsage);
  EXPECT_EQ(record("all", {"--shard", "1/2", "--turntable", "4"}).status, kWrongUsage);
  EXPECT_EQ(record("all", {"--shard", "1/2", "--contactSheet", "2x2"}).status, kWrongUsage);
}

TEST_F(RecordShards, FirstFrameAlone) {
  if (!needGl()) return;
  ASSERT_EQ(record("all", {"--firstFrame"}).status, kSuccess);
  EXPECT_EQ(filesIn(folder_ / "all").size(), 1u);
  EXPECT_TRUE(fs::exists(folder_ / "all/f.0001.png"));
}

}  // namespace usdscope
