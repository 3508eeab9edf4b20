// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace usdscope {

/// What the `view` verb is told on the command line.
struct ViewOptions {
  std::string file;               ///< Empty: start without one.
  std::string run;                ///< Actions to play, see ActionScript.
  std::string skinning = "auto";  ///< `auto`, `cpu` or `gpu`.
};

/// Starts the window and returns the exit status when it is closed. Builds without the window say
/// so and fail.
int runViewer(const ViewOptions& options);

}  // namespace usdscope
