// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/cli/Verb.h"
#include "engine/format/LayerCache.h"
#include "engine/format/usdz/Dependencies.h"

namespace usdscope {

/// Makes the cache of layers that a scene file is opened with. Asset paths are also searched in the
/// folder of the file, in `searchPaths`, and in the search paths of the environment. `file` and
/// `searchPaths` are relative to the working folder.
std::shared_ptr<LayerCache> makeLayerCache(const Environment& environment, const std::string& file,
                                           const std::vector<std::string>& searchPaths = {});

/// Returns the identifier of a file that the command line names, whether or not it exists.
std::string identifierOf(const LayerCache& layers, const std::string& file);

/// Whether the name of a file has the ending of a layer, in upper or lower case; otherwise prints
/// an error. The content decides the format. `.sdf` is an old ending of text layers; `.mtlx` is
/// accepted because its reader has a message of its own.
bool hasLayerName(const std::string& file, std::ostream& err);

/// Evaluates an asset path that may be a variable expression. For callers that follow the
/// dependencies of layers without composing them.
EvaluatedAssetPath evaluateAssetPath(const std::string& authored, const Dictionary& variables);

/// Prints one line for each entry. Returns whether one of them is an error.
bool printDiagnostics(const Diagnostics& diagnostics, std::ostream& err);

}  // namespace usdscope
