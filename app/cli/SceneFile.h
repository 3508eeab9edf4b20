// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/cli/Verb.h"
#include "engine/format/LayerCache.h"
#include "engine/format/usdz/Dependencies.h"

namespace usdscope {

/// The cache of layers for a verb that works on `file`, a path from the working folder: asset paths
/// are also looked for in the folder of that file, in `searchPaths`, and in those of the
/// environment.
std::shared_ptr<LayerCache> makeLayerCache(const std::string& file,
                                           const std::vector<std::string>& searchPaths = {});

/// The identifier of a file that was named on the command line, whether it is there or not.
std::string identifierOf(const LayerCache& layers, const std::string& file);

/// Whether a file that was named on the command line may be a layer: by the ending of its name, in
/// capitals or not; which format it has is told by its content. Else that is said. Text of old is
/// named `.sdf`, and `.mtlx` gets a message of its own from whoever reads it.
bool hasLayerName(const std::string& file, std::ostream& err);

/// What an asset path that may be an expression comes to, for those who follow the dependencies of
/// layers without composing them.
EvaluatedAssetPath evaluateAssetPath(const std::string& authored, const Dictionary& variables);

/// Writes one line for each entry. True when one of them is an error.
bool printDiagnostics(const Diagnostics& diagnostics, std::ostream& err);

}  // namespace usdscope
