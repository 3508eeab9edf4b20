// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/gl/ShaderLibrary.h"
#include "engine/gl/VertexArray.h"
#include "engine/render/DrawList.h"

namespace usdscope {

/// What the passes of a frame share.
struct FrameContext {
  const RenderSettings& settings;
  const CameraFrustum& frustum;
  const DrawList& list;
  GpuCache& cache;
  const GpuMaterials& materials;
  ShaderLibrary& shaders;
  Diagnostics& diagnostics;
  const VertexArray& surfaceVertices;  ///< Attributes of surfaces, a buffer each.
  const VertexArray& noVertices;       ///< For vertices that shaders fetch or make up.
  GLuint zeros = 0;                    ///< A buffer with the value of attributes that are missing.
  GLuint skinnedVertices = 0;          ///< Position and normal of all skinned vertices.
};

}  // namespace usdscope
