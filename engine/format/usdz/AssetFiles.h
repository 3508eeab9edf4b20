// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/asset/AssetResolver.h"
#include "engine/format/usdz/AssetPaths.h"

namespace usdscope {

/// Returns the identifiers of the files that an asset path names: one file, or all files that match
/// its pattern. Empty when no file is found.
///
/// As in the reference, the first `<UDIM>` of a value stands for the tiles 1001 to 1100, unless a
/// file has exactly this name. Clip templates match files of one folder, which may be in a package;
/// see matchesClipTemplate().
std::vector<std::string> filesOf(const AssetResolver& resolver, const std::string& authored,
                                 AssetPathUse use, std::string_view anchorLayer);

/// Whether an asset path with this use is a clip template with `#` in its file name.
bool isClipTemplate(std::string_view authored, AssetPathUse use);

/// Whether a file name, without its folder, matches that of a clip template. Each run of `#`
/// matches any text, but at the start no text that begins with a dot.
bool matchesClipTemplate(std::string_view name, std::string_view pattern);

}  // namespace usdscope
