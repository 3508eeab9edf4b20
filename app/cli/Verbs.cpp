// SPDX-License-Identifier: Apache-2.0
#include "app/cli/Verbs.h"

namespace usdscope {

std::span<const Verb> verbs() {
  static constexpr Verb kVerbs[] = {
      {"view", "Opens a scene in a window; the verb that is meant when there is none", declareView},
  };
  return kVerbs;
}

}  // namespace usdscope
