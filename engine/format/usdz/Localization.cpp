// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usdz/Localization.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "engine/asset/PackagePath.h"
#include "engine/format/LayerSave.h"
#include "engine/format/mtlx/MtlxReader.h"
#include "engine/format/usdc/ValueCheck.h"
#include "engine/format/usdz/AssetFiles.h"

namespace usdscope {
namespace {

// An identifier as the file on disk, and the rest for a file in a package, as in `[a.png]`.
std::pair<std::string, std::string> splitFile(const std::string& identifier) {
  if (!isPackagePath(identifier)) return {identifier, {}};
  std::string file = splitOuterPackage(identifier).package;
  return {file, identifier.substr(file.size())};
}

// Assigns names to files. Folders end in `/`; the outermost folder is empty.
class Places {
 public:
  explicit Places(const std::string& rootFile) : rootFolder_(folderOf(rootFile)) {}

  /// Leaves the name of the folder of a file that keeps its place to this file.
  void reserve(const std::string& file) {
    if (!file.starts_with(rootFolder_)) return;
    const std::string name = file.substr(rootFolder_.size());
    taken_.insert(name.substr(0, name.find('/')));
  }

  /// Files in folders below that of `file` will keep their relative paths from there.
  void keepBelow(const std::string& file) { kept_.emplace(folderOf(file)); }

  std::string nameOf(const std::string& file) {
    const std::string folder(folderOf(file));
    return placeOf(folder) + file.substr(folder.size());
  }

 private:
  std::string placeOf(const std::string& folder) {
    if (folder.starts_with(rootFolder_)) return folder.substr(rootFolder_.size());
    // A kept folder that holds the folder. The shortest comes first, and holds the others.
    const auto above = std::ranges::find_if(
        kept_, [&](const std::string& kept) { return folder.starts_with(kept); });
    const std::string& moved = above == kept_.end() ? folder : *above;
    const auto [place, isNew] = outside_.try_emplace(moved);
    while (isNew && taken_.contains(std::to_string(next_))) ++next_;
    if (isNew) place->second = std::to_string(next_++);
    return fmt::format("{}/{}", place->second, folder.substr(moved.size()));
  }

  std::string rootFolder_;
  std::map<std::string, std::string> outside_;  ///< The new names of folders.
  std::set<std::string> taken_;                 ///< Names in the root folder.
  std::size_t next_ = 0;
  std::set<std::string> kept_;
};

bool isMaterialX(const Dependency& dependency) {
  const std::string file = splitFile(dependency.identifier).first;
  return dependency.layer && lowerExtension(file) == ".mtlx";
}

std::string relativePath(const std::string& target, std::string fromFolder) {
  if (fromFolder.empty()) return target;
  fromFolder.pop_back();
  return std::filesystem::path(target).lexically_relative(fromFolder).generic_string();
}

// Returns the new asset path; empty when the path finds its file unchanged. `written` is the path
// as authored, which may be an expression.
std::optional<std::string> pathInside(const AssetResolver& resolver, Places& places,
                                      const std::string& written, const std::string& authored,
                                      AssetPathUse use, const std::string& anchor) {
  if (authored.empty()) return std::nullopt;
  const auto files = filesOf(resolver, authored, use, anchor);
  if (files.empty()) return written == authored ? std::nullopt : std::optional(authored);
  const auto [file, rest] = splitFile(files.front());
  const std::string layerFolder(folderOf(places.nameOf(splitFile(anchor).first)));
  std::string target = places.nameOf(file);
  const bool isPattern = files.size() > 1 || authored.find("<UDIM>") != std::string::npos ||
                         use == AssetPathUse::Template;
  if (isPattern) {  // The file name stays, and only the folder may change.
    target = std::string(folderOf(target)) + authored.substr(folderOf(authored).size());
  }
  const std::string asItIs = normalizedPath(layerFolder + splitFile(authored).first);
  if (asItIs == target && !authored.starts_with('/') && written == authored) return std::nullopt;
  const std::string relative = relativePath(target, layerFolder);
  return (relative.starts_with("../") ? relative : "./" + relative) + rest;
}

constexpr std::string_view kMaterialXStays =
    "MaterialX files are copied as they are: paths of this one that lead out of its folder do not "
    "find their files any more.";

// Whether a file that includes another one finds it in the package, where both have new places.
bool findsInclude(const MtlxInclude& include, Places& places) {
  const std::string from = splitFile(include.includedBy).first;
  const std::string target = splitFile(include.identifier).first;
  if (from == target) return true;  // Both are in one package, which is copied whole.
  if (include.file.starts_with('/')) return false;
  const std::string folder(folderOf(places.nameOf(from)));
  return normalizedPath(folder + splitFile(include.file).first) == places.nameOf(target);
}

}  // namespace

std::vector<PackagedFile> localize(LayerCache& layers, const std::string& rootIdentifier,
                                   const EvaluateAssetPath& evaluate, Diagnostics& diagnostics,
                                   const LocalizeChoice& choice) {
  const auto dependencies = findDependencies(layers, rootIdentifier, evaluate, diagnostics);
  const FieldDefinitions& fields = layers.environment().fields();
  std::vector<PackagedFile> files;
  if (dependencies.empty()) return files;
  Places places(splitFile(rootIdentifier).first);
  for (const Dependency& dependency : dependencies) {
    places.reserve(splitFile(dependency.identifier).first);
    if (isMaterialX(dependency)) places.keepBelow(splitFile(dependency.identifier).first);
  }
  std::map<std::string, bool> isTaken;
  std::vector<const Dependency*> skipped;
  std::set<std::string> notMoved;  // MaterialX files that do not find their files any more.
  for (const Dependency& dependency : dependencies) {
    if (choice.takes && !choice.takes(dependency)) {
      skipped.push_back(&dependency);
      continue;
    }
    const SourceSite site{.layer = dependency.identifier};
    if (!dependency.isFound) {
      diagnostics.report(
          kDependencyMissing, site,
          fmt::format("{} needs this file, and it was not found.", dependency.referrer));
      continue;
    }
    const std::string file = splitFile(dependency.identifier).first;
    if (!isTaken.emplace(file, true).second) continue;
    const FileBytesResult bytes = layers.resolver().open(file);
    if (!bytes.bytes) {
      diagnostics.report(kDependencyMissing, site, bytes.problem);
      continue;
    }
    PackagedFile packaged{places.nameOf(file), *bytes.bytes};
    const auto format = detectLayerFormat(bytes.bytes->text());
    const bool isWritable = format == LayerFormat::Usda || format == LayerFormat::Usdc;
    if (dependency.layer && (isWritable || format == LayerFormat::MaterialX)) {
      const auto moved = visitAssetPaths(
          *dependency.layer, fields, [&](const std::string& written, AssetPathUse use) {
            return pathInside(layers.resolver(), places, written,
                              evaluate(written, dependency.variables).path, use,
                              dependency.identifier);
          });
      const bool isEdited = choice.isEdited && choice.isEdited(dependency);
      if (moved && !isWritable) notMoved.insert(dependency.identifier);
      if (isWritable && (moved || isEdited)) {
        checkValues(*dependency.layer, diagnostics);
        packaged.bytes = FileBytes::fromText(
            writeLayer(moved ? *moved : *dependency.layer, *format, fields, diagnostics));
      }
    }
    files.push_back(std::move(packaged));
  }
  // The folders of the files that are taken have got their names before.
  for (const Dependency* dependency : skipped) {
    if (!choice.noteSkipped || !dependency->isFound) continue;
    const auto [file, rest] = splitFile(dependency->identifier);
    choice.noteSkipped(*dependency, places.nameOf(file) + rest);
  }
  // The asset paths of a layer do not have the includes.
  for (const Dependency& dependency : dependencies) {
    if (!isMaterialX(dependency)) continue;
    for (const auto& include : includesOfMtlx(dependency.identifier, layers.environment())) {
      const bool isInside = isTaken.contains(splitFile(include.includedBy).first) &&
                            isTaken.contains(splitFile(include.identifier).first);
      if (include.isFound && isInside && !findsInclude(include, places)) {
        notMoved.insert(include.includedBy);
      }
    }
  }
  for (const std::string& layer : notMoved) {
    diagnostics.report(kPathsNotMoved, {.layer = layer}, std::string(kMaterialXStays));
  }
  return files;
}

}  // namespace usdscope
