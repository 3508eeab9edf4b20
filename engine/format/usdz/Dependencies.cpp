// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usdz/Dependencies.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "engine/asset/PackagePath.h"

namespace usdscope {
namespace {

bool hasLayerEnding(std::string_view identifier) {
  return identifier.ends_with(".usd") || identifier.ends_with(".usda") ||
         identifier.ends_with(".usdc");
}

// Matches `name` with a pattern that has one run of `#` (at least as many digits) or `<UDIM>` (four
// digits), which clip templates may have twice: `clip.###.##.usd`.
bool matches(std::string_view name, std::string_view pattern) {
  constexpr std::string_view kUdim = "<UDIM>";
  const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
  while (!pattern.empty()) {
    std::size_t least = 0;
    std::size_t most = 0;
    if (pattern.starts_with(kUdim)) {
      least = most = 4;
      pattern.remove_prefix(kUdim.size());
    } else if (pattern.front() == '#') {
      least = std::min(pattern.find_first_not_of('#'), pattern.size());
      most = name.size();
      pattern.remove_prefix(least);
    } else {
      if (name.empty() || name.front() != pattern.front()) return false;
      name.remove_prefix(1);
      pattern.remove_prefix(1);
      continue;
    }
    std::size_t digits = 0;
    while (digits < name.size() && digits < most && isDigit(name[digits])) ++digits;
    if (digits < least) return false;
    name.remove_prefix(digits);
  }
  return name.empty();
}

std::vector<std::string> filesMatching(const std::string& pattern) {
  std::vector<std::string> found;
  const std::string folder(folderOf(pattern));
  const std::string name = pattern.substr(folder.size());
  std::error_code error;
  const std::string place = folder.empty() ? "." : folder;
  for (std::filesystem::directory_iterator it(place, error), end; !error && it != end;
       it.increment(error)) {
    const std::string file = it->path().filename().string();
    if (matches(file, name)) found.push_back(folder + file);
  }
  std::ranges::sort(found);
  return found;
}

Dictionary expressionVariables(const Layer& layer) {
  return layer.pseudoRoot().field(fields::kExpressionVariables).valueOr(Dictionary());
}

}  // namespace

std::vector<std::string> filesOf(const AssetResolver& resolver, const std::string& authored,
                                 AssetPathUse use, std::string_view anchorLayer) {
  const bool isPattern = authored.find("<UDIM>") != std::string::npos ||
                         (use == AssetPathUse::Template && authored.find('#') != std::string::npos);
  if (!isPattern || isPackagePath(authored)) {
    std::string identifier = resolver.resolve(authored, anchorLayer);
    if (identifier.empty()) return {};
    return {std::move(identifier)};
  }
  for (const std::string& candidate : resolver.candidates(authored, anchorLayer)) {
    auto found = filesMatching(candidate);
    if (!found.empty()) return found;
  }
  return {};
}

std::vector<Dependency> findDependencies(LayerCache& layers, const std::string& rootIdentifier,
                                         const EvaluateAssetPath& evaluate,
                                         Diagnostics& diagnostics) {
  std::map<std::string, Dependency> found;
  std::vector<std::string> open;  // Layers whose paths have not been looked at.
  // `stackVariables` is null for what is no sublayer.
  const auto add = [&](const std::string& identifier, bool isFound,
                       const Dictionary* stackVariables) {
    const auto [at, isNew] =
        found.try_emplace(identifier, Dependency{identifier, isFound, nullptr});
    if (!isNew || !isFound || !hasLayerEnding(identifier)) return;
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
    visitAssetPaths(*from.layer, [&](const std::string& authored, AssetPathUse use) {
      const std::string path = evaluate(authored, from.variables);
      if (path.empty()) return std::optional<std::string>();
      const auto files = filesOf(layers.resolver(), path, use, anchor);
      const Dictionary* variables = use == AssetPathUse::SubLayer ? &from.variables : nullptr;
      for (const std::string& file : files) add(file, true, variables);
      if (files.empty()) add(layers.resolver().identifierFor(path, anchor), false, nullptr);
      return std::optional<std::string>();
    });
  }

  std::vector<Dependency> result{found[rootIdentifier]};
  for (auto& [identifier, dependency] : found) {
    if (identifier != rootIdentifier) result.push_back(std::move(dependency));
  }
  return result;
}

}  // namespace usdscope
