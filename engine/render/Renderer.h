// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/scene/Scene.h"

namespace usdscope {

inline constexpr DiagnosticCode kRenderOldOpenGl{"render.old-opengl", Severity::Error};

enum class SkinningDevice : std::uint8_t { Automatic, Cpu, Gpu };
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

struct RenderSettings {
  int width = 0;  ///< Pixels.
  int height = 0;
  int sampleCount = 4;  ///< 1, 2 or 4 samples a pixel.
  ShadingMode shading = ShadingMode::SmoothShaded;
  bool showRender = false;  ///< Purposes; default is always shown.
  bool showProxy = true;
  bool showGuides = false;
  bool showGrid = true;
  bool cullBackfaces = false;
  glm::vec3 background{0.118f, 0.122f, 0.133f};  ///< Display values.
  std::vector<Path> selected;                    ///< Outlined, with all below.
  SkinningDevice skinning = SkinningDevice::Automatic;
};

/// What the last frame cost and held.
struct RenderStatistics {
  double uploadMs = 0.0;
  double skinMs = 0.0;  ///< CPU path only; on the GPU it is part of draw.
  double drawMs = 0.0;  ///< Until glFinish in record and bench, else until submitted.
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

/// Draws scenes. One thread, the one whose context is current at construction.
class Renderer {
 public:
  /// Null, with kRenderOldOpenGl, when the current context is older than OpenGL 4.5.
  static std::unique_ptr<Renderer> make(Diagnostics& diagnostics);
  ~Renderer();

  /// Draws into the framebuffer object `target` (0: the default one), whose size the settings have.
  void draw(const Scene& scene, const ViewCamera& camera, const RenderSettings& settings,
            std::uint32_t target);

  /// What is seen at a pixel (origin at the top left) of the last frame drawn.
  std::optional<PickResult> pick(int x, int y);

  const RenderStatistics& statistics() const;
  /// "llvmpipe (LLVM 15.0.6, 256 bits)".
  std::string deviceName() const;
  bool isSoftware() const;
  /// Problems met so far: textures that cannot be read.
  const Diagnostics& diagnostics() const;

 private:
  Renderer();
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace usdscope
