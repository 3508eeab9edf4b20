// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "engine/base/Diagnostics.h"

namespace usdscope {

inline constexpr DiagnosticCode kNoOpenGl{"gl.no-opengl", Severity::Error};

/// An OpenGL 4.5 core context without a window, current on the thread that makes it until it goes.
/// There is no default framebuffer.
class HeadlessContext {
 public:
  /// Null, with kNoOpenGl, where no driver gives such a context.
  static std::unique_ptr<HeadlessContext> make(Diagnostics& diagnostics);
  ~HeadlessContext();
  HeadlessContext(const HeadlessContext&) = delete;
  HeadlessContext& operator=(const HeadlessContext&) = delete;

 private:
  HeadlessContext(void* display, void* context) : display_(display), context_(context) {}

  void* display_;
  void* context_;
};

}  // namespace usdscope
