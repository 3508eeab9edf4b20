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
      {"explain", "Says where a value, or a prim, comes from and why", declareExplain},
      {"clips", "Lists the value clips of a stage, and what is wrong with them", declareClips},
      {"flatten", "Writes a stage as one layer without arcs", declareFlatten},
      {"manifest", "Writes the manifest of a clip set, made from its clips", declareManifest},
      {"stitch", "Makes one layer of several", declareStitch},
      {"stitchclips", "Makes a scene that plays files one after the other", declareStitchClips},
      {"tree", "Prints the prims of a stage as a tree", declareTree},
      {"resolve", "Tells which file an asset path leads to, and where it was looked for",
       declareResolve},
      {"record", "Draws frames of a scene into PNG files, without a window", declareRecord},
      {"bake", "Writes what skeletons and blend shapes do to a scene as plain samples",
       declareBake},
      {"bench", "Measures how long the engine takes for a scene, phase by phase", declareBench},
  };
  return kVerbs;
}

}  // namespace usdscope
