// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "engine/render/Renderer.h"

namespace usdscope {

/// How finely a picture is drawn.
struct PictureDetail {
  int sampleCount = 4;             ///< Samples per pixel.
  double resolution = 1.0;         ///< Share of the width and height at which the scene is drawn.
  std::size_t triangleBudget = 0;  ///< See RenderSettings.
  bool isFull() const { return *this == PictureDetail(); }
  bool operator==(const PictureDetail&) const = default;
};

/// Chooses a detail at which pictures follow each other quickly while something moves, by the time
/// that pictures have taken.
class PictureQuality {
 public:
  /// Returns the detail for a picture while something moves; full where full pictures are quick.
  PictureDetail whileMoving() const;
  /// Learns how long a picture took.
  void note(const PictureDetail& detail, double milliseconds);
  /// Begins again, for a scene with this many triangles.
  void expect(std::size_t triangleCount, bool isSoftware);

 private:
  int level_ = 0;  ///< Index into the table of details; 0 is full.
};

/// Returns the number of triangles of a scene that the settings show, with all instances.
std::size_t shownTriangles(const Scene& scene, const RenderSettings& settings);

}  // namespace usdscope
