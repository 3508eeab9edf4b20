// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/render/FrameContext.h"
#include "engine/render/SkinPlan.h"
#include "engine/scene/SkinVertices.h"

namespace usdscope {

/// Moves the vertices of skinned items into one buffer: position and normal, six floats each.
/// On the device, in one dispatch for all items (see SkinPlan) and where per frame only joint
/// matrices and blend weights travel, or on the CPU. Does nothing when the pose is that of the
/// frame before.
class SkinningPass {
 public:
  explicit SkinningPass(std::uint32_t maxGroupsInRow = SkinLimits().groupsInRow)
      : maxGroupsInRow_(maxGroupsInRow) {}

  /// Returns how many bytes travelled.
  std::size_t run(const Scene& scene, const DrawList& list, bool isOnGpu, GpuCache& cache,
                  ShaderLibrary& shaders, Diagnostics& diagnostics);

  GLuint buffer() const { return isOnGpu_ ? skinned_.id() : uploaded_.id(); }
  /// Vertices of the last run; waits for the device.
  std::vector<SkinnedVertex> read(std::size_t first, std::size_t count) const;
  /// What the last run spent on the CPU's own skinning.
  double cpuMs() const { return cpuMs_; }
  /// How many dispatches it took when the device last skinned.
  std::size_t dispatchCount() const { return dispatchCount_; }

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
  void leaveOut(const SkinnedDraw& draw);

  std::uint32_t maxGroupsInRow_;
  std::vector<Place> places_;
  std::vector<glm::vec4> rows_;
  std::vector<float> weights_;
  std::vector<SkinnedVertex> vertices_;
  StreamBuffer rowBuffer_;
  StreamBuffer weightBuffer_;
  std::vector<skinning::Draw> draws_;  // What is in drawBuffer_.
  StreamBuffer drawBuffer_;
  std::size_t dispatchCount_ = 0;
  StreamBuffer uploaded_;
  Buffer skinned_;
  bool isOnGpu_ = false;
  double cpuMs_ = 0.0;
};

}  // namespace usdscope
