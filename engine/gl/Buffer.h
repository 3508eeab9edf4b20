// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "engine/gl/GlName.h"

namespace usdscope {

namespace detail {
inline void deleteBuffer(GLuint id) { glDeleteBuffers(1, &id); }
}  // namespace detail

/// Memory on the device. Not thread-safe. Requires: the context is current.
class Buffer {
 public:
  Buffer() = default;

  /// A buffer that holds a copy of `items`.
  template <typename T>
  static Buffer of(std::span<const T> items) {
    return Buffer(items.size_bytes(), items.data());
  }
  /// An uninitialised buffer, for shaders to write into.
  static Buffer withRoom(std::size_t byteSize) { return Buffer(byteSize, nullptr); }

  /// Replaces a part of the contents. Requires: the part lies inside the buffer.
  void write(std::size_t byteOffset, std::span<const std::byte> bytes);
  void read(std::size_t byteOffset, std::span<std::byte> bytes) const;
  /// Copies a part of another buffer on the device. Requires: both parts lie inside their buffers.
  void copyFrom(const Buffer& from, std::size_t fromByteOffset, std::size_t byteOffset,
                std::size_t byteSize);

  GLuint id() const { return name_.id(); }
  std::size_t byteSize() const { return byteSize_; }

 private:
  Buffer(std::size_t byteSize, const void* data);

  GlName<detail::deleteBuffer> name_;
  std::size_t byteSize_ = 0;
};

/// A buffer whose contents are replaced every frame. The driver keeps the old contents for as long
/// as a pending draw reads them.
class StreamBuffer {
 public:
  /// Replaces the contents. Empty `items` still leave a buffer that can be bound.
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
