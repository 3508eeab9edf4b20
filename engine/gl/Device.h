// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace usdscope {

/// What draws: facts about the current context.
struct Device {
  std::string renderer;   ///< "llvmpipe (LLVM 15.0.6, 256 bits)".
  std::string version;    ///< "4.5 (Core Profile) Mesa 22.3.6".
  int versionNumber = 0;  ///< 45 for OpenGL 4.5.
  bool isSoftware = false;
  int maxSamples = 1;
  float maxAnisotropy = 1.0f;
};

/// The least that is needed.
inline constexpr int kNeededGlVersion = 45;

/// A context is current.
Device currentDevice();

/// Why a device cannot be used, a sentence; empty when it can.
std::string whyUnusable(const Device& device);

}  // namespace usdscope
