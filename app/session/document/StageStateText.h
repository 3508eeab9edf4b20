// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/session/edits/EditHistory.h"
#include "engine/base/Json.h"

namespace usdscope {

/// Returns the muted layers and the load rules of a state, without its layers. Ignores muted layers
/// without a file, because their names differ the next time. Thread-safe.
Json stageStateToJson(const StageState& state);

/// Reads what stageStateToJson() returned. Throws Json::exception or std::out_of_range if the JSON
/// is something else. Thread-safe.
StageState stageStateFromJson(const Json& json);

}  // namespace usdscope
