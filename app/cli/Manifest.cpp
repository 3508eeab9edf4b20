// SPDX-License-Identifier: Apache-2.0
#include "engine/author/Manifest.h"

#include <memory>
#include <ostream>

#include "app/cli/Messages.h"
#include "app/cli/Output.h"
#include "app/cli/StageOptions.h"
#include "app/cli/Verbs.h"

namespace usdscope {
namespace {

// Finds the strongest clip set of a name, on the first prim that has one.
std::shared_ptr<const ClipSet> findClipSet(const Stage& stage, const std::string& name) {
  std::shared_ptr<const ClipSet> found;
  traverse(stage.pseudoRoot(), PrimFilter::all(), [&](const Prim& prim) {
    if (found || !prim.mayHaveClips()) return !found;
    for (const auto& set : *stage.clipSets(prim)) {
      if (!found && set->name() == name) found = set;
    }
    return !found;
  });
  return found;
}

}  // namespace

RunVerb declareManifest(VerbOptions& command) {
  struct Options {
    StageOptions stage;
    std::string clipSet = "default";
    bool writeBlocks = false;
    LayerOutput output;
  };
  auto options = std::make_shared<Options>();
  addStageOptions(command, options->stage);
  command.option("--clipSet", options->clipSet, "Name of the clip set");
  command.flag("--writeBlocks", options->writeBlocks,
               "Write a block where a clip has no opinion on an attribute");
  addLayerOutput(command, options->output);
  return [options](VerbContext context) {
    const std::shared_ptr<const Stage> stage = openStage(options->stage, context);
    if (!stage) return kFailure;
    const auto set = findClipSet(*stage, options->clipSet);
    if (!set) {
      context.err << "error: " << options->stage.file << ": No prim has a usable clip set \""
                  << options->clipSet << "\".\n";
      return kFailure;
    }
    const auto layer = makeManifest(*set, options->writeBlocks);
    const bool hasErrors = printDiagnostics(stage->clipDiagnostics(), context.err);
    const int status = writeResult(*layer, options->output, context);
    return hasErrors ? kFailure : status;
  };
}

}  // namespace usdscope
