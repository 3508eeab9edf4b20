// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "engine/gl/Framebuffer.h"
#include "engine/render/FrameContext.h"
#include "engine/render/ShadowPlan.h"

namespace usdscope {

/// Draws the depths that lights see. Requires: the context is current.
class ShadowPass {
 public:
  /// Draws the maps of a frame, unless the maps of the last frame are the same. Opaque and cut-out
  /// surfaces cast shadows. Leaves another framebuffer, viewport and camera bound.
  void draw(const FrameContext& frame, const ShadowPlan& plan);
  /// Binds the maps for shaders/mesh/shadows.glsl.
  void bind() const;

 private:
  void makeRoom(std::size_t mapCount, int size);

  Texture depths_;
  Sampler plain_;                     // Reads depths without comparing them.
  std::vector<Framebuffer> targets_;  // One for each layer.
  StreamBuffer camera_;
  // The maps that `depths_` holds, and what they show.
  std::vector<ShadowMap> drawn_;
  std::shared_ptr<const DrawTable> table_;
};

}  // namespace usdscope
