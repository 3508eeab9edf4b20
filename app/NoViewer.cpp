// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "app/Viewer.h"

namespace usdscope {

int runViewer(const ViewOptions&) {
  std::cerr << "error: This build of usdscope has no viewer.\n";
  return 1;
}

std::string viewerActionsPage() { return {}; }

}  // namespace usdscope
