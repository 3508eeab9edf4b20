// SPDX-License-Identifier: Apache-2.0
#include "app/cli/StageOptions.h"

#include <algorithm>
#include <filesystem>
#include <ostream>

#include "app/cli/LayerInput.h"
#include "app/cli/Messages.h"
#include "app/cli/WithoutMaterialX.h"
#include "app/files/Capsule.h"
#include "app/files/SceneFile.h"
#include "app/files/StageInputs.h"
#include "engine/format/usdc/ValueCheck.h"

namespace usdscope {
namespace {

constexpr double kMostClipMebibytes = 1024.0 * 1024.0;

// Reads "color=red,blue", the fallbacks of the set `color`. A later text for a set replaces an
// earlier one.
bool readVariantFallbacks(const std::vector<std::string>& texts, VariantFallbacks& fallbacks,
                          std::ostream& err) {
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    std::vector<std::string> variants;
    for (std::size_t begin = equals; begin < text.size();) {
      const std::size_t end = std::min(text.find(',', begin + 1), text.size());
      if (end > begin + 1) variants.push_back(text.substr(begin + 1, end - begin - 1));
      begin = end;
    }
    if (equals == 0 || variants.empty()) {
      err << "error: --variantFallback " << text << ": Expected SET=NAME,NAME.\n";
      return false;
    }
    fallbacks[text.substr(0, equals)] = std::move(variants);
  }
  return true;
}

// Makes the session layer: the file of --session or an empty layer, with the variants of --variant.
// Null when the file cannot be read or a choice cannot be parsed.
std::shared_ptr<const Layer> makeSession(const StageOptions& options, LayerCache& layers,
                                         std::ostream& err) {
  std::vector<LayerEdit> edits;
  for (const std::string& choice : options.variants) {
    const std::optional<LayerEdit> edit = variantFromText(choice);
    if (!edit) {
      err << "error: --variant " << choice << ": Expected PRIM:SET=NAME.\n";
      return nullptr;
    }
    edits.push_back(*edit);
  }
  Diagnostics diagnostics;
  auto session = makeSessionLayer(layers, options.session, edits, diagnostics);
  printDiagnostics(diagnostics, err);
  return session;
}

}  // namespace

void addStageOptions(VerbOptions& command, StageOptions& options) {
  command.option("FILE", options.file, "Scene to open; - is standard input").required();
  command.option("--load", options.load, "Which payloads to load").oneOf({"all", "none"});
  command.option("--session", options.session, "File that becomes the session layer");
  command.option("--mute", options.mute, "Layer to mute, relative to the scene's folder").repeats();
  command.option("--variant", options.variants, "PRIM:SET=NAME, chosen in the session layer")
      .repeats();
  command
      .option("--variantFallback", options.variantFallbacks,
              "SET=NAME,NAME: the first of these variants that exists, where no layer selects one")
      .repeats();
  command
      .option("--searchPath", options.searchPaths,
              "Folder to search asset paths in, before those of "
              "PXR_AR_DEFAULT_SEARCH_PATH")
      .repeats();
  addClipBudgetOption(command, options.clipBudget);
}

VerbOption addMaskOption(VerbOptions& command, std::string& mask) {
  return command.option("--mask", mask,
                        "PRIMPATH,PRIMPATH: only these prims, their ancestors and "
                        "descendants; spaces may "
                        "separate the paths too");
}

void addClipBudgetOption(VerbOptions& command, double& mebibytes) {
  command
      .option("--clipBudget", mebibytes,
              "MiB of value clips that may stay in memory; the least recently used are dropped")
      .inRange(0.0, kMostClipMebibytes)
      .showDefault();
}

std::size_t clipByteBudget(double mebibytes) {
  return mebibytes > 0.0 ? static_cast<std::size_t>(mebibytes * 1024.0 * 1024.0) : 0;
}

void addInterpolationOption(VerbOptions& command, StageOptions& options) {
  command
      .option("--interpolation", options.interpolation, "How values between samples are computed")
      .oneOf({"held", "linear"});
}

std::shared_ptr<const Stage> openStage(const StageOptions& options, VerbContext context) {
  std::ostream& err = context.err;
  // Only problems of the options are left before the stage is composed.
  const auto refuse = [&context](int status) {
    context.failsWith(status);
    return nullptr;
  };
  const bool isInput = options.file == "-";
  if (!isInput && !hasLayerName(options.file, err)) return refuse(kUnreadable);
  std::shared_ptr<LayerCache> layers =
      makeLayerCache(context.environment, options.file, options.searchPaths);
  if (!options.readsMaterialX) {
    layers = std::make_shared<LayerCache>(
        layers->environment().with(std::make_shared<WithoutMaterialX>(layers)));
  }
  StageRequest request;
  if (!readVariantFallbacks(options.variantFallbacks, request.variantFallbacks, err)) {
    return refuse(kWrongUsage);
  }
  const MaskFromText mask = maskFromText(options.mask);
  if (!mask.wrongWord.empty()) {
    err << "error: --mask " << mask.wrongWord << ": Expected an absolute path of a prim.\n";
    return refuse(kWrongUsage);
  }
  request.mask = mask.mask;
  request.rootLayer = identifierOf(*layers, options.file);
  if (options.interpolation == "held") request.interpolation = InterpolationType::Held;
  request.clipByteBudget = clipByteBudget(options.clipBudget);
  if (options.load == "none") request.loadRules = LoadRules::none();
  const std::filesystem::path folder = std::filesystem::path(request.rootLayer).parent_path();
  for (const std::string& layer : options.mute) {
    std::string muted = (folder / layer).lexically_normal().string();
    if (muted == request.rootLayer) {
      err << "error: --mute " << layer << ": The root layer of a stage cannot be muted.\n";
      return refuse(kWrongUsage);
    }
    request.mutedLayers.insert(std::move(muted));
  }
  if (const auto capsule = readCapsuleView(request.rootLayer)) {
    for (const std::string& layer : capsule->muted) {
      request.mutedLayers.insert(fileInCapsule(request.rootLayer, layer));
    }
  }
  request.sessionLayer = makeSession(options, *layers, err);
  if (!request.sessionLayer) {
    return refuse(options.session.empty() ? kWrongUsage : kUnreadable);
  }
  if (isInput) {
    bool hasErrors = false;
    auto input = readStandardInput(request.rootLayer, context, hasErrors);
    if (!input) return nullptr;
    layers->replace(std::move(input));
  }
  StageResult result = composeStage(request, layers);
  printDiagnostics(result.diagnostics, err);
  if (!result.stage) context.failsWith(kUnreadable);
  return result.stage;
}

void checkUsedValues(const Stage& stage, Diagnostics& diagnostics) {
  for (const auto& layer : stage.usedLayers()) checkValues(*layer, diagnostics);
}

}  // namespace usdscope
