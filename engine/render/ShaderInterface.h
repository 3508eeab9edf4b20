// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/gl/OpenGl.h"
#include "engine/math/Types.h"
#include "engine/scene/SceneLight.h"

// Blocks, bindings and flags that the renderer shares with shaders/common/interface.glsl. A test
// compares the two files.
namespace usdscope {

/// Uniform block 0, std140.
struct CameraBlock {
  glm::mat4 clipFromRelative{1.0f};
  glm::mat4 viewFromRelative{1.0f};
  glm::vec4 eyeDirection{0.0f};
  glm::vec4 wireColor{0.0f};
  glm::vec4 viewport{0.0f};
  glm::vec4 background{0.0f};
  glm::uvec4 modes{0u};
  glm::vec4 positionHigh{0.0f};  ///< The world position of the camera; see HighLow.
  glm::vec4 positionLow{0.0f};
  glm::vec4 depths{0.0f};  ///< x: the distance of what is nearest, y: of what is farthest.
  std::array<glm::vec4, 8> clippingPlanes{};  ///< Relative space; modes.z of them apply.
};
inline constexpr GLuint kCameraBinding = 0;

inline constexpr std::uint32_t kModeFlat = 1;
inline constexpr std::uint32_t kModeNoMaterials = 2;
inline constexpr std::uint32_t kModeWireOnly = 4;
inline constexpr std::uint32_t kModeHiddenLines = 8;
inline constexpr std::uint32_t kModeUnlit = 16;
inline constexpr std::uint32_t kModeEncoded = 32;

/// A position as the sum of two floats per component. The difference of two such positions is as
/// precise as if it had been computed in double precision, so records do not depend on the camera.
struct HighLow {
  glm::vec3 high{0.0f};
  glm::vec3 low{0.0f};
  explicit HighLow(const glm::dvec3& position) : high(position), low(position - glm::dvec3(high)) {}
};

/// Element of storage block 0; one for each item or instance of a scene, drawn or not.
struct ObjectRecord {
  glm::mat4 worldFromLocal{1.0f};  ///< The translation is HighLow::high.
  glm::vec4 translationLow{0.0f};
  glm::vec4 color{0.0f};
  /// x: kObject…; y: the scale of widths, the bits of a float; z: Item::lights; w: Item::shadows.
  glm::uvec4 flags{0u, 0u, kAllLights, kAllLights};
};
inline constexpr GLuint kObjectsBinding = 0;
/// Storage block 1: the object indices of draw calls, one after the other.
inline constexpr GLuint kOrderBinding = 1;

inline constexpr std::uint32_t kObjectHasColors = 1;
inline constexpr std::uint32_t kObjectIsMirrored = 2;
inline constexpr std::uint32_t kObjectHasTexCoords = 4;
inline constexpr std::uint32_t kObjectHasWidths = 8;
inline constexpr std::uint32_t kObjectHasNormals = 16;
inline constexpr std::uint32_t kObjectIsDoubleSided = 32;

struct TextureRecord {
  glm::vec4 scale{1.0f};
  glm::vec4 bias{0.0f};
  glm::vec4 fallback{0.0f};
  glm::vec4 texCoordRow0{1.0f, 0.0f, 0.0f, 0.0f};
  glm::vec4 texCoordRow1{0.0f, 1.0f, 0.0f, 0.0f};
  glm::ivec4 state{0};
};

/// Uniform block 1, std140.
struct MaterialBlock {
  glm::vec4 baseColor{0.0f};
  glm::vec4 emission{0.0f};
  glm::vec4 surface{0.0f};
  glm::vec4 specular{0.0f};
  glm::vec4 coat{0.0f};
  glm::uvec4 flags{0u};
  TextureRecord diffuse;
  TextureRecord opacity;
  TextureRecord emissive;
  TextureRecord roughness;
  TextureRecord metallic;
  TextureRecord normal;
  TextureRecord specularColor;
  TextureRecord clearcoat;
  TextureRecord clearcoatRoughness;
  TextureRecord occlusion;
  TextureRecord displacement;
};
inline constexpr GLuint kMaterialBinding = 1;

inline constexpr std::uint32_t kMaterialUsesDisplayColor = 1;
inline constexpr std::uint32_t kMaterialUsesDisplayOpacity = 2;
inline constexpr std::uint32_t kMaterialUsesSpecularWorkflow = 4;
inline constexpr std::uint32_t kMaterialIsPresence = 8;

struct LightRecord {
  glm::vec4 position{0.0f};
  glm::vec4 axisX{0.0f};
  glm::vec4 axisY{0.0f};
  glm::vec4 axisZ{0.0f};
  glm::vec4 diffuse{0.0f};
  glm::vec4 specular{0.0f};
  glm::vec4 shaping{0.0f};
  glm::vec4 tint{0.0f};
  glm::vec4 shadow{0.0f};
  glm::uvec4 flags{0u};
  glm::uvec4 maps{0u};
};
inline constexpr std::uint32_t kLightCamera = 0;
inline constexpr std::uint32_t kLightDistant = 1;
inline constexpr std::uint32_t kLightSphere = 2;
inline constexpr std::uint32_t kLightDisk = 3;
inline constexpr std::uint32_t kLightRect = 4;
inline constexpr std::uint32_t kLightCylinder = 5;

/// A map of the depths that a light sees.
struct ShadowRecord {
  glm::mat4 mapFromRelative{1.0f};
  glm::vec4 texel{0.0f};
  glm::vec4 depth{0.0f};
};

/// Uniform block 3, std140.
struct LightingBlock {
  static constexpr std::size_t kMost = 32;
  static constexpr std::size_t kMostShadows = 16;
  glm::mat4 environmentFromRelative{1.0f};
  std::array<glm::vec4, 9> harmonics{};
  glm::vec4 domeDiffuse{0.0f};
  glm::vec4 domeSpecular{0.0f};
  glm::uvec4 counts{0u};
  std::array<LightRecord, kMost> lights{};
  std::array<ShadowRecord, kMostShadows> shadows{};
};
inline constexpr GLuint kLightingBinding = 3;

/// Uniform block 2, std140: ranges of objects that picking ignores.
struct LeftOutBlock {
  static constexpr std::size_t kMost = 32;
  std::array<glm::uvec4, kMost> ranges{};  ///< x: the first object, y: the end.
  glm::uvec4 counts{0u};                   ///< x: number of ranges.
};
inline constexpr GLuint kLeftOutBinding = 2;

// Storage blocks of shaders/common/vertices.glsl, and the edges of mesh/surface.vert.
inline constexpr GLuint kPositionsBinding = 2;
inline constexpr GLuint kNormalsBinding = 3;
inline constexpr GLuint kColorsBinding = 4;
inline constexpr GLuint kTexCoordsBinding = 5;
inline constexpr GLuint kIndicesBinding = 6;
inline constexpr GLuint kWidthsBinding = 7;
inline constexpr GLuint kEdgesBinding = 8;

// Vertex attributes.
inline constexpr GLuint kPositionAttribute = 0;
inline constexpr GLuint kNormalAttribute = 1;
inline constexpr GLuint kTexCoordAttribute = 2;
inline constexpr GLuint kColorAttribute = 3;

// Uniforms.
inline constexpr GLint kLayoutUniform = 1;
inline constexpr GLint kMinPixelsUniform = 2;  ///< u_minPixels of mesh/dots.vert.
inline constexpr GLint kPartUniform = 3;       ///< u_part of mesh/inspect.glsl.

// Texture units.
inline constexpr GLuint kDiffuseUnit = 0;
inline constexpr GLuint kOpacityUnit = 1;
inline constexpr GLuint kEmissiveUnit = 2;
inline constexpr GLuint kRoughnessUnit = 3;
inline constexpr GLuint kMetallicUnit = 4;
inline constexpr GLuint kNormalUnit = 5;
inline constexpr GLuint kSpecularColorUnit = 6;
inline constexpr GLuint kClearcoatUnit = 7;
inline constexpr GLuint kClearcoatRoughnessUnit = 8;
inline constexpr GLuint kOcclusionUnit = 9;
inline constexpr std::size_t kMaterialTextureCount = 10;
inline constexpr GLuint kEnvironmentUnit = 10;
inline constexpr GLuint kDisplacementUnit = 11;
inline constexpr GLuint kProfilesUnit = 12;
inline constexpr GLuint kShadowDepthUnit = 13;
inline constexpr GLuint kShadowUnit = 14;

/// The interface of shaders/mesh/skin.comp.
namespace skinning {
inline constexpr GLuint kWords = 0;
inline constexpr GLuint kRows = 1;
inline constexpr GLuint kBlendWeights = 2;
inline constexpr GLuint kDraws = 3;
inline constexpr GLuint kSkinned = 4;

/// Element of the draw table: a run of vertices of one item that a dispatch skins. `positions` to
/// `blends` are the word offsets of the constant arrays in a page of SkinStorage.
struct Draw {
  std::uint32_t firstGroup =
      0;  ///< The first work group, in the dispatch, that skins its vertices.
  std::uint32_t vertexCount = 0;
  std::uint32_t firstSkinned = 0;  ///< Index among the vertices of the dispatch.
  std::uint32_t firstRow = 0;
  std::uint32_t firstBlendWeight = 0;
  std::uint32_t influenceCount = 0;  ///< Per vertex.
  std::uint32_t flags = 0;
  std::uint32_t positions = 0;
  std::uint32_t normals = 0;
  std::uint32_t joints = 0;
  std::uint32_t weights = 0;
  std::uint32_t blends = 0;
  bool operator==(const Draw&) const = default;
};
inline constexpr std::uint32_t kHasNormals = 1;
inline constexpr std::uint32_t kHasBlends = 2;
inline constexpr std::uint32_t kIsDualQuaternion = 4;
/// Words of one blend shape offset: shape, position, normal.
inline constexpr std::uint32_t kOffsetWords = 7;

inline constexpr GLint kFirstDraw = 0;
inline constexpr GLint kDrawCount = 1;
inline constexpr GLint kGroupCount = 2;
inline constexpr std::uint32_t kGroupSize = 64;
}  // namespace skinning

/// The interface of shaders/overlay/grid.glsl.
namespace grid {
inline constexpr GLint kGrid = 2;
inline constexpr GLint kCenter = 3;
inline constexpr GLint kAxisS = 4;
inline constexpr GLint kAxisT = 5;
inline constexpr GLint kColorS = 6;
inline constexpr GLint kColorT = 7;
inline constexpr GLint kColorLines = 8;
}  // namespace grid

/// The interface of shaders/overlay/guides.vert.
namespace guides {
inline constexpr GLuint kLines = 2;

/// Element of the storage block: a line from one point to another, in relative space.
struct Line {
  glm::vec4 from{0.0f};  ///< w: its width in pixels.
  glm::vec4 to{0.0f};    ///< w: its opacity where surfaces hide it.
  glm::vec4 color{0.0f};
};
inline constexpr GLint kLook = 2;
}  // namespace guides

/// The interface of shaders/screen/dome.vert and dome.frag.
namespace dome {
inline constexpr GLuint kMapUnit = 0;
/// The direction in the map at x and y in clip space is x * rayX + y * rayY + forward.
inline constexpr GLint kRayX = 2;
inline constexpr GLint kRayY = 3;
inline constexpr GLint kForward = 4;
}  // namespace dome

/// The interface of shaders/mesh/layers.glsl and screen/layers.frag.
namespace layers {
inline constexpr GLuint kHeads = 6;
inline constexpr GLuint kLayers = 7;

/// The start of the storage block of heads; a link for each pixel of the band follows.
struct Counts {
  std::uint32_t used = 0;
  std::uint32_t capacity = 0;
  std::uint32_t firstRow = 0;  ///< The lowest row of the band.
};
/// Element of the storage block of layers.
struct Layer {
  std::uint32_t redGreen = 0;
  std::uint32_t blueAlpha = 0;
  float depth = 0.0f;
  std::uint32_t link = 0;
  std::uint32_t object = 0;
};
inline constexpr std::uint32_t kIndexMask = 0xFFFFFF;
}  // namespace layers

/// The interface of shaders/mesh/volume.frag.
namespace volume {
// Units that the textures of materials and lights leave free.
inline constexpr GLuint kDensityUnit = 16;
inline constexpr GLuint kEmissionUnit = 17;
inline constexpr GLuint kDepthUnit = 18;
/// The first of three rows of a matrix.
inline constexpr GLint kBoxFromLocal = 16;
inline constexpr GLint kDensityFromBox = 19;
inline constexpr GLint kEmissionFromBox = 22;
inline constexpr GLint kMarch = 25;
inline constexpr GLint kFields = 26;
inline constexpr GLint kRows = 27;
}  // namespace volume

/// The interface of shaders/screen/display.frag.
namespace display {
inline constexpr GLuint kSceneUnit = 0;
inline constexpr GLuint kTableUnit = 1;
inline constexpr GLint kDisplay = 2;
inline constexpr GLint kTable = 3;
}  // namespace display

/// The interface of shaders/screen/occlusion.glsl and darken.frag.
namespace occlusion {
inline constexpr GLuint kDepthUnit = 0;
inline constexpr GLuint kSharesUnit = 1;
inline constexpr GLint kViewFromClip = 2;
inline constexpr GLint kSearch = 5;
inline constexpr GLint kSampleCount = 6;
}  // namespace occlusion

/// The interface of shaders/screen/outline.frag.
namespace outline {
inline constexpr GLuint kMaskUnit = 0;
inline constexpr GLint kColor = 2;
inline constexpr GLint kWidth = 3;
}  // namespace outline

}  // namespace usdscope
