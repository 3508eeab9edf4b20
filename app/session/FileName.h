// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace usdscope {

/// The name of a file without its folder; for the identifier of a layer too.
inline std::string fileName(const std::string& path) { return path.substr(path.rfind('/') + 1); }

}  // namespace usdscope
