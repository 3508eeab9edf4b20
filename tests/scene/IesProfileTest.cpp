// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/IesProfile.h"

#include <cmath>
#include <numbers>
#include <string>

#include "gtest/gtest.h"

namespace usdscope {
namespace {

constexpr auto kPi = std::numbers::pi_v<float>;

float degrees(float value) { return value / 180.0f * kPi; }

// A file of the year 2002 with these angles and intensities. The multiplier is 2 and the factors of
// the ballast are 0.5 and 1.
std::string file(int type, int verticals, int horizontals, const std::string& rest,
                 const std::string& tilt = "TILT=NONE") {
  return "IESNA:LM-63-2002\r\n[TEST] none\r\n[MANUFAC] nobody\r\n" + tilt + "\r\n1 1000 2 " +
         std::to_string(verticals) + " " + std::to_string(horizontals) + " " +
         std::to_string(type) + " 2 0 0 0\r\n0.5 1 50\r\n" + rest + "\r\n";
}

std::shared_ptr<const IesProfile> read(const std::string& text) {
  const IesResult result = readIesProfile(text);
  EXPECT_EQ(result.problem, "") << text;
  EXPECT_TRUE(result.profile) << text;
  return result.profile ? result.profile : std::make_shared<IesProfile>();
}

}  // namespace

TEST(IesProfile, EveryYearIsRead) {
  const std::string numbers = "1 1000 1 3 1 1 2 0 0 0\n1 1 50\n0 90 180\n0\n100, 50 +1e1\n";
  for (const std::string& head :
       {std::string("A lamp\nof the year 1986\n"), std::string("IESNA91\n[TEST] none\n"),
        std::string("IESNA:LM-63-1995\n[TEST] TILT=NONE is below\n"),
        std::string("IESNA:LM-63-2002\r\n[TEST] none\r\n")}) {
    const auto profile = read(head + "TILT=NONE\n" + numbers);
    ASSERT_FALSE(profile->candelas.empty());
    EXPECT_FLOAT_EQ(profile->at(0.0f, 1.0f), 100.0f) << head;
    EXPECT_NEAR(profile->at(degrees(45.0f), 2.0f), 75.0f, 1e-3f) << head;
    EXPECT_NEAR(profile->at(degrees(180.0f), 2.0f), 10.0f, 1e-3f) << head;
  }
}

TEST(IesProfile, FactorsMultiplyAndTiltIsSkipped) {
  const std::string tilt = "TILT=INCLUDE\r\n1\r\n3\r\n0 45 90\r\n1 0.9 0.8";
  const auto profile = read(file(1, 2, 1, "0 90\r\n0\r\n7 7", tilt));
  EXPECT_FLOAT_EQ(profile->at(0.0f, 0.0f), 7.0f);
  EXPECT_EQ(profile->at(degrees(91.0f), 0.0f), 0.0f) << "beyond the angles of the file";
}

TEST(IesProfile, PlanesAreMirrored) {
  const struct {
    const char* name;
    int count;
    const char* planes;
    float expected[4];  // At 30, 150, 210 and 330 degrees.
  } cases[] = {
      {"quadrant", 2, "0 90\n0 0\n90 90\n", {30, 30, 30, 30}},
      {"half", 2, "0 180\n0 0\n180 180\n", {30, 150, 150, 30}},
      {"other half", 2, "90 270\n90 90\n270 270\n", {150, 150, 210, 210}},
      {"whole", 3, "0 180 360\n0 0\n180 180\n0 0\n", {30, 150, 150, 30}},
      {"without the last plane",
       4,
       "0 90 180 270\n0 0\n90 90\n180 180\n90 90\n",
       {30, 150, 150, 30}},
  };
  for (const auto& c : cases) {
    const auto profile = read(file(1, 2, c.count, std::string("0 90\n") + c.planes));
    if (profile->candelas.empty()) continue;
    int i = 0;
    for (const float angle : {30.0f, 150.0f, 210.0f, 330.0f}) {
      EXPECT_NEAR(profile->at(degrees(45.0f), degrees(angle)), c.expected[i++], 0.01f)
          << c.name << ' ' << angle;
    }
  }
}

TEST(IesProfile, TypesAAndBHaveTheirMiddleInTheAxis) {
  // Intensities fall with the horizontal angle alone.
  const std::string rest = "-90 90\n-90 0 90\n10 10\n100 100\n10 10\n";
  for (const int type : {2, 3}) {
    const auto profile = read(file(type, 2, 3, rest));
    if (profile->candelas.empty()) continue;
    EXPECT_NEAR(profile->at(0.0f, 0.0f), 100.0f, 0.01f) << type;
    EXPECT_NEAR(profile->at(degrees(45.0f), 0.0f), 55.0f, 0.01f) << type;
    EXPECT_NEAR(profile->at(degrees(45.0f), degrees(180.0f)), 55.0f, 0.01f) << type;
    EXPECT_NEAR(profile->at(degrees(45.0f), degrees(90.0f)), 100.0f, 0.01f) << type;
  }
}

TEST(IesProfile, PowerIsTheMeanIntensity) {
  EXPECT_NEAR(read(file(1, 2, 1, "0 180\n0\n5 5"))->power, 5.0f, 0.005f);
  EXPECT_NEAR(read(file(1, 2, 1, "0 90\n0\n5 5"))->power, 5.0f, 0.05f) << "a hemisphere";
  // A cosine: its mean over the hemisphere is one half.
  std::string angles;
  std::string values;
  for (int i = 0; i <= 90; ++i) {
    angles += std::to_string(i) + ' ';
    values += std::to_string(std::cos(i * std::numbers::pi / 180.0)) + ' ';
  }
  EXPECT_NEAR(read(file(1, 91, 1, angles + "\n0\n" + values))->power, 0.5f, 0.002f);
}

TEST(IesProfile, AngleScaleTurnsAroundEitherPole) {
  const auto profile = read(file(1, 2, 1, "0 180\n0\n0 180"));
  EXPECT_NEAR(profile->at(degrees(60.0f), 0.0f), 60.0f, 0.01f);
  EXPECT_NEAR(profile->at(degrees(60.0f), 0.0f, 2.0f), 30.0f, 0.01f);
  EXPECT_NEAR(profile->at(degrees(60.0f), 0.0f, 0.5f), 120.0f, 0.01f);
  EXPECT_EQ(profile->at(degrees(100.0f), 0.0f, 0.5f), 0.0f);
  EXPECT_NEAR(profile->at(degrees(60.0f), 0.0f, -2.0f), 120.0f, 0.01f);
  EXPECT_EQ(profile->at(degrees(60.0f), 0.0f, -0.5f), 0.0f);
}

TEST(IesProfile, BrokenFilesAreRefused) {
  const std::string good = file(1, 3, 2, "0 45 90\n0 90\n1 2 3\n4 5 6");
  ASSERT_TRUE(readIesProfile(good).profile);
  const std::size_t end = good.rfind('6');
  for (std::size_t size = 0; size < end; ++size) {
    const IesResult result = readIesProfile(std::string_view(good).substr(0, size));
    EXPECT_FALSE(result.profile) << size;
    EXPECT_FALSE(result.problem.empty()) << size;
  }
  for (const std::string& text :
       {file(1, 1000000000, 1000000000, "0 90\n0\n1 1"), file(1, -1, 1, "0\n0\n1"),
        file(7, 1, 1, "0\n0\n1"), file(1, 2, 1, "90 0\n0\n1 1"), file(1, 2, 1, "0 nan\n0\n1 1"),
        file(1, 2, 1, "0 90\n0\n1 inf"), file(1, 2, 1, "0 90\n0\n1e308 1e308"),
        file(1, 2, 1, "0 90\n0\n0 0"), file(1, 2, 1, "0 90\n0\n1 1", "TILT=INCLUDE\n1\n1e9")}) {
    const IesResult result = readIesProfile(text);
    EXPECT_FALSE(result.profile) << text;
    EXPECT_FALSE(result.problem.empty()) << text;
  }
  EXPECT_FALSE(readIesProfile(std::string(kMostIesBytes + 1, ' ')).profile);
}

}  // namespace usdscope
