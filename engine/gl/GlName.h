// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "engine/gl/OpenGl.h"

namespace usdscope {

/// Owns the name of one OpenGL object and calls `Delete` with it on destruction. The name 0 means
/// that it owns no object.
template <void (*Delete)(GLuint)>
class GlName {
 public:
  GlName() = default;
  explicit GlName(GLuint id) : id_(id) {}
  GlName(GlName&& other) noexcept : id_(std::exchange(other.id_, 0)) {}
  GlName& operator=(GlName&& other) noexcept {
    std::swap(id_, other.id_);
    return *this;
  }
  GlName(const GlName&) = delete;
  GlName& operator=(const GlName&) = delete;
  ~GlName() {
    if (id_) Delete(id_);
  }

  GLuint id() const { return id_; }
  explicit operator bool() const { return id_ != 0; }

 private:
  GLuint id_ = 0;
};

}  // namespace usdscope
