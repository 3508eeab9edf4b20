// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/gl/ShaderLibrary.h"
#include "engine/gl/VertexArray.h"
#include "engine/render/DrawList.h"
#include "engine/render/DrawSlices.h"

namespace usdscope {

/// The inputs that all passes of a frame share.
struct FrameContext {
  const RenderSettings& settings;
  const CameraFrustum& frustum;
  const DrawList& list;
  GpuCache& cache;
  const GpuMaterials& materials;
  ShaderLibrary& shaders;
  Diagnostics& diagnostics;
  DrawSlices& slices;
  const VertexArray& surfaceVertices;  ///< Vertex attributes of surfaces, each with its own buffer.
  /// Has no attributes; for shaders that fetch or generate vertices.
  const VertexArray& noVertices;
  GLuint zeros = 0;             ///< A buffer of zeros, which replaces missing attributes.
  StreamBuffer& idOrder;        ///< For the order of calls that draw ids.
  GLuint skinnedVertices = 0;   ///< The positions and normals of all skinned vertices.
  bool hasSceneLights = false;  ///< There are other lights than that of the camera.
  bool hasLightMaps = false;    ///< There are lights with shadows.
  std::size_t clippingPlaneCount = 0;
};

}  // namespace usdscope
