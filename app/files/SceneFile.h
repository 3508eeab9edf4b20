// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/format/LayerCache.h"

namespace usdscope {

/// Makes the LayerCache with which a scene file is opened. Asset paths are also searched in the
/// folder of the file, in `searchPaths`, and in the search paths of the environment. `file` and
/// `searchPaths` are relative to the working folder. Reads no file.
std::shared_ptr<LayerCache> makeLayerCache(const Environment& environment, const std::string& file,
                                           const std::vector<std::string>& searchPaths = {});

/// Returns the identifier of a file, whether or not it exists. `file` is relative to the working
/// folder.
std::string identifierOf(const LayerCache& layers, const std::string& file);

}  // namespace usdscope
