// SPDX-License-Identifier: Apache-2.0
#include "engine/author/EditTarget.h"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <utility>
#include <vector>

#include "engine/compose/LayerStack.h"
#include "engine/compose/PrimIndex.h"
#include "engine/format/LayerCache.h"
#include "engine/format/SaveLayers.h"
#include "engine/stage/Property.h"

namespace usdscope {
namespace {

std::string fileName(const std::string& identifier) {
  return identifier.substr(identifier.find_last_of('/') + 1);
}

std::string layerText(const Stage& stage, const std::string& layer) {
  return layer == stage.sessionLayer()->identifier() ? "session layer" : fileName(layer);
}

EditTargetResult refusedTarget(std::string problem) {
  return {.target = std::nullopt, .problem = std::move(problem)};
}

// The first entry of a stack with a layer. A layer that is in a stack twice has the offset of this
// entry everywhere, as in OpenUSD.
const LayerStackEntry* findEntry(const LayerStack& stack, const std::string& layer) {
  const auto at = std::ranges::find_if(stack.entries(), [&](const LayerStackEntry& entry) {
    return entry.layer->identifier() == layer;
  });
  return at == stack.entries().end() ? nullptr : &*at;
}

std::string whyNotEditable(const Stage& stage, const std::string& layer) {
  // Layers without a file are edited in memory.
  if (layer.starts_with("anon:") || layer == stage.sessionLayer()->identifier()) return {};
  const std::string problem = whyNotWritable(layer);
  return problem.empty() ? problem
                         : fmt::format("'{}' cannot be edited. {}", fileName(layer), problem);
}

MapFunction withTime(const MapFunction& map, const LayerOffset& layer) {
  return map.withTimeOffset(compose(map.timeOffset(), layer));
}

// Adds a pair for a path with variant selections in place of other pairs of this kind.
MapFunction withVariants(const MapFunction& map, Path spec, Path stage) {
  std::vector<MapFunction::Pair> pairs;
  for (const MapFunction::Pair& pair : map.pairs()) {
    if (!pair.first.hasVariants()) pairs.push_back(pair);
  }
  if (map.hasRootIdentity()) pairs.emplace_back(Path::root(), Path::root());
  pairs.emplace_back(spec, stage);
  return MapFunction::make(std::move(pairs), map.timeOffset());
}

}  // namespace

EditTarget::EditTarget(std::string layer, MapFunction stageFromSpec, std::string text)
    : layer_(std::move(layer)), stageFromSpec_(stageFromSpec), text_(std::move(text)) {}

EditTarget EditTarget::session(const Stage& stage) {
  const std::string& layer = stage.sessionLayer()->identifier();
  EditTargetResult result = localLayer(stage, layer);
  if (result.target) return *std::move(result.target);
  return {layer, MapFunction::identity(), layerText(stage, layer)};
}

EditTargetResult EditTarget::localLayer(const Stage& stage, const std::string& layer) {
  const LayerStackEntry* const entry = findEntry(*stage.rootLayerStack(), layer);
  if (!entry) {
    return refusedTarget(
        fmt::format("'{}' is not in the root layer stack of the stage, or it is muted; edits of "
                    "the stage can be written to the layers of this stack.",
                    fileName(layer)));
  }
  if (std::string problem = whyNotEditable(stage, layer); !problem.empty()) {
    return refusedTarget(std::move(problem));
  }
  if (!entry->offset.inverse()) {
    return refusedTarget(
        fmt::format("The time offset of '{}' cannot be inverted.", fileName(layer)));
  }
  return {.target = EditTarget(layer, withTime(MapFunction::identity(), entry->offset),
                               layerText(stage, layer)),
          .problem = {}};
}

EditTargetResult EditTarget::variant(const Prim& prim, const std::string& set,
                                     const EditTarget& outer) {
  const std::vector<VariantSet> sets = prim.variantSets();
  const auto found = std::ranges::find(sets, set, &VariantSet::name);
  const std::string place = fmt::format("<{}>", prim.path().text());
  if (found == sets.end()) {
    return refusedTarget(fmt::format("{} has no variant set '{}'.", place, set));
  }
  if (found->selection.empty()) {
    return refusedTarget(fmt::format(
        "No variant of the set '{}' of {} is selected; edits go into the selected variant.", set,
        place));
  }
  const Path spec = outer.specPath(prim.path());
  if (!spec.isPrim() && !spec.isVariant()) {
    return refusedTarget(fmt::format("{} lies outside of {}.", place, outer.text()));
  }
  const Path variant = spec.variant(Token(set), Token(found->selection));
  if (variant.isEmpty()) return refusedTarget(fmt::format("The path of {} is too deep.", place));
  return {
      .target = EditTarget(outer.layer(), withVariants(outer.stageFromSpec(), variant, prim.path()),
                           fmt::format("{{{}={}}} of {} in {}", set, found->selection, place,
                                       layerText(prim.stage(), outer.layer()))),
      .problem = {}};
}

EditTargetResult EditTarget::nestedVariant(const Prim& prim, const std::string& set,
                                           const EditTarget& local) {
  // Nodes are in order of strength.
  Path authored;
  for (const PrimIndexNode& node : prim.index().nodes()) {
    if (!node.path.isVariant() || node.path.name() != Token(set)) continue;
    authored = node.path;
    break;
  }
  // The containing variants with their prims on the stage, innermost first.
  std::vector<std::pair<Prim, std::string>> containing;
  Prim at = prim;
  for (Path up = authored.parent(); at && !at.isPseudoRoot() && up.depth() > 0; up = up.parent()) {
    if (up.isVariant()) {
      containing.emplace_back(at, up.name().string());
    } else {
      at = at.parent();
    }
  }
  EditTarget outer = local;
  for (const auto& [owner, name] : containing | std::views::reverse) {
    // Above a reference, the site of the node is not that of the stage's ancestors.
    const EditTargetResult inner = variant(owner, name, outer);
    if (inner.target) outer = *inner.target;
  }
  return variant(prim, set, outer);
}

EditTargetResult EditTarget::node(const Prim& prim, std::uint32_t node, const std::string& layer) {
  const Stage& stage = prim.stage();
  const std::string place = fmt::format("<{}>", prim.path().text());
  if (prim.isInstanceProxy() || prim.isInPrototype()) {
    return refusedTarget(fmt::format(
        "{} belongs to an instance; its nodes are those of all instances. Turn off instanceable "
        "on the instance to edit it alone.",
        place));
  }
  const auto nodes = prim.index().nodes();
  if (node >= nodes.size()) return refusedTarget(fmt::format("{} has no such node.", place));
  const PrimIndexNode& site = nodes[node];
  const LayerStackEntry* const entry = findEntry(*site.layerStack, layer);
  if (!entry) {
    return refusedTarget(
        fmt::format("'{}' is not in the layer stack of <{}>.", fileName(layer), site.path.text()));
  }
  if (site.isInert) {
    return refusedTarget(
        fmt::format("The node <{}> contributes no opinions to {}, so edits would have no effect.",
                    site.path.text(), place));
  }
  if (std::string problem = whyNotEditable(stage, layer); !problem.empty()) {
    return refusedTarget(std::move(problem));
  }
  MapFunction map = withTime(site.rootFromNode, entry->offset);
  if (!map.timeOffset().inverse()) {
    return refusedTarget(
        fmt::format("The time offset of '{}' cannot be inverted.", fileName(layer)));
  }
  if (site.path.hasVariants()) {
    const Path onStage = site.rootFromNode.targetFromSource(site.path.withoutVariants());
    if (!onStage.isEmpty()) map = withVariants(map, site.path, onStage);
  }
  return {.target = EditTarget(
              layer, map, fmt::format("<{}> in {}", site.path.text(), layerText(stage, layer))),
          .problem = {}};
}

std::shared_ptr<const Layer> editableLayer(const Stage& stage, const std::string& layer) {
  if (layer == stage.sessionLayer()->identifier()) return stage.sessionLayer();
  const auto opened = stage.layers().find(layer);
  return opened ? opened->layer : nullptr;
}

}  // namespace usdscope
