// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "app/cli/StageOptions.h"

namespace usdscope {

/// The options of `diff --stage`: two stages, and the frames at which their values are compared.
struct DiffStagesOptions {
  bool isWanted = false;                ///< Stages are compared; otherwise layers.
  StageOptions stage;                   ///< The options of both stages; `file` is not used.
  std::vector<std::string> muteSecond;  ///< More layers to mute, in the second stage only.
  std::string prim = "/";
  std::string frames;           ///< As in parseFrames(); empty for the range of both stages.
  std::vector<std::string> at;  ///< Two times: of the first stage, and of the second stage.
  std::size_t clipBudget = std::numeric_limits<std::size_t>::max();
};

/// Adds --stage and the options that need it.
void addDiffStagesOptions(VerbOptions& command, DiffStagesOptions& options);

/// Composes both files, compares the stages, and prints what differs. `isBrief` prints one line
/// only. Returns the exit status: 0 if nothing differs, 1 if something does, 2 for a
/// wrong option, 3 for a scene that cannot be read.
int diffStageFiles(const std::string& first, const std::string& second, double tolerance,
                   bool isBrief, bool isJson, const DiffStagesOptions& options,
                   VerbContext context);

}  // namespace usdscope
