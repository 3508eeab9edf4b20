// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/render/CameraFrustum.h"

namespace usdscope {

/// The sample positions of a picture. Surfaces between them leave no trace in the picture, so most
/// things that are far smaller than a pixel need not be drawn at all.
class SampleGrid {
 public:
  /// `samples` are positions in a pixel, from 0 to 1, with y up; without any, every surface might
  /// cover one.
  SampleGrid(const CameraFrustum& frustum, int width, int height, std::vector<glm::dvec2> samples)
      : frustum_(frustum), size_(width, height), samples_(std::move(samples)) {}
  /// The grid of a picture with one sample in the middle of each pixel.
  static SampleGrid ofCenters(const CameraFrustum& frustum, int width, int height) {
    return {frustum, width, height, {glm::dvec2(0.5)}};
  }

  const CameraFrustum& frustum() const { return frustum_; }
  /// Returns false only if surfaces in the box certainly cover no sample. Returns true for empty
  /// and infinite boxes.
  bool mightCover(const Box& worldBounds) const;

 private:
  CameraFrustum frustum_;
  glm::dvec2 size_;
  std::vector<glm::dvec2> samples_;
};

}  // namespace usdscope
