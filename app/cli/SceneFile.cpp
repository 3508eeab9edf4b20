// SPDX-License-Identifier: Apache-2.0
#include "app/cli/SceneFile.h"

#include <algorithm>
#include <array>
#include <ostream>

#include "engine/asset/DefaultResolver.h"
#include "engine/asset/PackagePath.h"
#include "engine/compose/VariableExpression.h"
#include "engine/format/LayerSave.h"

namespace usdscope {
namespace {

std::string absoluteFolder(const std::string& workingFolder, const std::string& folder) {
  return normalizedPath(folder.starts_with('/') ? folder : workingFolder + '/' + folder);
}

}  // namespace

std::shared_ptr<LayerCache> makeLayerCache(const Environment& environment, const std::string& file,
                                           const std::vector<std::string>& searchPaths) {
  AssetSearch search = searchFromEnvironment(file);
  std::vector<std::string> folders;
  for (const std::string& folder : searchPaths) {
    if (!folder.empty()) folders.push_back(absoluteFolder(search.workingFolder, folder));
  }
  search.searchPaths.insert(search.searchPaths.begin(), folders.begin(), folders.end());
  return std::make_shared<LayerCache>(
      environment.with(std::make_shared<DefaultResolver>(std::move(search))));
}

std::string identifierOf(const LayerCache& layers, const std::string& file) {
  // A file on the command line is never looked up in search paths.
  const bool isFromHere = !file.starts_with('/') && !file.starts_with("../");
  const auto places = layers.resolver().candidates(isFromHere ? "./" + file : file, {});
  return places.empty() ? std::string() : places.front();
}

bool hasLayerName(const std::string& file, std::ostream& err) {
  static constexpr std::array<std::string_view, 6> kEndings = {".usd",  ".usda", ".usdc",
                                                               ".usdz", ".sdf",  ".mtlx"};
  const PackagePathParts parts = splitInnerPackage(file);
  const std::string ending = lowerExtension(parts.entry.empty() ? parts.package : parts.entry);
  if (std::ranges::find(kEndings, ending) != kEndings.end()) return true;
  err << "error: " << file << ": The names of layers end in .usd, .usda, .usdc or .usdz, not in \""
      << ending << "\".\n";
  return false;
}

EvaluatedAssetPath evaluateAssetPath(const std::string& authored, const Dictionary& variables) {
  if (!isVariableExpression(authored)) return {.path = authored, .problem = {}};
  const ExpressionResult result = evaluateTextExpression(authored, variables);
  return {.path = result.text(), .problem = result.errors};
}

bool printDiagnostics(const Diagnostics& diagnostics, std::ostream& err) {
  for (const Diagnostic& diagnostic : diagnostics.entries()) err << toText(diagnostic) << '\n';
  if (diagnostics.droppedCount() > 0) {
    err << "and " << diagnostics.droppedCount() << " more\n";
  }
  return diagnostics.hasErrors();
}

}  // namespace usdscope
