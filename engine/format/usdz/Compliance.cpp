// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usdz/Compliance.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/asset/Package.h"
#include "engine/asset/PackagePath.h"
#include "engine/format/LayerSave.h"
#include "engine/format/usdz/AssetFiles.h"
#include "engine/format/usdz/PackageWriter.h"

namespace usdscope {
namespace {

constexpr std::uint16_t kEncryptedFlag = 1;

// The extensions that the specification of usdz allows.
bool isAllowedType(std::string_view name) {
  static constexpr std::string_view kEndings[] = {".usd",  ".usda", ".usdc", ".usdz",
                                                  ".png",  ".jpg",  ".jpeg", ".exr",
                                                  ".avif", ".m4a",  ".mp3",  ".wav"};
  return std::ranges::find(kEndings, lowerExtension(name)) != std::end(kEndings);
}

bool isLayerName(std::string_view name) {
  const std::string ending = lowerExtension(name);
  return ending == ".usd" || ending == ".usda" || ending == ".usdc";
}

Dictionary variablesOf(LayerCache& layers, const std::string& identifier) {
  const auto& layer = layers.findOrOpen(identifier)->layer;
  if (!layer) return {};
  return layer->pseudoRoot().field(fields::kExpressionVariables).valueOr(Dictionary());
}

// The package that is checked, and the functions to find and evaluate its asset paths.
struct Inspection {
  LayerCache& layers;
  const std::string& identifier;
  const Package& package;
  const EvaluateAssetPath& evaluate;
};

// Whether an asset path names at least one file, and the package has all of them.
bool hasFilesOf(const Inspection& at, const std::string& authored, AssetPathUse use,
                const std::string& layer) {
  const AssetResolver& resolver = at.layers.resolver();
  if (isClipTemplate(authored, use)) {
    const PackagePathParts place = splitInnerPackage(resolver.identifierFor(authored, layer));
    const std::string_view folder = folderOf(place.entry);
    const std::string_view pattern = std::string_view(place.entry).substr(folder.size());
    return place.package == at.identifier &&
           std::ranges::any_of(at.package.entries(), [&](const PackageEntry& entry) {
             return folderOf(entry.name) == folder &&
                    matchesClipTemplate(entry.name.substr(folder.size()), pattern);
           });
  }
  // The names in a nested package start with `p[q`, as in `p[q[a]]`.
  std::string inside = joinPackagePath(at.identifier, "]");
  inside.resize(inside.rfind("\\]"));
  const auto files = filesOf(resolver, authored, use, layer);
  return !files.empty() && std::ranges::all_of(files, [&](const std::string& file) {
    return file.starts_with(inside);
  });
}

// Adds the problems of the asset paths of one layer in the package.
void checkReferences(const Inspection& at, const PackageEntry& entry,
                     std::vector<std::string>& problems) {
  const std::string identifier = joinPackagePath(at.identifier, entry.name);
  const auto opened = at.layers.findOrOpen(identifier);
  if (!opened->layer) {
    for (const Diagnostic& diagnostic : opened->diagnostics.entries()) {
      problems.push_back(fmt::format("{}: {}", entry.name, diagnostic.message));
    }
    return;
  }
  const Dictionary variables =
      composed(variablesOf(at.layers, at.identifier), variablesOf(at.layers, identifier));
  visitAssetPaths(
      *opened->layer, at.layers.environment().fields(),
      [&](const std::string& written, AssetPathUse use) {
        if (use == AssetPathUse::UnusedLayer) return std::optional<std::string>();
        const std::string authored = at.evaluate(written, variables).path;
        if (!authored.empty() && !hasFilesOf(at, authored, use, identifier)) {
          problems.push_back(fmt::format("{}: refers to '{}', which is not in the package.",
                                         entry.name, authored));
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
  for (const std::string_view folder : package->folders()) {
    problems.push_back(fmt::format("{}: is a folder; packages contain only files.", folder));
  }
  for (const PackageEntry& entry : package->entries()) {
    const auto report = [&](std::string_view what) {
      problems.push_back(fmt::format("{}: {}", entry.name, what));
    };
    const bool isEncrypted = entry.flags & kEncryptedFlag;
    if (entry.method != 0) report("is compressed.");
    if (isEncrypted) report("is encrypted.");
    if (!entry.problem.empty() && entry.method == 0 && !isEncrypted) {
      report(entry.problem);
    } else if (!isGoodEntryName(entry.name)) {
      report("is not a valid name for a file in a package.");
    }
    if (package->findEntry(entry.name) != &entry) report("has the name of a file before it.");
    if (entry.byteOffset % 64 != 0) report("does not start at a multiple of 64 bytes.");
    if (!isAllowedType(entry.name)) report("is of a type that packages do not allow.");
    if (!entry.problem.empty()) continue;
    if (isLayerName(entry.name)) {
      checkReferences({layers, identifier, *package, evaluate}, entry, problems);
    }
    if (lowerExtension(entry.name) != ".usdz") continue;
    const std::string inner = joinPackagePath(identifier, entry.name);
    for (const std::string& inside : findPackageProblems(layers, inner, evaluate)) report(inside);
  }
  return problems;
}

}  // namespace usdscope
