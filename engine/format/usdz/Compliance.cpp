// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usdz/Compliance.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/asset/Package.h"
#include "engine/asset/PackagePath.h"
#include "engine/format/LayerFormat.h"

namespace usdscope {
namespace {

constexpr std::uint16_t kEncryptedFlag = 1;

// The specification of usdz names these.
bool isAllowedType(std::string_view name) {
  static constexpr std::string_view kEndings[] = {".usd",  ".usda", ".usdc", ".usdz",
                                                  ".png",  ".jpg",  ".jpeg", ".exr",
                                                  ".avif", ".m4a",  ".mp3",  ".wav"};
  std::string lower(name);
  std::ranges::transform(lower, lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  });
  return std::ranges::any_of(kEndings, [&](std::string_view e) { return lower.ends_with(e); });
}

bool isLayerName(std::string_view name) {
  return name.ends_with(".usd") || name.ends_with(".usda") || name.ends_with(".usdc");
}

Dictionary variablesOf(LayerCache& layers, const std::string& identifier) {
  const auto& layer = layers.findOrOpen(identifier)->layer;
  if (!layer) return {};
  return layer->pseudoRoot().field(fields::kExpressionVariables).valueOr(Dictionary());
}

// Problems of the asset paths of one layer in the package.
void checkReferences(LayerCache& layers, const std::string& package, const PackageEntry& entry,
                     const EvaluateAssetPath& evaluate, std::vector<std::string>& problems) {
  const std::string identifier = joinPackagePath(package, entry.name);
  const auto opened = layers.findOrOpen(identifier);
  if (!opened->layer) {
    for (const Diagnostic& diagnostic : opened->diagnostics.entries()) {
      problems.push_back(fmt::format("{}: {}", entry.name, diagnostic.message));
    }
    return;
  }
  const Dictionary variables =
      composed(variablesOf(layers, package), variablesOf(layers, identifier));
  visitAssetPaths(*opened->layer, [&](const std::string& written, AssetPathUse use) {
    const std::string authored = evaluate(written, variables);
    if (authored.empty()) return std::optional<std::string>();
    const std::string inside = package + '[';
    const bool isPattern =
        authored.find("<UDIM>") != std::string::npos || authored.find('#') != std::string::npos;
    const std::string found = layers.resolver().resolve(authored, identifier);
    if (!found.starts_with(inside) && !(isPattern && use >= AssetPathUse::Value)) {
      problems.push_back(
          fmt::format("{}: refers to '{}', which is not in the package.", entry.name, authored));
    }
    return std::optional<std::string>();
  });
}

}  // namespace

std::vector<std::string> findPackageProblems(LayerCache& layers, const std::string& identifier,
                                             const EvaluateAssetPath& evaluate) {
  const FileBytesResult bytes = layers.resolver().open(identifier);
  if (!bytes.bytes) return {bytes.problem};
  std::string problem;
  const auto package = Package::open(*bytes.bytes, problem);
  if (!package) return {problem};
  std::vector<std::string> problems;
  if (!isLayerName(package->entries().front().name)) {
    problems.push_back(
        fmt::format("{}: the first file must be a layer.", package->entries().front().name));
  }
  for (const PackageEntry& entry : package->entries()) {
    const auto report = [&](std::string_view what) {
      problems.push_back(fmt::format("{}: {}", entry.name, what));
    };
    const bool isEncrypted = entry.flags & kEncryptedFlag;
    if (entry.method != 0) report("is compressed.");
    if (isEncrypted) report("is encrypted.");
    if (!entry.problem.empty() && entry.method == 0 && !isEncrypted) report(entry.problem);
    if (entry.byteOffset % 64 != 0) report("does not start at a multiple of 64 bytes.");
    if (!isAllowedType(entry.name)) report("is of a type that packages do not allow.");
    if (!entry.problem.empty()) continue;
    if (isLayerName(entry.name)) checkReferences(layers, identifier, entry, evaluate, problems);
    if (!entry.name.ends_with(".usdz")) continue;
    const std::string inner = joinPackagePath(identifier, entry.name);
    for (const std::string& inside : findPackageProblems(layers, inner, evaluate)) report(inside);
  }
  return problems;
}

}  // namespace usdscope
