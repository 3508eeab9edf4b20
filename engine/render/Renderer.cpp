// SPDX-License-Identifier: Apache-2.0
#include "engine/render/Renderer.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

#include "engine/gl/Device.h"
#include "engine/render/CameraFrustum.h"
#include "engine/render/DrawList.h"
#include "engine/render/DrawingState.h"
#include "engine/render/FrameContext.h"
#include "engine/render/RenderTargets.h"
#include "engine/render/Shown.h"
#include "engine/render/TextureStore.h"
#include "engine/render/passes/BonesPass.h"
#include "engine/render/passes/GridPass.h"
#include "engine/render/passes/LinesAndDotsPass.h"
#include "engine/render/passes/OutlinePass.h"
#include "engine/render/passes/PickPass.h"
#include "engine/render/passes/SkinningPass.h"
#include "engine/render/passes/SurfacePass.h"

namespace usdscope {
namespace {

// The direction towards the light in view space.
constexpr glm::dvec3 kLightInView(0.35, 0.55, 1.0);
constexpr float kEdgeHalfPixels = 0.6f;
constexpr glm::vec4 kEdgeColor(0.02f, 0.022f, 0.026f, kEdgeHalfPixels);

// Large mipmaps and anisotropy cost too much when the CPU draws.
constexpr int kSoftwareTextureSize = 2048;
constexpr int kTextureSize = 8192;
constexpr float kAnisotropy = 8.0f;

glm::vec4 linearFromDisplay(const glm::vec3& display) {
  glm::vec4 result(1.0f);
  for (int i = 0; i < 3; ++i) {
    const float v = std::clamp(display[i], 0.0f, 1.0f);
    result[i] = v <= 0.04045f ? v / 12.92f : std::pow((v + 0.055f) / 1.055f, 2.4f);
  }
  return result;
}

CameraBlock cameraBlock(const CameraFrustum& frustum, const RenderSettings& settings, bool isZUp,
                        int width, int height) {
  CameraBlock block;
  block.clipFromRelative = glm::mat4(frustum.clipFromRelative);
  block.viewFromRelative = glm::mat4(frustum.viewFromRelative);
  const glm::dmat3 relativeFromView = glm::transpose(glm::dmat3(frustum.viewFromRelative));
  block.lightDirection = glm::vec4(relativeFromView * glm::normalize(kLightInView), 0.0);
  block.skyDirection = isZUp ? glm::vec4(0, 0, 1, 0) : glm::vec4(0, 1, 0, 0);
  block.wireColor = kEdgeColor;
  block.viewport = glm::vec4(float(width), float(height), float(frustum.pixelsPerUnit),
                             frustum.isOrthographic ? 1.0f : 0.0f);
  if (settings.shading == ShadingMode::FlatShaded) block.modes.x |= kModeFlat;
  if (settings.shading == ShadingMode::Wireframe) block.modes.x |= kModeWireOnly;
  return block;
}

double millisecondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

}  // namespace

struct Renderer::State {
  State(Device d, RendererOptions options)
      : device(std::move(d)),
        textures(std::move(options.textures)),
        materials(textures,
                  device.isSoftware ? 1.0f : std::min(kAnisotropy, device.maxAnisotropy)) {
    if (!options.shaderDirectory.empty()) shaders = ShaderLibrary(options.shaderDirectory);
    textures->setMaxSize(device.isSoftware ? kSoftwareTextureSize : kTextureSize);
    surfaceVertices.addAttribute(kPositionAttribute, 3);
    surfaceVertices.addAttribute(kNormalAttribute, 3);
    surfaceVertices.addAttribute(kTexCoordAttribute, 2);
    surfaceVertices.addAttribute(kColorAttribute, 4);
    const std::array<float, 4> nothing{};
    zeros = Buffer::of(std::span<const float>(nothing));
  }

  FrameContext context() {
    return {settings,        frustum,    list,        cache,
            materials,       shaders,    diagnostics, slices,
            surfaceVertices, noVertices, zeros.id(),  skinning.buffer()};
  }

  // Binds the buffers that all shaders of the scene read.
  void bindFrame(const CameraBlock& block) {
    camera.assign(std::span<const CameraBlock>(&block, 1));
    glBindBufferBase(GL_UNIFORM_BUFFER, kCameraBinding, camera.id());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, kObjectsBinding, objects.id());
  }

  // Uploads new geometries and materials to the device.
  void upload(const Scene& scene) {
    const auto start = std::chrono::steady_clock::now();
    if (scene.source != source) diagnostics = {};
    source = scene.source;
    materials.update(scene, diagnostics);
    list = buildDrawList(scene, frustum, settings, materials, cache, diagnostics);
    objects.assign(std::span<const ObjectRecord>(list.objects));
    const bool isOnGpu = settings.skinning == SkinningDevice::Automatic
                             ? !device.isSoftware
                             : settings.skinning == SkinningDevice::Gpu;
    statistics.isSkinnedOnGpu = isOnGpu;
    placed.clear();
    const std::size_t posed = skinning.run(scene, list, isOnGpu, cache, shaders, diagnostics);
    for (const SkinnedDraw& draw : list.skinned) {
      placed.push_back({draw.item->path, draw.item->geometry, draw.firstVertex});
    }
    list.skinned.clear();  // They point into the scene, which a later pick() may outlive.
    statistics.skinMs = skinning.cpuMs();
    statistics.uploadMs = millisecondsSince(start) - statistics.skinMs;
    statistics.uploadedBytes =
        materials.uploadedBytes() + list.objects.size() * sizeof(ObjectRecord) + posed;
    statistics.triangleCount = list.triangleCount;
    statistics.drawCount = list.opaque.size() + list.cutout.size() + list.translucent.size() +
                           list.lines.size() + list.dots.size() + list.bones.size();
  }

  void drawPasses(const Scene& scene, const GridPlan& grid) {
    glBindFramebuffer(GL_FRAMEBUFFER, targets.framebuffer());
    glEnable(GL_FRAMEBUFFER_SRGB);
    const glm::vec4 background = linearFromDisplay(settings.background);
    const float farthest = 0.0f;
    glClearBufferfv(GL_COLOR, 0, &background.x);
    glClearBufferfv(GL_DEPTH, 0, &farthest);
    glEnable(GL_DEPTH_TEST);
    bindFrame(cameraBlock(frustum, settings, scene.isZUp, settings.width, settings.height));
    const FrameContext frame = context();
    if (settings.shading == ShadingMode::Points) {
      drawVertices(frame);
    } else {
      drawOpaqueSurfaces(frame);
    }
    drawLinesAndDots(frame);
    if (settings.showGrid) drawGrid(frame, grid);
    if (settings.shading != ShadingMode::Points) drawTranslucentSurfaces(frame);
    drawBones(frame);
  }

  Device device;
  std::shared_ptr<TextureStore> textures;
  ShaderLibrary shaders;
  GpuCache cache;
  GpuMaterials materials;
  VertexArray surfaceVertices = VertexArray::make();
  VertexArray noVertices = VertexArray::make();
  Buffer zeros;
  StreamBuffer camera;
  StreamBuffer objects;
  RenderTargets targets;
  SkinningPass skinning;
  OutlinePass outlining;
  PickPass picking;
  struct PlacedVertices {
    Path prim;
    std::shared_ptr<const Geometry> geometry;
    std::uint32_t first = 0;
  };
  std::vector<PlacedVertices> placed;  // The skinned items of the last frame.
  Diagnostics diagnostics;
  std::shared_ptr<const void> source;  // Scene::source of the last frame.
  RenderStatistics statistics;
  // The inputs of the last frame, kept for picking.
  RenderSettings settings;
  CameraFrustum frustum;
  DrawList list;
  bool isZUp = false;
  DrawSlices slices;
};

Renderer::Renderer(std::unique_ptr<State> state) : state_(std::move(state)) {}

Renderer::~Renderer() = default;

std::unique_ptr<Renderer> Renderer::make(Diagnostics& diagnostics, RendererOptions options) {
  Device device = currentDevice();
  if (const std::string problem = whyUnusable(device); !problem.empty()) {
    diagnostics.report(kRenderOldOpenGl, {}, problem);
    return nullptr;
  }
  if (!options.textures) options.textures = std::make_shared<TextureStore>();
  return std::unique_ptr<Renderer>(
      new Renderer(std::make_unique<State>(std::move(device), std::move(options))));
}

bool Renderer::draw(const Scene& scene, const ViewCamera& camera, const RenderSettings& settings,
                    std::uint32_t target, std::stop_token stop) {
  State& s = *state_;
  s.settings = settings;
  s.isZUp = scene.isZUp;
  s.statistics = {};
  if (settings.width <= 0 || settings.height <= 0) {
    s.list = {};
    return true;
  }
  const DrawingState drawing(target);
  const int sampleCount = std::clamp(settings.sampleCount, 1, s.device.maxSamples);
  if (!s.targets.resize(settings.width, settings.height, sampleCount) &&
      !s.targets.resize(settings.width, settings.height, 1)) {
    s.diagnostics.report(kRenderOldOpenGl, {}, "The driver cannot draw into sRGB colours.");
    return true;
  }

  // The near and far planes must enclose the grid too.
  const glm::dvec3 position(camera.worldFromView[3]);
  Box bounds = shownBounds(scene, settings);
  const GridPlan grid = planGrid(bounds, position, scene.isZUp);
  if (settings.showGrid) bounds.add(grid.worldBounds());
  s.frustum = makeFrustum(camera, settings.width, settings.height, bounds);

  const bool isOtherScene = scene.source != s.source;
  s.slices = DrawSlices(std::move(stop), s.device.isSoftware);
  s.cache.beginFrame();
  s.upload(scene);
  const auto start = std::chrono::steady_clock::now();
  glViewport(0, 0, settings.width, settings.height);
  s.drawPasses(scene, grid);
  s.targets.resolveTo(target);
  if (!s.slices.isStopped()) s.outlining.draw(s.context(), target);
  if (settings.waitsForDevice) glFinish();
  s.statistics.drawMs = millisecondsSince(start);
  s.statistics.uploadedBytes += s.cache.uploadedBytes();
  s.cache.endFrame(isOtherScene);
  const bool isFinished = !s.slices.isStopped();
  s.slices = {};
  return isFinished;
}

std::optional<PickResult> Renderer::pick(int x, int y, std::stop_token stop) {
  State& s = *state_;
  if (x < 0 || y < 0 || x >= s.settings.width || y >= s.settings.height) return std::nullopt;
  GLint target = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
  const DrawingState drawing(static_cast<GLuint>(target));
  const CameraFrustum whole = s.frustum;
  const int fromBottom = s.settings.height - 1 - y;
  s.frustum = whole.part(x - PickPass::kSize / 2, fromBottom - PickPass::kSize / 2, PickPass::kSize,
                         PickPass::kSize, s.settings.width, s.settings.height);
  s.bindFrame(cameraBlock(s.frustum, s.settings, s.isZUp, PickPass::kSize, PickPass::kSize));
  s.slices = DrawSlices(std::move(stop), s.device.isSoftware);
  const auto hit = s.picking.run(s.context());
  const bool isStopped = s.slices.isStopped();
  s.slices = {};
  s.frustum = whole;
  glViewport(0, 0, s.settings.width, s.settings.height);
  if (isStopped || !hit || hit->object >= s.list.sources.size()) return std::nullopt;
  const DrawnObject& object = s.list.sources[hit->object];
  return PickResult{object.path, object.instance, hit->worldPosition};
}

std::vector<DrawnVertices> Renderer::drawnVertices(std::span<const Path> prims) const {
  std::vector<DrawnVertices> result;
  for (const State::PlacedVertices& placed : state_->placed) {
    if (std::ranges::find(prims, placed.prim) == prims.end()) continue;
    const std::vector<SkinnedVertex> vertices =
        state_->skinning.read(placed.first, placed.geometry->vertexCount());
    DrawnVertices& drawn = result.emplace_back();
    drawn.prim = placed.prim;
    drawn.geometry = placed.geometry;
    drawn.positions.reserve(vertices.size());
    for (const SkinnedVertex& vertex : vertices) drawn.positions.push_back(vertex.position);
  }
  return result;
}

const RenderStatistics& Renderer::statistics() const { return state_->statistics; }

std::string Renderer::deviceName() const { return state_->device.renderer; }

bool Renderer::isSoftware() const { return state_->device.isSoftware; }

const Diagnostics& Renderer::diagnostics() const { return state_->diagnostics; }

}  // namespace usdscope
