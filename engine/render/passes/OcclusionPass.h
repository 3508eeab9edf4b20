// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/gl/Framebuffer.h"
#include "engine/gl/Texture.h"
#include "engine/render/FrameContext.h"
#include "engine/render/RenderTargets.h"

namespace usdscope {

/// Ambient occlusion from the depths of a picture. Requires: the context is current.
class OcclusionPass {
 public:
  /// Whether the settings ask for it, and show surfaces that it may darken.
  static bool isWanted(const RenderSettings& settings);

  /// Darkens the surfaces that the targets hold where others are near. `sceneSize` is the diagonal
  /// of the shown scene in world units: occluders are looked for within a small part of it. Leaves
  /// the framebuffer of the targets bound.
  void draw(const FrameContext& frame, const RenderTargets& targets, double sceneSize);

 private:
  Texture shares_;  // The share of the surroundings that each pixel sees.
  Framebuffer target_;
};

}  // namespace usdscope
