// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/render/CameraFrustum.h"
#include "engine/render/GpuCache.h"
#include "engine/render/GpuMaterials.h"
#include "engine/render/Renderer.h"
#include "engine/render/ShaderInterface.h"

namespace usdscope {

inline constexpr DiagnosticCode kBadItem{"render.bad-item", Severity::Warning};

/// The item of a frame to which objects belong.
struct DrawnItem {
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
  Path path;
  std::uint32_t instancing = kNone;  ///< Index into DrawList::instancing.
  std::uint32_t firstObject = 0;     ///< The objects of an item follow each other.
  std::uint32_t objectCount = 0;
};

/// The instances of an item; see Item.
struct DrawnInstancing {
  std::vector<Path> instancers;
  Array<InstanceId> ids;
};

/// The item or instance of an ObjectRecord.
struct DrawnObject {
  std::uint32_t item = 0;  ///< Index into DrawList::items.
  std::int32_t instance = -1;
};

/// A skinned item of this frame, and the index of its first vertex in the buffer of skinned
/// vertices.
struct SkinnedDraw {
  const Item* item = nullptr;
  GpuSkin* skin = nullptr;
  std::uint32_t firstVertex = 0;
};

/// A range of indices of one geometry with one material, for a range of objects.
struct DrawCall {
  static constexpr std::uint32_t kNotSkinned = 0xFFFFFFFFu;
  GpuGeometry* geometry = nullptr;
  std::uint32_t firstSkinnedVertex = kNotSkinned;
  std::uint32_t firstIndex = 0;
  std::uint32_t indexCount = 0;
  std::uint32_t firstObject = 0;
  std::uint32_t objectCount = 0;
  std::uint32_t material = 0;  ///< Block number in GpuMaterials.
  bool isMirrored = false;  ///< The transform mirrors the geometry, so front faces are clockwise.
  bool isDoubleSided = false;
  double depth = 0.0;  ///< Distance of the centre of the bounds along the view direction.
  Box worldBounds;
};

/// All draw calls of a frame.
struct DrawList {
  std::vector<ObjectRecord> objects;
  std::vector<DrawnObject> sources;  ///< One for each object.
  std::vector<DrawnItem> items;
  std::vector<DrawnInstancing> instancing;
  std::vector<SkinnedDraw> skinned;
  std::uint32_t skinnedVertexCount = 0;
  std::vector<DrawCall> opaque;
  std::vector<DrawCall> cutout;
  std::vector<DrawCall> translucent;  ///< Back to front.
  std::vector<DrawCall> lines;
  std::vector<DrawCall> dots;
  std::vector<DrawCall> bones;
  std::vector<DrawCall> highlightedBones;
  std::size_t triangleCount = 0;

  /// The instances of an item; empty if it has none.
  const DrawnInstancing& instancingOf(const DrawnItem& item) const;
};

/// Builds the draw calls for all valid items of a scene that are visible, have a purpose that the
/// settings show, and intersect the frustum. Reports invalid items as kBadItem. Adds new geometries
/// to the cache without uploading them.
DrawList buildDrawList(const Scene& scene, const CameraFrustum& frustum,
                       const RenderSettings& settings, const GpuMaterials& materials,
                       GpuCache& cache, Diagnostics& diagnostics);

}  // namespace usdscope
