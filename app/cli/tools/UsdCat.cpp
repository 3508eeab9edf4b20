// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "app/cli/tools/ToolRun.h"
#include "app/cli/tools/Tools.h"

namespace usdscope {
namespace {

struct UsdCatOptions {
  std::vector<std::string> files;
  std::string out;
  std::string usdFormat;
  std::string mask;
  bool loadOnly = false;
  bool flatten = false;
  bool flattenLayerStack = false;
  bool skipSourceFileComment = false;
  bool layerMetadata = false;
};

// The sentence with which the tool refuses its options; empty if it does not.
std::string refusal(const UsdCatOptions& options) {
  const bool hasUsdOut = options.out.ends_with(".usd");
  if (!options.out.empty() && options.files.size() != 1) {
    return "must supply exactly one input file when writing to an output file.";
  }
  if (!options.out.empty() && !options.usdFormat.empty() && !hasUsdOut) {
    return "use of --usdFormat requires output file end with '.usd' extension.";
  }
  if (options.out.empty() && !options.usdFormat.empty() && options.usdFormat != "usda") {
    return "--usdFormat must be unspecified or 'usda' if writing to stdout; specify an output file "
           "with -o/--out to write other formats.";
  }
  if (!options.mask.empty() && !options.flatten) return "--mask requires --flatten";
  if (options.layerMetadata && (options.flatten || options.flattenLayerStack)) {
    return std::string("--layerMetadata cannot be used together with ") +
           (options.flatten ? "--flatten" : "--flattenLayerStack");
  }
  return {};
}

// Replaces the words of the verb at the beginning of lines.
std::string withToolWords(const std::string& lines) {
  std::istringstream in(lines);
  std::string out;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("OK      ")) line.replace(0, 8, "OK  ");
    if (line.starts_with("Failed  ")) line.replace(0, 8, "ERR ");
    out += line + '\n';
  }
  return out;
}

int runUsdCat(const UsdCatOptions& options, const VerbContext& context) {
  if (const std::string problem = refusal(options); !problem.empty()) {
    return toolError(context, problem);
  }
  std::vector<std::string> words = commandLineOf("cat");
  if (!options.out.empty()) {
    words.insert(words.end(), {"--out", options.out, "--overwrite"});
    if (!options.usdFormat.empty()) words.insert(words.end(), {"--usdFormat", options.usdFormat});
  }
  if (options.flatten) {
    words.emplace_back("--flatten");
  } else if (options.flattenLayerStack) {
    words.emplace_back("--flattenLayerStack");
  }
  if (options.skipSourceFileComment) words.emplace_back("--skipSourceFileComment");
  if (!options.mask.empty()) words.insert(words.end(), {"--mask", options.mask});
  if (options.layerMetadata) words.emplace_back("--layerMetadata");
  if (options.loadOnly) words.emplace_back("--loadOnly");
  words.emplace_back("--");
  words.insert(words.end(), options.files.begin(), options.files.end());
  if (!options.loadOnly) return runVerbForTool(std::move(words), context);
  std::string out;
  const int status = runVerbForTool(std::move(words), context, out);
  context.out << withToolWords(out);
  return status;
}

}  // namespace

RunVerb declareUsdCat(VerbOptions& command) {
  auto options = std::make_shared<UsdCatOptions>();
  command.option("inputFiles", options->files, "Files to write").required();
  command.option("-o,--out", options->out, "Write a single input file to this file");
  command.option("--usdFormat", options->usdFormat, "Format of an output file that ends in .usd")
      .oneOf({"usda", "usdc"})
      .ignoresCase();
  command.flag("-l,--loadOnly", options->loadOnly, "Report OK or ERR for each file");
  command.flag("-f,--flatten", options->flatten, "Compose the stage and write it as one layer");
  command.flag("--flattenLayerStack", options->flattenLayerStack,
               "Merge the layer stack into one layer; arcs stay");
  command.flag("--skipSourceFileComment", options->skipSourceFileComment,
               "Do not name the source in the documentation of a flattened layer");
  command.option("--mask", options->mask, "PRIMPATH[,PRIMPATH...]: requires --flatten");
  command.flag("--layerMetadata", options->layerMetadata, "Write only the metadata of the layer");
  return [options](VerbContext context) { return runUsdCat(*options, context); };
}

}  // namespace usdscope
