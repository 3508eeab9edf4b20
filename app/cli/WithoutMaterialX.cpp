// SPDX-License-Identifier: Apache-2.0
#include "app/cli/WithoutMaterialX.h"

namespace usdscope {

FileBytesResult WithoutMaterialX::open(const std::string& identifier) const {
  if (!identifier.ends_with(".mtlx") && !identifier.ends_with(".mtlx]")) {
    return finder().open(identifier);
  }
  FileBytesResult result;
  result.problem = "MaterialX files are not read here; --materialx reads them.";
  return result;
}

}  // namespace usdscope
