// SPDX-License-Identifier: Apache-2.0
#include "engine/render/CameraAperture.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "engine/render/CameraFrustum.h"

namespace usdscope {
namespace {

// Returns where the corner of the aperture lies in the picture, from the camera's own numbers.
glm::dvec2 cornerInPicture(const SceneCamera& camera, double pictureAspect) {
  const CameraFrustum frustum =
      makeFrustum(viewOfAperture(camera, pictureAspect), int(pictureAspect * 1000), 1000, {});
  const double depth = 7.0;
  // A point on the edge of the aperture: apertures and focal length have one unit.
  const double scale = camera.isOrthographic ? 0.1 : depth / camera.focalLength;
  const glm::dvec3 corner(
      (camera.horizontalAperture * 0.5 + camera.horizontalApertureOffset) * scale,
      (camera.verticalAperture * 0.5 + camera.verticalApertureOffset) * scale, -depth);
  const auto clip = frustum.clipFromWorld(corner);
  return clip ? glm::dvec2(*clip) : glm::dvec2(0.0);
}

}  // namespace

TEST(CameraAperture, ItsCornerIsWhereThePictureSays) {
  SceneCamera wide{.horizontalAperture = 40.0, .verticalAperture = 10.0, .focalLength = 35.0};
  SceneCamera square{.horizontalAperture = 20.0, .verticalAperture = 20.0, .focalLength = 50.0};
  SceneCamera shifted = wide;
  shifted.horizontalApertureOffset = 4.0;
  shifted.verticalApertureOffset = -2.0;
  SceneCamera orthographic = wide;
  orthographic.isOrthographic = true;
  for (const SceneCamera& camera : {wide, square, shifted, orthographic}) {
    for (const double aspect : {0.5, 1.0, 2.0, 4.0, 6.0}) {
      const glm::dvec2 expected = cornerInPicture(camera, aspect);
      const glm::dvec2 half = apertureInPicture(camera, aspect);
      EXPECT_NEAR(half.x, expected.x, 1e-9) << aspect;
      EXPECT_NEAR(half.y, expected.y, 1e-9) << aspect;
      EXPECT_NEAR(std::max(half.x, half.y), 1.0, 1e-9) << "it fits as tightly as it can";
    }
  }
}

TEST(CameraAperture, WidePicturesShowTheUsualView) {
  const SceneCamera camera{.horizontalAperture = 20.0, .verticalAperture = 10.0};
  EXPECT_EQ(viewOfAperture(camera, 3.0).verticalFovRadians, viewOf(camera).verticalFovRadians);
}

TEST(CameraAperture, BadAperturesAreHarmless) {
  for (const double bad : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(),
                           std::numeric_limits<double>::infinity()}) {
    SceneCamera camera;
    camera.horizontalAperture = bad;
    EXPECT_GT(apertureAspect(camera), 0.0);
    camera.verticalAperture = bad;
    for (const double aspect : {1.0, bad}) {
      const glm::dvec2 half = apertureInPicture(camera, aspect);
      EXPECT_TRUE(std::isfinite(half.x) && std::isfinite(half.y));
      EXPECT_GT(std::min(half.x, half.y), 0.0);
    }
  }
}

}  // namespace usdscope
