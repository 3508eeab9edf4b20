// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "app/actions/ActionSteps.h"
#include "engine/base/Json.h"

// Commands of the socket that ask for something and change nothing.
namespace usdscope {

/// An answer to a client. `{"ok": true, …}`, or `{"ok": false, "error": "…"}`.
Json refusal(const std::string& problem);

/// Returns the state of the session: the open file, the time, the ranges, the selection, the
/// camera, and whether the picture is ready.
Json stateToJson(const ActionContext& context);

/// Returns the list of all commands with their arguments.
Json commandsToJson();

/// Makes an answer on any thread.
using ComputeAnswer = std::function<Json()>;

/// Returns the computation of `explain PATH [TIME]` or `value PATH [TIME]`; empty for other steps.
/// Without TIME, the time of the playhead is taken. A problem with the arguments is the result of
/// the computation.
std::optional<ComputeAnswer> queryOf(const ActionStep& step, const Session& session);

}  // namespace usdscope
