// SPDX-License-Identifier: Apache-2.0
#include "engine/author/CapsuleFiles.h"

#include <algorithm>
#include <iterator>
#include <optional>
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
  const std::string folder(folderOf(stage.rootLayer()->identifier()));
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

// Replaces the package with the root layer, which is the first file, by its entries without those
// in `leftOut`.
void unpackRoot(const Stage& stage, const std::string& package, const Identifiers& leftOut,
                const std::set<std::string>& edited, std::vector<PackagedFile>& files,
                Diagnostics& diagnostics) {
  std::string problem;
  const auto opened = Package::open(files.front().bytes, problem);
  if (!opened) return;
  std::vector<PackagedFile> entries;
  for (const PackageEntry& entry : opened->entries()) {
    const std::string identifier = joinPackagePath(package, entry.name);
    if (leftOut.contains(identifier) || describesCapsule(entry.name)) continue;
    if (!entry.problem.empty()) {
      diagnostics.report(kCapsuleIncomplete, {.layer = identifier}, std::string(entry.problem));
      continue;
    }
    PackagedFile& file = entries.emplace_back(std::string(entry.name), opened->bytes(entry));
    const auto format = detectLayerFormat(file.bytes.text());
    const bool isWritable = format == LayerFormat::Usda || format == LayerFormat::Usdc;
    if (!isWritable || !edited.contains(identifier)) continue;
    for (const auto& layer : stage.usedLayers()) {
      if (layer->identifier() != identifier) continue;
      file.bytes = FileBytes::fromText(
          writeLayer(*layer, *format, stage.environment().fields(), diagnostics));
    }
  }
  if (entries.empty()) return;
  files.erase(files.begin());
  files.insert(files.begin(), std::make_move_iterator(entries.begin()),
               std::make_move_iterator(entries.end()));
}

// Returns the session layer as a layer over the root layer, whose name in the capsule is
// `rootName`; nothing if the session layer is empty.
std::optional<PackagedFile> sessionFile(const Stage& stage, const std::string& rootName,
                                        Diagnostics& diagnostics) {
  const Layer& session = *stage.sessionLayer();
  if (session.primRowCount() <= 1 && session.pseudoRoot().fieldNames().empty()) return {};
  const auto overrides = overridesLayer(stage);
  auto layers =
      overrides->pseudoRoot().field(fields::kSubLayers).valueOr(std::vector<std::string>());
  if (layers.size() > 1) {
    diagnostics.report(kCapsuleIncomplete, {},
                       "The sublayers of the session layer are not put into the capsule.");
  }
  layers = {"./" + rootName};
  LayerBuilder builder(*overrides);
  builder.setPrimField(LayerBuilder::kRoot, fields::kSubLayers, Value(std::move(layers)));
  builder.setPrimField(LayerBuilder::kRoot, fields::kSubLayerOffsets, Value());
  const auto layer = builder.build({std::string(kCapsuleRoot)});
  return PackagedFile{std::string(kCapsuleRoot),
                      FileBytes::fromText(writeLayer(*layer, LayerFormat::Usda,
                                                     stage.environment().fields(), diagnostics))};
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
  LocalizeChoice choice;
  choice.takes = [&](const Dependency& dependency) {
    // Several layers may need a texture, and only the first is known.
    if (dependency.isFound) {
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
  if (isInPackage) {
    unpackRoot(stage, rootFile, used.leftOut, edited, contents.files, diagnostics);
    for (const std::string& identifier : used.leftOut) {
      const PackagePathParts parts = splitOuterPackage(identifier);
      if (parts.package == rootFile) leftOut.insert(parts.entry);
    }
  }
  contents.leftOut.assign(leftOut.begin(), leftOut.end());
  if (auto session = sessionFile(stage, contents.files.front().name, diagnostics)) {
    contents.files.insert(contents.files.begin(), std::move(*session));
  }
  return contents;
}

}  // namespace usdscope
