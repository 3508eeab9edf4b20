// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/render/FrameContext.h"
#include "engine/scene/SkinVertices.h"

namespace usdscope {

/// Moves the vertices of skinned items into one buffer: position and normal, six floats each.
/// On the device, where per frame only joint matrices and blend weights travel, or on the CPU.
/// Does nothing when the pose is that of the frame before.
class SkinningPass {
 public:
  /// Returns how many bytes travelled.
  std::size_t run(const Scene& scene, const DrawList& list, bool isOnGpu, GpuCache& cache,
                  ShaderLibrary& shaders, Diagnostics& diagnostics);

  GLuint buffer() const { return isOnGpu_ ? skinned_.id() : uploaded_.id(); }
  /// Vertices of the last run; waits for the device.
  std::vector<SkinnedVertex> read(std::size_t first, std::size_t count) const;
  /// What the last run spent on the CPU's own skinning.
  double cpuMs() const { return cpuMs_; }

 private:
  struct Place {  // What the contents of the buffer depend on, the numbers of the pose aside.
    const Geometry* geometry = nullptr;
    const Skin* skin = nullptr;
    std::size_t firstRow = 0;
    std::size_t firstWeight = 0;
    bool operator==(const Place&) const = default;
  };

  std::size_t skinOnCpu(const DrawList& list);
  std::size_t skinOnGpu(const DrawList& list, GpuCache& cache, ShaderLibrary& shaders,
                        Diagnostics& diagnostics);

  std::vector<Place> places_;
  std::vector<glm::vec4> rows_;
  std::vector<float> weights_;
  std::vector<SkinnedVertex> vertices_;
  StreamBuffer rowBuffer_;
  StreamBuffer weightBuffer_;
  StreamBuffer uploaded_;
  Buffer skinned_;
  bool isOnGpu_ = false;
  double cpuMs_ = 0.0;
};

}  // namespace usdscope
