// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/gl/Framebuffer.h"
#include "engine/render/FrameContext.h"

namespace usdscope {

/// The ids and depths of the pixels of a target, rows from the bottom.
struct IdPixels {
  int width = 0;
  int height = 0;
  std::vector<GLuint> ids;  ///< 0 for the background, else one more than the index of an object.
  /// One more than the vertex of a dot, the last corner of a triangle or the first end of a line.
  std::vector<GLuint> vertices;
  std::vector<float> depths;

  /// Returns the world position of a pixel that shows an object.
  glm::dvec3 worldPosition(const CameraFrustum& frustum, std::size_t pixel) const;
};

/// A target into which the ids of all objects are drawn, to find what is where.
class IdTarget {
 public:
  /// Draws and reads the ids. Empty if drawing was stopped. Requires: `frame.frustum` covers the
  /// target only.
  IdPixels draw(const FrameContext& frame, int width, int height);

 private:
  Texture ids_;
  Texture vertices_;
  Texture depths_;
  Framebuffer target_;
};

}  // namespace usdscope
