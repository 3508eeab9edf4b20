// SPDX-License-Identifier: Apache-2.0
#include "app/cli/Verbs.h"

namespace usdscope {

std::span<const Verb> verbs() {
  static constexpr Verb kVerbs[] = {
      {"view", "Opens a scene in a window; the verb that is meant when there is none", declareView},
      {"cat", "Prints a layer as text", declareCat},
      {"dump", "Writes every fact that a stage resolves to, as JSON", declareDump},
      {"tree", "Prints the prims of a stage as a tree", declareTree},
      {"record", "Draws frames of a scene into PNG files, without a window", declareRecord},
      {"bench", "Measures how long the engine takes for a scene, phase by phase", declareBench},
  };
  return kVerbs;
}

}  // namespace usdscope
