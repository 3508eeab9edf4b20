// SPDX-License-Identifier: Apache-2.0
#include "engine/gl/VertexArray.h"

namespace usdscope {

VertexArray VertexArray::make() {
  GLuint id = 0;
  glCreateVertexArrays(1, &id);
  VertexArray array;
  array.name_ = GlName<detail::deleteVertexArray>(id);
  return array;
}

void VertexArray::addAttribute(GLuint location, int componentCount) {
  glEnableVertexArrayAttrib(id(), location);
  glVertexArrayAttribFormat(id(), location, componentCount, GL_FLOAT, GL_FALSE, 0);
  glVertexArrayAttribBinding(id(), location, location);
}

}  // namespace usdscope
