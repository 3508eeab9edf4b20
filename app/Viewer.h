// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/format/Environment.h"

namespace usdscope {

/// The options of the `view` verb.
struct ViewOptions {
  std::string file;               ///< Empty to start without a file.
  std::string run;                ///< Actions to run; see ActionScript.
  std::string settings;           ///< The folder of settings and journals; empty for the user's.
  std::string skinning = "auto";  ///< `auto`, `cpu` or `gpu`.
  Environment environment = {};   ///< With the plug-ins of the command line.
};

/// Shows the window, and returns the exit status when it is closed. Builds without the window print
/// a message and fail.
int runViewer(const ViewOptions& options);

}  // namespace usdscope
