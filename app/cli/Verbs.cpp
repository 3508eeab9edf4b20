// SPDX-License-Identifier: Apache-2.0
#include "app/cli/Verbs.h"

namespace usdscope {

std::span<const Verb> verbs() {
  static constexpr Verb kVerbs[] = {
      {"view", "Opens a scene in a window; the verb that is meant when there is none", declareView},
      {"cat", "Prints a layer as text, or writes it to a file", declareCat},
      {"diff", "Tells how two layers differ, by spec and field", declareDiff},
      {"dump", "Writes every fact that a stage resolves to, as JSON", declareDump},
      {"dumpcrate", "Tells what a crate file is made of and what costs most", declareDumpCrate},
      {"package", "Makes, lists and checks packages, and localizes layers", declarePackage},
      {"tree", "Prints the prims of a stage as a tree", declareTree},
      {"record", "Draws frames of a scene into PNG files, without a window", declareRecord},
      {"bench", "Measures how long the engine takes for a scene, phase by phase", declareBench},
  };
  return kVerbs;
}

}  // namespace usdscope
