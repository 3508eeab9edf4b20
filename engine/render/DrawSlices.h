// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <stop_token>

namespace usdscope {

/// Divides the drawing of a frame into slices, so that it can be stopped: drawing that a device was
/// given cannot be taken back. Without a stop, nothing is divided. Requires: the context is
/// current.
class DrawSlices {
 public:
  DrawSlices() = default;
  DrawSlices(std::stop_token stop, bool isSoftware);

  /// The most triangles that one draw call may have.
  std::size_t most() const { return most_; }
  /// Call it before each draw call, with the number of its triangles. Waits for the device when the
  /// slice is full. Returns false when the drawing is stopped.
  bool next(std::size_t triangleCount);
  bool isStopped() const { return stop_.stop_requested(); }

 private:
  std::stop_token stop_;
  std::size_t most_ = static_cast<std::size_t>(-1);
  std::size_t drawn_ = 0;  ///< Number of triangles in the slice.
};

}  // namespace usdscope
