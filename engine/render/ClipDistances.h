// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "engine/gl/OpenGl.h"

namespace usdscope {

/// Cuts what is drawn at the first `count` clipping planes of the camera, while it lives. Requires:
/// if `count` is not 0, all programs that draw meanwhile have ShaderFeature::Clipped.
class ClipDistances {
 public:
  explicit ClipDistances(std::size_t count) : count_(count) { setAll(glEnable); }
  ~ClipDistances() { setAll(glDisable); }
  ClipDistances(const ClipDistances&) = delete;
  ClipDistances& operator=(const ClipDistances&) = delete;

 private:
  template <typename Set>
  void setAll(const Set& set) const {
    for (std::size_t i = 0; i < count_; ++i) set(GL_CLIP_DISTANCE0 + static_cast<GLenum>(i));
  }

  std::size_t count_;
};

}  // namespace usdscope
