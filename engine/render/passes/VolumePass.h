// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>

#include "engine/gl/Texture.h"
#include "engine/render/FrameContext.h"
#include "engine/render/RenderTargets.h"
#include "engine/scene/VolumeFields.h"

namespace usdscope {

/// Draws volumes over everything opaque. Volumes behind the nearest translucent surface are drawn
/// before the translucent surfaces, and all others after them.
class VolumePass {
 public:
  enum class Part : std::uint8_t { BehindTranslucent, BeforeTranslucent };

  /// Drops the textures of fields that the last frames have not drawn.
  void beginFrame();
  /// Requires: the framebuffer of `targets` is bound. It is bound again at the end.
  void draw(const FrameContext& frame, const RenderTargets& targets, bool isSoftware, Part part);
  std::size_t uploadedBytes() const { return uploadedBytes_; }  ///< Since beginFrame().

 private:
  struct GridTexture {
    std::shared_ptr<const DenseGrid> grid;  // Keeps the address, which is the key.
    Texture texture;
    std::uint64_t lastFrame = 0;
  };

  void drawVolume(const FrameContext& frame, const DrawCall& call, const Program& program,
                  bool isSoftware);
  GLuint textureOf(const std::shared_ptr<const DenseGrid>& grid);

  std::unordered_map<const DenseGrid*, GridTexture> textures_;
  std::uint64_t frame_ = 0;
  std::size_t uploadedBytes_ = 0;
};

}  // namespace usdscope
