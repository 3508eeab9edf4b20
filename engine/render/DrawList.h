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

/// What an object record stands for.
struct DrawnObject {
  Path path;
  std::int32_t instance = -1;
};

/// A skinned item of this frame, and where its vertices go among the skinned ones.
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
  std::uint32_t material = 0;  ///< A block of GpuMaterials.
  bool isMirrored = false;     ///< Clockwise is front.
  bool isDoubleSided = false;
  bool isSelected = false;
  double depth = 0.0;  ///< Distance of the middle of the bounds along the view.
  Box worldBounds;
};

/// What a frame draws, in the order in which it is drawn.
struct DrawList {
  std::vector<ObjectRecord> objects;
  std::vector<DrawnObject> sources;  ///< One for each object.
  std::vector<SkinnedDraw> skinned;
  std::uint32_t skinnedVertexCount = 0;
  std::vector<DrawCall> opaque;
  std::vector<DrawCall> cutout;
  std::vector<DrawCall> translucent;  ///< Back to front.
  std::vector<DrawCall> lines;
  std::vector<DrawCall> dots;
  std::vector<DrawCall> bones;
  std::vector<DrawCall> litBones;
  std::size_t triangleCount = 0;
  bool hasSelection = false;
};

/// Chooses what of a scene is drawn: visible, of a purpose that is shown, in the frustum, and
/// sound; what is not sound is reported (kBadItem). Puts new geometries into the cache, without
/// uploading anything.
DrawList buildDrawList(const Scene& scene, const CameraFrustum& frustum,
                       const RenderSettings& settings, const GpuMaterials& materials,
                       GpuCache& cache, Diagnostics& diagnostics);

}  // namespace usdscope
