// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <stop_token>
#include <string>

#include "engine/scene/Scene.h"
#include "engine/stage/Stage.h"

namespace usdscope {

/// The files of a scene on disk: paths without entries of packages. A file that is missing, and
/// would be used if it were there, is one of them.
struct UsedFiles {
  std::set<std::string> layers;  ///< With the layers that are open but not used.
  std::set<std::string> clips;   ///< With manifests; read or not.
  std::set<std::string> textures;
};

/// Finds the files of a stage, and of a scene made from it, which may be null. Opens no file, but
/// looks for clips. Incomplete when stopped.
UsedFiles findUsedFiles(const Stage& stage, const Scene* scene, const std::stop_token& stop);

}  // namespace usdscope
