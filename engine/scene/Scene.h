// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/base/Token.h"
#include "engine/layer/Path.h"
#include "engine/math/Box.h"
#include "engine/math/Types.h"
#include "engine/value/Array.h"
#include "engine/value/TimeCode.h"

namespace usdscope {

enum class Primitive : std::uint8_t { Triangles, Lines, Points };
/// `Other` stands for an unknown purpose, which is never drawn.
enum class Purpose : std::uint8_t { Default, Render, Proxy, Guide, Other };

/// Vertices and indices of one drawable, in its local space. Immutable; shared from frame to frame,
/// and between items whose geometry is equal and does not vary.
///
/// Vertices are unique face corners: a point of the mesh occurs once for each combination of
/// normal, texture coordinate and colour. Per-vertex arrays have vertexCount() elements or none.
struct Geometry {
  Primitive primitive = Primitive::Triangles;
  Array<glm::vec3> positions;    ///< All are finite.
  Array<glm::vec3> normals;      ///< Unit length; empty for lines and dots.
  Array<glm::vec2> texCoords;    ///< v up, as USD has it; empty: none.
  Array<glm::vec4> colors;       ///< displayColor and displayOpacity, linear; empty: Item::color.
  Array<float> widths;           ///< Widths of lines and dots in local units; empty: one pixel.
  Array<std::uint32_t> indices;  ///< 3 a triangle (counter-clockwise is front), 2 a line, 1 a dot.
  Array<std::uint32_t> vertexPoints;    ///< Per vertex: the point of the prim.
  Array<std::uint32_t> primitiveFaces;  ///< Per triangle: the face of the prim; may be empty.
  Box bounds;

  std::size_t vertexCount() const { return positions.size(); }
  bool operator==(const Geometry&) const = default;
};

/// A range of a geometry's indices that has a material of its own.
struct GeometryPart {
  std::uint32_t firstIndex = 0;
  std::uint32_t indexCount = 0;
  std::int32_t material = -1;  ///< Into Scene::materials; -1: colours only.
};

enum class SkinningMethod : std::uint8_t { Linear, DualQuaternion };

/// The joint influences and blend shapes of a geometry. Varies only if influences are animated.
struct Skin {
  SkinningMethod method = SkinningMethod::Linear;
  glm::dmat4 skelFromRest{1.0};  ///< geomBindTransform: rest points to skeleton space at bind.
  std::uint32_t influencesPerVertex = 0;  ///< 0: blend shapes only.
  Array<std::uint16_t> joints;            ///< vertexCount × influencesPerVertex, into the palette.
  Array<float> weights;                   ///< As many, as authored: not normalised.
  std::uint32_t jointCount = 0;           ///< Number of matrices in the item's palette.

  /// An offset of a primary or in-between shape, for a vertex that it moves.
  struct BlendOffset {
    std::uint32_t vertex = 0;
    glm::vec3 position{0.0f};
    glm::vec3 normal{0.0f};
    bool operator==(const BlendOffset&) const = default;
  };
  struct BlendShape {
    std::uint32_t firstOffset = 0;
    std::uint32_t offsetCount = 0;
    bool operator==(const BlendShape&) const = default;
  };
  Array<BlendOffset> blendOffsets;
  Array<BlendShape> blendShapes;  ///< One weight each in Item::blendWeights.
  /// Blend shapes that do not fit the points. They have no offsets; while one of them has a weight,
  /// the item's weights are all 0.
  Array<std::uint32_t> unfitShapes;
  bool operator==(const Skin&) const = default;
};

/// One thing to draw.
struct Item {
  Path path;  ///< The prim; instance proxies have their own path.
  std::shared_ptr<const Geometry> geometry;
  std::vector<GeometryPart> parts;  ///< Cover all indices.
  glm::dmat4 worldFromLocal{1.0};   ///< For a skinned item: world from skeleton space.
  /// Factor from widths of the geometry to widths in the space of worldFromLocal. It undoes the
  /// scale of the skeleton for skinned curves and points.
  float widthScale = 1.0f;
  glm::vec4 color{0.5f, 0.5f, 0.5f, 1.0f};  ///< If the geometry has no colours.
  Purpose purpose = Purpose::Default;
  bool isVisible = true;
  bool isDoubleSided = false;
  Box worldBounds;  ///< For culling; bounds of skinned items follow from their joints.

  std::shared_ptr<const Skin> skin;      ///< Null: not skinned.
  std::uint32_t firstPaletteMatrix = 0;  ///< Into Scene::palette: skin->jointCount matrices.
  std::uint32_t firstBlendWeight = 0;    ///< Into Scene::blendWeights.

  /// World from local for each point instance; empty: there is one, at worldFromLocal. The index
  /// identifies the instance when picking.
  Array<glm::dmat4> instances;
  /// Per instance, replaces `color`; empty: all instances have `color`.
  Array<glm::vec4> instanceColors;
};

enum class TextureWrap : std::uint8_t { Black, Clamp, Repeat, Mirror };

/// Auto: sRGB if the image has three or four channels of 8 bits. (UsdUVTexture sourceColorSpace.)
enum class TextureColorSpace : std::uint8_t { Auto, Raw, Srgb };

/// A texture of a material: a file and how it is read. (UsdUVTexture, UsdTransform2d.)
struct TextureUse {
  std::string file;  ///< Resolved; `<UDIM>` stands for the number of a tile; empty: none.
  TextureColorSpace colorSpace = TextureColorSpace::Auto;
  TextureWrap wrapS = TextureWrap::Repeat;
  TextureWrap wrapT = TextureWrap::Repeat;
  glm::vec4 scale{1.0f};
  glm::vec4 bias{0.0f};
  glm::vec4 fallback{0.0f, 0.0f, 0.0f, 1.0f};
  glm::mat3 texCoordFromSt{1.0f};  ///< UsdTransform2d.
  int channel = -1;                ///< Channel of a scalar input: 0 r … 3 a; -1: rgb.
  bool operator==(const TextureUse&) const = default;
};

/// The inputs of a UsdPreviewSurface that are drawn.
struct Material {
  Path path;
  glm::vec3 diffuseColor{0.18f};
  glm::vec3 emissiveColor{0.0f};
  float opacity = 1.0f;
  float opacityThreshold = 0.0f;  ///< Above 0: opacity below it is cut out.
  float roughness = 0.5f;
  float metallic = 0.0f;
  bool usesDisplayColor = false;  ///< The diffuse colour comes from the geometry's colours.
  TextureUse diffuseTexture;
  TextureUse opacityTexture;
  TextureUse emissiveTexture;
  TextureUse roughnessTexture;
  TextureUse metallicTexture;
  TextureUse normalTexture;  ///< In tangent space, x along s.
  bool operator==(const Material&) const = default;
};

/// A camera of the scene. (UsdGeomCamera, GfCamera.)
struct SceneCamera {
  Path path;
  glm::dmat4 worldFromView{1.0};  ///< View space: -z forward, y up.
  bool isOrthographic = false;
  double horizontalAperture = 20.955;  ///< In tenths of a stage unit, like the focal length.
  double verticalAperture = 15.2908;
  double horizontalApertureOffset = 0.0;
  double verticalApertureOffset = 0.0;
  double focalLength = 50.0;
  double nearPlane = 1.0;
  double farPlane = 1000000.0;
  bool operator==(const SceneCamera&) const = default;
};

/// A bone: from a joint to one of its children.
struct BoneEnds {
  std::uint32_t parent = 0;
  std::uint32_t child = 0;
  bool operator==(const BoneEnds&) const = default;
};

/// The posed joints of a skeleton, for picking and labelling its bones.
struct PosedSkeleton {
  Path path;
  Array<Token> joints;
  Array<BoneEnds> bones;             ///< In the order of the triangles of its item in Scene::bones.
  std::size_t restingBoneCount = 0;  ///< Bones in the colour of joints at rest.
  std::vector<glm::dmat4> worldFromJoint;
};

/// A stage at one time, ready to draw. Immutable, shared as `shared_ptr<const Scene>`.
struct Scene {
  TimeCode time;
  /// Identifies the extractor. Files may have changed between the scenes of different extractors.
  std::shared_ptr<const void> source;
  bool isZUp = false;
  std::vector<Item> items;  ///< In traversal order.
  std::vector<Item> bones;  ///< Per skeleton, hidden or not, if ExtractOptions::hasBones.
  /// Per skeleton that can be posed, even with a single joint, if ExtractOptions::hasBones.
  std::vector<PosedSkeleton> skeletons;
  Array<Material> materials;  ///< Has the same storage while no material changes.
  std::vector<SceneCamera> cameras;
  std::vector<glm::mat4>
      palette;  ///< Skinning matrices of all skinned items (skel from skel at bind).
  std::vector<float> blendWeights;
  Box bounds;                 ///< Visible items of purpose default, render or proxy.
  std::size_t primCount = 0;  ///< All prims of the stage.
  Diagnostics diagnostics;
};

}  // namespace usdscope
