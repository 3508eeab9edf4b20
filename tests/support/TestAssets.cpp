// SPDX-License-Identifier: Apache-2.0
#include "tests/support/TestAssets.h"

namespace usdscope {

std::filesystem::path testAssetsPath() {
  return std::filesystem::path(USDSCOPE_SOURCE_DIR) / "tests/assets";
}

}  // namespace usdscope
