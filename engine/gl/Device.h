// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace usdscope {

/// The driver and the GPU of the current context.
struct Device {
  std::string renderer;   ///< "llvmpipe (LLVM 15.0.6, 256 bits)".
  std::string version;    ///< "4.5 (Core Profile) Mesa 22.3.6".
  int versionNumber = 0;  ///< 45 for OpenGL 4.5.
  bool isSoftware = false;
  int maxSamples = 1;
  float maxAnisotropy = 1.0f;
};

/// The oldest OpenGL version that the renderer can use: 4.5.
inline constexpr int kNeededGlVersion = 45;

/// Returns the device of the current context. Requires: a context is current.
Device currentDevice();

/// A sentence that says why the device cannot be used; empty when it can.
std::string whyUnusable(const Device& device);

}  // namespace usdscope
