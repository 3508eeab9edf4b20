// SPDX-License-Identifier: Apache-2.0
#include "app/cli/StageOptions.h"

#include <algorithm>
#include <filesystem>
#include <ostream>
#include <sstream>

#include "app/cli/Messages.h"
#include "app/files/SceneFile.h"
#include "engine/format/usdc/ValueCheck.h"
#include "engine/layer/LayerBuilder.h"
#include "engine/layer/LayerEdit.h"

namespace usdscope {
namespace {

constexpr double kMostClipMebibytes = 1024.0 * 1024.0;

// Reads "/World/Car:color=red" as an edit of the session layer.
std::optional<LayerEdit> parseVariant(const std::string& choice) {
  const std::size_t colon = choice.find(':');
  const std::size_t equals = choice.find('=', colon == std::string::npos ? 0 : colon);
  if (colon == std::string::npos || equals == std::string::npos) return std::nullopt;
  const Path prim = Path::fromText(choice.substr(0, colon));
  if (!prim.isPrim()) return std::nullopt;
  return VariantSelectionEdit{prim, choice.substr(colon + 1, equals - colon - 1),
                              choice.substr(equals + 1)};
}

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

// Reads "/A,/B /C", as usdcat and usdtree spell it. Without a path, the mask includes everything.
// Empty after an error.
std::optional<PopulationMask> parseMask(std::string text, std::ostream& err) {
  std::vector<Path> paths;
  std::ranges::replace(text, ',', ' ');
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const Path path = Path::fromText(word);
    if (!path.isRootOrPrim() || path.hasVariants()) {
      err << "error: --mask " << word << ": Expected an absolute path of a prim.\n";
      return std::nullopt;
    }
    paths.push_back(path);
  }
  return paths.empty() ? PopulationMask() : PopulationMask(std::move(paths));
}

// Makes the session layer: the file of --session or an empty layer, with the variants of --variant.
// Null when the file cannot be read or a choice cannot be parsed.
std::shared_ptr<const Layer> makeSession(const StageOptions& options, LayerCache& layers,
                                         std::ostream& err) {
  std::shared_ptr<const Layer> session;
  if (options.session.empty()) {
    session = LayerBuilder().build({"anon:session"});
  } else {
    const auto opened = layers.findOrOpen(identifierOf(layers, options.session));
    printDiagnostics(opened->diagnostics, err);
    session = opened->layer;
  }
  if (!session) return nullptr;
  std::vector<LayerEdit> edits;
  for (const std::string& choice : options.variants) {
    const std::optional<LayerEdit> edit = parseVariant(choice);
    if (!edit) {
      err << "error: --variant " << choice << ": Expected PRIM:SET=NAME.\n";
      return nullptr;
    }
    edits.push_back(*edit);
  }
  if (edits.empty()) return session;
  Diagnostics diagnostics;
  session = edited(*session, edits, diagnostics);
  return printDiagnostics(diagnostics, err) ? nullptr : session;
}

}  // namespace

void addStageOptions(VerbOptions& command, StageOptions& options) {
  command.option("FILE", options.file, "Scene to open").required();
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
  if (!hasLayerName(options.file, err)) return nullptr;
  const std::shared_ptr<LayerCache> layers =
      makeLayerCache(context.environment, options.file, options.searchPaths);
  StageRequest request;
  if (!readVariantFallbacks(options.variantFallbacks, request.variantFallbacks, err)) {
    return nullptr;
  }
  const std::optional<PopulationMask> mask = parseMask(options.mask, err);
  if (!mask) return nullptr;
  request.mask = *mask;
  request.rootLayer = identifierOf(*layers, options.file);
  if (options.interpolation == "held") request.interpolation = InterpolationType::Held;
  request.clipByteBudget = clipByteBudget(options.clipBudget);
  if (options.load == "none") request.loadRules = LoadRules::none();
  const std::filesystem::path folder = std::filesystem::path(request.rootLayer).parent_path();
  for (const std::string& layer : options.mute) {
    std::string muted = (folder / layer).lexically_normal().string();
    if (muted == request.rootLayer) {
      err << "error: --mute " << layer << ": The root layer of a stage cannot be muted.\n";
      return nullptr;
    }
    request.mutedLayers.insert(std::move(muted));
  }
  request.sessionLayer = makeSession(options, *layers, err);
  if (!request.sessionLayer) return nullptr;
  StageResult result = composeStage(request, layers);
  printDiagnostics(result.diagnostics, err);
  return result.stage;
}

void checkUsedValues(const Stage& stage, Diagnostics& diagnostics) {
  for (const auto& layer : stage.usedLayers()) checkValues(*layer, diagnostics);
}

}  // namespace usdscope
