// SPDX-License-Identifier: Apache-2.0
#include "engine/report/clips/ClipMatrix.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>

#include "engine/asset/DefaultResolver.h"
#include "engine/format/LayerCache.h"
#include "engine/stage/Property.h"
#include "engine/stage/clips/ClipSet.h"
#include "tests/support/TestAssets.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

// The first clip plays twice, `gone` is missing, `c` has an attribute with another type and one
// that the manifest does not declare.
StageResult scene() {
  return stageFromTexts(
      {{"/root.usda", R"(
def "M" (
  clips = {
    dictionary walk = {
      asset[] assetPaths = [@a.usda@, @b.usda@, @gone.usda@, @c.usda@]
      double2[] active = [(0, 0), (10, 1), (20, 2), (30, 3), (40, 0)]
      asset manifestAssetPath = @manifest.usda@
      string primPath = "/P"
    }
  }
)
{
  double x
  double y
  def "K" {
    double z
    double w
  }
}
)"},
       {"/a.usda",
        "def \"P\" { double x.timeSamples = {1: 10, 3: 30}\n"
        "double y.timeSamples = {1: 1}\n"
        "def \"K\" { double z.timeSamples = {1: 1}\n } }\n"},
       {"/b.usda",
        "def \"P\" { double x.timeSamples = {1: 10}\n double y\n"
        "def \"K\" { double z.timeSamples = {}\n } }\n"},
       {"/c.usda",
        "def \"P\" { float x.timeSamples = {1: 10}\n"
        "double y.timeSamples = {2: 4}\n"
        "def \"K\" { double w.timeSamples = {1: 1}\n } }\n"},
       {"/manifest.usda", "over \"P\" { double x\n double y = 4\n over \"K\" { double z\n } }\n"}});
}

ClipLane laneOf(const StageResult& result) {
  return clipLanes(result.stage->primAt(Path::fromText("/M")))[0];
}

TEST(ClipMatrix, CellsSayWhatEachClipHas) {
  const StageResult result = scene();
  ASSERT_TRUE(result.stage);
  const auto matrix = readClipMatrix(*result.stage, laneOf(result));
  ASSERT_TRUE(matrix);
  EXPECT_TRUE(matrix->isComplete());
  EXPECT_EQ(matrix->fileCount, 4u);
  EXPECT_EQ(clipMatrixToText(*matrix),
            "Clip set `walk` on /M: 4 attributes in 5 clips\n"
            "  0: a.usda from 0 to 10\n"
            "  1: b.usda from 10 to 20\n"
            "  2: gone.usda from 20 to 30\n"
            "  3: c.usda from 30 to 40\n"
            "  4: a.usda from 40 to inf\n"
            "  /P.x: sample 0-1, no file 2, wrong type 3, sample 4\n"
            "  /P.y: sample 0, gap 1, no file 2, sample 3-4\n"
            "  /P/K.z: sample 0, gap 1, no file 2, gap 3, sample 4\n"
            "  /P/K.w: nothing 0-2, not declared 3, nothing 4\n");
  EXPECT_EQ(matrix->countOf(ClipCell::Gap), 3u);
  EXPECT_EQ(matrix->rows[3].onStage.text(), "/M/K.w");
  EXPECT_FALSE(matrix->rows[3].isDeclared);
  const Json json = clipMatrixToJson(*matrix);
  EXPECT_EQ(json["attributes"][1]["cells"],
            Json::array({"sample", "gap", "no file", "sample", "sample"}));
  EXPECT_EQ(json["clips"][2]["file"], "gone.usda");
}

TEST(ClipMatrix, CellsAgreeWithTheSourcesOfValues) {
  const StageResult result = scene();
  ASSERT_TRUE(result.stage);
  const auto matrix = readClipMatrix(*result.stage, laneOf(result));
  ASSERT_TRUE(matrix);
  for (std::size_t row = 0; row < matrix->rows.size(); ++row) {
    const Path path = matrix->rows[row].onStage;
    const Attribute attribute = result.stage->primAt(path.primPath()).attribute(path.name());
    ASSERT_TRUE(attribute) << path.text();
    for (std::size_t block = 0; block < matrix->lane.blocks.size(); ++block) {
      const ClipBlock& of = matrix->lane.blocks[block];
      const ResolveInfo info = attribute.resolveInfo(TimeCode(of.start + 5.0));
      const bool isOfClip = info.source == ValueSource::Clips && info.layer &&
                            info.layer->identifier() == "/" + of.file;
      const ClipCell cell = matrix->at(block, row);
      EXPECT_EQ(isOfClip, cell == ClipCell::Sample || cell == ClipCell::WrongType)
          << path.text() << " " << block;
    }
  }
}

// The scenes have explicit clips, templates, loops, blocks of manifests, missing values and
// offsets.
TEST(ClipMatrix, ScenesOfTheMuseumAgreeAtRandomTimes) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> times(-5.0, 60.0);
  std::size_t compared = 0;
  for (const auto& entry : std::filesystem::directory_iterator(testAssetsPath() / "museum")) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with("Clip")) continue;
    StageRequest request;
    request.rootLayer = (entry.path() / "root.usda").string();
    const auto resolver = std::make_shared<DefaultResolver>();
    const StageResult result = composeStage(request, std::make_shared<LayerCache>(resolver));
    ASSERT_TRUE(result.stage) << name;
    for (const ClipLane& lane : clipLanesOf(*result.stage)) {
      const auto matrix = readClipMatrix(*result.stage, lane);
      ASSERT_TRUE(matrix);
      const auto& set = (*result.stage->clipSets(result.stage->primAt(lane.prim)))[lane.number];
      for (std::size_t row = 0; row < matrix->rows.size(); ++row) {
        const Path path = matrix->rows[row].onStage;
        for (std::size_t i = 0; matrix->rows[row].isDeclared && i < lane.blocks.size(); ++i) {
          const ClipCell cell = matrix->at(i, row);
          EXPECT_EQ(cell == ClipCell::Sample || cell == ClipCell::WrongType,
                    set->hasOwnValues(i, matrix->rows[row].inClips))
              << name << path.text() << i;
        }
        const Prim prim = result.stage->primAt(path.primPath());
        const Attribute attribute = prim ? prim.attribute(path.name()) : Attribute();
        if (!attribute) continue;
        for (int i = 0; i < 200; ++i) {
          const double time = times(random);
          const ResolveInfo info = attribute.resolveInfo(TimeCode(time));
          if (!info.clip || info.clip->set != lane.set || info.clip->anchor != lane.anchor)
            continue;
          ++compared;
          const std::size_t block = lane.blockAt(time);
          EXPECT_EQ(info.clip->index, lane.blocks[block].index) << name << path.text() << time;
          const ClipCell cell = matrix->at(block, row);
          EXPECT_TRUE(matrix->rows[row].isDeclared) << name << path.text();
          // A clip with values may still take one from elsewhere, before its first sample.
          if (cell == ClipCell::Sample || cell == ClipCell::WrongType) continue;
          EXPECT_NE(info.layer->identifier(),
                    resolver->resolve(lane.blocks[block].file, request.rootLayer))
              << name << path.text() << time;
        }
      }
    }
  }
  EXPECT_GT(compared, 1000u);
}

TEST(ClipMatrix, ReadingLeavesNoClipsInMemory) {
  const StageResult result = scene();
  ASSERT_TRUE(result.stage);
  const ClipLane lane = laneOf(result);
  ASSERT_TRUE(readClipMatrix(*result.stage, lane));
  // The manifest is read like a clip.
  for (const bool isResident : residentBlocks(*result.stage, lane)) EXPECT_FALSE(isResident);
}

TEST(ClipMatrix, FillsFromTheFirstClipOnAndStops) {
  std::string paths;
  std::string active;
  LayerTexts texts;
  for (int i = 0; i < 100; ++i) {
    const std::string name = "c" + std::to_string(i) + ".usda";
    texts["/" + name] =
        i % 3 == 0 ? "def \"P\" {\n}\n" : "def \"P\" { double x.timeSamples = {1: 1}\n }\n";
    paths += (i ? ", @" : "@") + name + "@";
    active += (i ? ", (" : "(") + std::to_string(i) + ", " + std::to_string(i) + ")";
  }
  texts["/manifest.usda"] = "over \"P\" { double x\n }\n";
  texts["/root.usda"] = "def \"M\" (clips = { dictionary default = {\n asset[] assetPaths = [" +
                        paths + "]\n double2[] active = [" + active +
                        "]\n asset manifestAssetPath = @manifest.usda@\n string primPath = \"/P\"\n"
                        "}}) { double x\n }\n";
  const StageResult result = stageFromTexts(texts);
  ASSERT_TRUE(result.stage);
  std::vector<std::size_t> known;
  const auto note = [&](const ClipMatrix& matrix) {
    known.push_back(matrix.readCount);
    EXPECT_EQ(matrix.countOf(ClipCell::Unknown), 100 - matrix.readCount);
    for (std::size_t i = 0; i < matrix.readCount; ++i) {
      EXPECT_EQ(matrix.at(i, 0), i % 3 == 0 ? ClipCell::Gap : ClipCell::Sample);
    }
  };
  const auto matrix = readClipMatrix(*result.stage, laneOf(result), note);
  ASSERT_TRUE(matrix);
  EXPECT_GT(known.size(), 2u);
  EXPECT_TRUE(std::ranges::is_sorted(known));
  EXPECT_EQ(matrix->countOf(ClipCell::Gap), 34u);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_FALSE(readClipMatrix(*result.stage, laneOf(result), {}, stop.get_token()));
}

TEST(ClipMatrix, CoarseLevelsKeepTheWorstCell) {
  std::mt19937 random(7);
  ClipMatrix matrix;
  matrix.lane.blocks.resize(313);
  matrix.rows.resize(57);
  std::uniform_int_distribution<int> rare(0, 400);
  for (std::size_t i = 0; i < matrix.lane.blocks.size() * matrix.rows.size(); ++i) {
    const int number = rare(random);
    matrix.cells.push_back(number < int(kClipCellCount) ? ClipCell(number) : ClipCell::Sample);
  }
  const ClipMatrixLevels levels(matrix);
  const auto exact = [&](std::size_t firstBlock, std::size_t endBlock, std::size_t firstRow,
                         std::size_t endRow) {
    ClipCell worst = ClipCell::Unknown;
    for (std::size_t block = firstBlock; block < endBlock; ++block) {
      for (std::size_t row = firstRow; row < endRow; ++row) {
        worst = std::max(worst, matrix.at(block, row));
      }
    }
    return worst;
  };
  for (int i = 0; i < 2000; ++i) {
    const std::size_t block = std::uniform_int_distribution<std::size_t>(0, 312)(random);
    const std::size_t row = std::uniform_int_distribution<std::size_t>(0, 56)(random);
    const std::size_t blocks = std::uniform_int_distribution<std::size_t>(1, 313 - block)(random);
    const std::size_t rows = std::uniform_int_distribution<std::size_t>(1, 57 - row)(random);
    const ClipCell found = levels.worst(block, block + blocks, row, row + rows);
    EXPECT_GE(found, exact(block, block + blocks, row, row + rows));
    // Neighbours that are taken in are at most as far away as the part is long.
    const std::size_t reach = std::max(blocks, rows);
    EXPECT_LE(
        found,
        exact(block - std::min(block, reach), std::min<std::size_t>(313, block + blocks + reach),
              row - std::min(row, reach), std::min<std::size_t>(57, row + rows + reach)));
    if (blocks <= 2 && rows <= 2) {
      EXPECT_EQ(found, exact(block, block + blocks, row, row + rows));
    }
  }
}

// A row is not blamed for the gaps of its neighbour, however many clips share a pixel.
TEST(ClipMatrix, CoarseLevelsKeepRowsApart) {
  ClipMatrix matrix;
  matrix.lane.blocks.resize(10'000);
  matrix.rows.resize(2);
  for (std::size_t block = 0; block < matrix.lane.blocks.size(); ++block) {
    matrix.cells.push_back(ClipCell::Sample);
    matrix.cells.push_back(block % 1000 == 0 ? ClipCell::Gap : ClipCell::Sample);
  }
  const ClipMatrixLevels levels(matrix);
  for (std::size_t block = 0; block + 40 <= 10'000; block += 40) {
    EXPECT_EQ(levels.worst(block, block + 40, 0, 1), ClipCell::Sample);
  }
  EXPECT_EQ(levels.worst(0, 10'000, 0, 1), ClipCell::Sample);
  EXPECT_EQ(levels.worst(0, 10'000, 1, 2), ClipCell::Gap);
  EXPECT_EQ(levels.worst(980, 1020, 1, 2), ClipCell::Gap);
  EXPECT_EQ(levels.worst(480, 520, 1, 2), ClipCell::Sample);
}

}  // namespace
}  // namespace usdscope
