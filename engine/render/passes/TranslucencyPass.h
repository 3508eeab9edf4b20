// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/gl/Buffer.h"
#include "engine/render/FrameContext.h"

namespace usdscope {

inline constexpr DiagnosticCode kTooManyLayers{"render.too-many-layers", Severity::Note};

/// Draws translucent surfaces in any order: their fragments go into a list for each pixel, and the
/// lists are blended by depth, sample by sample. Surfaces may cut each other.
///
/// The lists grow when a picture has more fragments than fit, up to the smallest storage block that
/// a device must offer (128 MiB). Beyond that, and when a picture has more pixels than fit, it is
/// drawn in bands of rows.
class TranslucencyPass {
 public:
  /// Requires: the bound framebuffer holds everything opaque.
  void draw(const FrameContext& frame);

 private:
  void prepare(int firstRow, std::size_t pixelCount);
  std::uint32_t countLayers() const;
  static void blend(const FrameContext& frame);

  Buffer heads_;   // The counts, and the first fragment of each pixel of the band.
  Buffer layers_;  // The fragments.
  std::uint32_t capacity_ = 0;
};

}  // namespace usdscope
