// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/actions/Actions.h"

namespace usdscope {

/// The kinds of work that Esc and the action `cancel` end, in the order in which they do.
enum class RunningWork {
  None,
  Loading,
  Saving,
  Capture,
  Motion,    ///< The search for pops, frozen animation and seams.
  Clips,     ///< The Clips pane reads clips.
  ClipCheck  ///< The clips of the scene are checked for Problems.
};

/// Returns the first kind of work that is running.
RunningWork runningWork(const ActionContext& context);

/// Ends runningWork(), and leaves all other work alone.
void cancelRunningWork(const ActionContext& context);

}  // namespace usdscope
