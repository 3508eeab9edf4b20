// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "engine/gl/OpenGl.h"
#include "engine/math/Types.h"

// What the renderer and shaders/common/interface.glsl agree on. A test compares the two.
namespace usdscope {

/// Uniform block 0, std140.
struct CameraBlock {
  glm::mat4 clipFromRelative{1.0f};
  glm::mat4 viewFromRelative{1.0f};
  glm::vec4 lightDirection{0.0f};
  glm::vec4 skyDirection{0.0f};
  glm::vec4 wireColor{0.0f};
  glm::vec4 viewport{0.0f};
  glm::uvec4 modes{0u};
};
inline constexpr GLuint kCameraBinding = 0;

inline constexpr std::uint32_t kModeFlat = 1;
inline constexpr std::uint32_t kModeNoMaterials = 2;
inline constexpr std::uint32_t kModeWireOnly = 4;

/// Element of storage block 0: one for each item or instance that is drawn.
struct ObjectRecord {
  glm::mat4 relativeFromLocal{1.0f};
  glm::vec4 color{0.0f};
  glm::uvec4 flags{0u};  ///< x: kObject…; y: what widths are multiplied with, a float's bits.
};
inline constexpr GLuint kObjectsBinding = 0;

inline constexpr std::uint32_t kObjectHasColors = 1;
inline constexpr std::uint32_t kObjectIsMirrored = 2;
inline constexpr std::uint32_t kObjectHasTexCoords = 4;
inline constexpr std::uint32_t kObjectHasWidths = 8;
inline constexpr std::uint32_t kObjectHasNormals = 16;

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
  glm::uvec4 flags{0u};
  TextureRecord diffuse;
  TextureRecord opacity;
  TextureRecord emissive;
  TextureRecord roughness;
  TextureRecord metallic;
  TextureRecord normal;
};
inline constexpr GLuint kMaterialBinding = 1;

inline constexpr std::uint32_t kMaterialUsesDisplayColor = 1;
inline constexpr std::uint32_t kMaterialUsesDisplayOpacity = 2;

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
inline constexpr GLint kLeastPixelsUniform = 2;  ///< Of mesh/dots.vert.

// Texture units.
inline constexpr GLuint kDiffuseUnit = 0;
inline constexpr GLuint kOpacityUnit = 1;
inline constexpr GLuint kEmissiveUnit = 2;
inline constexpr GLuint kRoughnessUnit = 3;
inline constexpr GLuint kMetallicUnit = 4;
inline constexpr GLuint kNormalUnit = 5;

/// What shaders/mesh/skin.comp takes.
namespace skinning {
inline constexpr GLuint kWords = 0;
inline constexpr GLuint kRows = 1;
inline constexpr GLuint kBlendWeights = 2;
inline constexpr GLuint kDraws = 3;
inline constexpr GLuint kSkinned = 4;

/// Element of the draw table: vertices of one item that a dispatch moves. The arrays that do not
/// change over time are places in the storage, in words; see SkinStorage.
struct Draw {
  std::uint32_t firstGroup = 0;  ///< The first work group of the dispatch that moves its vertices.
  std::uint32_t vertexCount = 0;
  std::uint32_t firstSkinned = 0;  ///< Among the vertices of the dispatch.
  std::uint32_t firstRow = 0;
  std::uint32_t firstBlendWeight = 0;
  std::uint32_t influenceCount = 0;  ///< For each vertex.
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
/// Of one offset of a blend shape: shape, position, normal.
inline constexpr std::uint32_t kOffsetWords = 7;

inline constexpr GLint kFirstDraw = 0;
inline constexpr GLint kDrawCount = 1;
inline constexpr GLint kGroupCount = 2;
inline constexpr std::uint32_t kGroupSize = 64;
}  // namespace skinning

/// What shaders/overlay/grid.glsl takes.
namespace grid {
inline constexpr GLint kGrid = 2;
inline constexpr GLint kCenter = 3;
inline constexpr GLint kAxisS = 4;
inline constexpr GLint kAxisT = 5;
inline constexpr GLint kColorS = 6;
inline constexpr GLint kColorT = 7;
}  // namespace grid

/// What shaders/screen/outline.frag takes.
namespace outline {
inline constexpr GLuint kMaskUnit = 0;
inline constexpr GLint kColor = 2;
inline constexpr GLint kWidth = 3;
}  // namespace outline

}  // namespace usdscope
