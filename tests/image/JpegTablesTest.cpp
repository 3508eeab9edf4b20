// SPDX-License-Identifier: Apache-2.0
#include "engine/image/detail/JpegTables.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <span>
#include <string>

#include "engine/image/ReadImage.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

std::string sample() {
  std::ifstream in(testAssetsPath() / "image/rgb.jpg", std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::span<const std::byte> bytesOf(const std::string& text) {
  return std::as_bytes(std::span(text));
}

}  // namespace

TEST(JpegTables, ACompleteImageLacksNone) {
  EXPECT_FALSE(jpegScansOf(bytesOf(sample())).lackTables);
  EXPECT_TRUE(readImage(bytesOf(sample())).image);
  EXPECT_FALSE(jpegScansOf({}).lackTables);
  EXPECT_FALSE(jpegScansOf(bytesOf("\x89PNG")).lackTables);
}

TEST(JpegTables, AScanWithoutItsTablesIsRefused) {
  // Each definition in turn becomes a comment.
  std::string image = sample();
  int refused = 0;
  for (std::size_t at = 0; (at = image.find("\xFF\xC4", at)) != std::string::npos; ++at) {
    std::string damaged = image;
    damaged[at + 1] = '\xFE';
    EXPECT_TRUE(jpegScansOf(bytesOf(damaged)).lackTables) << at;
    const ImageResult read = readImage(bytesOf(damaged));
    EXPECT_FALSE(read.image);
    EXPECT_NE(read.problem.find("Huffman"), std::string::npos) << read.problem;
    ++refused;
  }
  EXPECT_GT(refused, 0);
}

TEST(JpegTables, ImagesOfManyScansAreRefused) {
  const std::string image = sample();
  EXPECT_EQ(jpegScansOf(bytesOf(image)).count, 1u);
  EXPECT_EQ(jpegScansOf(bytesOf("\x89PNG")).count, 0u);
  const std::size_t scan = image.find("\xFF\xDA");
  ASSERT_NE(scan, std::string::npos);
  std::string many = image.substr(0, image.size() - 2);
  for (int i = 0; i < 100; ++i) many += image.substr(scan, image.size() - 2 - scan);
  many += image.substr(image.size() - 2);
  EXPECT_EQ(jpegScansOf(bytesOf(many)).count, 101u);
  const ImageResult read = readImage(bytesOf(many));
  EXPECT_FALSE(read.image);
  EXPECT_NE(read.problem.find("more than 100 scans"), std::string::npos) << read.problem;
  // Scans of other images behind the first are not read.
  const std::string first = image + many;
  EXPECT_EQ(jpegScansOf(bytesOf(first)).count, 1u);
  EXPECT_TRUE(readImage(bytesOf(first)).image);
}

}  // namespace usdscope
