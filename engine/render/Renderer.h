// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/render/Guides.h"
#include "engine/render/InspectionView.h"
#include "engine/render/Outlines.h"
#include "engine/render/PickResult.h"
#include "engine/render/ShadowEdges.h"
#include "engine/scene/Scene.h"
#include "engine/scene/SkinCheck.h"

namespace usdscope {

class TextureStore;
struct DisplayTable;

inline constexpr DiagnosticCode kRenderOldOpenGl{"render.old-opengl", Severity::Error};
inline constexpr DiagnosticCode kTooManyClippingPlanes{"render.too-many-clipping-planes",
                                                       Severity::Note};

enum class SkinningDevice : std::uint8_t { Automatic, Cpu, Gpu };
/// XRay draws bones over everything else.
enum class BonesDisplay : std::uint8_t { Off, Shown, XRay };
/// The shading modes of usdview. GeomOnly, GeomSmooth and GeomFlat draw without materials; GeomOnly
/// also without lights.
enum class ShadingMode : std::uint8_t {
  SmoothShaded,
  FlatShaded,
  Wireframe,
  WireframeOnSurface,
  Points,
  GeomOnly,
  GeomSmooth,
  GeomFlat,
  HiddenSurfaceWireframe
};

/// The camera of a frame. View space has -z forward and y up. The renderer fits the near and far
/// planes when `nearPlane` is not positive.
struct ViewCamera {
  glm::dmat4 worldFromView{1.0};
  bool isOrthographic = false;
  double verticalFovRadians = 0.8;  ///< Used by perspective views.
  double verticalSize = 10.0;       ///< Used by orthographic views: world units, bottom to top.
  glm::dvec2 shift{0.0};            ///< Aperture offset of the image centre, in half heights.
  double nearPlane = 0.0;
  double farPlane = 0.0;
  /// Planes in view space; what lies on the negative side of one is not drawn. At most
  /// kMostClippingPlanes apply.
  std::vector<glm::dvec4> clippingPlanes;
  bool operator==(const ViewCamera&) const = default;
};

inline constexpr std::size_t kMostClippingPlanes = 8;

/// Returns the view of a scene camera. Keeps the vertical aperture at every aspect ratio of the
/// picture, as usdview does.
ViewCamera viewOf(const SceneCamera& camera);

/// Returns a camera that shows all of `bounds` in a picture of this aspect ratio (width over
/// height). It looks from the front, a little from the right and from above.
ViewCamera framing(const Box& bounds, bool isZUp, double aspectRatio);

/// Highlighted bones. They have a special colour and are drawn over everything, even if bones are
/// switched off.
struct HighlightedBones {
  Path skeleton;                     ///< Empty when no bone is highlighted.
  std::vector<std::uint32_t> bones;  ///< Indices into the bones of the skeleton's item.
  bool operator==(const HighlightedBones&) const = default;
};

struct RenderSettings {
  int width = 0;  ///< Pixels.
  int height = 0;
  int sampleCount = 4;  ///< 1, 2 or 4 samples per pixel.
  ShadingMode shading = ShadingMode::SmoothShaded;
  InspectionView inspection = InspectionView::None;  ///< A property of surfaces to show.
  /// Linear colours are multiplied by 2 to this power before they are encoded or written. Like
  /// gamma, it does not change inspection views but that of albedo.
  float exposure = 0.0f;
  float gamma = 1.0f;  ///< Linear colours are then raised to the power of 1 / gamma. Positive.
  /// Shows items of purpose render. Items of purpose default are always shown.
  bool showRender = false;
  bool showProxy = true;
  bool showGuides = false;
  bool showGrid = true;
  BonesDisplay bones = BonesDisplay::Off;  ///< How Scene::bones are shown.
  /// If set, only the bones of these skeletons are shown.
  std::optional<std::vector<Path>> bonesOf;
  HighlightedBones highlightedBones;
  bool cullBackfaces = false;
  bool usesSceneMaterials = true;  ///< If false, surfaces have their display colours only.
  bool hasCameraLight = true;      ///< A light at the camera.
  bool hasSkyLight = false;        ///< The default dome, a sky.
  bool usesSceneLights = true;     ///< If false, the lights of the scene are off.
  bool hasShadows = true;          ///< Lights of the scene cast shadows.
  ShadowEdges shadowEdges = ShadowEdges::Hard;
  /// Darkens surfaces where others are near, as far as the picture shows them.
  bool hasAmbientOcclusion = false;
  /// Shows the texture of the scene's first dome that has one, or else the default dome, behind the
  /// scene. Transparent pictures have no background.
  bool showsDome = false;
  /// Colours of the scene and the background are encoded as sRGB. If false, linear values are
  /// written as they are.
  bool encodesSrgb = true;
  /// If not null, colours of the scene and the background are looked up there in place of being
  /// encoded, after exposure and gamma. Linear pictures and inspection views of data ignore it.
  std::shared_ptr<const DisplayTable> displayTable;
  GuideLines guides;  ///< Drawn over the scene; faint where surfaces hide them.
  glm::vec3 background{0.118f, 0.122f, 0.133f};  ///< Display values.
  Outlines outlines;                             ///< Drawn at the end; see Renderer::outline().
  SkinningDevice skinning = SkinningDevice::Automatic;
  /// If not 0, about the most triangles of surfaces that are drawn. The objects that are smallest
  /// in the picture are drawn as boxes, or not at all.
  std::size_t triangleBudget = 0;
  bool waitsForDevice = false;  ///< If true, draw() returns only when the picture is finished.
  /// Leaves the background transparent. Colours are multiplied by the alpha of the picture then.
  bool isTransparent = false;
  /// Writes linear colours, which may be greater than 1, instead of display values. Requires: the
  /// target has float colours.
  bool writesLinear = false;
  /// Wireframes outline the faces of refined meshes as they were before they were refined.
  bool outlinesCage = false;
  bool operator==(const RenderSettings&) const = default;
};

/// The costs and counts of the last frame.
struct RenderStatistics {
  double uploadMs = 0.0;
  double skinMs = 0.0;  ///< Time of skinning on the CPU; skinning on the GPU is part of `drawMs`.
  /// Time until the picture is finished with waitsForDevice, else until all draws are submitted.
  double drawMs = 0.0;
  std::size_t uploadedBytes = 0;
  std::size_t triangleCount = 0;
  std::size_t drawCount = 0;
  bool isSkinnedOnGpu = false;
  double gridStep = 0.0;  ///< World units between fine lines of the grid; 0 without a grid.
};

/// The options of Renderer::make().
struct RendererOptions {
  /// Holds the textures that have been read. prepare() a scene there before it is drawn, if need be
  /// on a background thread: drawing reads missing textures one by one, and does not notice files
  /// that have changed. If null, the renderer has a store of its own.
  std::shared_ptr<TextureStore> textures;
  /// A folder of shaders that replace the embedded ones; may be empty.
  std::string shaderDirectory;
};

/// Draws scenes. Must be made, used and destroyed with the same OpenGL context current, by one
/// thread at a time.
class Renderer {
 public:
  /// Returns null and reports kRenderOldOpenGl when the current context is older than OpenGL 4.5.
  static std::unique_ptr<Renderer> make(Diagnostics& diagnostics, RendererOptions options = {});
  /// Requires: the context is current.
  ~Renderer();
  Renderer(const Renderer&) = delete;
  Renderer& operator=(const Renderer&) = delete;

  /// Draws into the framebuffer object `target` (0: the default framebuffer) and writes display
  /// values (sRGB). Requires: the target has the size in `settings`. Leaves the context state at
  /// OpenGL's defaults, with `target` bound and the viewport covering it.
  ///
  /// When a stop is possible, waits for the device after parts of the drawing, so that a stop is
  /// noticed soon. Returns false when it was stopped; the picture is unfinished then.
  bool draw(const Scene& scene, const ViewCamera& camera, const RenderSettings& settings,
            std::uint32_t target, std::stop_token stop = {});

  /// Draws outlines around objects of the last frame over `target`, as draw() does, without drawing
  /// the scene again. The target may have another size than that frame. Returns false when it was
  /// stopped.
  bool outline(const Outlines& outlines, int width, int height, std::uint32_t target,
               std::stop_token stop = {});

  /// Returns the object at a pixel of the last frame, with the origin at the top left; empty when
  /// there is none, or when stopped; see draw().
  std::optional<PickResult> pick(int x, int y, std::stop_token stop = {});
  /// Returns the objects at a pixel of the last frame, also those behind others, from front to
  /// back; at most kMostPicked. Draws as often as it finds objects. Incomplete when stopped.
  std::vector<PickResult> pickAll(int x, int y, std::size_t most, PickUnit unit,
                                  std::stop_token stop = {});
  static constexpr std::size_t kMostPicked = 32;
  /// Returns the objects that can be seen in a part of the last frame, at most `most`. Empty when
  /// stopped.
  PickedArea pickArea(const PickArea& area, std::size_t most, PickUnit unit,
                      std::stop_token stop = {});

  /// Reads back the vertices of the skinned items of these prims as the last frame drew them. Waits
  /// for the GPU. Omits items outside of the camera's view.
  std::vector<DrawnVertices> drawnVertices(std::span<const Path> prims) const;

  const RenderStatistics& statistics() const;
  /// Returns the name of the GPU: "llvmpipe (LLVM 15.0.6, 256 bits)".
  std::string deviceName() const;
  bool isSoftware() const;
  /// The problems found so far in scenes with the current Scene::source: unreadable textures and
  /// invalid items.
  const Diagnostics& diagnostics() const;

 private:
  struct State;
  explicit Renderer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace usdscope
