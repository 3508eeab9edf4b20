// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "engine/stage/Stage.h"

namespace usdscope {

/// The layer of a scene that lies in a file, however its path is spelt and linked: what the stage
/// is composed of, its clips, and what its layers name besides (other variants, unloaded payloads,
/// muted layers). Empty when there is none. Opens layers, but only where the file exists.
std::optional<std::string> findSceneLayerAt(const Stage& stage, const std::string& file);

}  // namespace usdscope
