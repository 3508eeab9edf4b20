// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/format/LayerCache.h"
#include "engine/format/usdz/Dependencies.h"

namespace usdscope {

/// Returns the reasons why some reader may refuse a package, one sentence each: entries that are
/// compressed, encrypted, not aligned to 64 bytes, folders, or of a type or name that packages do
/// not allow, and layers with asset paths that lead outside of the package or to no file in it.
/// Nested packages are checked too. Empty when the package is compliant. Expressions are evaluated
/// with the variables of their layer and of the root layer.
std::vector<std::string> findPackageProblems(LayerCache& layers, const std::string& identifier,
                                             const EvaluateAssetPath& evaluate);

}  // namespace usdscope
