// SPDX-License-Identifier: Apache-2.0
#include "engine/render/CameraFrustum.h"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <limits>

namespace usdscope {
namespace {

glm::dvec3 project(const CameraFrustum& frustum, const glm::dvec3& world) {
  const glm::dvec4 clip = frustum.clipFromRelative * glm::dvec4(world - frustum.position, 1.0);
  return glm::dvec3(clip) / clip.w;
}

Box boxAround(const glm::dvec3& center, double half) { return {center - half, center + half}; }

std::vector<glm::dvec3> cornersOf(const Box& box) {
  std::vector<glm::dvec3> corners;
  for (int i = 0; i < 8; ++i) {
    corners.emplace_back((i & 1) ? box.max.x : box.min.x, (i & 2) ? box.max.y : box.min.y,
                         (i & 4) ? box.max.z : box.min.z);
  }
  return corners;
}

}  // namespace

TEST(Framing, ShowsAllOfTheBounds) {
  const struct {
    const char* name;
    Box bounds;
  } cases[] = {
      {"cube", {glm::dvec3(-1.0), glm::dvec3(1.0)}},
      {"far away", {glm::dvec3(1e6, 2e6, 3e6), glm::dvec3(1e6 + 1, 2e6 + 5, 3e6 + 2)}},
      {"flat", {glm::dvec3(-10, 0, -10), glm::dvec3(10, 0, 10)}},
      {"tall", {glm::dvec3(-0.1, 0, -0.1), glm::dvec3(0.1, 180, 0.1)}},
      {"tiny", {glm::dvec3(0), glm::dvec3(1e-4)}},
  };
  for (const auto& c : cases) {
    for (const bool isZUp : {false, true}) {
      for (const double aspect : {0.5, 1.0, 2.35}) {
        const ViewCamera camera = framing(c.bounds, isZUp, aspect);
        const CameraFrustum frustum =
            makeFrustum(camera, static_cast<int>(1000 * aspect), 1000, c.bounds);
        double widest = 0.0;
        for (const glm::dvec3& corner : cornersOf(c.bounds)) {
          const glm::dvec3 clip = project(frustum, corner);
          EXPECT_LE(std::abs(clip.x), 1.0) << c.name;
          EXPECT_LE(std::abs(clip.y), 1.0) << c.name;
          EXPECT_GE(clip.z, 0.0) << c.name;
          EXPECT_LE(clip.z, 1.0) << c.name;
          widest = std::max({widest, std::abs(clip.x), std::abs(clip.y)});
        }
        EXPECT_GT(widest, 0.8) << c.name << ": fills the picture";
        // The camera stands a little above the centre.
        EXPECT_GT((frustum.position - c.bounds.center())[isZUp ? 2 : 1], 0.0) << c.name;
        const glm::dvec3 up(0.0, isZUp ? 0.0 : 1.0, isZUp ? 1.0 : 0.0);
        EXPECT_GT(glm::dot(glm::dvec3(camera.worldFromView[1]), up), 0.5) << c.name;
      }
    }
  }
}

TEST(Framing, EmptyOrEndlessBoundsGiveACamera) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const Box& box :
       {Box{}, Box{glm::dvec3(0), glm::dvec3(infinity)}, Box{glm::dvec3(1), glm::dvec3(1)}}) {
    const ViewCamera camera = framing(box, false, 1.0);
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < 4; ++j) EXPECT_TRUE(std::isfinite(camera.worldFromView[i][j]));
    }
  }
}

TEST(CameraFrustum, PlanesFitTheScene) {
  ViewCamera camera;
  camera.worldFromView[3] = glm::dvec4(0, 0, 10, 1);
  const CameraFrustum outside = makeFrustum(camera, 100, 100, boxAround({0, 0, 0}, 1.0));
  EXPECT_GT(outside.nearPlane, 8.5);
  EXPECT_LT(outside.nearPlane, 9.0);
  EXPECT_GT(outside.farPlane, 11.0);
  EXPECT_LT(outside.farPlane, 11.5);
  const CameraFrustum inside = makeFrustum(camera, 100, 100, boxAround({0, 0, 0}, 100.0));
  EXPECT_GT(inside.nearPlane, 0.0);
  EXPECT_LT(inside.nearPlane, 0.01);
  const CameraFrustum behind = makeFrustum(camera, 100, 100, boxAround({0, 0, 50}, 1.0));
  EXPECT_GT(behind.nearPlane, 0.0);
  EXPECT_GT(behind.farPlane, behind.nearPlane);
  camera.nearPlane = 0.5;
  camera.farPlane = 20.0;
  const CameraFrustum given = makeFrustum(camera, 100, 100, boxAround({0, 0, 0}, 1.0));
  EXPECT_EQ(given.nearPlane, 0.5);
  EXPECT_EQ(given.farPlane, 20.0);
  EXPECT_NEAR(project(given, {0, 0, 9.5}).z, 1.0, 1e-9) << "near";
  EXPECT_NEAR(project(given, {0, 0, -10}).z, 0.0, 1e-9) << "far";
}

TEST(CameraFrustum, SeesWhatIsInside) {
  ViewCamera camera;
  camera.worldFromView[3] = glm::dvec4(0, 0, 10, 1);
  camera.nearPlane = 0.5;
  camera.farPlane = 100.0;
  const struct {
    const char* name;
    glm::dvec3 center;
    bool isSeen;
  } cases[] = {
      {"ahead", {0, 0, 0}, true},       {"behind", {0, 0, 20}, false},
      {"at the eye", {0, 0, 10}, true}, {"left", {-50, 0, 0}, false},
      {"right", {50, 0, 0}, false},     {"above", {0, 50, 0}, false},
      {"below", {0, -50, 0}, false},    {"far, beside the axis", {-20, 0, -80}, true},
  };
  for (const bool isOrthographic : {false, true}) {
    camera.isOrthographic = isOrthographic;
    camera.verticalSize = 60.0;
    const CameraFrustum frustum = makeFrustum(camera, 100, 100, {});
    for (const auto& c : cases) {
      EXPECT_EQ(frustum.mightSee(boxAround(c.center, 1.0)), c.isSeen) << c.name << isOrthographic;
    }
    EXPECT_TRUE(frustum.mightSee(Box{})) << "unknown bounds";
  }
}

TEST(CameraFrustum, PositionsComeBack) {
  ViewCamera camera;
  camera.worldFromView = glm::rotate(glm::dmat4(1.0), 0.7, glm::dvec3(0.3, 1, 0.2));
  camera.worldFromView[3] = glm::dvec4(100, 200, 300, 1);
  for (const bool isOrthographic : {false, true}) {
    camera.isOrthographic = isOrthographic;
    const CameraFrustum whole = makeFrustum(camera, 200, 100, boxAround({90, 190, 290}, 30.0));
    const glm::dvec3 point = camera.worldFromView * glm::dvec4(2.0, -1.0, -9.0, 1.0);
    const CameraFrustum part = whole.part(100, 20, 50, 50, 200, 100);
    for (const CameraFrustum& frustum : {whole, part}) {
      const glm::dvec3 back = frustum.worldFromClip(project(frustum, point));
      EXPECT_NEAR(glm::distance(back, point), 0.0, 1e-6);
    }
    // The clip position in the part follows from the position in the whole picture.
    const glm::dvec3 inWhole = project(whole, point);
    const glm::dvec3 inPart = project(part, point);
    const double x = (inWhole.x * 0.5 + 0.5) * 200.0;
    EXPECT_NEAR((inPart.x * 0.5 + 0.5) * 50.0 + 100.0, x, 1e-6);
  }
}

TEST(CameraFrustum, BrokenMatricesGiveAView) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  ViewCamera zero;
  zero.worldFromView = glm::dmat4(0.0);
  ViewCamera broken;
  broken.worldFromView = glm::dmat4(nan);
  ViewCamera scaled;
  scaled.worldFromView = glm::scale(glm::dmat4(1.0), glm::dvec3(5.0, 0.1, 3.0));
  for (const ViewCamera& camera : {zero, broken, scaled}) {
    const CameraFrustum frustum = makeFrustum(camera, 100, 100, boxAround({0, 0, -5}, 1.0));
    const glm::dvec3 clip = project(frustum, {0, 0, -5});
    EXPECT_TRUE(std::isfinite(clip.x) && std::isfinite(clip.y) && std::isfinite(clip.z));
    EXPECT_NEAR(glm::determinant(glm::dmat3(frustum.viewFromRelative)), 1.0, 1e-9);
  }
}

TEST(ViewOf, KeepsTheVerticalAperture) {
  SceneCamera camera;
  camera.verticalAperture = 24.0;
  camera.focalLength = 12.0;
  camera.nearPlane = 2.0;
  camera.farPlane = 50.0;
  camera.verticalApertureOffset = 6.0;
  const ViewCamera view = viewOf(camera);
  EXPECT_NEAR(view.verticalFovRadians, 2.0 * std::atan(1.0), 1e-12);
  EXPECT_EQ(view.nearPlane, 2.0);
  EXPECT_EQ(view.farPlane, 50.0);
  // The shift moves the centre of the picture up by a quarter of its height.
  const CameraFrustum frustum = makeFrustum(view, 150, 100, {});
  EXPECT_NEAR(project(frustum, {0.0, 5.0, -10.0}).y, 0.0, 1e-12);
  EXPECT_NEAR(project(frustum, {0.0, 15.0, -10.0}).y, 1.0, 1e-12);
  EXPECT_NEAR(project(frustum, {15.0, 0.0, -10.0}).x, 1.0, 1e-12) << "the width follows";
  camera.isOrthographic = true;
  EXPECT_NEAR(viewOf(camera).verticalSize, 2.4, 1e-12) << "tenths of a unit";
}

}  // namespace usdscope
