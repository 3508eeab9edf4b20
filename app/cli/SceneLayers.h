// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "engine/format/usdz/Dependencies.h"
#include "engine/stage/Stage.h"

namespace usdscope {

/// Evaluates an asset path that may be a variable expression. For callers that follow the
/// dependencies of layers without composing them.
EvaluatedAssetPath evaluateAssetPath(const std::string& authored, const Dictionary& variables);

/// Returns the identifier of the layer of the scene that is stored in `file`; empty when the file
/// is not part of the scene. Compares files, not paths, so links and other paths to the same file
/// are found. Considers the layers of the stage, its clips, and all files to which its layers refer
/// (other variants, unloaded payloads, muted layers). Opens layers if `file` exists.
std::optional<std::string> findSceneLayerAt(const Stage& stage, const std::string& file);

}  // namespace usdscope
