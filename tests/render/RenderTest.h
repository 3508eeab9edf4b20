// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/render/OffscreenTarget.h"
#include "engine/render/Renderer.h"
#include "engine/render/TextureStore.h"
#include "tests/gl/GlTest.h"

namespace usdscope {

/// A picture that was drawn, and numbers about it. The background is black.
struct Picture {
  Image image;

  glm::ivec3 at(int x, int y) const;  ///< From the top left.
  /// Share of the pixels that are not black.
  double coverage() const;
};

/// Share of the pixels in which two pictures differ by more than `tolerance` in some channel.
double differingShare(const Picture& a, const Picture& b, int tolerance);

/// Tests that draw small pictures without a window.
class RenderTest : public GlTest {
 protected:
  void SetUp() override;
  void TearDown() override;

  Picture draw(const Scene& scene, const ViewCamera& camera);
  /// From the front: x to the right, y up, looking along -z; the picture shows [-1, 1]².
  static ViewCamera frontCamera();

  RenderSettings settings;
  OffscreenTarget target;
  std::unique_ptr<Renderer> renderer;
  /// Images by name for scenes of the test, in place of files.
  std::vector<std::pair<std::string, Image>> images;
};

/// Two triangles in the plane z = 0 around the origin, facing +z; texture coordinates from 0 to 1.
std::shared_ptr<Geometry> makeQuad(float halfSize = 0.5f);
/// A sphere of unit radius with smooth normals.
std::shared_ptr<Geometry> makeSphere();
/// One item of a geometry, with all of its indices in one part.
Item makeItem(const char* path, std::shared_ptr<const Geometry> geometry,
              const glm::dmat4& worldFromLocal = glm::dmat4(1.0), std::int32_t material = -1);
/// A scene of these items, with bounds.
Scene makeScene(std::vector<Item> items, std::vector<Material> materials = {});
glm::dmat4 translation(double x, double y, double z);

}  // namespace usdscope
