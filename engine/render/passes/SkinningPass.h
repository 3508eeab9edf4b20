// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/render/FrameContext.h"
#include "engine/render/SkinPlan.h"
#include "engine/render/StencilBuffers.h"
#include "engine/scene/SkinVertices.h"

namespace usdscope {

/// Skins the vertices of all items into one buffer, six floats each: position and normal. On the
/// GPU, it uses one dispatch for all items, if possible (see SkinPlan), and uploads only joint
/// matrices and blend weights per frame. The cages of refined items are skinned behind the vertices
/// that are drawn; one more dispatch for each of these items refines it. Otherwise it skins on the
/// CPU. Does nothing when the pose has not changed since the last frame.
class SkinningPass {
 public:
  explicit SkinningPass(std::uint32_t maxGridWidth = SkinLimits().gridWidth)
      : maxGridWidth_(maxGridWidth) {}

  /// Returns the number of uploaded bytes.
  std::size_t run(const Scene& scene, const DrawList& list, bool isOnGpu, GpuCache& cache,
                  ShaderLibrary& shaders, Diagnostics& diagnostics);

  GLuint buffer() const { return isOnGpu_ ? skinned_.id() : uploaded_.id(); }
  /// Reads vertices of the last run back. Waits for the GPU.
  std::vector<SkinnedVertex> read(std::size_t first, std::size_t count) const;
  /// Milliseconds that the last run spent skinning on the CPU.
  double cpuMs() const { return cpuMs_; }
  /// Number of dispatches when the GPU last skinned.
  std::size_t dispatchCount() const { return dispatchCount_; }

 private:
  struct Place {  // Identifies the contents of the buffer, apart from the numbers of the pose.
    const Geometry* geometry = nullptr;
    const Skin* skin = nullptr;
    std::size_t firstRow = 0;
    std::size_t firstWeight = 0;
    bool operator==(const Place&) const = default;
  };

  struct RefinedDraw {  // A refined item, and its places in the buffer, in vertices.
    const Item* item = nullptr;
    std::size_t firstCage = 0;
    std::size_t firstRefined = 0;
  };

  std::size_t skinOnCpu(const Scene& scene, const DrawList& list);
  std::size_t skinOnGpu(const DrawList& list, GpuCache& cache, ShaderLibrary& shaders,
                        Diagnostics& diagnostics);
  std::size_t refineOnGpu(std::span<const RefinedDraw> draws, ShaderLibrary& shaders,
                          Diagnostics& diagnostics);
  void collapse(const SkinnedDraw& draw);

  std::uint32_t maxGridWidth_;
  std::vector<Place> places_;
  std::vector<glm::vec4> rows_;
  std::vector<float> weights_;
  std::vector<SkinnedVertex> vertices_;
  StreamBuffer rowBuffer_;
  StreamBuffer weightBuffer_;
  std::vector<skinning::Draw> draws_;  // The contents of drawBuffer_.
  StreamBuffer drawBuffer_;
  std::size_t dispatchCount_ = 0;
  StreamBuffer uploaded_;
  Buffer skinned_;
  StencilBuffers stencils_;
  bool isOnGpu_ = false;
  double cpuMs_ = 0.0;
};

}  // namespace usdscope
