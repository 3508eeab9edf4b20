// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <system_error>

#include "app/cli/Messages.h"
#include "app/cli/tools/ToolRun.h"
#include "app/cli/tools/Tools.h"
#include "app/files/SceneFile.h"
#include "engine/asset/DefaultResolver.h"
#include "engine/asset/ResolverContext.h"
#include "engine/base/Utf8.h"
#include "engine/format/usdc/CrateInfo.h"
#include "engine/format/usdc/Header.h"

namespace usdscope {
namespace {

std::size_t specCount(const CrateInfo& info) {
  std::size_t count = 0;
  for (const auto& [kind, each] : info.specCounts) count += each;
  return count;
}

std::string crateReport(const std::string& file, const CrateInfo& info, bool isSummary) {
  std::string text = fmt::format("@{}@ file version {}\n", file, info.version);
  text += fmt::format("  {} specs, {} paths, {} tokens, {} strings, {} fields, {} field sets\n",
                      specCount(info), info.pathCount, info.tokenCount, info.stringCount,
                      info.fieldCount, info.fieldSetCount);
  if (isSummary) return text;
  text += "  Structural Sections:\n";
  for (const CrateInfo::Section& section : info.sections) {
    if (section.name == "VALUES") continue;  // The tool lists the sections of the table.
    text += fmt::format("    {:>16} {:>16} bytes at offset 0x{:X}\n", section.name,
                        section.byteSize, section.begin);
  }
  return text + '\n';
}

// Searches in the folders of the context strings in place of the folder of a scene. The first
// string without a scheme applies, as in the tool; there are no resolvers with schemes. Returns
// false, after an error, if a context file cannot be read.
bool useContextStrings(const std::vector<std::string>& strings, AssetSearch& search,
                       const VerbContext& context) {
  search.rootFolder.clear();
  for (const std::string& text : strings) {
    const std::size_t colon = text.find(':');
    if (colon != std::string::npos && colon != 0) continue;
    const std::string config = text.substr(colon == 0 ? 1 : 0);
    std::error_code error;
    std::vector<std::string> folders = searchPathsFromText(config, search.workingFolder);
    if (std::filesystem::is_regular_file(config, error)) {
      const ResolverContextResult read = readResolverContext(config);
      if (!read.context) {
        context.err << "Failed to read '" << config << "': " << read.problem << '\n';
        return false;
      }
      folders = read.context->searchPaths;
      search.pathMaps = read.context->pathMaps;
      if (!read.context->resolverCommand.empty()) {
        search.resolverCommand = read.context->resolverCommand;
      }
      search.resolverSeconds = read.context->resolverSeconds.value_or(search.resolverSeconds);
    }
    search.searchPaths.insert(search.searchPaths.begin(), folders.begin(), folders.end());
    return true;
  }
  return true;
}

}  // namespace

RunVerb declareUsdTree(VerbOptions& command) {
  struct Options {
    std::string file;
    std::string mask;
    bool unloaded = false;
    bool attributes = false;
    bool metadata = false;
    bool simple = false;
    bool flatten = false;
    bool flattenLayerStack = false;
  };
  auto options = std::make_shared<Options>();
  command.option("inputPath", options->file, "The input file to process").required();
  command.flag("--unloaded", options->unloaded, "Do not load payloads");
  command.flag("-a,--attributes", options->attributes, "Display authored attributes");
  command.flag("-m,--metadata", options->metadata, "Display authored metadata");
  command.flag("-s,--simple", options->simple, "Only display prim names");
  command.flag("-f,--flatten", options->flatten, "Compose the stage");
  command.flag("--flattenLayerStack", options->flattenLayerStack, "Merge the layer stack");
  command.option("--mask", options->mask, "PRIMPATH[,PRIMPATH...]: requires --flatten");
  return [options](VerbContext context) {
    if (!options->mask.empty() && !options->flatten) {
      return toolError(context, "--mask requires --flatten");
    }
    std::vector<std::string> words = commandLineOf("tree");
    if (options->attributes) words.emplace_back("--attributes");
    if (options->metadata) words.emplace_back("--metadata");
    if (options->simple) words.emplace_back("--simple");
    if (options->flatten) {
      words.emplace_back("--noMarks");
      if (options->unloaded) words.emplace_back("--unloaded");
      if (!options->mask.empty()) words.insert(words.end(), {"--mask", options->mask});
    } else {
      words.emplace_back(options->flattenLayerStack ? "--flattenLayerStack" : "--layer");
    }
    words.insert(words.end(), {"--", options->file});
    return runVerbForTool(std::move(words), context);
  };
}

RunVerb declareUsdStitch(VerbOptions& command) {
  struct Options {
    std::vector<std::string> files;
    std::string out;
  };
  auto options = std::make_shared<Options>();
  command.option("usdFiles", options->files, "Files to merge, the strongest first").required();
  command.option("-o,--out", options->out, "File to write to");
  return [options](VerbContext context) {
    if (options->out.empty()) return toolError(context, "must specify output file");
    std::error_code error;
    if (std::filesystem::is_regular_file(options->out, error)) {
      context.out << "Warning: overwriting pre-existing file\n";
    }
    std::vector<std::string> words = {"stitch", "--out", options->out, "--"};
    words.insert(words.end(), options->files.begin(), options->files.end());
    return runVerbForTool(std::move(words), context);
  };
}

RunVerb declareUsdStitchClips(VerbOptions& command) {
  struct Options {
    std::vector<std::string> files;
    std::string values[8];
    bool hasTemplate = false;
    bool interpolates = false;
    bool hasNoComment = false;
  };
  static constexpr const char* kNames[8] = {"-o,--out",    "-c,--clipPath",    "-s,--startTimeCode",
                                            "-r,--stride", "-e,--endTimeCode", "-p,--templatePath",
                                            "--clipSet",   "--activeOffset"};
  auto options = std::make_shared<Options>();
  command.option("usdFiles", options->files, "The clips").required();
  for (std::size_t i = 0; i < std::size(kNames); ++i) command.option(kNames[i], options->values[i]);
  command.flag("-t,--templateMetadata", options->hasTemplate, "Author a template");
  command.flag("--interpolateMissingClipValues", options->interpolates,
               "Interpolate where clips have no samples");
  command.flag("-n,--noComment", options->hasNoComment, "Do not write the command as a comment");
  return [options](VerbContext context) {
    if (options->values[0].empty()) return toolError(context, "must specify output file(--out)");
    if (options->values[1].empty()) {
      return toolError(context, "must specify a clip path(--clipPath)");
    }
    std::vector<std::string> words = commandLineOf("stitchclips");
    for (std::size_t i = 0; i < std::size(kNames); ++i) {
      const std::string_view names = kNames[i];
      const std::string name(names.substr(names.find("--")));
      if (!options->values[i].empty()) words.push_back(name + '=' + options->values[i]);
    }
    if (options->hasTemplate) words.emplace_back("--templateMetadata");
    if (options->interpolates) words.emplace_back("--interpolateMissingClipValues");
    if (options->hasNoComment) words.emplace_back("--noComment");
    words.emplace_back("--");
    words.insert(words.end(), options->files.begin(), options->files.end());
    return runVerbForTool(std::move(words), context);
  };
}

RunVerb declareUsdDumpCrate(VerbOptions& command) {
  struct Options {
    std::vector<std::string> files;
    bool isSummary = false;
  };
  auto options = std::make_shared<Options>();
  command.option("inputFiles", options->files, "Crate files").required();
  command.flag("-s,--summary", options->isSummary, "Report only a short summary");
  return [options](VerbContext context) {
    context.out << fmt::format("Usd crate software version 0.{}.0\n", usdc::kNewestMinor);
    for (const std::string& file : options->files) {
      const auto layers = makeLayerCache(context.environment, file);
      const std::string identifier = identifierOf(*layers, file);
      const FileBytesResult bytes = layers->resolver().open(identifier);
      Diagnostics diagnostics;
      const auto info =
          bytes.bytes ? inspectCrate(*bytes.bytes, identifier, 0, diagnostics) : std::nullopt;
      if (info) {
        context.out << printableLines(crateReport(file, *info, options->isSummary));
      } else {
        context.err << "Error: Failed to read " << file << '\n';
      }
    }
    return 0;  // As the tool does.
  };
}

RunVerb declareUsdResolve(VerbOptions& command) {
  struct Options {
    std::string path;
    std::string anchor;
    std::string contextAsset;
    std::vector<std::string> contexts;
  };
  auto options = std::make_shared<Options>();
  command.option("inputPath", options->path, "An asset path").required();
  const VerbOption asset = command.option("--createContextForAsset", options->contextAsset,
                                          "Search as for a stage of this asset");
  command
      .option("--createContextFromString", options->contexts,
              "[SCHEME:]FOLDER:FOLDER: search in these folders, or as a resolver context file says")
      .repeatsOneByOne()
      .excludes(asset);
  command.option("--anchorPath", options->anchor, "The layer that authors the path");
  return [options](VerbContext context) {
    const std::string& scene =
        options->contextAsset.empty() ? options->path : options->contextAsset;
    AssetSearch search = searchFromEnvironment(scene);
    if (!options->contexts.empty() && !useContextStrings(options->contexts, search, context)) {
      return 1;
    }
    const LayerCache layers(
        context.environment.with(std::make_shared<DefaultResolver>(std::move(search))));
    const std::string anchor =
        options->anchor.empty() ? std::string() : identifierOf(layers, options->anchor);
    const std::string resolved = layers.resolver().resolve(options->path, anchor);
    if (resolved.empty()) {
      context.err << "Failed to resolve '" << options->path << "'\n";
      return 1;
    }
    context.out << printableLines(resolved) << '\n';
    return 0;
  };
}

}  // namespace usdscope
