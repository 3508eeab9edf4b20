// SPDX-License-Identifier: Apache-2.0
#include "tests/render/RenderTest.h"

#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <numbers>

namespace usdscope {

glm::ivec3 Picture::at(int x, int y) const {
  const std::size_t first = static_cast<std::size_t>(y * image.width + x) * 3;
  return {std::to_integer<int>(image.pixels[first]), std::to_integer<int>(image.pixels[first + 1]),
          std::to_integer<int>(image.pixels[first + 2])};
}

double Picture::coverage() const {
  int count = 0;
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) count += at(x, y) != glm::ivec3(0);
  }
  return double(count) / double(image.width * image.height);
}

double differingShare(const Picture& a, const Picture& b, int tolerance) {
  int count = 0;
  for (int y = 0; y < a.image.height; ++y) {
    for (int x = 0; x < a.image.width; ++x) {
      const glm::ivec3 d = glm::abs(a.at(x, y) - b.at(x, y));
      count += d.x > tolerance || d.y > tolerance || d.z > tolerance;
    }
  }
  return double(count) / double(a.image.width * a.image.height);
}

void RenderTest::SetUp() {
  GlTest::SetUp();
  if (IsSkipped() || HasFatalFailure()) return;
  Diagnostics diagnostics;
  renderer = Renderer::make(diagnostics, {.textures = textures});
  ASSERT_TRUE(renderer);
  settings.width = 64;
  settings.height = 64;
  settings.showGrid = false;
  settings.background = glm::vec3(0.0f);
}

void RenderTest::TearDown() {
  renderer.reset();
  target = {};
}

Picture RenderTest::draw(const Scene& scene, const ViewCamera& camera) {
  target.resize(settings.width, settings.height);
  Scene drawn = scene;
  if (!drawn.images) {
    const auto load = [this](const std::string& name) {
      for (const auto& [known, image] : images) {
        if (known == name) return ImageResult{image, {}};
      }
      return ImageResult{std::nullopt, "No such file."};
    };
    drawn.images = std::make_shared<const ImageSource>(ImageSource{.load = load});
  }
  textures->prepare(drawn);
  renderer->draw(drawn, camera, settings, target.framebuffer());
  EXPECT_EQ(glGetError(), GLenum{GL_NO_ERROR});
  return {target.read()};
}

ViewCamera RenderTest::frontCamera() {
  ViewCamera camera;
  camera.isOrthographic = true;
  camera.verticalSize = 2.0;
  camera.worldFromView = translation(0, 0, 10);
  return camera;
}

std::shared_ptr<Geometry> makeQuad(float halfSize) {
  const float h = halfSize;
  auto quad = std::make_shared<Geometry>();
  quad->positions = {{-h, -h, 0}, {h, -h, 0}, {h, h, 0}, {-h, h, 0}};
  quad->normals = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}};
  quad->texCoords = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  quad->indices = {0, 1, 2, 0, 2, 3};
  quad->primitiveFaces = {0, 0};
  for (const glm::vec3& p : quad->positions) quad->bounds.add(glm::dvec3(p));
  return quad;
}

std::shared_ptr<Geometry> makeSphere() {
  constexpr std::uint32_t kColumns = 48;
  constexpr std::uint32_t kRows = 24;
  std::vector<glm::vec3> points;
  std::vector<std::uint32_t> indices;
  for (std::uint32_t row = 0; row <= kRows; ++row) {
    for (std::uint32_t column = 0; column <= kColumns; ++column) {
      const double up = std::numbers::pi * row / kRows;
      const double around = 2.0 * std::numbers::pi * column / kColumns;
      points.emplace_back(std::sin(up) * std::sin(around), -std::cos(up),
                          std::sin(up) * std::cos(around));
    }
  }
  for (std::uint32_t row = 0; row < kRows; ++row) {
    for (std::uint32_t column = 0; column < kColumns; ++column) {
      const std::uint32_t a = row * (kColumns + 1) + column;
      const std::uint32_t b = a + kColumns + 1;
      for (const std::uint32_t i : {a, a + 1, b + 1, a, b + 1, b}) indices.push_back(i);
    }
  }
  auto sphere = std::make_shared<Geometry>();
  sphere->normals = Array<glm::vec3>(points);
  sphere->positions = Array<glm::vec3>(std::move(points));
  sphere->indices = Array<std::uint32_t>(std::move(indices));
  sphere->bounds = {glm::dvec3(-1.0), glm::dvec3(1.0)};
  return sphere;
}

Item makeItem(const char* path, std::shared_ptr<const Geometry> geometry,
              const glm::dmat4& worldFromLocal, std::int32_t material) {
  Item item;
  item.path = Path::fromText(path);
  item.parts = {{0, static_cast<std::uint32_t>(geometry->indices.size()), material}};
  item.worldFromLocal = worldFromLocal;
  item.worldBounds = transformed(worldFromLocal, geometry->bounds);
  item.geometry = std::move(geometry);
  return item;
}

Scene makeScene(std::vector<Item> items, std::vector<Material> materials) {
  Scene scene;
  scene.items = std::move(items);
  scene.materials = Array<Material>(std::move(materials));
  for (const Item& item : scene.items) scene.bounds.add(item.worldBounds);
  return scene;
}

glm::dmat4 translation(double x, double y, double z) {
  return glm::translate(glm::dmat4(1.0), glm::dvec3(x, y, z));
}

}  // namespace usdscope
