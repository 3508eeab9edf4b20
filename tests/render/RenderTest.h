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

/// A drawn picture on a black background.
struct Picture {
  Image image;

  glm::ivec3 at(int x, int y) const;  ///< The colour of a pixel; the origin is at the top left.
  /// The fraction of pixels that are not black.
  double coverage() const;
};

/// The fraction of pixels that differ by more than `tolerance` in any channel.
double differingShare(const Picture& a, const Picture& b, int tolerance);

/// Fixture for tests that draw small pictures without a window.
class RenderTest : public GlTest {
 protected:
  void SetUp() override;
  void TearDown() override;

  Picture draw(const Scene& scene, const ViewCamera& camera);
  /// A camera that looks along -z with x to the right and y up; the picture shows [-1, 1]².
  static ViewCamera frontCamera();

  RenderSettings settings;
  OffscreenTarget target;
  std::unique_ptr<Renderer> renderer;
  /// Holds the textures of the renderer.
  std::shared_ptr<TextureStore> textures = std::make_shared<TextureStore>();
  /// Images by file name; scenes without Scene::images read these instead of files.
  std::vector<std::pair<std::string, Image>> images;
};

/// A square of two triangles at z = 0 that faces +z, with texture coordinates from 0 to 1.
std::shared_ptr<Geometry> makeQuad(float halfSize = 0.5f);
/// A unit sphere with smooth normals.
std::shared_ptr<Geometry> makeSphere();
/// An item that draws all indices of a geometry in one part.
Item makeItem(const char* path, std::shared_ptr<const Geometry> geometry,
              const glm::dmat4& worldFromLocal = glm::dmat4(1.0), std::int32_t material = -1);
/// A scene of these items, with bounds.
Scene makeScene(std::vector<Item> items, std::vector<Material> materials = {});
glm::dmat4 translation(double x, double y, double z);

}  // namespace usdscope
