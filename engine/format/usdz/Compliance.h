// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/format/LayerCache.h"
#include "engine/format/usdz/Dependencies.h"

namespace usdscope {

/// What keeps a file from being a package that every reader takes: one sentence for each entry that
/// is compressed, encrypted, not at a multiple of 64 bytes, of a type or a name that packages do
/// not allow, a folder, or a layer that refers outside the package or to what it does not have;
/// packages in it are looked into. Empty when there is nothing. Expressions are evaluated with the
/// variables of their layer and of the root layer.
std::vector<std::string> findPackageProblems(LayerCache& layers, const std::string& identifier,
                                             const EvaluateAssetPath& evaluate);

}  // namespace usdscope
