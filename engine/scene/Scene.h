// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/base/SharedVector.h"
#include "engine/base/Token.h"
#include "engine/layer/Path.h"
#include "engine/math/Box.h"
#include "engine/math/Types.h"
#include "engine/scene/SceneContent.h"
#include "engine/scene/SceneLight.h"
#include "engine/skel/BlendVertices.h"
#include "engine/value/Array.h"
#include "engine/value/TimeCode.h"

namespace usdscope {

struct FollowedJoints;
struct ImageSource;
struct RefinedCage;
struct VolumeFields;

/// `Points` are drawn as dots.
enum class Primitive : std::uint8_t { Triangles, Lines, Points };
/// `Other` is an unknown purpose, which is never drawn.
enum class Purpose : std::uint8_t { Default, Render, Proxy, Guide, Other };

/// Vertices and indices of one drawable, in its local space. Immutable. Scenes of different
/// times share it while it does not vary, and so do items with equal geometry.
///
/// Vertices are unique face corners: a point of the mesh has one vertex for each combination of
/// normal, texture coordinate and colour. Per-vertex arrays have vertexCount() elements or are
/// empty.
struct Geometry {
  Primitive primitive = Primitive::Triangles;
  Array<glm::vec3> positions;  ///< Always finite.
  Array<glm::vec3> normals;    ///< Unit length; empty for lines and dots.
  Array<glm::vec2> texCoords;  ///< v points up, as in USD; may be empty.
  /// displayColor and displayOpacity, linear. If empty, Item::color applies.
  Array<glm::vec4> colors;
  /// Widths of lines and dots in local units. If empty, they are one pixel wide.
  Array<float> widths;
  /// 3 per triangle (front faces are counter-clockwise), 2 per line, 1 per dot.
  Array<std::uint32_t> indices;
  Array<std::uint32_t> vertexPoints;  ///< Per vertex, the index of the prim's point.
  /// Per triangle, the index of the prim's face; may be empty.
  Array<std::uint32_t> primitiveFaces;
  /// Number of consecutive triangles that a wireframe outlines together. If it is 0, it outlines
  /// the prim's faces.
  std::uint32_t trianglesPerFace = 0;
  Box bounds;

  std::size_t vertexCount() const { return positions.size(); }
  bool operator==(const Geometry&) const = default;
};

/// A range of a geometry's indices, and its material.
struct GeometryPart {
  std::uint32_t firstIndex = 0;
  std::uint32_t indexCount = 0;
  std::int32_t material = -1;  ///< Index into Scene::materials; -1 to draw with colours only.
};

enum class SkinningMethod : std::uint8_t { Linear, DualQuaternion };

/// The joint influences and blend shapes of a geometry, or of its cage if it is refined. It varies
/// over time only if influences are animated.
struct Skin {
  /// The cage whose vertices move. If it is null, those of the item's geometry move. (Stencils.h.)
  std::shared_ptr<const RefinedCage> refined;
  SkinningMethod method = SkinningMethod::Linear;
  /// geomBindTransform: maps rest points to skeleton space in the bind pose.
  glm::dmat4 skelFromRest{1.0};
  std::uint32_t influencesPerVertex = 0;  ///< 0 if there are only blend shapes.
  /// vertexCount × influencesPerVertex indices into the item's palette.
  Array<std::uint16_t> joints;
  Array<float> weights;          ///< As many as `joints`, as authored: not normalised.
  std::uint32_t jointCount = 0;  ///< Number of matrices in the item's palette.

  using BlendOffset = VertexOffset;
  using BlendShape = OffsetRange;
  Array<BlendOffset> blendOffsets;
  Array<BlendShape> blendShapes;  ///< Each shape has one weight; see Item::firstBlendWeight.
  /// Indices of invalid blend shapes: for example, a point index of theirs is out of range. They
  /// have no offsets. While the weight of one of them is not 0, the item is drawn without any blend
  /// shapes, as in OpenUSD.
  Array<std::uint32_t> unfitShapes;
  bool operator==(const Skin&) const = default;
};

/// Identifies an instance of point instancers that are nested in each other, by the ids of the
/// outermost and the innermost one: indices into their `protoIndices`. Both are equal if there is
/// one instancer.
struct InstanceId {
  std::uint32_t outer = 0;
  std::uint32_t inner = 0;
  bool operator==(const InstanceId&) const = default;
};

/// One thing to draw.
struct Item {
  Path path;  ///< The path of the prim; for an instance, of the instance proxy.
  std::shared_ptr<const Geometry> geometry;
  std::vector<GeometryPart> parts;  ///< Together they cover all indices.
  glm::dmat4 worldFromLocal{1.0};   ///< For a skinned item, world from skeleton space.
  /// Widths are multiplied by this before `worldFromLocal` applies. It is 1 except for skinned
  /// curves and points, whose widths the scale of the skeleton must not change.
  float widthScale = 1.0f;
  glm::vec4 color{0.5f, 0.5f, 0.5f, 1.0f};  ///< Applies if the geometry has no colours.
  Purpose purpose = Purpose::Default;
  bool isVisible = true;
  bool isDoubleSided = false;
  /// Light linking: bits that SceneLight::link shares if the light lights the item.
  std::uint32_t lights = kAllLights;
  /// Bits that SceneLight::shadowLink shares if the item casts shadows of the light.
  std::uint32_t shadows = kAllLights;
  Box worldBounds;  ///< For culling. The bounds of skinned items are computed from their joints.
  /// The greatest displacement of its surface, by which `worldBounds` has grown. World units.
  float displacement = 0.0f;

  std::shared_ptr<const Skin> skin;  ///< Null if the item is not skinned.
  /// Index into Scene::palette of the first of skin->jointCount matrices.
  std::uint32_t firstPaletteMatrix = 0;
  /// Index into Scene::blendWeights of the first of skin->blendShapes.size() weights.
  std::uint32_t firstBlendWeight = 0;
  /// The joints that move the item, by its skin or as a whole; null if there are none. Scenes of
  /// different times share them. (FollowedJoints.h.)
  std::shared_ptr<const FollowedJoints> joints;

  /// World from local for each point instance. If empty, the item is drawn once, at
  /// `worldFromLocal`. Picking identifies an instance by its index.
  Array<glm::dmat4> instances;
  /// Per instance, the colour that replaces `color`. If empty, `color` applies to all instances.
  Array<glm::vec4> instanceColors;
  /// Per instance, its id.
  Array<InstanceId> instanceIds;
  /// The point instancers that make the instances, outermost first; empty without instances.
  std::vector<Path> instancers;
  /// If not null, the item is a volume: its fields are drawn, and its geometry is their box.
  std::shared_ptr<const VolumeFields> volume;
};

enum class TextureWrap : std::uint8_t { Black, Clamp, Repeat, Mirror };

/// The colour space of a texture. Auto means sRGB if the image has three or four channels of 8
/// bits, else raw. (UsdUVTexture sourceColorSpace.)
enum class TextureColorSpace : std::uint8_t { Auto, Raw, Srgb };

/// A texture of a material: a file and how it is read. (UsdUVTexture, UsdTransform2d.)
struct TextureUse {
  bool isUsed = false;  ///< Whether the input is connected to a texture.
  /// The resolved path, in which `<UDIM>` is a placeholder for the number of a tile. If a used
  /// texture has no file, its fallback is drawn.
  std::string file;
  TextureColorSpace colorSpace = TextureColorSpace::Auto;
  TextureWrap wrapS = TextureWrap::Repeat;
  TextureWrap wrapT = TextureWrap::Repeat;
  glm::vec4 scale{1.0f};
  glm::vec4 bias{0.0f};
  glm::vec4 fallback{0.0f, 0.0f, 0.0f, 1.0f};
  glm::mat3 texCoordFromSt{1.0f};  ///< UsdTransform2d.
  /// Channel of a scalar input, from 0 (red) to 3 (alpha); -1 for a colour input.
  int channel = -1;
  bool operator==(const TextureUse&) const = default;
};

/// The inputs of a UsdPreviewSurface that are drawn.
struct Material {
  Path path;
  /// The surface is of an unknown kind. It is shaded like a prim without a material.
  bool isUnknown = false;
  glm::vec3 diffuseColor{0.18f};
  glm::vec3 emissiveColor{0.0f};
  float opacity = 1.0f;
  float opacityThreshold = 0.0f;  ///< If it is above 0, surfaces with less opacity are not drawn.
  float roughness = 0.5f;
  bool usesSpecularWorkflow = false;  ///< Reflects specularColor; `metallic` is not used.
  float metallic = 0.0f;
  glm::vec3 specularColor{0.0f};
  float clearcoat = 0.0f;
  float clearcoatRoughness = 0.01f;
  float ior = 1.5f;
  float occlusion = 1.0f;
  float displacement = 0.0f;  ///< World units along the normals of the surface.
  bool isPresence = false;    ///< Opacity scales all light of the surface, not the diffuse alone.
  bool usesDisplayColor = false;    ///< The diffuse colour comes from the geometry's colours.
  bool usesDisplayOpacity = false;  ///< The opacity comes from the alpha of these colours.
  TextureUse diffuseTexture;
  TextureUse opacityTexture;
  TextureUse emissiveTexture;
  TextureUse roughnessTexture;
  TextureUse metallicTexture;
  TextureUse normalTexture;  ///< Normals in tangent space, with x along s.
  TextureUse specularTexture;
  TextureUse clearcoatTexture;
  TextureUse clearcoatRoughnessTexture;
  TextureUse occlusionTexture;
  TextureUse displacementTexture;
  bool operator==(const Material&) const = default;
};

/// Calls `visit` with each texture of a material.
template <typename Visit>
void visitTextures(const Material& material, const Visit& visit) {
  for (const TextureUse* use :
       {&material.diffuseTexture, &material.opacityTexture, &material.emissiveTexture,
        &material.roughnessTexture, &material.metallicTexture, &material.normalTexture,
        &material.specularTexture, &material.clearcoatTexture, &material.clearcoatRoughnessTexture,
        &material.occlusionTexture, &material.displacementTexture}) {
    visit(*use);
  }
}

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
  /// Planes in view space; points on the negative side of one are not drawn. Finite.
  std::vector<glm::dvec4> clippingPlanes;
  bool operator==(const SceneCamera&) const = default;
};

/// The two joints of a bone: a joint and one of its children.
struct BoneEnds {
  std::uint32_t parent = 0;
  std::uint32_t child = 0;
  bool operator==(const BoneEnds&) const = default;
};

/// The posed joints of a skeleton, for picking and labelling its bones.
struct PosedSkeleton {
  Path path;
  Array<Token> joints;
  Array<BoneEnds> bones;  ///< In the order of the triangles of the skeleton's item in Scene::bones.
  /// Number of bones whose parent joint is not in the animation. They have a colour of their own.
  std::size_t restingBoneCount = 0;
  std::vector<glm::dmat4> worldFromJoint;
};

/// A stage at one time, ready to draw. Immutable, shared as `shared_ptr<const Scene>`.
struct Scene {
  TimeCode time;
  /// Identifies what is drawn, everything but `time`. Set by the extractor.
  SceneContent content;
  /// Identifies the extractor that made the scene. Files, such as textures, may differ between
  /// scenes of different extractors.
  std::shared_ptr<const void> source;
  /// Opens the textures of `materials`, with the resolver of the stage. Null: there are none.
  std::shared_ptr<const ImageSource> images;
  bool isZUp = false;
  double metersPerUnit = 0.01;  ///< The length of a unit of the stage; positive.
  /// In traversal order. Scenes of different times share them while no item varies.
  SharedVector<Item> items;
  /// One item per skeleton, visible or not. Empty unless ExtractOptions::hasBones.
  std::vector<Item> bones;
  /// One for each skeleton with a pose, even if it has a single joint and so no bones. Empty
  /// unless ExtractOptions::hasBones.
  std::vector<PosedSkeleton> skeletons;
  Array<Material> materials;  ///< Shares its storage with earlier scenes while no material varies.
  std::vector<SceneCamera> cameras;
  std::vector<SceneLight> lights;  ///< The visible lights, in traversal order.
  /// Skinning matrices of all skinned items: skeleton space in the pose from skeleton space in the
  /// bind pose.
  std::vector<glm::mat4> palette;
  std::vector<float> blendWeights;
  Box bounds;                 ///< Bounds of the visible items of purpose default, render or proxy.
  std::size_t primCount = 0;  ///< Number of prims of the stage.
  Diagnostics diagnostics;
};

}  // namespace usdscope
