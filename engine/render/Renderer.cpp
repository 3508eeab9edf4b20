// SPDX-License-Identifier: Apache-2.0
#include "engine/render/Renderer.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <tuple>

#include "engine/gl/Device.h"
#include "engine/render/CameraFrustum.h"
#include "engine/render/DisplayColor.h"
#include "engine/render/DrawList.h"
#include "engine/render/DrawingState.h"
#include "engine/render/FrameContext.h"
#include "engine/render/RecordBuffer.h"
#include "engine/render/RenderTargets.h"
#include "engine/render/SceneLighting.h"
#include "engine/render/Shown.h"
#include "engine/render/TextureStore.h"
#include "engine/render/passes/BonesPass.h"
#include "engine/render/passes/DisplayPass.h"
#include "engine/render/passes/DomePass.h"
#include "engine/render/passes/GridPass.h"
#include "engine/render/passes/GuidesPass.h"
#include "engine/render/passes/LinesAndDotsPass.h"
#include "engine/render/passes/OcclusionPass.h"
#include "engine/render/passes/OutlinePass.h"
#include "engine/render/passes/PickAreaPass.h"
#include "engine/render/passes/PickPass.h"
#include "engine/render/passes/ShadowPass.h"
#include "engine/render/passes/SkinningPass.h"
#include "engine/render/passes/SurfacePass.h"
#include "engine/render/passes/TranslucencyPass.h"
#include "engine/render/passes/VolumePass.h"

namespace usdscope {
namespace {

constexpr float kEdgeHalfPixels = 0.6f;
constexpr glm::vec4 kEdgeColor(0.02f, 0.022f, 0.026f, kEdgeHalfPixels);

// Large mipmaps and anisotropy cost too much when the CPU draws.
constexpr int kSoftwareTextureSize = 2048;
constexpr int kTextureSize = 8192;
constexpr float kAnisotropy = 8.0f;
constexpr int kSoftwareShadowSize = 1024;
constexpr int kShadowSize = 2048;

std::uint32_t modesOf(const RenderSettings& settings) {
  std::uint32_t modes = 0;
  switch (settings.shading) {
    case ShadingMode::FlatShaded:
    case ShadingMode::GeomFlat:
      modes |= kModeFlat;
      break;
    case ShadingMode::Wireframe:
      modes |= kModeWireOnly;
      break;
    case ShadingMode::HiddenSurfaceWireframe:
      modes |= kModeHiddenLines;
      break;
    case ShadingMode::GeomOnly:
    case ShadingMode::Points:
      modes |= kModeUnlit;
      break;
    case ShadingMode::SmoothShaded:
    case ShadingMode::WireframeOnSurface:
    case ShadingMode::GeomSmooth:
      break;
  }
  if (settings.encodesSrgb && !settings.writesLinear) modes |= kModeEncoded;
  return modes;
}

bool showsOverdraw(const RenderSettings& settings) {
  return settings.inspection == InspectionView::Overdraw;
}

// Returns the distances along the view between which a scene lies in front of the camera.
glm::vec4 depthsOf(const CameraFrustum& frustum, const Box& bounds) {
  double nearest = frustum.farPlane;
  double farthest = frustum.nearPlane;
  for (int corner = 0; corner < 8 && !bounds.isEmpty(); ++corner) {
    const double depth = frustum.depthOf({(corner & 1) ? bounds.max.x : bounds.min.x,
                                          (corner & 2) ? bounds.max.y : bounds.min.y,
                                          (corner & 4) ? bounds.max.z : bounds.min.z});
    nearest = std::min(nearest, depth);
    farthest = std::max(farthest, depth);
  }
  return {float(std::max(nearest, frustum.nearPlane)), float(std::min(farthest, frustum.farPlane)),
          0.0f, 0.0f};
}

// Returns the colour of the background as the passes write it.
glm::vec4 clearColor(const RenderSettings& settings) {
  if (showsOverdraw(settings)) return {0.0f, 0.0f, 0.0f, settings.isTransparent ? 0.0f : 1.0f};
  return settings.isTransparent ? glm::vec4(0.0f) : linearFromDisplay(settings.background);
}

CameraBlock cameraBlock(const CameraFrustum& frustum, const RenderSettings& settings, int width,
                        int height) {
  CameraBlock block;
  block.clipFromRelative = glm::mat4(frustum.clipFromRelative);
  block.viewFromRelative = glm::mat4(frustum.viewFromRelative);
  const glm::dmat3 relativeFromView = glm::transpose(glm::dmat3(frustum.viewFromRelative));
  block.eyeDirection = glm::vec4(relativeFromView[2], 0.0);
  block.wireColor = kEdgeColor;
  block.viewport = glm::vec4(float(width), float(height), float(frustum.pixelsPerUnit),
                             frustum.isOrthographic ? 1.0f : 0.0f);
  block.background = linearFromDisplay(settings.background);
  block.modes.x = modesOf(settings);
  block.modes.y = static_cast<std::uint32_t>(settings.inspection);
  const HighLow position(frustum.position);
  block.positionHigh = glm::vec4(position.high, 0.0f);
  block.positionLow = glm::vec4(position.low, 0.0f);
  static_assert(kMostClippingPlanes == std::tuple_size_v<decltype(block.clippingPlanes)>);
  block.modes.z = static_cast<std::uint32_t>(frustum.clippingPlanes.size());
  for (std::size_t i = 0; i < frustum.clippingPlanes.size(); ++i) {
    block.clippingPlanes[i] = glm::vec4(frustum.clippingPlanes[i]);
  }
  return block;
}

GLuint boundFramebuffer() {
  GLint target = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
  return static_cast<GLuint>(target);
}

// The settings that decide the picture without its outlines.
RenderSettings whatIsDrawn(RenderSettings settings) {
  settings.outlines = {};
  settings.waitsForDevice = false;
  return settings;
}

// The settings that decide the table of objects. Others may be among them: then the table is built
// more often than necessary.
RenderSettings whatIsListed(RenderSettings settings) {
  settings = whatIsDrawn(std::move(settings));
  settings.width = settings.height = 0;
  settings.guides = {};
  settings.background = {};
  settings.exposure = 0.0f;
  settings.gamma = 1.0f;
  settings.displayTable = nullptr;
  settings.shadowEdges = ShadowEdges::Hard;
  settings.hasAmbientOcclusion = false;
  return settings;
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
    return {settings,
            frustum,
            list,
            cache,
            materials,
            shaders,
            diagnostics,
            slices,
            surfaceVertices,
            noVertices,
            zeros.id(),
            idOrder,
            skinning.buffer(),
            lighting.hasSceneLights(),
            lighting.hasLightMaps(),
            frustum.clippingPlanes.size()};
  }

  // Binds the buffers that all shaders of the scene read.
  void bindFrame(const CameraBlock& block) {
    camera.assign(std::span<const CameraBlock>(&block, 1));
    glBindBufferBase(GL_UNIFORM_BUFFER, kCameraBinding, camera.id());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, kObjectsBinding, objects.id());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, kOrderBinding, order.id());
    lighting.bind();
    shadows.bind();
    leaveOut({});
  }

  // Sets the objects that are not picked.
  void leaveOut(const LeftOutBlock& ranges) {
    leftOut.assign(std::span<const LeftOutBlock>(&ranges, 1));
    glBindBufferBase(GL_UNIFORM_BUFFER, kLeftOutBinding, leftOut.id());
  }

  // Limits drawing to a part of the last frame, with the origin at the top left.
  void beginPart(const PickArea& part, const CameraFrustum& whole, std::stop_token stop) {
    const int fromBottom = settings.height - part.y - part.height;
    frustum =
        whole.part(part.x, fromBottom, part.width, part.height, settings.width, settings.height);
    bindFrame(cameraBlock(frustum, settings, part.width, part.height));
    slices = DrawSlices(std::move(stop), device.isSoftware);
  }
  // Returns false if the drawing was stopped.
  bool endPart(const CameraFrustum& whole) {
    const bool isStopped = slices.isStopped();
    slices = {};
    frustum = whole;
    glViewport(0, 0, settings.width, settings.height);
    return !isStopped;
  }

  bool hasPixel(int x, int y) const {
    return x >= 0 && y >= 0 && x < settings.width && y < settings.height;
  }

  PickResult resultOf(const PickPass::Hit& hit) const {
    const DrawnObject& object = list.table->sources[hit.object];
    const DrawnItem& item = list.table->items[object.item];
    const DrawnInstancing& instancing = list.table->instancingOf(item);
    PickResult result{.path = item.path, .instance = object.instance};
    result.worldPosition = hit.worldPosition;
    if (hit.vertex) {
      result.point = item.pointOf(*hit.vertex);
      if (item.joints != DrawnItem::kNone) {
        nameJoint(list.table->joints[item.joints], *hit.vertex, result);
      }
    }
    if (object.instance < 0 || std::size_t(object.instance) >= instancing.ids.size()) return result;
    result.instancer = instancing.instancers.front();
    result.innermost = instancing.instancers.back();
    result.id = instancing.ids[std::size_t(object.instance)];
    return result;
  }

  // Uploads new geometries and materials to the device.
  void upload(const Scene& scene, bool isOtherTable) {
    const auto start = std::chrono::steady_clock::now();
    if (scene.source != source) diagnostics = {};
    source = scene.source;
    materials.update(scene, diagnostics);
    lighting.update(scene, frustum, settings, shadowPlan, *textures, diagnostics);
    if (isOtherTable) {
      table = std::make_shared<const DrawTable>(
          buildDrawTable(scene, frustum, settings, materials, cache, diagnostics));
    } else {
      table->touch(cache);
    }
    list = buildDrawList(
        table, scene,
        SampleGrid(frustum, settings.width, settings.height, targets.samplePositions()),
        !shadowPlan.maps.empty());
    const std::size_t listed =
        objects.update({table, &table->objects}) +
        order.update(std::make_shared<const std::vector<std::uint32_t>>(list.calls.order));
    const bool isOnGpu = settings.skinning == SkinningDevice::Automatic
                             ? !device.isSoftware
                             : settings.skinning == SkinningDevice::Gpu;
    statistics.isSkinnedOnGpu = isOnGpu;
    placed.clear();
    const std::size_t posed = skinning.run(scene, list, isOnGpu, cache, shaders, diagnostics);
    for (const SkinnedDraw& draw : list.skinned) {
      placed.push_back(
          {draw.item->path, draw.item->geometry, draw.item->skin->refined, draw.firstVertex});
    }
    list.skinned.clear();  // They point into the scene, which a later pick() may outlive.
    statistics.skinMs = skinning.cpuMs();
    statistics.uploadMs = millisecondsSince(start) - statistics.skinMs;
    statistics.uploadedBytes =
        materials.uploadedBytes() + lighting.uploadedBytes() + listed + posed;
    statistics.triangleCount = list.triangleCount;
    const DrawCalls& calls = list.calls;
    statistics.drawCount = calls.opaque.size() + calls.cutout.size() + calls.translucent.size() +
                           calls.lines.size() + calls.dots.size() + calls.bones.size() +
                           calls.volumes.size();
  }

  // Draws the depths that lights see.
  void drawShadows() {
    if (shadowPlan.maps.empty()) return;
    bindFrame(cameraBlock(frustum, settings, settings.width, settings.height));
    FrameContext frame = context();
    frame.clippingPlaneCount = 0;
    shadows.draw(frame, shadowPlan);
    glViewport(0, 0, settings.width, settings.height);
  }

  void drawPasses(const GridPlan& grid) {
    drawShadows();
    glBindFramebuffer(GL_FRAMEBUFFER, targets.framebuffer());
    if (settings.encodesSrgb) glEnable(GL_FRAMEBUFFER_SRGB);
    const glm::vec4 background = clearColor(settings);
    const float farthest = 0.0f;
    glClearBufferfv(GL_COLOR, 0, &background.x);
    glClearBufferfv(GL_DEPTH, 0, &farthest);
    glEnable(GL_DEPTH_TEST);
    CameraBlock block = cameraBlock(frustum, settings, settings.width, settings.height);
    block.depths = depths;
    bindFrame(block);
    const FrameContext frame = context();
    if (showsOverdraw(settings)) return drawOverdraw(frame);
    if (!settings.isTransparent) drawDome(frame, lighting.background());
    if (settings.showGrid) drawGrid(frame, grid);
    if (settings.shading == ShadingMode::Points) {
      drawVertices(frame);
    } else {
      drawOpaqueSurfaces(frame);
      if (OcclusionPass::isWanted(settings)) {
        occlusion.draw(frame, targets, shownSize);
      }
    }
    drawLinesAndDots(frame);
    volumes.draw(frame, targets, device.isSoftware, VolumePass::Part::BehindTranslucent);
    if (settings.shading != ShadingMode::Points) translucency.draw(frame);
    volumes.draw(frame, targets, device.isSoftware, VolumePass::Part::BeforeTranslucent);
    guides.draw(frame);
    drawBones(frame);
  }

  // Draws everything but outlines into the render targets. Returns false when the driver cannot
  // draw into them.
  bool drawScene(const Scene& scene, bool isSameTable) {
    statistics = {};
    isPictureKept = false;
    const int sampleCount = std::clamp(settings.sampleCount, 1, device.maxSamples);
    const GLenum format =
        settings.writesLinear || adjustsDisplay(settings) ? GL_RGBA16F : GL_SRGB8_ALPHA8;
    if (!targets.resize(settings.width, settings.height, sampleCount, format) &&
        !targets.resize(settings.width, settings.height, 1, format)) {
      diagnostics.report(kRenderOldOpenGl, {},
                         "The driver cannot draw into a picture of this size.");
      return false;
    }
    const glm::dvec3 position(view.worldFromView[3]);
    const Box bounds = shownBounds(scene, settings);
    const GridPlan grid = planGrid(bounds, position, scene.isZUp, scene.metersPerUnit);
    if (settings.showGrid) statistics.gridStep = grid.step;
    frustum = makeFrustum(view, settings.width, settings.height, bounds);
    depths = depthsOf(frustum, bounds);
    shownSize = glm::length(bounds.size());
    shadowPlan = planShadows(scene, frustum, bounds, settings);
    // With fewer triangles, what is out of view is not there to cast a shadow.
    if (settings.triangleBudget > 0) {
      shadowPlan.maps.clear();
      for (auto& light : shadowPlan.lights) light = {};
    }
    shadowPlan.mapSize = device.isSoftware ? kSoftwareShadowSize : kShadowSize;
    const bool isOtherScene = scene.source != source;
    cache.beginFrame();
    volumes.beginFrame();
    upload(scene, !isSameTable);
    if (view.clippingPlanes.size() > kMostClippingPlanes) {
      diagnostics.report(kTooManyClippingPlanes, {},
                         "At most 8 clipping planes of a camera apply.");
    }
    const auto start = std::chrono::steady_clock::now();
    glViewport(0, 0, settings.width, settings.height);
    drawPasses(grid);
    statistics.drawMs = millisecondsSince(start);
    statistics.uploadedBytes += cache.uploadedBytes() + volumes.uploadedBytes();
    cache.endFrame(isOtherScene);
    return true;
  }

  Device device;
  std::shared_ptr<TextureStore> textures;
  ShaderLibrary shaders;
  GpuCache cache;
  GpuMaterials materials;
  SceneLighting lighting;
  ShadowPlan shadowPlan;
  ShadowPass shadows;
  VertexArray surfaceVertices = VertexArray::make();
  VertexArray noVertices = VertexArray::make();
  Buffer zeros;
  StreamBuffer camera;
  std::shared_ptr<const DrawTable> table;
  RecordBuffer<ObjectRecord> objects;
  RecordBuffer<std::uint32_t> order;
  StreamBuffer idOrder;
  StreamBuffer leftOut;
  RenderTargets targets;
  SkinningPass skinning;
  OutlinePass outlining;
  PickPass picking;
  PickAreaPass areaPicking;
  GuidesPass guides;
  TranslucencyPass translucency;
  VolumePass volumes;
  OcclusionPass occlusion;
  DisplayPass display;
  struct PlacedVertices {
    Path prim;
    std::shared_ptr<const Geometry> geometry;
    std::shared_ptr<const RefinedCage> refined;  // Null unless the geometry is refined.
    std::uint32_t first = 0;
  };
  std::vector<PlacedVertices> placed;  // The skinned items of the last frame.
  Diagnostics diagnostics;
  std::shared_ptr<const void> source;  // Scene::source of the last frame.
  RenderStatistics statistics;
  // The inputs of the last frame, kept for picking.
  RenderSettings settings;
  CameraFrustum frustum;
  glm::vec4 depths{0.0f};  // See CameraBlock.
  double shownSize = 0.0;  // The diagonal of the shown scene.
  DrawList list;
  SceneContent content;
  ViewCamera view;
  bool isPictureKept = false;  // The render targets hold the last frame.
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
  const bool isSameContent = scene.content.isSame(s.content);
  const bool isSameTable = isSameContent && s.table && settings.triangleBudget == 0 &&
                           whatIsListed(settings) == whatIsListed(s.settings);
  const bool isSamePicture = isSameContent && s.isPictureKept && camera == s.view &&
                             whatIsDrawn(settings) == whatIsDrawn(s.settings);
  s.settings = settings;
  s.view = camera;
  s.content.adopt(scene.content);
  if (settings.width <= 0 || settings.height <= 0) {
    s.statistics = {};
    s.list = {};
    s.table = nullptr;
    s.isPictureKept = false;
    return true;
  }
  const DrawingState drawing(target);
  s.slices = DrawSlices(std::move(stop), s.device.isSoftware);
  if (!isSamePicture && !s.drawScene(scene, isSameTable)) {
    s.content = {};
    return true;
  }
  if (isSamePicture) {
    s.statistics.uploadMs = s.statistics.skinMs = s.statistics.drawMs = 0.0;
    s.statistics.uploadedBytes = 0;
    glViewport(0, 0, settings.width, settings.height);
    s.bindFrame(cameraBlock(s.frustum, settings, settings.width, settings.height));
  }
  const auto start = std::chrono::steady_clock::now();
  if (adjustsDisplay(settings)) {
    s.display.draw(s.context(), s.targets, target);
    s.statistics.uploadedBytes += s.display.uploadedBytes();
  } else {
    s.targets.resolveTo(target);
  }
  if (!s.slices.isStopped()) {
    s.outlining.draw(s.context(), settings.outlines, settings.width, settings.height, target);
  }
  if (settings.waitsForDevice) glFinish();
  s.statistics.drawMs += millisecondsSince(start);
  const bool isFinished = !s.slices.isStopped();
  s.isPictureKept = isFinished;
  s.slices = {};
  return isFinished;
}

bool Renderer::outline(const Outlines& outlines, int width, int height, std::uint32_t target,
                       std::stop_token stop) {
  State& s = *state_;
  if (width <= 0 || height <= 0) return true;
  const DrawingState drawing(target);
  s.bindFrame(cameraBlock(s.frustum, s.settings, width, height));
  s.slices = DrawSlices(std::move(stop), s.device.isSoftware);
  s.outlining.draw(s.context(), outlines, width, height, target);
  const bool isFinished = !s.slices.isStopped();
  s.slices = {};
  glViewport(0, 0, width, height);
  return isFinished;
}

std::optional<PickResult> Renderer::pick(int x, int y, std::stop_token stop) {
  std::vector<PickResult> hits = pickAll(x, y, 1, PickUnit::Items, std::move(stop));
  return hits.empty() ? std::nullopt : std::optional(hits.front());
}

std::vector<PickResult> Renderer::pickAll(int x, int y, std::size_t most, PickUnit unit,
                                          std::stop_token stop) {
  static_assert(kMostPicked <= LeftOutBlock::kMost);
  State& s = *state_;
  if (!s.hasPixel(x, y)) return {};
  const DrawingState drawing(boundFramebuffer());
  const CameraFrustum whole = s.frustum;
  constexpr int kSize = PickPass::kSize;
  s.beginPart({x - kSize / 2, y - kSize / 2, kSize, kSize}, whole, std::move(stop));
  std::vector<PickResult> hits;
  LeftOutBlock found;
  while (hits.size() < std::min(most, kMostPicked)) {
    const auto hit = s.picking.run(s.context());
    const DrawTable& table = *s.list.table;
    if (s.slices.isStopped() || !hit || hit->object >= table.sources.size()) break;
    hits.push_back(s.resultOf(*hit));
    const DrawnItem& item = table.items[table.sources[hit->object].item];
    found.ranges[found.counts.x++] =
        unit == PickUnit::Items
            ? glm::uvec4(item.firstObject, item.firstObject + item.objectCount, 0u, 0u)
            : glm::uvec4(hit->object, hit->object + 1, 0u, 0u);
    s.leaveOut(found);
  }
  s.endPart(whole);
  // An object beside the pixel may be in front of one that is found before it.
  std::ranges::stable_sort(hits, {},
                           [&](const PickResult& hit) { return whole.depthOf(hit.worldPosition); });
  return hits;
}

PickedArea Renderer::pickArea(const PickArea& area, std::size_t most, PickUnit unit,
                              std::stop_token stop) {
  State& s = *state_;
  const int left = std::max(area.x, 0);
  const int top = std::max(area.y, 0);
  const int right = std::min(area.x + area.width, s.settings.width);
  const int bottom = std::min(area.y + area.height, s.settings.height);
  if (right <= left || bottom <= top) return {};
  const PickArea part{left, top, right - left, bottom - top};
  const DrawingState drawing(boundFramebuffer());
  const CameraFrustum whole = s.frustum;
  s.beginPart(part, whole, std::move(stop));
  const std::vector<PickPass::Hit> hits = s.areaPicking.run(s.context(), part.width, part.height);
  PickedArea picked;
  if (!s.endPart(whole)) return picked;
  std::uint32_t lastItem = DrawnItem::kNone;
  for (const PickPass::Hit& hit : hits) {
    // The objects of an item follow each other.
    const std::uint32_t item = s.list.table->sources[hit.object].item;
    if (unit == PickUnit::Items && item == lastItem) continue;
    lastItem = item;
    picked.isComplete = picked.objects.size() < most;
    if (!picked.isComplete) break;
    picked.objects.push_back(s.resultOf(hit));
  }
  return picked;
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
    drawn.refined = placed.refined;
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
