// SPDX-License-Identifier: Apache-2.0
#include "engine/image/ReadVdb.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <iterator>

#include "engine/asset/DefaultResolver.h"
#include "tests/support/TemporaryFolder.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

class ReadVdb : public testing::Test {
 protected:
  void SetUp() override {
    if (!canReadVdb()) GTEST_SKIP() << "Built without OpenVDB.";
  }

  static std::string pathOf(const char* file) {
    return (testAssetsPath() / "volumes" / file).string();
  }
  DenseGridResult read(const char* file, const char* name, int index = 0,
                       std::size_t mostValues = kMostGridValues) {
    return readVdbField(resolver_, pathOf(file), {name, index}, mostValues);
  }
  static std::string bytesOf(const char* file) {
    std::ifstream stream(pathOf(file), std::ios::binary);
    return {(std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>()};
  }
  DenseGridResult readBytes(const std::string& bytes, const char* name,
                            std::size_t mostValues = 4096) {
    const std::string path = (folder_.path() / "changed.vdb").string();
    std::ofstream(path, std::ios::binary) << bytes;
    return readVdbField(resolver_, path, {name, 0}, mostValues);
  }

  const TemporaryFolder folder_;

  DefaultResolver resolver_;
};

// The bytes of numbers in a file.
template <typename... Numbers>
std::string packed(Numbers... numbers) {
  std::string bytes;
  const auto append = [&](auto number) {
    const auto raw = std::bit_cast<std::array<char, sizeof(number)>>(number);
    bytes.append(raw.data(), raw.size());
  };
  (append(numbers), ...);
  return bytes;
}

// The most bytes that this process has had in memory.
std::size_t mostMemory() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return std::size_t(used.ru_maxrss) * 1024;
}

// The tile of shapes.vdb that fills [0, 4095]³, in the root of "vast".
std::string vastTile(int x, float value) { return packed(x, 0, 0, value, std::int8_t(1)); }

// The place of a point of grid space.
std::array<double, 3> placeOf(const DenseGrid& grid, std::array<double, 3> point) {
  std::array<double, 3> local{};
  for (std::size_t column = 0; column < 3; ++column) {
    local[column] = grid.localFromGrid[12 + column];
    for (std::size_t row = 0; row < 3; ++row) {
      local[column] += point[row] * grid.localFromGrid[row * 4 + column];
    }
  }
  return local;
}

}  // namespace

TEST(DenseGrid, ResolutionFitsTheLimits) {
  const struct {
    std::array<long long, 3> voxels;
    std::size_t mostValues;
    std::array<int, 3> size;
    int voxelsPerCell;
  } cases[] = {
      {{8, 8, 8}, 512, {8, 8, 8}, 1},
      {{8, 8, 8}, 511, {4, 4, 4}, 2},
      {{9, 5, 1}, 20, {5, 3, 1}, 2},
      {{1025, 1, 1}, 1u << 20, {513, 1, 1}, 2},
      {{1LL << 31, 1LL << 31, 1LL << 31}, 1000, {10, 10, 10}, 214748365},
  };
  for (const auto& c : cases) {
    const auto found = gridResolution(c.voxels, 1, c.mostValues);
    ASSERT_TRUE(found) << c.voxels[0];
    EXPECT_EQ(found->size, c.size) << c.voxels[0];
    EXPECT_EQ(found->voxelsPerCell, c.voxelsPerCell) << c.voxels[0];
  }
  EXPECT_EQ(gridResolution({8, 8, 8}, 3, 512)->voxelsPerCell, 2);
  EXPECT_FALSE(gridResolution({1LL << 33, 1, 1}, 1));
}

TEST(DenseGrid, BuildsWithoutOpenVdbSaySo) {
  if (canReadVdb()) GTEST_SKIP() << "Built with OpenVDB.";
  const DenseGridResult result = readVdbField(DefaultResolver(), "/nowhere.vdb", {"density", 0});
  EXPECT_FALSE(result.grid);
  EXPECT_NE(result.problem.find("OpenVDB"), std::string::npos);
}

TEST_F(ReadVdb, ValuesAndPlace) {
  const DenseGridResult result = read("shapes.vdb", "steps");
  ASSERT_TRUE(result.grid) << result.problem;
  const DenseGrid& grid = *result.grid;
  EXPECT_EQ(grid.size, (std::array<int, 3>{4, 3, 2}));
  EXPECT_EQ(grid.channelCount, 1);
  ASSERT_EQ(grid.values.size(), 24u);
  EXPECT_EQ(grid.values[0], 1.0f);
  EXPECT_EQ(grid.values[3], 4.0f);
  EXPECT_EQ(grid.values[4], 11.0f);
  EXPECT_EQ(grid.values[12], 101.0f);
  EXPECT_EQ(grid.values[23], 124.0f);
  EXPECT_EQ(grid.largest, 124.0f);
  // Voxel (2, -1, 5) has its middle at 0.5 * (2, -1, 5) + (1, 0, 0).
  EXPECT_EQ(placeOf(grid, {0.5, 0.5, 0.5}), (std::array<double, 3>{2.0, -0.5, 2.5}));
  EXPECT_EQ(placeOf(grid, {4, 3, 2}), (std::array<double, 3>{3.75, 0.75, 3.25}));
}

TEST_F(ReadVdb, FieldsOfEqualNamesHaveAnIndex) {
  for (const int index : {0, 1}) {
    const DenseGridResult result = read("fog.vdb", "density", index);
    ASSERT_TRUE(result.grid) << result.problem;
    EXPECT_EQ(result.grid->size, (std::array<int, 3>{8, 8, 8}));
    for (const float value : result.grid->values) EXPECT_EQ(value, index == 0 ? 1.5f : 3.0f);
    EXPECT_EQ(placeOf(*result.grid, {0, 0, 0}), (std::array<double, 3>{-1, -1, -1}));
    EXPECT_EQ(placeOf(*result.grid, {8, 8, 8}), (std::array<double, 3>{1, 1, 1}));
  }
}

TEST_F(ReadVdb, VectorsHaveThreeChannels) {
  const DenseGridResult result = read("fog.vdb", "emission");
  ASSERT_TRUE(result.grid) << result.problem;
  EXPECT_EQ(result.grid->channelCount, 3);
  ASSERT_EQ(result.grid->values.size(), 3u * 512);
  EXPECT_EQ(result.grid->values[0], 0.5f);
  EXPECT_EQ(result.grid->values[1], 0.25f);
  EXPECT_EQ(result.grid->values.back(), 0.125f);
}

TEST_F(ReadVdb, LargeFieldsHaveMeans) {
  const DenseGridResult result = read("shapes.vdb", "vast", 0, 4096);
  ASSERT_TRUE(result.grid) << result.problem;
  const DenseGrid& grid = *result.grid;
  EXPECT_LE(grid.values.size(), 4096u);
  EXPECT_GT(grid.values.size(), 1024u);
  // The sum over all voxels stays: a tile of 4096³ halves, and one voxel of 8.
  double sum = 0.0;
  for (const float value : grid.values) sum += value;
  const double cell = std::pow(grid.voxelsPerCell, 3.0);
  EXPECT_NEAR(sum * cell / (0.5 * std::pow(4096.0, 3.0) + 8.0), 1.0, 1e-5);
  EXPECT_NEAR(grid.largest, 0.5f, 1e-6f);
}

TEST_F(ReadVdb, LevelSetsAreDensities) {
  const DenseGridResult result = read("shapes.vdb", "ball");
  ASSERT_TRUE(result.grid) << result.problem;
  EXPECT_TRUE(result.grid->wasLevelSet);
  const std::array<int, 3>& size = result.grid->size;
  const auto at = [&](int x, int y, int z) {
    return result.grid->values[std::size_t((z * size[1] + y) * size[0] + x)];
  };
  EXPECT_EQ(at(0, size[1] / 2, size[2] / 2), 0.0f);
  EXPECT_GT(at(size[0] / 2, size[1] / 2, size[2] / 2), 0.95f);
}

TEST_F(ReadVdb, EmptyFieldsHaveNoGridAndNoProblem) {
  const DenseGridResult result = read("shapes.vdb", "nothing");
  EXPECT_FALSE(result.grid);
  EXPECT_EQ(result.problem, "");
}

TEST_F(ReadVdb, ProblemsSayWhatIsWrong) {
  const struct {
    const char* file;
    const char* name;
    int index;
    const char* part;
  } cases[] = {
      {"fog.vdb", "smoke", 0, "no field with the name \"smoke\"; it has density, density"},
      {"fog.vdb", "density", 2, "no field 2 of the name density"},
      {"fog.vdb", "mask", 0, "type bool"},
      {"shapes.vdb", "frustum", 0, "frustum of a camera"},
      {"missing.vdb", "density", 0, "No such file"},
      {"make_volumes.cpp", "density", 0, "not an OpenVDB file"},
  };
  for (const auto& c : cases) {
    const DenseGridResult result = read(c.file, c.name, c.index);
    EXPECT_FALSE(result.grid) << c.name;
    EXPECT_NE(result.problem.find(c.part), std::string::npos) << result.problem;
  }
}

TEST_F(ReadVdb, CutFilesAreProblems) {
  const std::string whole = bytesOf("puff.1.vdb");
  ASSERT_GT(whole.size(), 100u);
  for (std::size_t size = 0; size + 1 < whole.size(); size += 1 + whole.size() / 97) {
    const DenseGridResult result = readBytes(whole.substr(0, size), "density");
    EXPECT_FALSE(result.grid) << size;
    EXPECT_NE(result.problem, "") << size;
  }
}

TEST_F(ReadVdb, FlippedBytesEndWithoutCrash) {
  const struct {
    const char* file;
    const char* name;
    std::size_t wholeSize;  // All of these bytes change, and every 97th of the others.
  } cases[] = {
      {"puff.1.vdb", "density", 256},
      {"fog.vdb", "emission", 0},
      {"shapes.vdb", "steps", 0},
      {"shapes.vdb", "ball", 0},
  };
  constexpr std::array<int, 3> kBits{0x80, 0xFF, 0x01};
  const std::size_t before = mostMemory();
  std::size_t count = 0;
  for (const auto& c : cases) {
    std::string bytes = bytesOf(c.file);
    for (std::size_t i = 0; i < bytes.size(); i += i < c.wholeSize ? 1 : 97) {
      const char byte = bytes[i];
      bytes[i] = char(byte ^ kBits[count++ % kBits.size()]);
      const DenseGridResult result = readBytes(bytes, c.name, 512);
      bytes[i] = byte;
      if (!result.grid) continue;
      EXPECT_LE(result.grid->values.size(), 512u) << c.file << " " << i;
      for (const float value : result.grid->values) {
        ASSERT_LE(std::abs(value), kMostGridValue) << c.file << " " << i;
      }
    }
  }
  EXPECT_LT(mostMemory() - before, std::size_t{1} << 30);
}

TEST_F(ReadVdb, SizesAreCheckedBeforeMemoryIsAllocated) {
  const std::string whole = bytesOf("puff.1.vdb");
  const std::size_t name = whole.find("density");
  const std::size_t type = whole.find("Tree_float_5_4_3");
  const std::size_t metadata = whole.find("string");
  const std::size_t transform = whole.find("UniformScale");
  for (const std::size_t text : {name, type, metadata, transform}) {
    ASSERT_NE(text, std::string::npos);
    std::string bytes = whole;
    bytes.replace(text - 4, 4, packed(0xFFFFFFFFu));
    const DenseGridResult result = readBytes(bytes, "density");
    EXPECT_FALSE(result.grid) << text;
    EXPECT_NE(result.problem, "") << text;
  }
}

TEST_F(ReadVdb, TypesAreRefusedBeforeTheirValuesAreRead) {
  std::string bytes = bytesOf("fog.vdb");
  const std::string type = "Tree_bool_5_4_3";
  // The name of a parent and three places follow.
  bytes.resize(bytes.find(type) + type.size() + 4 + 24);
  const DenseGridResult result = readBytes(bytes, "mask");
  EXPECT_NE(result.problem.find("type bool"), std::string::npos) << result.problem;
}

TEST_F(ReadVdb, ValuesFitIntoHalfFloats) {
  for (const float value : {1e6f, 3e38f}) {
    std::string bytes = bytesOf("shapes.vdb");
    const std::size_t place = bytes.find(vastTile(0, 0.5f));
    ASSERT_NE(place, std::string::npos);
    bytes.replace(place, vastTile(0, value).size(), vastTile(0, value));
    const DenseGridResult result = readBytes(bytes, "vast");
    ASSERT_TRUE(result.grid) << result.problem;
    EXPECT_EQ(result.grid->largest, kMostGridValue);
  }
}

TEST_F(ReadVdb, TilesThatOverlapOrLieFarAwayAreProblems) {
  const std::string whole = bytesOf("shapes.vdb");
  const std::size_t place = whole.find(vastTile(0, 0.5f));
  ASSERT_NE(place, std::string::npos);
  const auto withTiles = [&](std::uint32_t count, int first) {
    std::string tiles = packed(count) + whole.substr(place - 4, 4);
    for (std::uint32_t i = 0; i < count; ++i) tiles += vastTile(first + int(i), 0.5f);
    std::string bytes = whole;
    return bytes.replace(place - 8, 8 + vastTile(0, 0.5f).size(), tiles);
  };
  EXPECT_TRUE(readBytes(withTiles(1, 0), "vast").grid);
  const struct {
    std::uint32_t count;
    int first;
    const char* part;
  } cases[] = {
      {1000, 0, "its tiles overlap"},
      {1, 0x7FFFF000, "lies too far away"},
      {1, -0x7FFFFFFF, "lies too far away"},
      {0xFFFF, 0x3FFFFFF0, "lies too far away"},
  };
  for (const auto& c : cases) {
    const DenseGridResult result = readBytes(withTiles(c.count, c.first), "vast");
    EXPECT_FALSE(result.grid) << c.part;
    EXPECT_NE(result.problem.find(c.part), std::string::npos) << result.problem;
  }
}

}  // namespace usdscope
