// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstring>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "engine/gl/Buffer.h"

namespace usdscope {

/// An array on the device that changes little from frame to frame: only elements that differ are
/// uploaded. Requires: the context is current.
template <typename T>
class RecordBuffer {
  static_assert(std::is_standard_layout_v<T>);  // Without padding.

 public:
  /// Replaces the contents; elements are compared byte by byte. Returns the number of bytes that
  /// were uploaded. Keeps `elements` for the next comparison. An empty vector still leaves a buffer
  /// that can be bound.
  std::size_t update(std::shared_ptr<const std::vector<T>> elements) {
    if (held_ == elements) return 0;
    const std::span<const T> items(*elements);
    if (buffer_.id() == 0 || buffer_.byteSize() < items.size_bytes()) {
      held_ = std::move(elements);
      // Room for more, so that growing scenes do not make a new buffer every frame.
      buffer_ = Buffer::withRoom(items.size_bytes() + items.size_bytes() / 4);
      buffer_.write(0, std::as_bytes(items));
      return items.size_bytes();
    }
    std::size_t uploaded = 0;
    std::size_t runCount = 0;
    for (std::size_t i = 0; i < items.size();) {
      if (isHeld(i, items[i])) {
        ++i;
        continue;
      }
      const std::size_t first = i;
      // Many short uploads cost more than a few elements that did not change.
      if (++runCount > kMostRuns) {
        i = items.size();
      } else {
        while (i < items.size() && !isHeld(i, items[i])) ++i;
      }
      const auto run = items.subspan(first, i - first);
      buffer_.write(first * sizeof(T), std::as_bytes(run));
      uploaded += run.size_bytes();
    }
    held_ = std::move(elements);
    return uploaded;
  }

  GLuint id() const { return buffer_.id(); }

 private:
  static constexpr std::size_t kMostRuns = 64;

  bool isHeld(std::size_t index, const T& item) const {
    return index < held_->size() && std::memcmp(&(*held_)[index], &item, sizeof(T)) == 0;
  }

  Buffer buffer_;
  std::shared_ptr<const std::vector<T>> held_;  ///< The contents of the buffer.
};

}  // namespace usdscope
