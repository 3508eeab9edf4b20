// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/format/LayerCache.h"

namespace usdscope {

/// What keeps a file from being a package that every reader takes: one sentence for each entry that
/// is compressed, encrypted, not at a multiple of 64 bytes, of a type that packages do not allow,
/// or a layer that refers outside the package. Empty when there is nothing.
std::vector<std::string> findPackageProblems(LayerCache& layers, const std::string& identifier);

}  // namespace usdscope
