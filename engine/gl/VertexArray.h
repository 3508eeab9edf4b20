// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "engine/gl/GlName.h"

namespace usdscope {

namespace detail {
inline void deleteVertexArray(GLuint id) { glDeleteVertexArrays(1, &id); }
}  // namespace detail

/// A vertex format in which every attribute has its own buffer.
class VertexArray {
 public:
  static VertexArray make();

  /// Adds an attribute of `componentCount` floats. Its buffer binding has the number `location`.
  void addAttribute(GLuint location, int componentCount);
  /// Sets the buffer from which an attribute is read. With a stride of 0 all vertices get the same
  /// value.
  void setBuffer(GLuint location, GLuint buffer, std::size_t byteOffset, std::size_t stride) const {
    glVertexArrayVertexBuffer(id(), location, buffer, static_cast<GLintptr>(byteOffset),
                              static_cast<GLsizei>(stride));
  }
  void setIndexBuffer(GLuint buffer) const { glVertexArrayElementBuffer(id(), buffer); }

  GLuint id() const { return name_.id(); }

 private:
  GlName<detail::deleteVertexArray> name_;
};

}  // namespace usdscope
