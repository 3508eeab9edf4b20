// SPDX-License-Identifier: Apache-2.0
#include "engine/author/Manifest.h"

#include <algorithm>
#include <memory>
#include <ostream>

#include "app/cli/LayerInput.h"
#include "app/cli/Messages.h"
#include "app/cli/Output.h"
#include "app/cli/SceneFiles.h"
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

struct ManifestOptions {
  StageOptions stage;
  std::vector<std::string> otherClips;
  std::string clipPath;
  bool isOfClips = false;  ///< Whether --clipPath is given: the files are clips.
  std::string clipSet = "default";
  bool writeBlocks = false;
  bool overwrites = false;
  LayerOutput output;
};

bool mayReplaceClips(const std::vector<std::string>& clips, const std::string& out,
                     VerbContext context) {
  SceneFiles files = sceneFilesOf(clips, context);
  return mayWrite(files, {&out, 1}, context, kOverwriteHint);
}

int writeManifestOfClips(const ManifestOptions& options, VerbContext context) {
  const Path clipPath = Path::fromText(options.clipPath);
  if (!clipPath.isPrim() || clipPath.hasVariants()) {
    context.err << "error: --clipPath " << options.clipPath
                << ": Expected an absolute path of a prim.\n";
    return kWrongUsage;
  }
  std::vector<std::string> files = {options.stage.file};
  files.insert(files.end(), options.otherClips.begin(), options.otherClips.end());
  const auto clips = openLayers(files, context);
  if (clips.empty()) return kFailure;
  const bool isThere =
      std::ranges::any_of(clips, [&](const auto& clip) { return bool(clip->findPrim(clipPath)); });
  if (!isThere) {
    context.err << "error: " << options.clipPath << ": No clip has a prim of this path.\n";
    return kFailure;
  }
  if (!options.overwrites && !mayReplaceClips(files, options.output.out, context)) return kFailure;
  return writeResult(*makeManifest(clips, clipPath), options.output, context);
}

int writeManifestOfSet(const ManifestOptions& options, VerbContext context) {
  if (!options.otherClips.empty()) {
    context.err << "error: " << options.otherClips.front()
                << ": Expected one scene; a list of clips needs --clipPath.\n";
    return kWrongUsage;
  }
  const std::shared_ptr<const Stage> stage = openStage(options.stage, context);
  if (!stage) return kFailure;
  // The manifest that the scene has is a file of the scene.
  if (!options.overwrites && !mayWrite(stage, options.output.out, context, kOverwriteHint)) {
    return kFailure;
  }
  const auto set = findClipSet(*stage, options.clipSet);
  if (!set) {
    context.err << "error: " << options.stage.file << ": No prim has a usable clip set \""
                << options.clipSet << "\".\n";
    return kFailure;
  }
  const auto layer = makeManifest(*set, options.writeBlocks);
  const bool hasErrors = printDiagnostics(stage->clipDiagnostics(), context.err);
  const int status = writeResult(*layer, options.output, context);
  return hasErrors ? kFailure : status;
}

}  // namespace

RunVerb declareManifest(VerbOptions& command) {
  auto options = std::make_shared<ManifestOptions>();
  addStageOptions(command, options->stage);
  command.find("FILE").description("Scene with the clip set; with --clipPath, the first clip");
  command.option("CLIPS", options->otherClips, "With --clipPath, the other clips");
  VerbOption clipPath =
      command
          .option("-c,--clipPath", options->clipPath,
                  "Prim in the clips; the manifest declares its attributes and those of its "
                  "descendants")
          .onGiven([options = options.get()] { options->isOfClips = true; });
  clipPath.excludes(command.option("--clipSet", options->clipSet, "Name of the clip set"));
  clipPath.excludes(command.flag("--writeBlocks", options->writeBlocks,
                                 "Write a block where a clip has no opinion on an attribute"));
  for (const char* const name : {"--load", "--session", "--mute", "--variant"}) {
    clipPath.excludes(command.find(name));
  }
  addLayerOutput(command, options->output);
  command.flag("--overwrite", options->overwrites,
               "Also write over a file of the scene, such as its present manifest");
  return [options](VerbContext context) {
    return options->isOfClips ? writeManifestOfClips(*options, context)
                              : writeManifestOfSet(*options, context);
  };
}

}  // namespace usdscope
