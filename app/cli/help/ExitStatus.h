// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "app/cli/Verb.h"

namespace usdscope {

/// An exit status of the verbs, and its meaning.
struct ExitStatusHelp {
  int status = 0;
  std::string_view meaning;
};

inline constexpr ExitStatusHelp kExitStatuses[] = {
    {kSuccess,
     "The verb has done its work and has found nothing to report. Missing references, payloads and "
     "sublayers are messages only, except for check, resolve and package --list-dependencies."},
    {kFailure,
     "The verb has findings, the files differ, nothing was found, or a part of the answer is "
     "missing, such as clips, and for record textures that a later picture needs."},
    {kWrongUsage, "The command line cannot be understood; nothing was read or written."},
    {kUnreadable,
     "A file cannot be read or written, or is not overwritten because the scene needs it."}};

}  // namespace usdscope
