// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <numbers>

#include "app/capture/BurnIn.h"
#include "app/capture/ContactSheet.h"
#include "app/capture/FramePixels.h"
#include "app/capture/FrameSteps.h"

namespace usdscope {
namespace {

std::vector<double> numbersOf(const FrameSteps& steps) {
  std::vector<double> numbers;
  for (std::int64_t i = 0; i < steps.count(); ++i) numbers.push_back(steps.at(i).number);
  return numbers;
}

}  // namespace

TEST(BurnInChoice, WordsBecomeItems) {
  const BurnInChoice choice = parseBurnIn("frame,camera,layer=/A.size,clip");
  EXPECT_EQ(choice.problem, "");
  EXPECT_EQ(choice.items, (std::vector{BurnInItem::Frame, BurnInItem::Camera, BurnInItem::Layer,
                                       BurnInItem::Clip}));
  EXPECT_EQ(choice.attribute, Path::fromText("/A.size"));
  EXPECT_TRUE(parseBurnIn("").isEmpty());
  // The selected attribute stands in.
  EXPECT_EQ(parseBurnIn("clip", Path::fromText("/B.points")).attribute,
            Path::fromText("/B.points"));
  EXPECT_EQ(parseBurnIn("clip=/A.b", Path::fromText("/B.points")).attribute,
            Path::fromText("/A.b"));
  for (const char* wrong : {"frames", "layer", "layer=/A", "frame=/A.b", "frame,,time",
                            "layer=/A.b,clip=/A.c", "layer=("}) {
    EXPECT_NE(parseBurnIn(wrong).problem, "") << wrong;
    EXPECT_TRUE(parseBurnIn(wrong).isEmpty()) << wrong;
  }
}

TEST(FrameSteps, FramesTurnsAndSingleTimesAreSteps) {
  EXPECT_EQ(numbersOf(FrameSteps::ofFrames(parseFrames("1:3,7:5x-2"))),
            (std::vector<double>{1, 2, 3, 7, 5}));
  const FrameSteps turn = FrameSteps::ofTurn(24.0, 4);
  EXPECT_EQ(numbersOf(turn), (std::vector<double>{1, 2, 3, 4}));
  EXPECT_EQ(turn.at(3).time, TimeCode(24.0));
  EXPECT_DOUBLE_EQ(turn.at(1).turn, std::numbers::pi / 2.0);
  EXPECT_EQ(turn.numbers().count(), 4);
  EXPECT_TRUE(FrameSteps::ofTime({}).at(0).time.isDefault());
  EXPECT_EQ(numbersOf(FrameSteps::ofTime(12.0)), (std::vector<double>{12}));
}

TEST(FrameSteps, SpreadFramesIncludeBothEnds) {
  const struct {
    const char* frames;
    int count;
    std::vector<double> expected;
  } cases[] = {{"1:10", 4, {1, 4, 7, 10}},
               {"1:10", 1, {1}},
               {"1:3", 12, {1, 2, 3}},
               {"5", 6, {5}},
               {"1:2,11:12", 2, {1, 12}}};
  for (const auto& c : cases) {
    EXPECT_EQ(numbersOf(FrameSteps::spreadOver(parseFrames(c.frames), c.count)), c.expected)
        << c.frames << " " << c.count;
  }
}

TEST(FramePixels, FormatsAreEndings) {
  EXPECT_EQ(formatOfFile("a.####.png"), PictureFormat::Png);
  EXPECT_EQ(formatOfFile("/x.y/A.EXR"), PictureFormat::Exr);
  EXPECT_EQ(formatOfFile("a.mp4"), PictureFormat::Mp4);
  for (const char* name : {"a", "png", "a.jpg", "a.png.", ""}) EXPECT_FALSE(formatOfFile(name));
}

TEST(FramePixels, TextIsBlendedOverAllFormats) {
  const float half[4] = {0.5f, 0.25f, 0.0f, 0.5f};  // Multiplied by alpha: an orange, half there.
  Image linear{2, 1, 4, PixelType::Float, std::vector<std::byte>(2 * sizeof half)};
  std::memcpy(linear.pixels.data(), half, sizeof half);
  std::memcpy(linear.pixels.data() + sizeof half, half, sizeof half);
  const std::vector<std::uint32_t> text = {0, 0xFFFFFFFFu};  // White over the second pixel.

  const Image png = finishedPicture(linear, text, {.isTransparent = true});
  ASSERT_EQ(png.channelCount, 4);
  const auto byteAt = [](const Image& image, std::size_t i) { return int(image.pixels[i]); };
  EXPECT_EQ(byteAt(png, 0), 255);  // 0.5 / 0.5.
  EXPECT_EQ(byteAt(png, 1), 188);  // The display value of 0.5.
  EXPECT_EQ(byteAt(png, 2), 0);
  EXPECT_EQ(byteAt(png, 3), 128);
  for (const std::size_t i : {4u, 5u, 6u, 7u}) EXPECT_EQ(byteAt(png, i), 255);

  const Image exr = finishedPicture(linear, text, {.format = PictureFormat::Exr});
  float pixels[8];
  std::memcpy(pixels, exr.pixels.data(), sizeof pixels);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(pixels[i], half[i]);
  for (int i = 4; i < 8; ++i) EXPECT_EQ(pixels[i], 1.0f);

  Image bytes{2, 1, 3, PixelType::Unorm8, std::vector<std::byte>(6, std::byte{100})};
  const Image shown = finishedPicture(bytes, text, {});
  EXPECT_EQ(byteAt(shown, 0), 100);
  EXPECT_EQ(byteAt(shown, 3), 255);
}

TEST(ContactSheet, GridsAreReadWithinLimits) {
  int columns = 0;
  int rows = 0;
  EXPECT_TRUE(parseGrid("4x3", columns, rows));
  EXPECT_EQ(columns, 4);
  EXPECT_EQ(rows, 3);
  for (const char* wrong : {"", "4", "x", "4x", "x3", "0x1", "4x-1", "101x1", "4x3x2", "4 x3"}) {
    EXPECT_FALSE(parseGrid(wrong, columns, rows)) << wrong;
  }
}

}  // namespace usdscope
