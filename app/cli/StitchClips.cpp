// SPDX-License-Identifier: Apache-2.0
#include "engine/author/StitchClips.h"

#include <filesystem>
#include <memory>
#include <ostream>
#include <tuple>
#include <utility>

#include "app/cli/LayerInput.h"
#include "app/cli/Messages.h"
#include "app/cli/Output.h"
#include "app/cli/Verbs.h"
#include "engine/author/StitchLayers.h"
#include "engine/format/usdc/ValueCheck.h"

namespace usdscope {
namespace {

namespace fs = std::filesystem;

using Layers = std::vector<std::shared_ptr<const Layer>>;

struct StitchArguments {
  std::vector<std::string> files;
  LayerOutput output;
  std::string clipPath;
  bool hasTemplate = false;
  ClipTemplate clipTemplate;
  std::optional<double> stride;
  ClipStitchOptions set;
  bool hasNoComment = false;
};

int refuseUse(VerbContext context, const std::string& what, const std::string& why) {
  context.err << "error: " << what << ": " << why << '\n';
  return kWrongUsage;
}

// Returns `path` relative to the folder of `from`.
std::string relativeTo(const fs::path& from, const std::string& path) {
  std::error_code error;
  const fs::path folder = fs::absolute(from, error).parent_path();
  const std::string relative =
      fs::absolute(path, error).lexically_relative(folder).generic_string();
  return relative.starts_with("../") ? relative : "./" + relative;
}

// Returns "dir/all.topology.usda" for "dir/all.usda" and "topology".
std::string besideName(const fs::path& out, const char* what) {
  return (out.parent_path() / (out.stem().string() + '.' + what + out.extension().string()))
      .string();
}

// Checks the numbers of the options. Returns kSuccess when a scene can play with them.
int refuseNumbers(const StitchArguments& options, VerbContext context) {
  if (options.stride && *options.stride <= 0.0) {
    return refuseUse(context, "--stride", "Expected a positive number.");
  }
  const auto& [start, end] = std::tie(options.set.startTimeCode, options.set.endTimeCode);
  if (start && end && *end < *start) {
    return refuseUse(context, "--endTimeCode", "The time lies before --startTimeCode.");
  }
  return kSuccess;
}

// Returns the command line that makes the same files.
std::string commandLineOf(const StitchArguments& options) {
  std::string line = "usdscope stitchclips --out " + options.output.out;
  line += " --clipPath " + options.clipPath;
  if (options.hasTemplate)
    line += " --templateMetadata --templatePath " + options.clipTemplate.assetPath;
  for (const std::string& file : options.files) line += ' ' + file;
  return line;
}

int runStitchClips(const StitchArguments& options, VerbContext context) {
  const Path clipPath = Path::fromText(options.clipPath);
  if (!clipPath.isPrim() || clipPath.hasVariants()) {
    return refuseUse(context, "--clipPath " + options.clipPath,
                     "Expected an absolute path of a prim.");
  }
  for (const std::string& file : options.files) {
    if (file != "-") continue;
    return refuseUse(context, "-", "The scene names its clips, so that each needs a file.");
  }
  if (options.output.out == "-") {
    return refuseUse(
        context, "--out -",
        "The topology and the manifest are written beside the scene, so that it needs a "
        "file.");
  }
  if (options.set.clipSet.empty()) return refuseUse(context, "--clipSet", "Expected a name.");
  if (const int status = refuseNumbers(options, context); status != kSuccess) return status;
  if (options.hasTemplate &&
      (options.clipTemplate.assetPath.empty() || !options.set.startTimeCode ||
       !options.set.endTimeCode || !options.stride)) {
    return refuseUse(context, "--templateMetadata",
                     "It needs --templatePath, --startTimeCode, --endTimeCode and --stride.");
  }
  const Layers clips = openLayers(options.files, context);
  if (clips.empty()) return kFailure;
  bool isThere = false;
  for (const auto& clip : clips) isThere = isThere || clip->findPrim(clipPath);
  if (!isThere) {
    context.err << "error: " << options.clipPath << ": No clip has a prim of this path.\n";
    return kFailure;
  }

  const std::string topologyFile = besideName(options.output.out, "topology");
  const std::string manifestFile = besideName(options.output.out, "manifest");
  const std::string outputs[] = {options.output.out, topologyFile, manifestFile};
  SceneFiles used = sceneFilesOf(options.files, context);
  if (!mayWrite(used, outputs, context)) return kFailure;
  const std::string topologyPath = relativeTo(options.output.out, topologyFile);
  const std::string manifestPath = relativeTo(options.output.out, manifestFile);
  const auto topology = makeClipTopology(clips);
  const auto manifest = makeClipManifest(clips, *topology, clipPath);
  ClipStitchOptions set = options.set;
  if (!options.hasNoComment) set.comment = "Generated with " + commandLineOf(options);
  std::shared_ptr<const Layer> root;
  if (options.hasTemplate) {
    ClipTemplate clipTemplate = options.clipTemplate;
    clipTemplate.start = *options.set.startTimeCode;
    clipTemplate.end = *options.set.endTimeCode;
    clipTemplate.stride = *options.stride;
    root = makeClipTemplateRoot(clipTemplate, topologyPath, manifestPath, clipPath, set);
  } else {
    std::vector<std::string> paths;
    for (const std::string& file : options.files) {
      const std::string relative = relativeTo(options.output.out, file);
      // Like the reference, keeps absolute paths of files that lie elsewhere.
      const bool isElsewhere = fs::path(file).is_absolute() && relative.starts_with("../");
      paths.push_back(isElsewhere ? file : relative);
    }
    root = makeClipRoot(clips, paths, topologyPath, manifestPath, clipPath, set);
  }
  const std::pair<std::shared_ptr<const Layer>, std::string> results[] = {
      {topology, topologyFile}, {manifest, manifestFile}, {root, options.output.out}};
  for (const auto& [layer, file] : results) {
    const int status = writeResult(*layer, {file, options.output.usdFormat}, context);
    if (status != kSuccess) return status;
  }
  return kSuccess;
}

}  // namespace

RunVerb declareStitchClips(VerbOptions& command) {
  auto options = std::make_shared<StitchArguments>();
  command.option("FILES", options->files, "The clips, in the order of play").required();
  addLayerOutput(command, options->output);
  // The topology and the manifest are written beside it.
  command.find("--out").required();
  command.option("-c,--clipPath", options->clipPath, "Prim that the clips play on").required();
  command.option("-s,--startTimeCode", options->set.startTimeCode, "First time code");
  command.option("-e,--endTimeCode", options->set.endTimeCode, "Last time code");
  command.option("-r,--stride", options->stride, "Distance between the files of a template");
  command.flag("-t,--templateMetadata", options->hasTemplate,
               "Write a template instead of a list of files");
  command.option("-p,--templatePath", options->clipTemplate.assetPath, "dir/name.###.usd");
  command.option("--activeOffset", options->clipTemplate.activeOffset,
                 "Time codes by which a file of a template plays later than its number");
  command.option("--clipSet", options->set.clipSet, "Name of the clip set");
  command.flag("--interpolateMissingClipValues", options->set.interpolatesMissing,
               "Interpolate between neighbouring clips where a clip has no values");
  command.flag("-n,--noComment", options->hasNoComment,
               "Do not write the command line into the layer's comment");
  return [options](VerbContext context) { return runStitchClips(*options, context); };
}

RunVerb declareStitch(VerbOptions& command) {
  auto options = std::make_shared<StitchArguments>();
  command.option("FILES", options->files, "Layers, strongest first; one may be -, standard input")
      .required();
  addLayerOutput(command, options->output);
  return [options](VerbContext context) {
    const Layers layers = openLayers(options->files, context);
    if (layers.empty()) return kFailure;
    SceneFiles used = sceneFilesOf(options->files, context);
    if (!mayWrite(used, {&options->output.out, 1}, context)) return kFailure;
    Diagnostics diagnostics;
    for (const auto& layer : layers) checkValues(*layer, diagnostics);
    printDiagnostics(diagnostics, context.err);
    return writeResult(*stitchLayers(layers), options->output, context);
  };
}

}  // namespace usdscope
