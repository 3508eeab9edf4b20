// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "engine/stage/Stage.h"

namespace usdscope {

/// Returns the identifier of the scene's layer that `file` holds; empty when there is none. Links
/// and spellings of paths do not matter. Considers the layers of the stage, its clips, and all
/// files that its layers name (other variants, unloaded payloads, muted layers). Opens layers if
/// `file` exists.
std::optional<std::string> findSceneLayerAt(const Stage& stage, const std::string& file);

}  // namespace usdscope
