// SPDX-License-Identifier: Apache-2.0
#include "engine/author/CapsuleFiles.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

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

void addClips(const ClipSet& set, double from, double to, Identifiers& taken,
              const std::stop_token& stop) {
  const auto add = [&](const std::shared_ptr<const Layer>& layer) {
    if (layer) taken.insert(layer->identifier());
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
  for (std::size_t i = begin; i < end && !stop.stop_requested(); ++i) add(set.layerOf(i));
}

Identifiers usedFiles(const Stage& stage, double from, double to, const std::stop_token& stop) {
  Identifiers taken;
  for (const auto& layer : stage.usedLayers()) taken.insert(layer->identifier());
  // Muted layers elsewhere get other names, so that they could not be muted in the capsule.
  const std::string folder(folderOf(stage.rootLayer()->identifier()));
  for (const std::string& muted : stage.request().mutedLayers) {
    if (muted.starts_with(folder)) taken.insert(muted);
  }
  std::unordered_set<const ClipSet*> seen;
  const auto visit = [&](const Prim& prim) {
    if (stop.stop_requested()) return false;
    if (!prim.mayHaveClips()) return true;
    for (const auto& set : *stage.clipSets(prim)) {
      if (seen.insert(set.get()).second) addClips(*set, from, to, taken, stop);
    }
    return true;
  };
  PrimFilter filter = PrimFilter::all();
  filter.instanceProxies = false;
  traverse(stage.pseudoRoot(), filter, visit);
  for (const Prim& prototype : stage.prototypes()) traverse(prototype, filter, visit);
  return taken;
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

std::vector<PackagedFile> capsuleFiles(const Stage& stage, double from, double to,
                                       const std::set<std::string>& edited,
                                       Diagnostics& diagnostics, const std::stop_token& stop) {
  const Identifiers taken = usedFiles(stage, from, to, stop);
  if (stop.stop_requested()) return {};
  LocalizeChoice choice;
  choice.takes = [&](const Dependency& dependency) {
    // Several layers may need a texture, and only the first is known.
    if (dependency.isFound) return !dependency.layer || taken.contains(dependency.identifier);
    return taken.contains(dependency.referrer);
  };
  choice.isEdited = [&](const Dependency& dependency) {
    return edited.contains(dependency.identifier);
  };
  auto files =
      localize(stage.layers(), stage.rootLayer()->identifier(), evaluated, diagnostics, choice);
  if (files.empty()) return files;
  if (auto session = sessionFile(stage, files.front().name, diagnostics)) {
    files.insert(files.begin(), std::move(*session));
  }
  return files;
}

}  // namespace usdscope
