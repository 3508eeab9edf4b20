// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "engine/gl/GlName.h"

namespace usdscope {

namespace detail {
inline void deleteBuffer(GLuint id) { glDeleteBuffers(1, &id); }
}  // namespace detail

/// Memory of the device. Not thread-safe; the context is current.
class Buffer {
 public:
  Buffer() = default;

  /// A buffer of these elements, which do not change.
  template <typename T>
  static Buffer of(std::span<const T> items) {
    return Buffer(items.size_bytes(), items.data());
  }
  /// Room for what shaders write.
  static Buffer withRoom(std::size_t byteSize) { return Buffer(byteSize, nullptr); }

  /// Part of the contents anew; must lie inside.
  void write(std::size_t byteOffset, std::span<const std::byte> bytes);
  void read(std::size_t byteOffset, std::span<std::byte> bytes) const;
  /// Part of another buffer, on the device; both parts lie inside.
  void copyFrom(const Buffer& from, std::size_t fromByteOffset, std::size_t byteOffset,
                std::size_t byteSize);

  GLuint id() const { return name_.id(); }
  std::size_t byteSize() const { return byteSize_; }

 private:
  Buffer(std::size_t byteSize, const void* data);

  GlName<detail::deleteBuffer> name_;
  std::size_t byteSize_ = 0;
};

/// A buffer whose contents are new for every frame. The driver may keep the old ones for as long as
/// it needs them.
class StreamBuffer {
 public:
  /// Replaces the contents; never leaves the buffer without any byte.
  template <typename T>
  void assign(std::span<const T> items) {
    assignBytes(std::as_bytes(items));
  }
  void assignBytes(std::span<const std::byte> bytes);

  GLuint id() const { return name_.id(); }
  std::size_t byteSize() const { return byteSize_; }

 private:
  GlName<detail::deleteBuffer> name_;
  std::size_t byteSize_ = 0;
};

}  // namespace usdscope
