// SPDX-License-Identifier: Apache-2.0
#include "engine/gl/Buffer.h"

#include <algorithm>
#include <cassert>

namespace usdscope {
namespace {

GLuint createBuffer() {
  GLuint id = 0;
  glCreateBuffers(1, &id);
  return id;
}

// OpenGL can neither create nor bind a buffer of zero bytes.
GLsizeiptr roomFor(std::size_t byteSize) {
  return static_cast<GLsizeiptr>(std::max<std::size_t>(byteSize, 16));
}

}  // namespace

Buffer::Buffer(std::size_t byteSize, const void* data)
    : name_(createBuffer()), byteSize_(byteSize) {
  glNamedBufferStorage(id(), roomFor(byteSize), byteSize >= 16 ? data : nullptr,
                       GL_DYNAMIC_STORAGE_BIT);
  if (data && byteSize > 0 && byteSize < 16) {
    glNamedBufferSubData(id(), 0, static_cast<GLsizeiptr>(byteSize), data);
  }
}

void Buffer::write(std::size_t byteOffset, std::span<const std::byte> bytes) {
  assert(byteOffset <= byteSize_ && bytes.size() <= byteSize_ - byteOffset);
  if (bytes.empty()) return;
  glNamedBufferSubData(id(), static_cast<GLintptr>(byteOffset),
                       static_cast<GLsizeiptr>(bytes.size()), bytes.data());
}

void Buffer::read(std::size_t byteOffset, std::span<std::byte> bytes) const {
  assert(byteOffset <= byteSize_ && bytes.size() <= byteSize_ - byteOffset);
  if (bytes.empty()) return;
  glGetNamedBufferSubData(id(), static_cast<GLintptr>(byteOffset),
                          static_cast<GLsizeiptr>(bytes.size()), bytes.data());
}

void Buffer::copyFrom(const Buffer& from, std::size_t fromByteOffset, std::size_t byteOffset,
                      std::size_t byteSize) {
  assert(fromByteOffset <= from.byteSize_ && byteSize <= from.byteSize_ - fromByteOffset);
  assert(byteOffset <= byteSize_ && byteSize <= byteSize_ - byteOffset);
  if (byteSize == 0) return;
  glCopyNamedBufferSubData(from.id(), id(), static_cast<GLintptr>(fromByteOffset),
                           static_cast<GLintptr>(byteOffset), static_cast<GLsizeiptr>(byteSize));
}

void StreamBuffer::assignBytes(std::span<const std::byte> bytes) {
  if (!name_) name_ = GlName<detail::deleteBuffer>(createBuffer());
  byteSize_ = bytes.size();
  const bool isRoomy = bytes.size() >= 16;
  glNamedBufferData(id(), roomFor(bytes.size()), isRoomy ? bytes.data() : nullptr, GL_STREAM_DRAW);
  if (!isRoomy && !bytes.empty()) {
    glNamedBufferSubData(id(), 0, static_cast<GLsizeiptr>(bytes.size()), bytes.data());
  }
}

}  // namespace usdscope
