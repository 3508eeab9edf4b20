// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <glm/gtc/matrix_transform.hpp>

#include "engine/scene/TextureChannel.h"
#include "tests/render/RenderTest.h"

namespace usdscope {
namespace {

using Materials = RenderTest;

// Red at the top left, green at the top right, blue at the bottom left, white at the bottom right.
Image cornersImage() {
  Image image{2, 2, 3, PixelType::Unorm8, {}};
  for (const int v : {255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255}) {
    image.pixels.push_back(static_cast<std::byte>(v));
  }
  return image;
}

// A row of grey pixels with these alpha values.
Image alphaImage(std::initializer_list<int> alphas) {
  Image image{static_cast<int>(alphas.size()), 1, 4, PixelType::Unorm8, {}};
  for (const int alpha : alphas) {
    for (const int v : {128, 128, 128, alpha}) image.pixels.push_back(static_cast<std::byte>(v));
  }
  return image;
}

Image greyOf(int value) {
  return Image{1, 1, 3, PixelType::Unorm8, std::vector<std::byte>(3, std::byte(value))};
}

// Highlights would hide colours.
Material matte() {
  Material material;
  material.roughness = 1.0f;
  return material;
}

Scene quadOf(const Material& material, float halfSize = 1.0f) {
  return makeScene({makeItem("/Q", makeQuad(halfSize), glm::dmat4(1.0), 0)}, {material});
}

}  // namespace

TEST_F(Materials, TexturesStandUpright) {
  images = {{"corners.png", cornersImage()}};
  Material material = matte();
  material.diffuseTexture.file = "corners.png";
  material.diffuseTexture.wrapS = material.diffuseTexture.wrapT = TextureWrap::Clamp;
  const Picture picture = draw(quadOf(material), frontCamera());
  const glm::ivec3 topLeft = picture.at(6, 6);
  EXPECT_GT(topLeft.x, 150);
  EXPECT_LT(topLeft.y, 90);
  const glm::ivec3 topRight = picture.at(58, 6);
  EXPECT_GT(topRight.y, 150);
  EXPECT_LT(topRight.x, 90);
  const glm::ivec3 bottomLeft = picture.at(6, 58);
  EXPECT_GT(bottomLeft.z, 150);
  EXPECT_LT(bottomLeft.x, 90);
}

TEST_F(Materials, WrapModesScaleAndBias) {
  images = {{"corners.png", cornersImage()}};
  const auto colorAt = [&](TextureWrap wrap, const glm::mat3& texCoordFromSt,
                           const glm::vec4& scale, const glm::vec4& bias) {
    Material material = matte();
    material.diffuseTexture.file = "corners.png";
    material.diffuseTexture.wrapS = material.diffuseTexture.wrapT = wrap;
    material.diffuseTexture.texCoordFromSt = texCoordFromSt;
    material.diffuseTexture.scale = scale;
    material.diffuseTexture.bias = bias;
    // The pixel at s = 0.25, t = 0.75, which is red.
    return draw(quadOf(material), frontCamera()).at(16, 16);
  };
  const glm::vec4 one(1.0f);
  const glm::vec4 zero(0.0f);
  // With s shifted by one, the texture repeats, is mirrored, repeats its right column, or is black.
  const glm::mat3 shifted(1, 0, 0, 0, 1, 0, 1, 0, 1);
  const glm::ivec3 repeated = colorAt(TextureWrap::Repeat, shifted, one, zero);
  EXPECT_GT(repeated.x, 2 * repeated.y);
  const glm::ivec3 mirrored = colorAt(TextureWrap::Mirror, shifted, one, zero);
  EXPECT_GT(mirrored.y, 2 * mirrored.x);
  const glm::ivec3 clamped = colorAt(TextureWrap::Clamp, shifted, one, zero);
  EXPECT_GT(clamped.y, 2 * clamped.x);
  const glm::ivec3 black = colorAt(TextureWrap::Black, shifted, one, zero);
  EXPECT_LT(black.x + black.y + black.z, 3 * 90);
  const glm::ivec3 blue = colorAt(TextureWrap::Repeat, glm::mat3(1.0f), zero, {0, 0, 1, 1});
  EXPECT_GT(blue.z, 2 * blue.x);
}

TEST_F(Materials, SrgbAndRawDiffer) {
  images = {{"grey.png", {1, 1, 3, PixelType::Unorm8, std::vector<std::byte>(3, std::byte{128})}}};
  const auto middleOf = [&](const Material& material) {
    return draw(quadOf(material), frontCamera()).at(32, 32).x;
  };
  // A grey of 128 is 0.216 when decoded as sRGB, and 0.502 when read as raw.
  for (const auto& [isSrgb, linear] : {std::pair{true, 0.2158f}, {false, 0.5020f}}) {
    Material textured = matte();
    textured.diffuseTexture.file = "grey.png";
    textured.diffuseTexture.colorSpace = isSrgb ? TextureColorSpace::Srgb : TextureColorSpace::Raw;
    Material plain = matte();
    plain.diffuseColor = glm::vec3(linear);
    EXPECT_NEAR(middleOf(textured), middleOf(plain), 2) << isSrgb;
  }
}

TEST_F(Materials, DerivativesHoldAtTheEdgesOfTriangles) {
  // Helper invocations beside a triangle take part in choosing the mipmap. If they read other
  // values, the cut between the triangles of the quad would be visible.
  Image image{64, 64, 3, PixelType::Unorm8, {}};
  for (int y = 0; y < 64; ++y) {
    for (int x = 0; x < 64; ++x) {
      for (int c = 0; c < 3; ++c) image.pixels.push_back(std::byte((x / 8 + y / 8) % 2 ? 255 : 0));
    }
  }
  images = {{"checker.png", image}};
  Material material = matte();
  material.diffuseTexture.file = "checker.png";
  auto other = std::make_shared<Geometry>(*makeQuad(1.0f));
  other->indices = {0, 1, 3, 1, 2, 3};
  settings.sampleCount = 1;
  const Picture one = draw(quadOf(material), frontCamera());
  const Picture two =
      draw(makeScene({makeItem("/Q", other, glm::dmat4(1.0), 0)}, {material}), frontCamera());
  EXPECT_LT(differingShare(one, two, 8), 0.001);
}

TEST_F(Materials, AMissingTextureShowsItsFallbackAndIsReportedOnce) {
  Material material = matte();
  material.diffuseTexture.file = "missing.png";
  material.diffuseTexture.fallback = glm::vec4(0, 0, 1, 1);
  for (int i = 0; i < 3; ++i) {
    const glm::ivec3 pixel = draw(quadOf(material), frontCamera()).at(32, 32);
    EXPECT_GT(pixel.z, 2 * pixel.x);
  }
  ASSERT_EQ(renderer->diagnostics().entries().size(), 1u);
  EXPECT_NE(renderer->diagnostics().entries()[0].message.find("missing.png"), std::string::npos);
  EXPECT_EQ(renderer->diagnostics().entries()[0].count, 1);
}

TEST_F(Materials, ATextureWithoutAFileShowsItsFallbackWithoutAProblem) {
  Material material = matte();
  material.diffuseTexture.isUsed = true;
  material.diffuseTexture.fallback = glm::vec4(0, 0, 0.5f, 1);
  settings.encodesSrgb = false;
  const glm::ivec3 pixel = draw(quadOf(material), frontCamera()).at(32, 32);
  EXPECT_NEAR(pixel.z, 0.5 * 0.96 * 255.0 + 2.5, 3);
  EXPECT_LT(pixel.x, 5);
  EXPECT_TRUE(renderer->diagnostics().isEmpty());
}

TEST_F(Materials, OpacityOfColoursCutsHoles) {
  auto colored = std::make_shared<Geometry>(*makeQuad(1.0f));
  const glm::vec4 solid(1);
  const glm::vec4 sheer(1, 1, 1, 0);
  colored->colors = {solid, sheer, sheer, solid};
  Material material = matte();
  material.usesDisplayOpacity = true;
  material.opacityThreshold = 0.5f;
  const Scene scene = makeScene({makeItem("/Q", colored, glm::dmat4(1.0), 0)}, {material});
  EXPECT_NEAR(draw(scene, frontCamera()).coverage(), 0.5, 0.05);
}

TEST_F(Materials, CutoutsLeaveHoles) {
  images = {{"alpha.png", alphaImage({255, 255, 0, 0})}};
  Material material = matte();
  material.opacityTexture.file = "alpha.png";
  material.opacityTexture.channel = 3;
  material.opacityTexture.wrapS = TextureWrap::Clamp;
  material.opacityThreshold = 0.5f;
  const Picture picture = draw(quadOf(material), frontCamera());
  EXPECT_NEAR(picture.coverage(), 0.5, 0.05);
  EXPECT_EQ(picture.at(48, 32).x, 0);
  EXPECT_GT(picture.at(16, 32).x, 50);
}

TEST_F(Materials, OpacityBelowTheThresholdIsNotDrawn) {
  Material material = matte();
  material.opacityThreshold = 0.5f;
  for (const auto& [opacity, share] : {std::pair{0.4f, 0.0}, {0.6f, 1.0}}) {
    material.opacity = opacity;
    EXPECT_EQ(draw(quadOf(material), frontCamera()).coverage(), share) << opacity;
  }
}

// The reference draws testUsdImagingGLMaterialXvsNative/nativeOpacity.usda so.
TEST_F(Materials, OpacityAboveTheThresholdIsOpaque) {
  const auto middle = [&](float opacity, float threshold) {
    Material material;
    material.diffuseColor = glm::vec3(0.6f);
    material.opacity = opacity;
    material.opacityThreshold = threshold;
    const Scene scene =
        makeScene({makeItem("/Q", makeQuad(), glm::dmat4(1.0), 0)}, {std::move(material)});
    return draw(scene, frontCamera()).at(32, 32);
  };
  EXPECT_EQ(middle(0.5f, 0.1f), middle(1.0f, 0.0f));
  EXPECT_NE(middle(0.5f, 0.0f), middle(1.0f, 0.0f));
  EXPECT_GT(middle(0.001f, 0.0f).x, 0) << "Reflections stay.";
  EXPECT_EQ(middle(0.0f, 0.0f), glm::ivec3(0)) << "Without any opacity there are none.";
}

TEST_F(Materials, TranslucentThingsMixInOrder) {
  Material red = matte();
  red.diffuseColor = glm::vec3(1, 0, 0);
  red.opacity = 0.5f;
  Material blue = red;
  blue.diffuseColor = glm::vec3(0, 0, 1);
  const Item front = makeItem("/Front", makeQuad(), translation(0, 0, 1), 0);
  const Item back = makeItem("/Back", makeQuad(), translation(0, 0, 0), 1);
  for (const auto& items : {std::vector{front, back}, std::vector{back, front}}) {
    const glm::ivec3 pixel = draw(makeScene(items, {red, blue}), frontCamera()).at(32, 32);
    EXPECT_GT(pixel.x, pixel.z) << "the nearer counts for more";
    EXPECT_GT(pixel.z, 60) << "the farther is seen through it";
  }
}

TEST_F(Materials, ATextureThatIsOpaqueEverywhereHidesWhatIsBehind) {
  images = {{"opaque.png", alphaImage({255, 255})}};
  Material material = matte();
  material.diffuseColor = glm::vec3(1, 0, 0);
  material.opacityTexture.file = "opaque.png";
  material.opacityTexture.channel = 3;
  Material glass = matte();
  glass.diffuseColor = glm::vec3(0, 1, 0);
  glass.opacity = 0.9f;
  // Translucent surfaces are drawn later, so only written depth can hide this one.
  const Item front = makeItem("/Front", makeQuad(), translation(0, 0, 1), 0);
  const Item back = makeItem("/Back", makeQuad(), translation(0, 0, 0.9), 1);
  const glm::ivec3 pixel =
      draw(makeScene({front, back}, {material, glass}), frontCamera()).at(32, 32);
  EXPECT_GT(pixel.x, 2 * pixel.y);
}

TEST_F(Materials, DisplayColorCountsWithoutAMaterialOrWhereItIsAsked) {
  auto colored = std::make_shared<Geometry>(*makeQuad());
  const glm::vec4 green(0, 1, 0, 1);
  colored->colors = {green, green, green, green};
  Material own = matte();
  own.diffuseColor = glm::vec3(1, 0, 0);
  Material asked = own;
  asked.usesDisplayColor = true;
  const struct {
    const char* name;
    std::int32_t material;
    bool isGreen;
  } cases[] = {{"none", -1, true}, {"own", 0, false}, {"asked", 1, true}};
  for (const auto& c : cases) {
    const Scene scene =
        makeScene({makeItem("/Q", colored, glm::dmat4(1.0), c.material)}, {own, asked});
    const glm::ivec3 pixel = draw(scene, frontCamera()).at(32, 32);
    EXPECT_EQ(pixel.y > pixel.x, c.isGreen) << c.name;
  }
  settings.shading = ShadingMode::GeomOnly;
  const Scene scene = makeScene({makeItem("/Q", colored, glm::dmat4(1.0), 0)}, {own});
  EXPECT_GT(draw(scene, frontCamera()).at(32, 32).y, 100) << "materials are left out";
}

TEST_F(Materials, DisplayOpacityMakesThingsTranslucent) {
  auto colored = std::make_shared<Geometry>(*makeQuad());
  const glm::vec4 faint(1, 1, 1, 0.3);
  colored->colors = {faint, faint, faint, faint};
  Item back = makeItem("/Back", makeQuad());
  back.color = glm::vec4(1, 0, 0, 1);
  const glm::ivec3 pixel =
      draw(makeScene({makeItem("/Front", colored, translation(0, 0, 1)), back}), frontCamera())
          .at(32, 32);
  EXPECT_GT(pixel.x, pixel.y + 20);
  EXPECT_GT(pixel.y, 60);
}

TEST_F(Materials, PartsHaveMaterialsOfTheirOwn) {
  Material red = matte();
  red.diffuseColor = glm::vec3(1, 0, 0);
  Material blue = matte();
  blue.diffuseColor = glm::vec3(0, 0, 1);
  Item item = makeItem("/Q", makeQuad(1.0f));
  item.parts = {{0, 3, 0}, {3, 3, 1}};
  const Picture picture = draw(makeScene({item}, {red, blue}), frontCamera());
  EXPECT_GT(picture.at(48, 48).x, picture.at(48, 48).z);
  EXPECT_GT(picture.at(16, 16).z, picture.at(16, 16).x);
}

TEST_F(Materials, OneChannelMakesAColourWithScalesOfItsOwn) {
  images = {{"mask.png", {2, 1, 1, PixelType::Unorm8, {std::byte{0}, std::byte{255}}}}};
  Material material = matte();
  material.diffuseTexture.file = "mask.png";
  material.diffuseTexture.colorSpace = TextureColorSpace::Raw;
  material.diffuseTexture.wrapS = material.diffuseTexture.wrapT = TextureWrap::Clamp;
  material.diffuseTexture.channel = kBroadcastChannel;  // Red.
  material.diffuseTexture.scale = {-1.0f, 0.5f, 1.0f, 1.0f};
  material.diffuseTexture.bias = {1.0f, 0.0f, 0.0f, 0.0f};
  const Picture mixed = draw(quadOf(material), frontCamera());
  for (const auto& [x, color] :
       {std::pair{4, glm::vec3(1.0f, 0.0f, 0.0f)}, std::pair{60, glm::vec3(0.0f, 0.5f, 1.0f)}}) {
    Material plain = matte();
    plain.diffuseColor = color;
    const glm::ivec3 expected = draw(quadOf(plain), frontCamera()).at(x, 32);
    const glm::ivec3 found = mixed.at(x, 32);
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(found[i], expected[i], 3) << x << ' ' << i;
  }
}

TEST_F(Materials, TilesBelongToWholeSquares) {
  const auto filled = [](int r, int g, int b) {
    return Image{1, 1, 3, PixelType::Unorm8, {std::byte(r), std::byte(g), std::byte(b)}};
  };
  images = {{"t.1001.png", filled(255, 0, 0)},
            {"t.1002.png", filled(0, 255, 0)},
            {"t.1011.png", filled(0, 0, 255)}};
  Material material = matte();
  material.diffuseTexture.file = "t.<UDIM>.png";
  // Texture coordinates from 0 to 2.
  material.diffuseTexture.texCoordFromSt = glm::mat3(2, 0, 0, 0, 2, 0, 0, 0, 1);
  const Picture picture = draw(quadOf(material), frontCamera());
  EXPECT_GT(picture.at(6, 58).x, 2 * picture.at(6, 58).y) << "lower left";
  EXPECT_GT(picture.at(58, 58).y, 2 * picture.at(58, 58).x) << "lower right";
  EXPECT_GT(picture.at(6, 6).z, 2 * picture.at(6, 6).x) << "upper left";
}

TEST_F(Materials, OneChannelMakesGreyAndDrivesNumbers) {
  images = {{"corners.png", cornersImage()}};
  Material material = matte();
  material.diffuseTexture.file = "corners.png";
  material.diffuseTexture.colorSpace = TextureColorSpace::Raw;
  material.diffuseTexture.wrapS = material.diffuseTexture.wrapT = TextureWrap::Clamp;
  material.diffuseTexture.channel = 0;  // Red.
  const Picture grey = draw(quadOf(material), frontCamera());
  EXPECT_GT(grey.at(6, 6).x, 120);
  EXPECT_LT(grey.at(58, 6).x, 90) << "green has no red";
  EXPECT_NEAR(grey.at(6, 6).x, grey.at(6, 6).y, 12);

  // Metals have no diffuse colour, so metallic texels are darker.
  Material plain;
  plain.diffuseColor = glm::vec3(0.8f);
  plain.roughness = 1.0f;
  Material metal = plain;
  metal.metallicTexture = material.diffuseTexture;
  const Picture both = draw(quadOf(metal), frontCamera());
  const Picture without = draw(quadOf(plain), frontCamera());
  EXPECT_EQ(both.at(58, 6), without.at(58, 6));
  EXPECT_NE(both.at(6, 6), without.at(6, 6));
}

TEST_F(Materials, ASceneOfAnotherSourceReplacesStaleTextures) {
  std::int64_t time = 1;
  Material material = matte();
  material.diffuseTexture.file = "a.png";
  Scene scene = quadOf(material);
  scene.source = std::make_shared<int>();
  scene.images = std::make_shared<const ImageSource>(
      ImageSource{.load = [this](const std::string&) { return ImageResult{images[0].second, {}}; },
                  .modificationTime = [&](const std::string&) { return std::optional(time); }});
  images = {{"a.png", greyOf(0)}};
  const Picture dark = draw(scene, frontCamera());
  images = {{"a.png", greyOf(255)}};
  EXPECT_EQ(draw(scene, frontCamera()).image.pixels, dark.image.pixels);
  scene.source = std::make_shared<int>();
  EXPECT_EQ(draw(scene, frontCamera()).image.pixels, dark.image.pixels) << "the file is the same";
  time = 2;
  EXPECT_EQ(draw(scene, frontCamera()).image.pixels, dark.image.pixels) << "the same source";
  scene.source = std::make_shared<int>();
  EXPECT_GT(draw(scene, frontCamera()).at(32, 32).x, dark.at(32, 32).x + 50);
}

TEST_F(Materials, DrawingAPreparedSceneTouchesNoFile) {
  // The time and the pixels of the file change from source to source.
  std::int64_t time = 1;
  std::atomic<int> countWhileDrawing = 0;
  std::atomic<bool> isDrawing = false;
  const auto note = [&] { countWhileDrawing += isDrawing ? 1 : 0; };
  const auto files = std::make_shared<const ImageSource>(
      ImageSource{.load =
                      [&](const std::string& file) {
                        note();
                        return ImageResult{greyOf(file == "a.png" && time == 1 ? 0 : 255), {}};
                      },
                  .modificationTime =
                      [&](const std::string&) {
                        note();
                        return std::optional(time);
                      },
                  .forget = [&](const std::string&) { note(); }});
  std::shared_ptr<const void> source = std::make_shared<int>();
  const auto makeScene = [&](const char* file) {
    Material material = matte();
    material.diffuseTexture.file = file;
    Scene scene = quadOf(material);
    scene.source = source;
    scene.images = files;
    return scene;
  };
  const auto drawPrepared = [&](const Scene& scene) {
    isDrawing = true;
    const int brightness = draw(scene, frontCamera()).at(32, 32).x;
    isDrawing = false;
    return brightness;
  };
  // As while playing, each scene is prepared before the one ahead of it is drawn.
  std::vector<Scene> playing;
  for (int i = 0; i < 12; ++i) {
    playing.push_back(makeScene(i % (i < 6 ? 3 : 2) == 0 ? "a.png" : "b.png"));
  }
  int dark = 255;
  for (std::size_t i = 0; i < playing.size(); ++i) {
    textures->prepare(playing[i]);
    if (i > 0) dark = std::min(dark, drawPrepared(playing[i - 1]));
  }
  EXPECT_EQ(countWhileDrawing, 0) << "textures come and go";

  source = std::make_shared<int>();
  time = 2;
  const Scene reloaded = makeScene("a.png");
  textures->prepare(reloaded);
  drawPrepared(playing.back());
  EXPECT_GT(drawPrepared(reloaded), dark + 50);
  EXPECT_EQ(countWhileDrawing, 0) << "the file has changed";
}

TEST_F(Materials, NormalMapsTurnTheLight) {
  // Normals lean 45 degrees to the right on the left half, and to the left on the right half.
  Image image{2, 1, 3, PixelType::Unorm8, {}};
  for (const int v : {218, 128, 218, 38, 128, 218}) image.pixels.push_back(std::byte(v));
  images = {{"normals.png", image}};
  Material plain;
  plain.diffuseColor = glm::vec3(0.5f);
  plain.roughness = 1.0f;
  Material bumped = plain;
  bumped.normalTexture.file = "normals.png";
  bumped.normalTexture.colorSpace = TextureColorSpace::Raw;
  bumped.normalTexture.scale = glm::vec4(2, 2, 2, 1);
  bumped.normalTexture.bias = glm::vec4(-1, -1, -1, 0);
  bumped.normalTexture.wrapS = bumped.normalTexture.wrapT = TextureWrap::Clamp;
  // The light stands to the right of the camera.
  SceneLight light;
  light.isNormalized = true;
  light.worldFromLight = glm::rotate(glm::dmat4(1.0), glm::radians(45.0), glm::dvec3(0, 1, 0));
  const auto drawn = [&](const Material& material) {
    Scene scene = quadOf(material);
    scene.lights = {light};
    return draw(scene, frontCamera());
  };
  settings.hasCameraLight = false;
  const Picture flat = drawn(plain);
  const Picture lit = drawn(bumped);
  EXPECT_NEAR(flat.at(4, 32).x, flat.at(60, 32).x, 2);
  EXPECT_GT(lit.at(4, 32).x, lit.at(60, 32).x + 10);
  EXPECT_LT(lit.at(60, 32).x, flat.at(60, 32).x);
}

}  // namespace usdscope
