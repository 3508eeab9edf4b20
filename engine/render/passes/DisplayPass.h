// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "engine/gl/Texture.h"
#include "engine/image/DisplayTable.h"
#include "engine/render/FrameContext.h"
#include "engine/render/RenderTargets.h"

namespace usdscope {

/// Whether the colours of the scene change between the render targets and the picture. The targets
/// then need float colours.
bool adjustsDisplay(const RenderSettings& settings);

/// Turns the colours of the render targets into those of the picture. Keeps the table of the
/// display on the device. Requires: the context is current.
class DisplayPass {
 public:
  /// Draws the scene into the picture with its exposure, gamma and encoding. sRGB is encoded before
  /// samples are averaged, as in RenderTargets::resolveTo(); tables and linear pictures get their
  /// mean. If the shader does not compile, copies the scene unchanged. Requires: adjustsDisplay().
  void draw(const FrameContext& frame, const RenderTargets& targets, GLuint target);

  /// The bytes that the last draw() uploaded.
  std::size_t uploadedBytes() const { return uploadedBytes_; }

 private:
  void upload(const std::shared_ptr<const DisplayTable>& table);

  std::shared_ptr<const DisplayTable> table_;  ///< The table in `texture_`.
  Texture texture_;
  std::size_t uploadedBytes_ = 0;
};

}  // namespace usdscope
