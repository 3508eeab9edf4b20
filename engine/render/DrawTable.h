// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/render/CameraFrustum.h"
#include "engine/render/GpuCache.h"
#include "engine/render/GpuMaterials.h"
#include "engine/render/JointIds.h"
#include "engine/render/Renderer.h"
#include "engine/render/SamePlace.h"
#include "engine/render/ShaderInterface.h"

namespace usdscope {

inline constexpr DiagnosticCode kBadItem{"render.bad-item", Severity::Warning};

/// The item of a scene to which objects belong.
struct DrawnItem {
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
  Path path;
  std::uint32_t instancing = kNone;  ///< Index into DrawTable::instancing.
  std::uint32_t firstObject = 0;     ///< The objects of an item follow each other.
  std::uint32_t objectCount = 0;
  bool isDots = false;  ///< Whether it is drawn as dots.
  /// For an item that is drawn as dots, the point of each vertex; empty if they are equal.
  Array<std::uint32_t> points;
  std::uint32_t joints = kNone;  ///< Index into DrawTable::joints; kNone if no joint moves it.

  /// Returns the point of a vertex; empty unless the item is drawn as dots.
  std::optional<std::uint32_t> pointOf(std::uint32_t vertex) const;
};

/// The instances of an item; see Item.
struct DrawnInstancing {
  std::vector<Path> instancers;
  Array<InstanceId> ids;
};

/// The item or instance of an ObjectRecord.
struct DrawnObject {
  std::uint32_t item = 0;  ///< Index into DrawTable::items.
  std::int32_t instance = -1;
};

/// Decides whether an object is in sight.
struct ObjectBounds {
  Box world;
  bool isSurface =
      true;  ///< Covers nothing outside of its bounds. Lines are at least a pixel wide.
};

/// The pass that draws a batch, and the order of the passes.
enum class DrawPass : std::uint8_t {
  Opaque,
  Cutout,
  Translucent,
  Lines,
  Dots,
  Volumes,
  Bones,
  HighlightedBones
};

/// A range of indices of one geometry with one material, and the state with which it is drawn.
struct DrawState {
  DrawPass pass = DrawPass::Opaque;
  GpuGeometry* geometry = nullptr;
  std::uint32_t firstIndex = 0;
  std::uint32_t indexCount = 0;
  std::uint32_t material = 0;  ///< Block number in GpuMaterials.
  bool isMirrored = false;  ///< The transform mirrors the geometry, so front faces are clockwise.
  bool isDoubleSided = false;
  std::shared_ptr<const VolumeFields> volume;  ///< Null unless it is a volume.
  bool operator==(const DrawState&) const = default;
};

/// All objects that are drawn with equal state, by one draw call. Translucent, skinned and
/// highlighted items, and volumes, have batches of their own.
struct DrawBatch {
  static constexpr std::uint32_t kNotSkinned = 0xFFFFFFFFu;
  DrawState state;
  std::uint32_t skinned = kNotSkinned;  ///< Index into DrawTable::posed.
  std::uint32_t firstMember = 0;        ///< Index into DrawTable::members.
  std::uint32_t memberCount = 0;
  Box worldBounds;
};

/// A skinned item of the scene.
struct PosedItem {
  bool isBones = false;  ///< Whether the item is in Scene::bones.
  std::size_t item = 0;  ///< Index into Scene::items or Scene::bones.
  GpuSkin* skin = nullptr;
  std::uint32_t vertexCount = 0;
  Box worldBounds;
};

/// Everything that can be drawn of a scene with some settings. It does not depend on the camera,
/// unless the settings limit the number of triangles.
struct DrawTable {
  std::vector<ObjectRecord> objects;
  std::vector<DrawnObject> sources;  ///< One for each object.
  std::vector<ObjectBounds> bounds;  ///< One for each object.
  std::vector<DrawnItem> items;
  std::vector<DrawnInstancing> instancing;
  std::vector<DrawnJoints> joints;
  std::vector<DrawBatch> batches;      ///< Sorted by pass, and by material if the order is free.
  std::vector<std::uint32_t> members;  ///< Object indices, ascending for each batch.
  /// For each member, the object of its batch that hides it completely because it is drawn earlier
  /// in the same place; kAloneInPlace if there is none. Empty if no member is hidden so.
  std::vector<std::uint32_t> hiders;
  std::vector<PosedItem> posed;

  /// The instances of an item; empty if it has none.
  const DrawnInstancing& instancingOf(const DrawnItem& item) const;
  /// Marks everything that it draws as used in this frame.
  void touch(GpuCache& cache) const;
};

/// Builds the table of all valid items of a scene that are visible and have a purpose that the
/// settings show. Reports invalid items as kBadItem. Adds new geometries to the cache without
/// uploading them. With a triangle budget, the table is for this frustum.
DrawTable buildDrawTable(const Scene& scene, const CameraFrustum& frustum,
                         const RenderSettings& settings, const GpuMaterials& materials,
                         GpuCache& cache, Diagnostics& diagnostics);

}  // namespace usdscope
