// SPDX-License-Identifier: Apache-2.0
#include "app/cli/Verbs.h"

namespace usdscope {

std::span<const Verb> verbs() {
  static constexpr Verb kVerbs[] = {
      {"view", "Opens a scene in a window; the default verb", declareView},
      {"cat", "Prints a layer as text, or writes it to a file", declareCat},
      {"diff", "Compares two layers, spec by spec and field by field", declareDiff},
      {"dump", "Writes every fact that a stage resolves to, as JSON", declareDump},
      {"dumpcrate", "Lists the sections of a crate file and its costliest fields",
       declareDumpCrate},
      {"package", "Makes, lists and checks packages, and localizes layers", declarePackage},
      {"capsule", "Packs what some frames of a scene need, with its view, to report a fault",
       declareCapsule},
      {"explain", "Explains where a value or a prim comes from, and why", declareExplain},
      {"check", "Checks a scene against the rules of USD and of good practice", declareCheck},
      {"find", "Finds prims, pops, frozen animation, seams of clips, and changes between frames",
       declareFind},
      {"stats", "Counts prims, layers, arrays, clips and files of a scene, with their costs",
       declareStats},
      {"clips", "Lists the value clips of a stage, and their problems", declareClips},
      {"flatten", "Writes a stage as one layer without arcs", declareFlatten},
      {"manifest", "Writes the manifest of a clip set, generated from its clips", declareManifest},
      {"stitch", "Merges several layers into one", declareStitch},
      {"stitchclips", "Makes a scene that plays files one after the other", declareStitchClips},
      {"tree", "Prints the prims of a stage as a tree", declareTree},
      {"resolve", "Resolves asset paths, and lists the places that were searched", declareResolve},
      {"record", "Draws frames of a scene into PNG files, without a window", declareRecord},
      {"thumbnail", "Writes a small picture of a scene, for file managers", declareThumbnail},
      {"bake", "Writes the effect of skeletons and blend shapes on a scene as plain samples",
       declareBake},
      {"bench", "Measures how long the engine takes for a scene, phase by phase", declareBench},
      {"help", "Shows help, exit statuses and differences; writes man pages and completions",
       declareHelp},
  };
  return kVerbs;
}

}  // namespace usdscope
