// SPDX-License-Identifier: Apache-2.0
#include <glm/gtc/matrix_transform.hpp>

#include "engine/render/passes/SkinningPass.h"
#include "engine/scene/Bones.h"
#include "tests/render/SkinnedScene.h"

namespace usdscope {
namespace {

using Skinning = RenderTest;

// Runs the skinning pass alone, with the given limits.
struct DeviceSkinning {
  explicit DeviceSkinning(const RenderSettings& s,
                          std::size_t maxPageBytes = SkinStorage::largestPage(),
                          std::uint32_t maxGridWidth = SkinLimits().gridWidth)
      : settings(s), cache(SkinStorage(maxPageBytes)), pass(maxGridWidth) {
    materials.update(Scene(), diagnostics);
  }

  // Returns the number of uploaded bytes.
  std::size_t run(const Scene& scene, bool isOnGpu = true) {
    const CameraFrustum frustum = makeFrustum(viewFromFront(), settings.width, settings.height, {});
    const auto table = std::make_shared<const DrawTable>(
        buildDrawTable(scene, frustum, settings, materials, cache, diagnostics));
    const DrawList list = buildDrawList(
        table, scene, SampleGrid::ofCenters(frustum, settings.width, settings.height));
    const std::size_t uploadedBytes = pass.run(scene, list, isOnGpu, cache, shaders, diagnostics);
    EXPECT_TRUE(mayReport || diagnostics.isEmpty()) << toText(diagnostics.entries()[0]);
    EXPECT_EQ(glGetError(), GLenum{GL_NO_ERROR});
    vertices = pass.read(0, list.skinnedVertexCount);
    return uploadedBytes;
  }
  std::vector<SkinnedVertex> of(const Scene& scene) {
    run(scene);
    return vertices;
  }
  std::size_t dispatchCount() const { return pass.dispatchCount(); }

  static ViewCamera viewFromFront() {
    ViewCamera camera;
    camera.isOrthographic = true;
    camera.verticalSize = 2.0;
    camera.worldFromView = translation(0, 0, 10);
    return camera;
  }

  RenderSettings settings;
  GpuCache cache;
  ShaderLibrary shaders;
  Diagnostics diagnostics;
  GpuMaterials materials{std::make_shared<TextureStore>(), 1.0f};
  SkinningPass pass;
  std::vector<SkinnedVertex> vertices;  // The result of the last run.
  bool mayReport = false;
};

std::vector<SkinnedVertex> skinnedOnCpu(const Scene& scene, const RenderSettings& settings) {
  DeviceSkinning skinning(settings);
  skinning.run(scene, false);
  return skinning.vertices;
}

float largestDistance(const std::vector<SkinnedVertex>& a, const std::vector<SkinnedVertex>& b) {
  EXPECT_EQ(a.size(), b.size());
  float largest = 0.0f;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    largest = std::max(largest, glm::distance(a[i].position, b[i].position));
  }
  return largest;
}

// Characters of many sizes and kinds. Some share the mesh and the skin of an earlier one.
std::vector<SkinnedGeometry> randomCrowd(unsigned seed, std::size_t count) {
  std::mt19937 random(seed);
  const auto below = [&](std::uint32_t end) { return static_cast<std::uint32_t>(random() % end); };
  std::vector<SkinnedGeometry> crowd;
  while (crowd.size() < count) {
    if (crowd.size() > 2 && below(4) == 0) {
      SkinnedGeometry again = crowd[below(static_cast<std::uint32_t>(crowd.size()))];
      for (glm::mat4& matrix : again.palette) matrix[3].y += 0.5f;
      crowd.push_back(std::move(again));
      continue;
    }
    const std::uint32_t most = below(4) == 0 ? 4000 : 200;
    const std::size_t vertexCount = 3 + below(most);
    const auto method = below(2) == 0 ? SkinningMethod::Linear : SkinningMethod::DualQuaternion;
    const std::uint32_t jointCount = 1 + below(40);
    const std::uint32_t influences = below(9);
    const std::size_t shapeCount = below(5);
    const bool hasNormals = below(3) != 0;
    crowd.push_back(makeSkinnedGeometry(vertexCount, jointCount, influences, method, shapeCount,
                                        below(1000000), hasNormals));
  }
  return crowd;
}

// Expects vertices within 1e-5 of the geometry's size of the result in double precision.
void expectNearDoublePrecision(const std::vector<SkinnedVertex>& vertices,
                               const std::vector<SkinnedGeometry>& crowd, unsigned seed) {
  std::size_t at = 0;
  for (const SkinnedGeometry& one : crowd) {
    const std::vector<glm::vec3> points = pointsInDoublePrecision(one);
    ASSERT_LE(at + points.size(), vertices.size());
    float largest = 0.0f;
    for (const glm::vec3& point : points) {
      largest = std::max(largest, glm::distance(point, vertices[at].position));
      const float length = glm::length(vertices[at++].normal);
      ASSERT_NEAR(length, one.geometry->normals.empty() ? 0.0f : 1.0f, 1e-4f) << seed;
    }
    EXPECT_LT(largest, 1e-5f * one.size) << seed << ", " << points.size() << " points";
  }
  EXPECT_EQ(at, vertices.size());
}

// The bytes of a pose: rows of matrices and blend weights.
std::size_t skinningBytes(const Scene& scene) {
  std::size_t bytes = 0;
  for (const Item& item : scene.items) {
    bytes += skinRowCount(*item.skin) * sizeof(glm::vec4) +
             item.skin->blendShapes.size() * sizeof(float);
  }
  return bytes;
}

// A strip along x whose right half bends up with its second joint.
Scene bendingStrip(double angle, bool hasShape) {
  auto strip = std::make_shared<Geometry>();
  std::vector<glm::vec3> positions;
  std::vector<std::uint32_t> indices;
  std::vector<std::uint16_t> joints;
  std::vector<Skin::BlendOffset> offsets;
  for (std::uint32_t i = 0; i <= 20; ++i) {
    const float x = -0.8f + 0.08f * float(i);
    for (const float y : {-0.1f, 0.1f}) {
      offsets.push_back({static_cast<std::uint32_t>(positions.size()), {0, 0.5f, 0}, {}});
      positions.emplace_back(x, y, 0.0f);
      joints.push_back(x > 0.0f ? 1 : 0);
    }
    if (i == 20) break;
    const std::uint32_t a = i * 2;
    for (const std::uint32_t k : {a, a + 2, a + 3, a, a + 3, a + 1}) indices.push_back(k);
  }
  strip->normals = Array<glm::vec3>(std::vector<glm::vec3>(positions.size(), {0, 0, 1}));
  auto skin = std::make_shared<Skin>();
  skin->influencesPerVertex = 1;
  skin->jointCount = 2;
  skin->weights = Array<float>(std::vector<float>(joints.size(), 1.0f));
  skin->joints = Array<std::uint16_t>(std::move(joints));
  if (hasShape) {
    skin->blendShapes = {{0, static_cast<std::uint32_t>(offsets.size())}};
    skin->blendOffsets = Array<Skin::BlendOffset>(std::move(offsets));
  }
  strip->positions = Array<glm::vec3>(std::move(positions));
  strip->indices = Array<std::uint32_t>(std::move(indices));
  strip->bounds = {{-0.8, -0.1, 0}, {0.8, 0.1, 0}};
  Item item = makeItem("/Strip", strip);
  item.skin = skin;
  item.worldBounds = {glm::dvec3(-1.0), glm::dvec3(1.0)};
  Scene scene = makeScene({item});
  scene.palette = {glm::mat4(1.0f), glm::mat4(glm::rotate(glm::dmat4(1.0), angle, {0, 0, 1}))};
  if (hasShape) scene.blendWeights = {1.0f};
  return scene;
}

}  // namespace

TEST_F(Skinning, DeviceAgreesWithTheCpu) {
  const Scene scene = sceneOf({
      makeSkinnedGeometry(3000, 30, 4, SkinningMethod::Linear, 0),
      makeSkinnedGeometry(500, 3, 1, SkinningMethod::Linear, 4),
      makeSkinnedGeometry(700, 10, 5, SkinningMethod::DualQuaternion, 3),
      makeSkinnedGeometry(65, 1, 0, SkinningMethod::Linear, 2),
  });
  DeviceSkinning onGpu(settings);
  const std::size_t uploadedBytes = onGpu.run(scene);
  ASSERT_EQ(onGpu.vertices.size(), 4265u);
  EXPECT_LT(uploadedBytes, 44u * 80u + 13u * 48u) << "matrices and weights, no points";
  EXPECT_EQ(onGpu.dispatchCount(), 1u);
  const auto cpu = skinnedOnCpu(scene, settings);
  float normal = 0.0f;
  for (std::size_t i = 0; i < cpu.size(); ++i) {
    normal = std::max(normal, glm::distance(onGpu.vertices[i].normal, cpu[i].normal));
  }
  EXPECT_LT(largestDistance(onGpu.vertices, cpu), 1e-5f * 10.0f);
  EXPECT_LT(normal, 1e-4f);
  EXPECT_EQ(onGpu.run(scene), 0u) << "nothing travels for the same pose";
}

TEST_F(Skinning, ManyCharactersOfAllKindsTakeOneDispatch) {
  for (unsigned seed = 0; seed < 6; ++seed) {
    const std::vector<SkinnedGeometry> crowd = randomCrowd(seed, 40);
    const Scene scene = sceneOf(crowd);
    DeviceSkinning onGpu(settings);
    onGpu.run(scene);
    EXPECT_EQ(onGpu.dispatchCount(), 1u);
    expectNearDoublePrecision(onGpu.vertices, crowd, seed);
    EXPECT_LT(largestDistance(onGpu.vertices, skinnedOnCpu(scene, settings)), 1e-4f) << seed;
  }
}

TEST_F(Skinning, DataLargerThanABufferTakesMoreDispatches) {
  for (unsigned seed = 0; seed < 6; ++seed) {
    const std::vector<SkinnedGeometry> crowd = randomCrowd(seed, 25);
    const Scene scene = sceneOf(crowd);
    // The limit of three groups per row makes several rows.
    DeviceSkinning onGpu(settings, std::size_t{48} << 10, 3);
    onGpu.run(scene);
    EXPECT_GT(onGpu.cache.skinStorage().pageCount(), 4u);
    EXPECT_GE(onGpu.dispatchCount(), onGpu.cache.skinStorage().pageCount());
    expectNearDoublePrecision(onGpu.vertices, crowd, seed);
    EXPECT_EQ(largestDistance(onGpu.vertices, DeviceSkinning(settings).of(scene)), 0.0f) << seed;
  }
}

TEST_F(Skinning, AVertexTooLargeForTheDeviceIsReportedAndTheRestIsSkinned) {
  const std::vector<SkinnedGeometry> crowd{
      makeSkinnedGeometry(100, 5, 3, SkinningMethod::Linear, 2),
      makeSkinnedGeometry(6, 5, 3000, SkinningMethod::Linear, 0),
      makeSkinnedGeometry(200, 4, 2, SkinningMethod::DualQuaternion, 1)};
  DeviceSkinning onGpu(settings, std::size_t{8} << 10);
  onGpu.mayReport = true;
  onGpu.run(sceneOf(crowd));
  ASSERT_EQ(onGpu.diagnostics.entries().size(), 1u);
  EXPECT_EQ(onGpu.diagnostics.entries()[0].code, kBadItem);
  for (std::size_t i = 100; i < 106; ++i) EXPECT_EQ(onGpu.vertices[i], SkinnedVertex());
  const auto cpu = skinnedOnCpu(sceneOf(crowd), settings);
  for (std::size_t i = 0; i < cpu.size(); ++i) {
    if (i >= 100 && i < 106) continue;
    EXPECT_LT(glm::distance(onGpu.vertices[i].position, cpu[i].position), 1e-4f);
  }
}

TEST_F(Skinning, DrawTableIsUploadedOnlyWhenItChanges) {
  const std::vector<SkinnedGeometry> crowd = randomCrowd(1, 5);
  Scene scene = sceneOf(crowd);
  const std::size_t pose = skinningBytes(scene);
  DeviceSkinning onGpu(settings);
  EXPECT_EQ(onGpu.run(scene), pose + 5 * sizeof(skinning::Draw));
  scene.palette[0][3].x += 1.0f;
  EXPECT_EQ(onGpu.run(scene), pose);
  scene.items.pop_back();
  EXPECT_EQ(onGpu.run(scene), skinningBytes(scene) + 4 * sizeof(skinning::Draw));
}

TEST_F(Skinning, ACrowdOfOneMeshHasItOnTheDeviceOnce) {
  settings.skinning = SkinningDevice::Gpu;
  const SkinnedGeometry one = makeSkinnedGeometry(300, 20, 4, SkinningMethod::Linear, 2);
  draw(sceneOf({one}), frontCamera());
  const std::size_t alone = renderer->statistics().uploadedBytes;
  Scene crowd = sceneOf(std::vector<SkinnedGeometry>(100, one));
  renderer = Renderer::make(crowd.diagnostics);
  draw(crowd, frontCamera());
  const std::size_t pose = 20 * 48 + 2 * 4;
  const std::size_t object = sizeof(ObjectRecord) + sizeof(std::uint32_t);
  EXPECT_EQ(renderer->statistics().uploadedBytes,
            alone + 99 * (pose + object + sizeof(skinning::Draw)));
  for (glm::mat4& matrix : crowd.palette) matrix[3].x += 0.1f;
  draw(crowd, frontCamera());
  EXPECT_EQ(renderer->statistics().uploadedBytes, 100 * pose);
}

TEST_F(Skinning, PaintBringsColoursAlone) {
  settings.skinning = SkinningDevice::Gpu;
  Scene scene = sceneOf({makeSkinnedGeometry(2000, 20, 4, SkinningMethod::Linear, 2)});
  draw(scene, frontCamera());
  auto painted = std::make_shared<Geometry>(*scene.items[0].geometry);
  painted->colors = Array<glm::vec4>(std::vector<glm::vec4>(2000, glm::vec4(1.0f)));
  scene.items[0].geometry = painted;
  draw(scene, frontCamera());
  EXPECT_EQ(renderer->statistics().uploadedBytes,
            2000 * 16 + 20 * 48 + 2 * 4 + sizeof(ObjectRecord));
}

TEST_F(Skinning, BendsWhatIsDrawnInBothWays) {
  for (const SkinningDevice device : {SkinningDevice::Cpu, SkinningDevice::Gpu}) {
    settings.skinning = device;
    const Picture straight = draw(bendingStrip(0.0, false), frontCamera());
    EXPECT_EQ(renderer->statistics().isSkinnedOnGpu, device == SkinningDevice::Gpu);
    EXPECT_GT(straight.at(54, 32).x, 50);
    EXPECT_EQ(straight.at(32, 10).x, 0);
    const Picture bent = draw(bendingStrip(1.5707963, false), frontCamera());
    EXPECT_EQ(bent.at(54, 32).x, 0);
    EXPECT_GT(bent.at(32, 10).x, 50);
    EXPECT_GT(bent.at(10, 32).x, 50) << "the other half stays";
    const Picture raised = draw(bendingStrip(0.0, true), frontCamera());
    EXPECT_EQ(raised.at(32, 32).x, 0);
    EXPECT_GT(raised.at(32, 16).x, 50);
  }
}

TEST_F(Skinning, PicturesOfBothWaysAreTheSame) {
  const Scene scene = bendingStrip(0.8, true);
  settings.skinning = SkinningDevice::Cpu;
  const Picture cpu = draw(scene, frontCamera());
  settings.skinning = SkinningDevice::Gpu;
  EXPECT_EQ(differingShare(cpu, draw(scene, frontCamera()), 2), 0.0);
  settings.shading = ShadingMode::WireframeOnSurface;
  const Picture gpuWire = draw(scene, frontCamera());
  settings.skinning = SkinningDevice::Cpu;
  EXPECT_EQ(differingShare(gpuWire, draw(scene, frontCamera()), 2), 0.0);
}

TEST_F(Skinning, BonesAreSeenThroughWhatIsBeforeThem) {
  // A strip of bones behind a quad.
  const Scene strip = bendingStrip(0.0, false);
  Scene scene = makeScene({makeItem("/Q", makeQuad(0.9f), translation(0, 0, 2))});
  scene.items[0].color = glm::vec4(0, 1, 0, 1);
  scene.bones = strip.items;
  scene.bones[0].color = glm::vec4(1, 0, 0, 1);
  scene.palette = strip.palette;
  const struct {
    BonesDisplay bones;
    bool isSeen;
  } cases[] = {
      {BonesDisplay::Off, false}, {BonesDisplay::Shown, false}, {BonesDisplay::XRay, true}};
  for (const SkinningDevice device : {SkinningDevice::Cpu, SkinningDevice::Gpu}) {
    settings.skinning = device;
    for (const auto& c : cases) {
      settings.bones = c.bones;
      const glm::ivec3 middle = draw(scene, frontCamera()).at(32, 32);
      EXPECT_EQ(middle.x > middle.y, c.isSeen) << int(c.bones);
    }
  }
  scene.items.clear();
  settings.bones = BonesDisplay::Shown;
  EXPECT_GT(draw(scene, frontCamera()).at(32, 32).x, 50);
}

TEST_F(Skinning, LitBonesAreSeenThroughEverythingAndAlone) {
  // Two bones side by side; the left one is highlighted.
  const auto strip = [](float x) {
    std::vector<glm::vec3> corners;
    for (std::uint32_t i = 0; i < kIndicesPerBone; i += 3) {
      corners.insert(corners.end(), {{x - 0.3f, -0.3f, 0}, {x + 0.3f, -0.3f, 0}, {x, 0.3f, 0}});
    }
    return corners;
  };
  std::vector<glm::vec3> positions = strip(-0.5f);
  const std::vector<glm::vec3> right = strip(0.5f);
  positions.insert(positions.end(), right.begin(), right.end());
  auto geometry = std::make_shared<Geometry>();
  std::vector<std::uint32_t> indices(positions.size());
  for (std::uint32_t i = 0; i < indices.size(); ++i) indices[i] = i;
  geometry->colors = Array<glm::vec4>(std::vector<glm::vec4>(positions.size(), {0, 0, 1, 1}));
  geometry->positions = Array<glm::vec3>(std::move(positions));
  geometry->indices = Array<std::uint32_t>(std::move(indices));
  geometry->bounds = {glm::dvec3(-1.0), glm::dvec3(1.0)};
  Scene scene = makeScene({makeItem("/Q", makeQuad(0.9f), translation(0, 0, 2))});
  scene.items[0].color = glm::vec4(0, 1, 0, 1);
  scene.bones = {makeItem("/Skel", geometry)};
  const auto isYellow = [](const glm::ivec3& c) { return c.x > c.z + 40 && c.y > c.z + 40; };
  const auto isBlue = [](const glm::ivec3& c) { return c.z > c.y && c.z > c.x; };
  settings.highlightedBones = {Path::fromText("/Skel"), {0, 7}};  // Index 7 is out of range.
  const struct {
    BonesDisplay bones;
    bool isOfOther;  // Only the bones of another skeleton are shown.
    bool isRightSeen;
  } cases[] = {{BonesDisplay::Off, false, false},
               {BonesDisplay::XRay, true, false},
               {BonesDisplay::XRay, false, true}};
  for (const auto& c : cases) {
    settings.bones = c.bones;
    if (c.isOfOther) {
      settings.bonesOf = std::vector<Path>{Path::fromText("/Other")};
    } else {
      settings.bonesOf.reset();
    }
    const Picture picture = draw(scene, frontCamera());
    EXPECT_TRUE(isYellow(picture.at(16, 32))) << int(c.bones);
    EXPECT_EQ(isBlue(picture.at(48, 32)), c.isRightSeen) << int(c.bones);
  }
  settings.highlightedBones = {};
  settings.bones = BonesDisplay::Off;
  EXPECT_FALSE(isYellow(draw(scene, frontCamera()).at(16, 32)));
}

TEST_F(Skinning, OnlyThePoseTravels) {
  settings.skinning = SkinningDevice::Gpu;
  Scene scene = sceneOf({makeSkinnedGeometry(5000, 20, 4, SkinningMethod::Linear, 2)});
  draw(scene, frontCamera());
  const std::size_t first = renderer->statistics().uploadedBytes;
  for (glm::mat4& matrix : scene.palette) matrix[3].x += 0.1f;
  draw(scene, frontCamera());
  const std::size_t second = renderer->statistics().uploadedBytes;
  EXPECT_GT(first, 5000u * 24u);
  EXPECT_EQ(second, 20u * 48u + 2u * 4u);
  draw(scene, frontCamera());
  EXPECT_EQ(renderer->statistics().uploadedBytes, 0u);
}

TEST_F(Skinning, SoftwareDriversSkinOnTheCpu) {
  draw(bendingStrip(0.5, false), frontCamera());
  EXPECT_EQ(renderer->statistics().isSkinnedOnGpu, !renderer->isSoftware());
}

TEST_F(Skinning, SkinsOfWrongSizesAreReportedAndTheRestIsDrawn) {
  Scene scene = bendingStrip(0.0, false);
  auto broken = std::make_shared<Skin>(*scene.items[0].skin);
  broken->jointCount = 1;
  scene.items[0].skin = broken;
  Item missing = scene.items[0];
  missing.path = Path::fromText("/Missing");
  missing.skin = bendingStrip(0.0, false).items[0].skin;
  missing.firstPaletteMatrix = 7;
  scene.items.push_back(missing);
  scene.items.push_back(makeItem("/Q", makeQuad()));
  for (const SkinningDevice device : {SkinningDevice::Cpu, SkinningDevice::Gpu}) {
    settings.skinning = device;
    EXPECT_NEAR(draw(scene, frontCamera()).coverage(), 0.25, 0.001);
  }
  EXPECT_EQ(renderer->diagnostics().entries().size(), 2u);
}

}  // namespace usdscope
