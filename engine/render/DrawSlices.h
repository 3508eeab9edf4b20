// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stop_token>

namespace usdscope {

/// Divides the drawing of a frame into slices, so that it can be stopped: drawing that a device was
/// given cannot be taken back. A software device gets slices without a stop too, because it keeps
/// all triangles that it was given in memory until it is waited for, about 300 bytes each. Other
/// devices get everything at once without a stop. Requires: the context is current.
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
  static constexpr auto kUnlimited = static_cast<std::size_t>(-1);

  std::stop_token stop_;
  std::size_t most_ = kUnlimited;
  std::size_t drawn_ = 0;  ///< Number of triangles in the slice.
};

/// Draws a range of elements of several objects in slices, by calls of `draw(firstElement,
/// elementCount, firstObject, objectCount)`. Large objects are drawn in parts, small ones together.
/// Returns false when the drawing is stopped.
template <typename Draw>
bool drawInSlices(DrawSlices& slices, std::size_t elementCount, std::size_t trianglesEach,
                  std::uint32_t objectCount, Draw draw) {
  if (elementCount == 0) return true;
  const std::size_t most = std::max<std::size_t>(slices.most() / trianglesEach, 1);
  const std::size_t mostObjects = std::max<std::size_t>(most / elementCount, 1);
  for (std::uint32_t object = 0; object < objectCount;) {
    const auto objects =
        static_cast<std::uint32_t>(std::min<std::size_t>(mostObjects, objectCount - object));
    for (std::size_t element = 0; element < elementCount;) {
      const std::size_t elements = std::min(most, elementCount - element);
      if (!slices.next(elements * trianglesEach * objects)) return false;
      draw(element, elements, object, objects);
      element += elements;
    }
    object += objects;
  }
  return true;
}

}  // namespace usdscope
