// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/format/LayerCache.h"
#include "engine/format/usdz/Dependencies.h"
#include "engine/format/usdz/PackageWriter.h"

namespace usdscope {

inline constexpr DiagnosticCode kDependencyMissing{"format.dependency-missing", Severity::Warning};

/// A layer and all that it needs (see findDependencies()) as files of one folder or package, the
/// layer first.
///
/// What lies in the layer's folder or below keeps its place in it; files from elsewhere get folders
/// `outside0`, `outside1`, … of their own. Layers whose asset paths would not find their files
/// there are written anew with other paths, in their own kind, and so are those with expressions,
/// whose paths then say what the expressions come to; all other files are taken byte for byte.
/// Reported are values that cannot be decoded and so are lost in a layer that is written anew, and
/// what is not found: there the path is left as it is.
std::vector<PackagedFile> localize(LayerCache& layers, const std::string& rootIdentifier,
                                   const EvaluateAssetPath& evaluate, Diagnostics& diagnostics);

}  // namespace usdscope
