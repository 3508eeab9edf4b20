// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <memory>
#include <ostream>

#include "app/cli/CatFlattening.h"
#include "app/cli/LayerInput.h"
#include "app/cli/Messages.h"
#include "app/cli/Output.h"
#include "app/cli/Verbs.h"
#include "engine/format/LayerSave.h"
#include "engine/layer/LayerBuilder.h"

namespace usdscope {
namespace {

struct CatOptions {
  std::vector<std::string> files;
  std::string out;
  std::string usdFormat;
  bool hasLayerMetadataOnly = false;
  bool isLoadOnly = false;
  bool overwrites = false;
  CatFlattening flattening;
};

// Returns a layer that has only the metadata of another one.
std::shared_ptr<const Layer> withMetadataOnly(const Layer& layer) {
  LayerBuilder builder;
  const PrimSpec root = layer.pseudoRoot();
  for (const Token name : root.fieldNames()) {
    if (name == fields::kPrimOrder) continue;
    builder.setPrimField(LayerBuilder::kRoot, name, root.field(name));
  }
  return builder.build({layer.identifier()});
}

bool saveCat(const Layer& layer, const CatOptions& options, VerbContext context) {
  if (hasChangedFiles(context)) return false;
  std::optional<LayerFormat> asked;
  if (options.usdFormat == "usda") asked = LayerFormat::Usda;
  if (options.usdFormat == "usdc") asked = LayerFormat::Usdc;
  Diagnostics diagnostics;
  if (!saveFormatOf(options.out, asked, diagnostics)) {
    context.failsWith(kWrongUsage);
    return !printDiagnostics(diagnostics, context.err);
  }
  const bool isSaved = saveLayer(layer, options.out, asked, context.environment.fields(),
                                 diagnostics, [&] { return !hasChangedFiles(context); });
  if (!isSaved) context.failsWith(kUnreadable);
  return !printDiagnostics(diagnostics, context.err) && isSaved;
}

int runCat(const CatOptions& options, VerbContext context) {
  if (!options.out.empty() && options.files.size() != 1) {
    context.err << "error: --out takes exactly one input file.\n";
    return kWrongUsage;
  }
  if (options.out.empty() && options.usdFormat == "usdc" && options.files.size() != 1) {
    context.err << "error: --usdFormat usdc takes exactly one input file.\n";
    return kWrongUsage;
  }
  if (!options.flattening.mask.empty() && !options.flattening.composes()) {
    context.err << "error: --mask requires --flatten or --at.\n";
    return kWrongUsage;
  }
  if (!options.out.empty() && !options.overwrites) {
    SceneFiles used = sceneFilesOf(options.files, context);
    if (!mayWrite(used, {&options.out, 1}, context, kOverwriteHint)) return kFailure;
  }
  bool hasErrors = false;
  for (const std::string& file : options.files) {
    bool hasFileErrors = false;
    auto layer = options.flattening.isWanted()
                     ? flattenedForCat(file, options.flattening, context, hasFileErrors)
                     : openLayerOrInput(file, context, hasFileErrors);
    hasErrors = hasErrors || hasFileErrors;
    if (options.isLoadOnly) {
      context.out << (layer && !hasFileErrors ? "OK      " : "Failed  ") << file << '\n';
      continue;
    }
    if (!layer) continue;
    if (options.hasLayerMetadataOnly) layer = withMetadataOnly(*layer);
    if (options.out.empty()) {
      hasErrors = printLayer(*layer, options.usdFormat, context) != kSuccess || hasErrors;
    } else if (hasFileErrors && std::filesystem::exists(options.out)) {
      // The old file may be the last intact copy.
      context.err << "error: " << options.out << ": The existing file is kept, because " << file
                  << " was read with errors.\n";
    } else if (!saveCat(*layer, options, context)) {
      hasErrors = true;
    }
  }
  return hasErrors ? kFailure : kSuccess;
}

}  // namespace

RunVerb declareCat(VerbOptions& command) {
  auto options = std::make_shared<CatOptions>();
  command.option("FILE", options->files, "Layers to print, of any format; - is standard input")
      .required();
  VerbOption out = command.option(
      "-o,--out", options->out,
      "Write the layer to this file instead; .usda is text, .usdc a crate, .usd either; - is "
      "standard output");
  command
      .option(
          "--usdFormat", options->usdFormat,
          "Format of a file that ends in .usd, or of standard output with -o -; a new file is a "
          "crate, others keep theirs")
      .oneOf({"usda", "usdc"})
      .needs(out);
  command
      .flag("--overwrite", options->overwrites,
            "Also write over the layer itself, or over a file that it needs")
      .needs(out);
  addCatFlattening(command, options->flattening);
  command
      .flag("--layerMetadata", options->hasLayerMetadataOnly,
            "Print only the metadata of the layer, no prims")
      .excludes(command.find("--flatten"))
      .excludes(command.find("--flattenLayerStack"));
  command.flag("-l,--loadOnly", options->isLoadOnly,
               "Read the layers and print OK or Failed for each");
  return [options](VerbContext context) {
    if (options->out == "-") options->out.clear();
    return runCat(*options, context);
  };
}

}  // namespace usdscope
