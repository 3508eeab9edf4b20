// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/asset/AssetResolver.h"
#include "engine/format/usdz/AssetPaths.h"

namespace usdscope {

/// The identifiers of the files that one asset path stands for: one, or those that match its
/// pattern. Empty when nothing is found.
///
/// As in the reference, the first `<UDIM>` of a value stands for the tiles 1001 to 1100, unless a
/// file has just this name, and those of clip templates are matched by matchesClipTemplate() in one
/// folder, of a package too.
std::vector<std::string> filesOf(const AssetResolver& resolver, const std::string& authored,
                                 AssetPathUse use, std::string_view anchorLayer);

/// Whether an asset path with this use is a template: then its name has `#`.
bool isClipTemplate(std::string_view authored, AssetPathUse use);

/// Whether the name of a file, without its folder, matches that of a clip template: each run of `#`
/// stands for any text, though not for a dot at the start.
bool matchesClipTemplate(std::string_view name, std::string_view pattern);

}  // namespace usdscope
