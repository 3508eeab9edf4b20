// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "engine/render/DrawTable.h"
#include "engine/render/SampleGrid.h"

namespace usdscope {

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
  std::uint32_t firstObject = 0;  ///< Index into DrawCalls::order.
  std::uint32_t objectCount = 0;
  std::uint32_t material = 0;  ///< Block number in GpuMaterials.
  bool isMirrored = false;  ///< The transform mirrors the geometry, so front faces are clockwise.
  bool isDoubleSided = false;
  const VolumeFields* volume = nullptr;  ///< Null unless it is a volume.
  double depth = 0.0;  ///< Distance of the centre of the bounds along the view direction.
};

/// Draw calls for some objects of a table.
struct DrawCalls {
  std::vector<std::uint32_t> order;  ///< Object indices; each call has a range of them.
  std::vector<DrawCall> opaque;
  std::vector<DrawCall> cutout;
  std::vector<DrawCall> translucent;  ///< Back to front.
  std::vector<DrawCall> lines;
  std::vector<DrawCall> dots;
  std::vector<DrawCall> volumes;  ///< Back to front.
  std::vector<DrawCall> bones;
  std::vector<DrawCall> highlightedBones;

  bool isEmpty() const;
  std::vector<DrawCall>& of(DrawPass pass);
};

/// The draw calls of a frame.
struct DrawList {
  std::shared_ptr<const DrawTable> table = std::make_shared<const DrawTable>();
  DrawCalls calls;
  std::vector<SkinnedDraw> skinned;
  std::uint32_t skinnedVertexCount = 0;
  /// The first vertex of each element of DrawTable::posed; DrawCall::kNotSkinned if out of sight.
  std::vector<std::uint32_t> firstVertices;
  std::size_t triangleCount = 0;  ///< The triangles of all surface calls.
};

/// Lists the objects of a table that might cover a sample of the picture, without those that other
/// objects in the same place hide. Requires: the table is
/// that of the scene. The list refers to the scene's items. With `posesAll`, skinned items out of
/// sight are posed too, for their shadows.
DrawList buildDrawList(std::shared_ptr<const DrawTable> table, const Scene& scene,
                       const SampleGrid& grid, bool posesAll = false);

/// Returns the draw calls for the objects of a frame that might cover a sample of the grid and that
/// `isWanted` accepts; null accepts all. Objects in the same place are among them, so that each of
/// them can be picked. Omits skinned items that the frame does not show.
DrawCalls selectCalls(const DrawList& list, const SampleGrid& grid,
                      const std::function<bool(std::uint32_t object)>& isWanted = nullptr);

}  // namespace usdscope
