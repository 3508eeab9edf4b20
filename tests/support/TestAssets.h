// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace usdscope {

/// The folder tests/assets of this checkout: scenes and expected results of our own.
std::filesystem::path testAssetsPath();

}  // namespace usdscope
