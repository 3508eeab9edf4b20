// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/files/OpenOptions.h"
#include "engine/format/Environment.h"

namespace usdscope {

/// The options of the `view` verb.
struct ViewOptions {
  std::string file;                 ///< Empty to start without a file.
  std::string run;                  ///< Actions to run; see ActionScript.
  std::string script;               ///< A file with actions, which run before those of `run`.
  std::string scriptText;           ///< The content of `script`.
  std::string listen;               ///< The path of a socket for commands; empty for none.
  std::string settings;             ///< The folder of settings and journals; empty for the user's.
  std::string config;               ///< The name of a set of settings; empty for the usual one.
  bool hasDefaultSettings = false;  ///< The settings are not read, and not kept.
  bool clearsSettings = false;      ///< The settings are set back before the window opens.
  bool hasNoPicture = false;
  bool printsTimes = false;
  bool quitsAfterStart = false;
  std::string skinning = "auto";  ///< `auto`, `cpu` or `gpu`.
  /// `low`, `medium`, `high` or `veryhigh`; empty for the usual one.
  std::string complexity;
  std::optional<double> clipMebibytes =
      {};  ///< The budget of value clips; empty for the usual one.
  std::shared_ptr<const OpenOptions> opening;  ///< Null if no option is about opening.
  Environment environment = {};                ///< With the plug-ins of the command line.
};

/// Shows the window, and returns the exit status when it is closed. Builds without the window print
/// a message and fail.
int runViewer(const ViewOptions& options);

/// Returns the page of the manual about the actions of the window; see actionsPage(). Empty in
/// builds without the window.
std::string viewerActionsPage();

}  // namespace usdscope
