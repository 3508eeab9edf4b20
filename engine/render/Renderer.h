// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/scene/Scene.h"
#include "engine/scene/SkinTruth.h"

namespace usdscope {

class TextureStore;

inline constexpr DiagnosticCode kRenderOldOpenGl{"render.old-opengl", Severity::Error};

enum class SkinningDevice : std::uint8_t { Automatic, Cpu, Gpu };
/// XRay: seen through everything.
enum class BonesDisplay : std::uint8_t { Off, Shown, XRay };
enum class ShadingMode : std::uint8_t {
  SmoothShaded,
  FlatShaded,
  Wireframe,
  WireframeOnSurface,
  Points,
  GeomOnly
};

/// From where the scene is seen. View space: -z forward, y up. Planes are fitted by the renderer
/// where `near` is not positive.
struct ViewCamera {
  glm::dmat4 worldFromView{1.0};
  bool isOrthographic = false;
  double verticalFovRadians = 0.8;  ///< Perspective.
  double verticalSize = 10.0;       ///< Orthographic: world units from bottom to top.
  glm::dvec2 shift{0.0};            ///< Of the image centre, in half heights: aperture offsets.
  double nearPlane = 0.0;
  double farPlane = 0.0;
};

/// The view of a scene camera in a picture of the given aspect ratio (width over height): the
/// vertical aperture is kept, as usdview does.
ViewCamera viewOf(const SceneCamera& camera, double aspectRatio);

/// A camera that shows all of `bounds` in a picture of this aspect ratio, from the front and a
/// little above.
ViewCamera framing(const Box& bounds, bool isZUp, double aspectRatio);

/// Bones that stand out: in a colour of their own, through everything, also where others are off.
struct LitBones {
  Path skeleton;                     ///< Empty: none.
  std::vector<std::uint32_t> bones;  ///< In the order of the skeleton's item.
};

struct RenderSettings {
  int width = 0;  ///< Pixels.
  int height = 0;
  int sampleCount = 4;  ///< 1, 2 or 4 samples a pixel.
  ShadingMode shading = ShadingMode::SmoothShaded;
  bool showRender = false;  ///< Purposes; default is always shown.
  bool showProxy = true;
  bool showGuides = false;
  bool showGrid = true;
  BonesDisplay bones = BonesDisplay::Off;    ///< Of Scene::bones.
  std::optional<std::vector<Path>> bonesOf;  ///< The skeletons whose bones are; none: all.
  LitBones litBones;
  bool cullBackfaces = false;
  glm::vec3 background{0.118f, 0.122f, 0.133f};  ///< Display values.
  std::vector<Path> selected;                    ///< Outlined, with all below.
  SkinningDevice skinning = SkinningDevice::Automatic;
  bool waitsForDevice = false;  ///< Whether draw() returns only when the picture is finished.
};

/// What the last frame cost and held.
struct RenderStatistics {
  double uploadMs = 0.0;
  double skinMs = 0.0;  ///< CPU path only; on the GPU it is part of draw.
  double drawMs = 0.0;  ///< Until finished where the settings wait for it, else until submitted.
  std::size_t uploadedBytes = 0;
  std::size_t triangleCount = 0;
  std::size_t drawCount = 0;
  bool isSkinnedOnGpu = false;
};

struct PickResult {
  Path path;
  std::int32_t instance = -1;  ///< Of a point instancer's item; -1: none.
  glm::dvec3 worldPosition{0.0};
};

/// What a renderer is made with.
struct RendererOptions {
  /// Where textures come from. A background thread may prepare() those of a scene before it is
  /// drawn. Null: files of the machine, read when they are first drawn.
  std::shared_ptr<TextureStore> textures;
  /// A folder with shaders in place of those that the program was built with; empty: none.
  std::string shaderDirectory;
};

/// Draws scenes. One thread, the one whose context is current at construction.
class Renderer {
 public:
  /// Null, with kRenderOldOpenGl, when the current context is older than OpenGL 4.5.
  static std::unique_ptr<Renderer> make(Diagnostics& diagnostics, RendererOptions options = {});
  /// The context is current.
  ~Renderer();
  Renderer(const Renderer&) = delete;
  Renderer& operator=(const Renderer&) = delete;

  /// Draws into the framebuffer object `target` (0: the default one), whose size the settings have.
  /// Display values (sRGB) are written. Leaves the state of the context at OpenGL's defaults, with
  /// `target` bound and the viewport covering it.
  void draw(const Scene& scene, const ViewCamera& camera, const RenderSettings& settings,
            std::uint32_t target);

  /// What is seen at a pixel (origin at the top left) of the last frame drawn.
  std::optional<PickResult> pick(int x, int y);

  /// Where the last frame has put the vertices of skinned items of these prims, read back from the
  /// device: it waits for that. Those that were out of sight are not there.
  std::vector<DrawnVertices> drawnVertices(std::span<const Path> prims) const;

  const RenderStatistics& statistics() const;
  /// "llvmpipe (LLVM 15.0.6, 256 bits)".
  std::string deviceName() const;
  bool isSoftware() const;
  /// Problems met so far in scenes of the same source: textures that cannot be read, items that do
  /// not fit together.
  const Diagnostics& diagnostics() const;

 private:
  struct State;
  explicit Renderer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace usdscope
