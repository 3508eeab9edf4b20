// SPDX-License-Identifier: Apache-2.0
#include "engine/author/CapsuleFiles.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <unordered_set>

#include "engine/asset/CapsuleEntries.h"
#include "engine/asset/Package.h"
#include "engine/asset/PackagePath.h"
#include "engine/author/Overrides.h"
#include "engine/compose/VariableExpression.h"
#include "engine/format/LayerSave.h"
#include "engine/format/usdz/Localization.h"
#include "engine/layer/LayerBuilder.h"
#include "engine/stage/clips/ClipSet.h"

namespace usdscope {
namespace {

using Identifiers = std::unordered_set<std::string>;

EvaluatedAssetPath evaluated(const std::string& authored, const Dictionary& variables) {
  if (!isVariableExpression(authored)) return {.path = authored, .problem = {}};
  const ExpressionResult result = evaluateTextExpression(authored, variables);
  return {.path = result.text(), .problem = result.errors};
}

/// The layers of a stage and its clips, by their identifiers.
struct UsedFiles {
  Identifiers taken;
  Identifiers leftOut;  ///< Clips that exist, but do not play in the interval.
};

void addClips(const Stage& stage, const ClipSet& set, double from, double to, UsedFiles& files,
              const std::stop_token& stop) {
  const auto add = [&](const std::shared_ptr<const Layer>& layer) {
    if (layer) files.taken.insert(layer->identifier());
  };
  const std::size_t count = set.clips().size();
  const bool isGenerated = set.hasGeneratedManifest();
  if (!isGenerated) add(set.manifest());
  // The search for missing values may reach any clip.
  const bool needsAll = isGenerated || set.definition().interpolatesMissing;
  // If time runs backwards, the clip at the end of the interval has the lower index.
  const auto [first, last] = std::minmax({set.clipAt(from), set.clipAt(to)});
  const std::size_t begin = needsAll || first == 0 ? 0 : first - 1;
  const std::size_t end = needsAll ? count : std::min(last + 2, count);
  const ClipSetDefinition& definition = set.definition();
  for (std::size_t i = 0; i < count && !stop.stop_requested(); ++i) {
    if (i >= begin && i < end) {
      add(set.layerOf(i));
      continue;
    }
    std::string clip = stage.resolver().resolve((*definition.assetPaths)[set.clips()[i].file],
                                                definition.layer->identifier());
    if (!clip.empty()) files.leftOut.insert(std::move(clip));
  }
}

UsedFiles usedFiles(const Stage& stage, double from, double to, const std::stop_token& stop) {
  UsedFiles files;
  for (const auto& layer : stage.usedLayers()) files.taken.insert(layer->identifier());
  // Muted layers elsewhere get other names, so that they could not be muted in the capsule.
  const std::string& root = stage.rootLayer()->identifier();
  const std::string package = splitOuterPackage(root).package;
  const std::string folder =
      hasPackageExtension(package) ? package + '[' : std::string(folderOf(root));
  for (const std::string& muted : stage.request().mutedLayers) {
    if (muted.starts_with(folder)) files.taken.insert(muted);
  }
  std::unordered_set<const ClipSet*> seen;
  const auto visit = [&](const Prim& prim) {
    if (stop.stop_requested()) return false;
    if (!prim.mayHaveClips()) return true;
    for (const auto& set : *stage.clipSets(prim)) {
      if (seen.insert(set.get()).second) addClips(stage, *set, from, to, files, stop);
    }
    return true;
  };
  PrimFilter filter = PrimFilter::all();
  filter.instanceProxies = false;
  traverse(stage.pseudoRoot(), filter, visit);
  for (const Prim& prototype : stage.prototypes()) traverse(prototype, filter, visit);
  // A file may be a layer too, or play in another set.
  std::erase_if(files.leftOut, [&](const std::string& each) { return files.taken.contains(each); });
  return files;
}

/// The place of a root layer that is in a package.
struct PackagedRoot {
  std::string package;  ///< The outermost package.
  /// The entry of `package` that is the root layer, or a package with it. Empty if the root layer
  /// is opened as the package.
  std::string entry;
  std::string rest;  ///< The place of the root layer in `entry`, as `[a.usd]`; may be empty.
};

PackagedRoot packagedRoot(const std::string& root) {
  PackagedRoot result{.package = splitOuterPackage(root).package, .entry = {}, .rest = {}};
  std::string file = root;
  for (auto parts = splitInnerPackage(file); !parts.entry.empty();
       parts = splitInnerPackage(file)) {
    if (parts.package == result.package) {
      result.entry = parts.entry;
      if (file != root) result.rest = root.substr(file.size() - 1, root.size() - file.size());
      break;
    }
    file = parts.package;
  }
  return result;
}

// Returns the entries of the package with the root layer that become files of the capsule, the root
// layer first. Empty if the package must stay whole: the name of an entry is not valid, or it is
// that of another file. `needed` are the identifiers of the files that asset paths lead to.
std::vector<const PackageEntry*> entriesToUnpack(const Package& opened, const PackagedRoot& root,
                                                 const Identifiers& leftOut,
                                                 const Identifiers& needed,
                                                 const std::vector<PackagedFile>& files) {
  const bool isCapsule = opened.findEntry(kCapsuleViewEntry) != nullptr;
  std::unordered_set<std::string_view> names;
  for (std::size_t i = 1; i < files.size(); ++i) names.insert(files[i].name);
  std::vector<const PackageEntry*> kept;
  const PackageEntry* first =
      root.entry.empty() ? opened.entries().data() : opened.findEntry(root.entry);
  if (first) kept.push_back(first);
  for (const PackageEntry& entry : opened.entries()) {
    const std::string identifier = joinPackagePath(root.package, entry.name);
    const bool isDescription =
        isCapsule && describesCapsule(entry.name) && !needed.contains(identifier);
    if (&entry != first && (isDescription || leftOut.contains(identifier))) continue;
    const bool isFree = names.insert(entry.name).second && !mayDescribeCapsule(entry.name);
    if (!isFree || !isGoodEntryName(entry.name)) return {};
    if (&entry != first) kept.push_back(&entry);
  }
  return kept;
}

// Replaces the package with the root layer, which is the first file, by its entries without those
// in `leftOut`. Returns false if it stays whole.
bool unpackRoot(const Stage& stage, const Package& opened, const PackagedRoot& root,
                const Identifiers& leftOut, const Identifiers& needed,
                const std::set<std::string>& edited, std::vector<PackagedFile>& files,
                Diagnostics& diagnostics) {
  std::vector<PackagedFile> entries;
  for (const PackageEntry* entry : entriesToUnpack(opened, root, leftOut, needed, files)) {
    std::string identifier = joinPackagePath(root.package, entry->name);
    if (!entry->problem.empty()) {
      diagnostics.report(kCapsuleIncomplete, {.layer = identifier}, std::string(entry->problem));
      continue;
    }
    PackagedFile& file = entries.emplace_back(std::string(entry->name), opened.bytes(*entry));
    const bool isOpenedAsPackage = root.entry.empty() && entry == opened.entries().data();
    if (isOpenedAsPackage) identifier = root.package;
    const auto format = detectLayerFormat(file.bytes.text());
    const bool isWritable = format == LayerFormat::Usda || format == LayerFormat::Usdc;
    if (!isWritable || !edited.contains(identifier)) continue;
    for (const auto& layer : stage.usedLayers()) {
      if (layer->identifier() != identifier) continue;
      file.bytes = FileBytes::fromText(
          writeLayer(*layer, *format, stage.environment().fields(), diagnostics));
    }
  }
  if (entries.empty()) return false;
  files.erase(files.begin());
  files.insert(files.begin(), std::make_move_iterator(entries.begin()),
               std::make_move_iterator(entries.end()));
  return true;
}

// Reports the layers in the package with the root layer whose state is lost if it stays whole.
void reportWholePackage(const Stage& stage, const std::string& package,
                        const std::set<std::string>& edited, Diagnostics& diagnostics) {
  const auto isInside = [&](const std::string& layer) {
    return layer == package || layer.starts_with(package + '[');
  };
  for (const std::string& layer : edited) {
    if (!isInside(layer)) continue;
    diagnostics.report(kCapsuleIncomplete, {.layer = layer},
                       "The edits of the layer are not put into the capsule, because its package "
                       "is copied as it is.");
  }
  for (const std::string& layer : stage.request().mutedLayers) {
    if (!isInside(layer)) continue;
    diagnostics.report(kCapsuleIncomplete, {.layer = layer},
                       "The layer is not muted in the capsule, because its package is copied as it "
                       "is.");
  }
}

/// The root layer of the stage as the capsule has it.
struct RootPlace {
  std::string path;      ///< "shot.usda", "shots.usdz[two.usda]".
  bool isFirst = false;  ///< Whether the first file opens as this layer.
};

// Returns a name for the root layer of the capsule that no file of the scene has.
std::string freeRootName(const CapsuleContents& contents) {
  std::unordered_set<std::string_view> taken(contents.leftOut.begin(), contents.leftOut.end());
  for (const PackagedFile& file : contents.files) taken.insert(file.name);
  std::string name(kCapsuleRoot);
  const std::string_view stem = kCapsuleRoot.substr(0, kCapsuleRoot.find('.'));
  for (std::size_t i = 1; taken.contains(name); ++i) name = fmt::format("{}{}.usda", stem, i);
  return name;
}

// Returns the session layer as a layer over the root layer; nothing if the session layer is empty
// and the first file opens as the root layer.
std::optional<PackagedFile> sessionFile(const Stage& stage, const RootPlace& root,
                                        const CapsuleContents& contents, Diagnostics& diagnostics) {
  const Layer& session = *stage.sessionLayer();
  const bool isEmpty = session.primRowCount() <= 1 && session.pseudoRoot().fieldNames().empty();
  if (isEmpty && root.isFirst) return {};
  const auto overrides = overridesLayer(stage);
  auto layers =
      overrides->pseudoRoot().field(fields::kSubLayers).valueOr(std::vector<std::string>());
  if (layers.size() > 1) {
    diagnostics.report(kCapsuleIncomplete, {},
                       "The sublayers of the session layer are not put into the capsule.");
  }
  layers = {"./" + root.path};
  LayerBuilder builder(*overrides);
  builder.setPrimField(LayerBuilder::kRoot, fields::kSubLayers, Value(std::move(layers)));
  builder.setPrimField(LayerBuilder::kRoot, fields::kSubLayerOffsets, Value());
  const std::string name = freeRootName(contents);
  const auto layer = builder.build({name});
  return PackagedFile{
      name, FileBytes::fromText(
                writeLayer(*layer, LayerFormat::Usda, stage.environment().fields(), diagnostics))};
}

}  // namespace

CapsuleContents capsuleFiles(const Stage& stage, double from, double to,
                             const std::set<std::string>& edited, Diagnostics& diagnostics,
                             const std::stop_token& stop) {
  UsedFiles used = usedFiles(stage, from, to, stop);
  if (stop.stop_requested()) return {};
  const std::string& root = stage.rootLayer()->identifier();
  const std::string rootFile = splitOuterPackage(root).package;
  const bool isInPackage = hasPackageExtension(rootFile);
  std::set<std::string> leftOut;
  Identifiers needed;
  LocalizeChoice choice;
  choice.takes = [&](const Dependency& dependency) {
    if (dependency.isFound) {
      needed.insert(dependency.identifier);
      // Several layers may need a texture, and only the first is known.
      return !dependency.layer || used.taken.contains(dependency.identifier);
    }
    return used.taken.contains(dependency.referrer);
  };
  choice.isEdited = [&](const Dependency& dependency) {
    return edited.contains(dependency.identifier);
  };
  choice.noteSkipped = [&](const Dependency& dependency, const std::string& name) {
    const PackagePathParts parts = splitOuterPackage(dependency.identifier);
    if (isInPackage && parts.package == rootFile) {
      used.leftOut.insert(dependency.identifier);
    } else {
      leftOut.insert(name);
    }
  };
  CapsuleContents contents;
  contents.files = localize(stage.layers(), root, evaluated, diagnostics, choice);
  if (contents.files.empty()) return contents;
  RootPlace place{.path = contents.files.front().name, .isFirst = true};
  if (isInPackage) {
    const PackagedRoot packaged = packagedRoot(root);
    std::string problem;
    const auto opened = Package::open(contents.files.front().bytes, problem);
    if (opened && unpackRoot(stage, *opened, packaged, used.leftOut, needed, edited, contents.files,
                             diagnostics)) {
      for (const std::string& identifier : used.leftOut) {
        const PackagePathParts parts = splitOuterPackage(identifier);
        if (parts.package != rootFile || parts.entry == contents.files.front().name) continue;
        // A package in the package is whole.
        if (opened->findEntry(parts.entry)) leftOut.insert(parts.entry);
      }
      place.path = contents.files.front().name + packaged.rest;
      place.isFirst = packaged.rest.empty();
    } else {
      place.path += root.substr(rootFile.size());
      const bool isDefault = opened && packaged.entry == opened->entries().front().name;
      place.isFirst = packaged.entry.empty() || (isDefault && packaged.rest.empty());
      reportWholePackage(stage, rootFile, edited, diagnostics);
    }
  }
  contents.leftOut.assign(leftOut.begin(), leftOut.end());
  if (auto session = sessionFile(stage, place, contents, diagnostics)) {
    contents.files.insert(contents.files.begin(), std::move(*session));
  }
  return contents;
}

}  // namespace usdscope
