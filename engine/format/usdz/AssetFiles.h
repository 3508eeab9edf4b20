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
/// As in the reference, the first `<UDIM>` in a value matches the tiles 1001 to 1100, unless a file
/// has exactly this name. Clip templates match files of one folder, which may be in a package; see
/// matchesClipTemplate().
std::vector<std::string> filesOf(const AssetResolver& resolver, const std::string& authored,
                                 AssetPathUse use, std::string_view anchorLayer);

/// Whether an asset path is a clip template: it is used as one, and has `#` in its file name.
bool isClipTemplate(std::string_view authored, AssetPathUse use);

/// Whether a file name without folder matches the file name of a clip template. Each run of `#`
/// matches any text; at the start of the name, it does not match a leading dot.
bool matchesClipTemplate(std::string_view name, std::string_view pattern);

}  // namespace usdscope
