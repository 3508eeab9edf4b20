// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <ostream>

#include "app/cli/Messages.h"
#include "app/cli/SceneFiles.h"
#include "app/cli/Verbs.h"
#include "app/files/SceneFile.h"
#include "engine/asset/DefaultResolver.h"
#include "engine/asset/ResolverCommand.h"
#include "engine/base/Json.h"
#include "engine/base/Utf8.h"
#include "engine/layer/Fields.h"

namespace usdscope {
namespace {

struct ResolveOptions {
  std::string file;
  std::vector<std::string> assets;
  std::string anchor;
  std::vector<std::string> searchPaths;
  bool isJson = false;
};

/// The search for one asset path.
struct AssetSearch {
  std::string asset;
  std::string resolved;            ///< Empty when nothing is found.
  std::string command;             ///< The resolver command that was asked; empty for none.
  std::vector<std::string> tried;  ///< In order; the last one is the file that is found.
  std::vector<std::string> problems;
};

// Returns the expression variables of the root layer, and prints its diagnostics.
Dictionary variablesOf(LayerCache& layers, const std::string& root, const VerbContext& context) {
  const auto opened = layers.findOrOpen(root);
  printDiagnostics(opened->diagnostics, context.err);
  if (!opened->layer) return {};
  return opened->layer->pseudoRoot().field(fields::kExpressionVariables).valueOr(Dictionary());
}

AssetSearch searchAsset(const AssetResolver& resolver, const std::string& authored,
                        const std::string& anchor, const Dictionary& variables) {
  AssetSearch search{.asset = authored};
  const auto [asset, problem] = evaluateAssetPath(authored, variables);
  if (!problem.empty() || asset.empty()) {
    const bool isExpression = authored.starts_with('`');
    const char* empty = isExpression ? "The expression is empty." : "The asset path is empty.";
    search.problems.push_back(problem.empty() ? empty : problem);
    return search;
  }
  search.resolved = resolver.resolve(asset, anchor);
  const auto* files = dynamic_cast<const DefaultResolver*>(&resolver);
  if (files) search.command = files->commandFor(asset);
  for (const std::string& place : resolver.candidates(asset, anchor)) {
    search.tried.push_back(place);
    if (place == search.resolved) break;  // The search ended here.
    if (search.command.empty() || !isAssetId(place)) continue;
    search.problems.push_back(resolver.open(place).problem);
  }
  return search;
}

Json searchToJson(const AssetSearch& search) {
  return {{"asset", search.asset},
          {"resolved", search.resolved.empty() ? Json() : Json(search.resolved)},
          {"asked", search.command.empty() ? Json() : Json(search.command)},
          {"tried", search.tried},
          {"problems", search.problems}};
}

void printSearch(const AssetSearch& search, VerbContext context) {
  const std::string& resolved = search.resolved;
  context.out << printableLines(search.asset + " -> " + (resolved.empty() ? "nothing" : resolved))
              << '\n';
  if (!search.command.empty())
    context.out << "  asked     " << printableLines(search.command) << '\n';
  for (const std::string& place : search.tried) {
    context.out << (place == resolved ? "  found     " : "  not there ") << printableLines(place)
                << '\n';
  }
}

int resolveAssets(const ResolveOptions& options, VerbContext context) {
  const auto layers = makeLayerCache(context.environment, options.file, options.searchPaths);
  const AssetResolver& resolver = layers->resolver();
  const std::string root = identifierOf(*layers, options.file);
  // A scene on standard input lies in the working folder, and need not be read.
  const bool isInput = options.file == "-";
  if (!isInput && !resolver.exists(root)) {
    context.err << "error: " << printableLines(root) << ": There is no such file.\n";
    return kUnreadable;
  }
  const std::string anchor =
      options.anchor.empty() ? root : resolver.identifierFor(options.anchor, root);
  if (!(isInput && anchor == root) && !resolver.exists(anchor)) {
    context.err << "error: --anchor " << printableLines(anchor) << ": There is no such layer.\n";
    return kUnreadable;
  }
  const bool hasExpressions = std::ranges::any_of(
      options.assets, [](const std::string& asset) { return asset.starts_with('`'); });
  const Dictionary variables =
      hasExpressions && !isInput ? variablesOf(*layers, root, context) : Dictionary();
  bool areAllFound = true;
  Json list = Json::array();
  for (const std::string& asset : options.assets) {
    const AssetSearch search = searchAsset(resolver, asset, anchor, variables);
    areAllFound = areAllFound && !search.resolved.empty();
    if (options.isJson) list.push_back(searchToJson(search));
    if (!options.isJson) printSearch(search, context);
    for (const std::string& problem : search.problems) {
      context.err << "error: " << printableLines(asset + ": " + problem) << '\n';
    }
  }
  if (options.isJson) context.out << toLine(list) << '\n';
  return areAllFound ? kSuccess : kFailure;
}

}  // namespace

RunVerb declareResolve(VerbOptions& command) {
  auto options = std::make_shared<ResolveOptions>();
  command
      .option("FILE", options->file,
              "Scene that the paths are resolved for; - is one in the working folder")
      .required();
  command.option("PATH", options->assets, "Asset paths, as a layer would author them").required();
  command.option("--anchor", options->anchor,
                 "Layer that authors them, relative to the scene; otherwise the root layer");
  command
      .option("--searchPath", options->searchPaths,
              "Folder to search asset paths in, before those of "
              "PXR_AR_DEFAULT_SEARCH_PATH")
      .repeats();
  command.flag("--json", options->isJson, "Print JSON");
  return [options](VerbContext context) { return resolveAssets(*options, context); };
}

}  // namespace usdscope
