// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/session/view/DisplaySettings.h"
#include "engine/base/Json.h"

namespace usdscope {

/// Copies the settings that belong to the view of a scene; leaves the user's habits.
void takeSceneDisplay(DisplaySettings& to, const DisplaySettings& from);

/// The settings of takeSceneDisplay() as JSON.
Json displayToJson(const DisplaySettings& display);
/// Reads what displayToJson() returned. Throws as the library of JSON does, or std::out_of_range
/// for an unknown word, when a part is missing or wrong.
DisplaySettings displayFromJson(const Json& json);

/// Returns the user's habits from the settings of the program; all others have their defaults.
DisplaySettings storedDisplayHabits();
/// Writes the habits that differ from those before to the settings of the program.
void storeDisplayHabits(const DisplaySettings& display, const DisplaySettings& before);

}  // namespace usdscope
