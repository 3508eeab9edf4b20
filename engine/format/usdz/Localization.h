// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/format/LayerCache.h"
#include "engine/format/usdz/Dependencies.h"
#include "engine/format/usdz/PackageWriter.h"

namespace usdscope {

inline constexpr DiagnosticCode kDependencyMissing{"format.dependency-missing", Severity::Warning};

/// Returns a layer and all files that it needs (see findDependencies()) as files of one folder or
/// package. The layer is the first file.
///
/// Files in the layer's folder keep their relative place; other files go to folders `outside0`,
/// `outside1`, …. A layer whose asset paths would not find their files there is rewritten in its
/// own format with new paths, and so is a layer with expressions, which are replaced by their
/// results. All other files are copied byte for byte. Missing files are reported, and their paths
/// stay as they are. Values of a rewritten layer that cannot be decoded are reported too, and are
/// lost.
std::vector<PackagedFile> localize(LayerCache& layers, const std::string& rootIdentifier,
                                   const EvaluateAssetPath& evaluate, Diagnostics& diagnostics);

}  // namespace usdscope
