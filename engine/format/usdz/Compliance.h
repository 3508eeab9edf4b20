// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/format/LayerCache.h"
#include "engine/format/usdz/Dependencies.h"

namespace usdscope {

/// Returns the reasons why readers may refuse a package, one sentence each; empty when the package
/// is compliant. Checks for entries that are compressed, encrypted, not aligned to 64 bytes,
/// folders, or of a type or name that packages do not allow, and for asset paths that lead outside
/// of the package or to missing files. Checks nested packages, too. Expressions are evaluated with
/// the variables of their layer and of the root layer.
std::vector<std::string> findPackageProblems(LayerCache& layers, const std::string& identifier,
                                             const EvaluateAssetPath& evaluate);

}  // namespace usdscope
