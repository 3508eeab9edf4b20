// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <ostream>

#include "app/cli/Verbs.h"
#include "app/files/SceneFile.h"
#include "engine/asset/DefaultResolver.h"
#include "engine/asset/ResolverCommand.h"
#include "engine/base/Utf8.h"

namespace usdscope {
namespace {

struct ResolveOptions {
  std::string file;
  std::vector<std::string> assets;
  std::string anchor;
  std::vector<std::string> searchPaths;
};

int resolveAssets(const ResolveOptions& options, VerbContext context) {
  const auto layers = makeLayerCache(context.environment, options.file, options.searchPaths);
  const AssetResolver& resolver = layers->resolver();
  const std::string root = identifierOf(*layers, options.file);
  if (!resolver.exists(root)) {
    context.err << "error: " << printableLines(root) << ": There is no such file.\n";
    return kUnreadable;
  }
  const std::string anchor =
      options.anchor.empty() ? root : resolver.identifierFor(options.anchor, root);
  if (!resolver.exists(anchor)) {
    context.err << "error: --anchor " << printableLines(anchor) << ": There is no such layer.\n";
    return kUnreadable;
  }
  const auto* files = dynamic_cast<const DefaultResolver*>(&resolver);
  bool areAllFound = true;
  for (const std::string& asset : options.assets) {
    const std::string resolved = resolver.resolve(asset, anchor);
    areAllFound = areAllFound && !resolved.empty();
    context.out << printableLines(asset + " -> " + (resolved.empty() ? "nothing" : resolved))
                << '\n';
    const std::string command = files ? files->commandFor(asset) : std::string();
    if (!command.empty()) context.out << "  asked     " << printableLines(command) << '\n';
    for (const std::string& place : resolver.candidates(asset, anchor)) {
      context.out << (place == resolved ? "  found     " : "  not there ") << printableLines(place)
                  << '\n';
      if (place == resolved) break;  // The search ended here.
      if (command.empty() || !isAssetId(place)) continue;
      context.err << "error: " << printableLines(asset + ": " + resolver.open(place).problem)
                  << '\n';
    }
  }
  return areAllFound ? kSuccess : kFailure;
}

}  // namespace

RunVerb declareResolve(VerbOptions& command) {
  auto options = std::make_shared<ResolveOptions>();
  command.option("FILE", options->file, "Scene that the paths are resolved for").required();
  command.option("PATH", options->assets, "Asset paths, as a layer would author them").required();
  command.option("--anchor", options->anchor,
                 "Layer that authors them, relative to the scene; otherwise the root layer");
  command
      .option("--searchPath", options->searchPaths,
              "Folder to search asset paths in, before those of "
              "PXR_AR_DEFAULT_SEARCH_PATH")
      .repeats();
  return [options](VerbContext context) { return resolveAssets(*options, context); };
}

}  // namespace usdscope
