// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "engine/image/ReadImage.h"
#include "tests/support/TemporaryFolder.h"

namespace usdscope {

/// A camera that looks along -Z from z = 10, and shows [-2, 2] by [-1, 1].
inline constexpr const char* kFrontCamera = R"(def Camera "Front"
{
    token projection = "orthographic"
    float horizontalAperture = 40
    float verticalAperture = 20
    float2 clippingRange = (1, 100)
    double3 xformOp:translate = (0, 0, 10)
    uniform token[] xformOpOrder = ["xformOp:translate"]
}
)";

/// A test that records pictures in a folder of its own.
struct RecordedScene : testing::Test {
  const TemporaryFolder folder;

  std::string inFolder(const std::string& name) const { return (folder / name).string(); }
  /// Writes a file. Returns its path.
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder / name) << text;
    return inFolder(name);
  }
  /// Reads a picture. If that fails, the test does, and the result is one black pixel.
  Image picture(const std::string& name) const {
    const ImageResult read = readImageFile(inFolder(name));
    EXPECT_TRUE(read.image) << name << ": " << read.problem;
    return read.image.value_or(Image{1, 1, 3, PixelType::Unorm8, std::vector<std::byte>(3)});
  }
};

}  // namespace usdscope
