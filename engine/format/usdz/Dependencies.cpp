// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usdz/Dependencies.h"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <set>
#include <unordered_map>

#include "engine/asset/PackagePath.h"
#include "engine/format/LayerSave.h"
#include "engine/format/mtlx/MtlxReader.h"
#include "engine/format/usdz/AssetFiles.h"

namespace usdscope {
namespace {

constexpr std::size_t kMostNamesOfFile = 1000;

std::string endingOf(const std::string& identifier) {
  const PackagePathParts parts = splitInnerPackage(identifier);
  return lowerExtension(parts.entry.empty() ? parts.package : parts.entry);
}

bool standsForLayer(const std::string& identifier) {
  const std::string ending = endingOf(identifier);
  return ending == ".usd" || ending == ".usda" || ending == ".usdc" || ending == ".usdz" ||
         ending == ".mtlx";
}

// Files that MaterialX files include become parts of them: their paths are relative to the file
// that includes them.
void addIncludes(const Environment& environment, std::map<std::string, Dependency>& found) {
  std::vector<std::string> materials;
  for (const auto& [identifier, dependency] : found) {
    if (dependency.layer && endingOf(identifier) == ".mtlx") materials.push_back(identifier);
  }
  for (const std::string& material : materials) {
    for (MtlxInclude& include : includesOfMtlx(material, environment)) {
      Dependency dependency{.identifier = include.identifier,
                            .isFound = include.isFound,
                            .layer = nullptr,
                            .referrer = std::move(include.includedBy)};
      if (!include.isFound) dependency.assetPath = std::move(include.file);
      found.try_emplace(include.identifier, std::move(dependency));
    }
  }
}

/// Links to folders give a file any number of names, and each name is another layer to follow.
class NamesOfFiles {
 public:
  /// Counts a layer that is to be followed. Returns false if its file has too many names.
  bool mayFollow(const std::string& identifier) {
    // To resolve links takes time, which only scenes of many layers need.
    constexpr std::size_t kFollowedUncounted = 4096;
    if (++followed_ <= kFollowedUncounted) return true;
    const PackagePathParts parts = splitOuterPackage(identifier);
    std::error_code error;
    const std::filesystem::path real = std::filesystem::canonical(parts.package, error);
    return error || ++counts_[real.string() + '\n' + parts.entry] <= kMostNamesOfFile;
  }

 private:
  std::size_t followed_ = 0;
  std::unordered_map<std::string, std::size_t> counts_;
};

Dictionary expressionVariables(const Layer& layer) {
  return layer.pseudoRoot().field(fields::kExpressionVariables).valueOr(Dictionary());
}

}  // namespace

std::vector<Dependency> findDependencies(LayerCache& layers, const std::string& rootIdentifier,
                                         const EvaluateAssetPath& evaluate,
                                         Diagnostics& diagnostics) {
  std::map<std::string, Dependency> found;
  std::vector<std::string> open;  // Layers whose asset paths have not been visited yet.
  NamesOfFiles names;
  std::set<std::pair<std::string, std::string>>
      reported;  // Pairs of a layer and an expression in it.
  // `stackVariables` is null unless the file is a sublayer.
  const auto add = [&](Dependency&& dependency, const Dictionary* stackVariables) {
    const std::string identifier = dependency.identifier;
    const auto [at, isNew] = found.try_emplace(identifier, std::move(dependency));
    if (!isNew || !at->second.isFound || !standsForLayer(identifier)) return;
    if (!names.mayFollow(identifier)) {
      diagnostics.report(
          kTooManyNames, {.layer = at->second.referrer},
          fmt::format("Links to folders give a file more than {} names; what it needs is not "
                      "listed for the others.",
                      kMostNamesOfFile));
      return;
    }
    const auto opened = layers.findOrOpen(identifier);
    diagnostics.append(opened->diagnostics);
    at->second.layer = opened->layer;
    if (!opened->layer) return;
    at->second.variables = stackVariables ? *stackVariables : expressionVariables(*opened->layer);
    open.push_back(identifier);
  };

  const auto root = layers.findOrOpen(rootIdentifier);
  diagnostics.append(root->diagnostics);
  if (!root->layer) return {};
  found[rootIdentifier] = {rootIdentifier, true, root->layer, expressionVariables(*root->layer)};
  open.push_back(rootIdentifier);
  while (!open.empty()) {
    const std::string anchor = std::move(open.back());
    open.pop_back();
    const Dependency& from = found[anchor];
    visitAssetPaths(
        *from.layer, layers.environment().fields(),
        [&](const std::string& authored, AssetPathUse use) {
          if (use == AssetPathUse::UnusedLayer) return std::optional<std::string>();
          const auto [path, problem] = evaluate(authored, from.variables);
          if (!problem.empty() && reported.emplace(anchor, authored).second) {
            diagnostics.report(kAssetPathExpression, {.layer = anchor},
                               fmt::format("'{}' is ignored: {}", authored, problem));
          }
          if (path.empty()) return std::optional<std::string>();
          const auto files = filesOf(layers.resolver(), path, use, anchor);
          const Dictionary* variables = use == AssetPathUse::SubLayer ? &from.variables : nullptr;
          for (const std::string& file : files) {
            add({.identifier = file, .layer = nullptr, .referrer = anchor}, variables);
          }
          if (!files.empty()) return std::optional<std::string>();
          Dependency missing{.identifier = layers.resolver().identifierFor(path, anchor),
                             .isFound = false,
                             .layer = nullptr,
                             .referrer = anchor,
                             .assetPath = path};
          const bool isUnlisted = isClipTemplate(path, use) && isPackagePath(missing.identifier);
          if (!isUnlisted) add(std::move(missing), nullptr);
          return std::optional<std::string>();
        });
  }

  addIncludes(layers.environment(), found);
  std::vector<Dependency> result{found[rootIdentifier]};
  for (auto& [identifier, dependency] : found) {
    if (identifier != rootIdentifier) result.push_back(std::move(dependency));
  }
  return result;
}

}  // namespace usdscope
