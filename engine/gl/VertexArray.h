// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "engine/gl/GlName.h"

namespace usdscope {

namespace detail {
inline void deleteVertexArray(GLuint id) { glDeleteVertexArrays(1, &id); }
}  // namespace detail

/// The format of vertices, with one buffer for each attribute.
class VertexArray {
 public:
  static VertexArray make();

  /// An attribute of so many floats; its buffer is that of the binding of the same number.
  void addAttribute(GLuint location, int componentCount);
  /// Where an attribute's values come from; a stride of 0 gives all vertices the same one.
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
