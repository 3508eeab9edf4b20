// SPDX-License-Identifier: Apache-2.0
#include "engine/image/ScreenMatrix.h"

#include <gtest/gtest.h>

#include <string>

namespace usdscope {
namespace {

// The header of an EXR file with a matrix of this name.
std::string headerWith(const std::string& name) {
  std::string header("\x76\x2f\x31\x01\x02\0\0\0", 8);
  header += std::string("compression\0compression\0\x01\0\0\0\x03", 29);
  header += name + std::string("\0m44f\0\x40\0\0\0", 10);
  float matrix[16];
  for (int i = 0; i < 16; ++i) matrix[i] = float(i) * 0.5f;
  header.append(reinterpret_cast<const char*>(matrix), sizeof(matrix));
  return header + std::string(1, '\0');
}

std::optional<ScreenMatrix> matrixOf(std::string_view header) {
  return readScreenMatrix(std::as_bytes(std::span(header.data(), header.size())));
}

}  // namespace

TEST(ScreenMatrix, HeadersOfExrFilesHaveMatrices) {
  for (const char* name : {"worldtoscreen", "worldToNDC"}) {
    const auto matrix = matrixOf(headerWith(name));
    ASSERT_TRUE(matrix) << name;
    EXPECT_EQ((*matrix)[3], 1.5);
    EXPECT_EQ((*matrix)[15], 7.5);
  }
  EXPECT_FALSE(matrixOf(headerWith("worldToCamera")));
}

TEST(ScreenMatrix, HeadersThatAreCutOffHaveNone) {
  const std::string header = headerWith("worldtoscreen");
  for (std::size_t size = 0; size + 1 < header.size(); ++size) {
    EXPECT_FALSE(matrixOf(std::string_view(header).substr(0, size))) << size;
  }
}

}  // namespace usdscope
