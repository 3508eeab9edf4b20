// SPDX-License-Identifier: Apache-2.0
#include "engine/gl/HeadlessContext.h"

#include <epoxy/egl.h>

#include <array>
#include <cstddef>
#include <new>
#include <string>

#include "engine/gl/Device.h"
#include "engine/gl/OpenGl.h"

namespace usdscope {
namespace {

// Displays that need no window system, best first: surfaceless, then the first device.
EGLDisplay openDisplay() {
  const auto tryDisplay = [](EGLenum platform, void* native) -> EGLDisplay {
    EGLDisplay display = eglGetPlatformDisplayEXT(platform, native, nullptr);
    if (display != EGL_NO_DISPLAY && eglInitialize(display, nullptr, nullptr)) return display;
    return EGL_NO_DISPLAY;
  };
  if (epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless")) {
    if (EGLDisplay display = tryDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY)) {
      return display;
    }
  }
  if (epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_platform_device") &&
      epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_device_enumeration")) {
    std::array<EGLDeviceEXT, 8> devices{};
    EGLint count = 0;
    eglQueryDevicesEXT(static_cast<EGLint>(devices.size()), devices.data(), &count);
    for (EGLint i = 0; i < count; ++i) {
      if (EGLDisplay display =
              tryDisplay(EGL_PLATFORM_DEVICE_EXT, devices[static_cast<std::size_t>(i)])) {
        return display;
      }
    }
  }
  return EGL_NO_DISPLAY;
}

EGLContext createContext(EGLDisplay display, EGLint major, EGLint minor) {
  // A context that reports lost devices, if the driver has one.
  const bool isRobust = epoxy_egl_version(display) >= 15;
  const std::array<EGLint, 9> attributes{
      EGL_CONTEXT_MAJOR_VERSION,
      major,
      EGL_CONTEXT_MINOR_VERSION,
      minor,
      EGL_CONTEXT_OPENGL_PROFILE_MASK,
      EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
      isRobust ? EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY : EGL_NONE,
      EGL_LOSE_CONTEXT_ON_RESET,
      EGL_NONE};
  const auto create = [&](const EGLint* wanted) {
    return eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, wanted);
  };
  EGLContext context = create(attributes.data());
  if (context != EGL_NO_CONTEXT || !isRobust) return context;
  std::array<EGLint, 9> plain = attributes;
  plain[6] = EGL_NONE;
  return create(plain.data());
}

// Drivers do not survive that memory ends while they start. They need less than this.
constexpr std::size_t kRoomForDriver = std::size_t{80} << 20;

bool bind(EGLDisplay display, EGLContext context) {
  return context != EGL_NO_CONTEXT &&
         eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context);
}

}  // namespace

std::unique_ptr<HeadlessContext> HeadlessContext::make(Diagnostics& diagnostics) {
  // Throws if there is too little. Compilers remove arrays that are not used, but not these calls.
  ::operator delete(::operator new(kRoomForDriver));
  EGLDisplay display = openDisplay();
  if (display == EGL_NO_DISPLAY) {
    diagnostics.report(kNoOpenGl, {}, "No OpenGL driver can draw without a display (EGL).");
    return nullptr;
  }
  eglBindAPI(EGL_OPENGL_API);
  EGLContext context = createContext(display, 4, 5);
  std::string problem = "OpenGL 4.5 is needed, and the driver does not have it.";
  // An older context lets the message name the version that the driver has.
  if (context == EGL_NO_CONTEXT) context = createContext(display, 3, 1);
  if (bind(display, context)) {
    problem = whyUnusable(currentDevice());
    if (problem.empty()) {
      return std::unique_ptr<HeadlessContext>(new HeadlessContext(display, context));
    }
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  }
  if (context != EGL_NO_CONTEXT) eglDestroyContext(display, context);
  diagnostics.report(kNoOpenGl, {}, problem);
  return nullptr;
}

bool HeadlessContext::makeCurrent() {
  eglBindAPI(EGL_OPENGL_API);  // The choice belongs to the thread.
  return bind(display_, context_);
}

void HeadlessContext::release() {
  eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
}

bool HeadlessContext::isLost() const { return glGetGraphicsResetStatus() != GL_NO_ERROR; }

HeadlessContext::~HeadlessContext() {
  eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  eglDestroyContext(display_, context_);
}

}  // namespace usdscope
