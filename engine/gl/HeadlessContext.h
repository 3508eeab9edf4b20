// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "engine/base/Diagnostics.h"

namespace usdscope {

inline constexpr DiagnosticCode kNoOpenGl{"gl.no-opengl", Severity::Error};

/// An OpenGL 4.5 core context without a window and without a default framebuffer. It is current on
/// the thread that made it until release() or its destruction. One thread may use it at a time.
class HeadlessContext {
 public:
  /// Returns null and reports kNoOpenGl when no driver offers such a context.
  static std::unique_ptr<HeadlessContext> make(Diagnostics& diagnostics);
  ~HeadlessContext();
  HeadlessContext(const HeadlessContext&) = delete;
  HeadlessContext& operator=(const HeadlessContext&) = delete;

  /// Makes the context current on the calling thread. Returns false when the driver refuses.
  bool makeCurrent();
  /// Releases the context from the calling thread, so that another thread can make it current.
  void release();
  /// Whether the device was reset, so that everything made with the context is lost. Drivers
  /// without the extension for this always return false. Requires: the context is current.
  bool isLost() const;

 private:
  HeadlessContext(void* display, void* context) : display_(display), context_(context) {}

  void* display_;
  void* context_;
};

}  // namespace usdscope
