// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace usdscope::detail {

/// The files that a place of plug-ins may mean, by name. A place that ends in `/` means the
/// plugInfo.json in that folder; `*` stands for any part of one name; `**` for any names and
/// folders, and below a folder with a match no more is looked for. A place without stars comes
/// back whether its file is there or not. At most 100,000 entries of folders are looked at.
std::vector<std::string> filesAt(const std::string& place);

}  // namespace usdscope::detail
