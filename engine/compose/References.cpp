// SPDX-License-Identifier: Apache-2.0

// References and payloads: arcs to other files, or to other prims of the same layer stack.

#include "engine/compose/RateOffset.h"
#include "engine/compose/detail/ArcTasks.h"
#include "engine/compose/detail/ComposeSite.h"
#include "engine/compose/detail/LayerMetadata.h"
#include "engine/compose/detail/NodePaths.h"

namespace usdscope::detail {
namespace {

std::string targetText(const AssetArc& arc) {
  std::string text = arc.assetPath.empty() ? "" : "@" + arc.assetPath + "@";
  if (!arc.primPath.isEmpty()) text += "<" + arc.primPath.text() + ">";
  return text.empty() ? "<>" : text;
}

std::string_view nameOfArc(ArcType type) {
  return type == ArcType::Payload ? "payload" : "reference";
}

/// The layer stack to which an arc leads, and its root layer. Null after an error, which has been
/// reported.
struct Target {
  const LayerStack* stack = nullptr;
  const Layer* layer = nullptr;
};

Target openTarget(const AssetArc& arc, ArcType type, const Site& site, PrimIndexBuilder& builder) {
  if (arc.assetPath.empty()) return {site.layerStack, site.layerStack->rootLayer().get()};
  LayerStackCache& stacks = *builder.context().layerStacks;
  const FoundLayer found = stacks.opener().openIdentifier(arc.identifier);
  if (!found.layer) builder.noteMissing(arc.identifier);
  if (found.isMuted) {
    builder.report(faults::kMutedLayer, site, arc.source->layer.get(),
                   {nameOfArc(type), targetText(arc)});
    return {};
  }
  if (!found.layer) {
    builder.report(faults::kUnreadableLayer, site, arc.source->layer.get(),
                   {nameOfArc(type), targetText(arc), found.problem});
    return {};
  }
  return {stacks.findOrBuild(found.layer, *site.layerStack), found.layer.get()};
}

bool isValidTargetPath(Path path) {
  return path.isEmpty() || (path.isPrim() && !path.hasVariants());
}

AuthoredArc authoredArcOf(const AssetArc& arc, const LayerStack& stack) {
  Diagnostics unusable;
  const LayerOffset offset = validOrIdentity(arc.offset, {}, unusable);
  return {.entry = static_cast<std::uint32_t>(arc.source - stack.entries().data()),
          .offset = offset,
          .isInternal = arc.assetPath.empty(),
          .isValid = unusable.isEmpty()};
}

/// Maps the time of the target's stack to that of the site's stack, without their rates.
LayerOffset arcOffset(const AssetArc& arc, ArcType type, const Site& site,
                      PrimIndexBuilder& builder) {
  const AuthoredArc authored = authoredArcOf(arc, *site.layerStack);
  if (authored.isValid) {
    return authored.startsInLayer() ? compose(arc.source->offset, authored.offset)
                                    : authored.offset;
  }
  builder.report(faults::kArcOffset, site, arc.source->layer.get(),
                 {nameOfArc(type), targetText(arc)});
  return {};
}

void addAssetArc(NodeIndex node, const AssetArc& arc, std::size_t number, ArcType type,
                 Path introducedAt, PrimIndexBuilder& builder) {
  const Site site = builder.graph().site(node);
  const Layer& source = *arc.source->layer;
  const bool isInternal = arc.assetPath.empty();
  const bool isValid = isValidTargetPath(arc.primPath);
  if (!isValid) {
    builder.report(faults::kArcTarget, site, &source, {nameOfArc(type), targetText(arc)});
  }
  LayerOffset offset = arcOffset(arc, type, site, builder);
  if (!isValid) return;
  const Target target = openTarget(arc, type, site, builder);
  if (!target.stack) return;
  if (!isInternal) {
    offset = offsetAtRates(offset, timeCodesPerSecond(source), target.stack->timeCodesPerSecond());
  }

  ArcOptions options;
  Path primPath = arc.primPath.isEmpty() ? defaultPrimPath(*target.layer) : arc.primPath;
  if (primPath.isEmpty()) {
    builder.report(faults::kNoDefaultPrim, site, &source, {nameOfArc(type), targetText(arc)});
    // Adds a placeholder node, so that explanations can show the arc.
    primPath = Path::root();
    options.nodeContributes = false;
  }
  if (introducedAt != site.path) primPath = site.path.withPrefixReplaced(introducedAt, primPath);
  options.withAncestors = !(primPath.isPrim() && primPath.depth() == 1);

  // Paths outside of the two prims do not map, except within one layer stack.
  const MapFunction map =
      arcMap(primPath, site, offset, isInternal, builder.context().layerStacks->relocatedMaps());
  builder.addArc({.type = type,
                  .parent = node,
                  .origin = node,
                  .parentFromNode = map,
                  .siblingNumber = static_cast<std::uint16_t>(number),
                  .namespaceDepth = static_cast<std::uint16_t>(namespaceDepth(introducedAt))},
                 {target.stack, primPath}, options);
}

void addAssetArcs(NodeIndex node, const std::vector<AssetArc>& arcs, ArcType type,
                  Path introducedAt, PrimIndexBuilder& builder) {
  constexpr std::size_t kMaxArcs = 65535;
  if (arcs.size() > kMaxArcs) {
    builder.report(faults::kTooManyArcs, builder.graph().site(node));
  }
  for (std::size_t i = 0; i < arcs.size() && i < kMaxArcs; ++i) {
    addAssetArc(node, arcs[i], i, type, introducedAt, builder);
  }
}

/// Maps a path without the root identity of internal arcs.
Path mapWithoutIdentity(const MapFunction& map, ArcType arc, Path path) {
  const bool isAssetArc = arc == ArcType::Reference || arc == ArcType::Payload;
  return (isAssetArc ? map.withoutRootIdentity() : map).targetFromSource(path);
}

Path pathAtGraphRoot(const Graph& graph, NodeIndex node, Path path) {
  const MapFunction& map = graph[node].rootFromNode;
  Path mapped = map.targetFromSource(path);
  if (mapped != path || !map.hasRootIdentity()) return mapped;
  for (; !mapped.isEmpty() && node != 0; node = graph[node].parent) {
    mapped = mapWithoutIdentity(graph[node].parentFromNode, graph[node].arc, mapped);
  }
  return mapped;
}

/// The stage path whose load rules apply to the payloads of a node; empty when the node does not
/// map to the stage.
Path payloadPath(NodeIndex node, const PrimIndexBuilder& builder) {
  const Graph& graph = builder.graph();
  Path path = pathAtGraphRoot(graph, node, graph[node].path.withoutVariants());
  for (const auto* frame = builder.frame(); frame && !path.isEmpty();
       frame = frame->outer->frame()) {
    path = mapWithoutIdentity(frame->parentFromNode, frame->arc, path);
    path = pathAtGraphRoot(frame->outer->graph(), frame->parent, path);
  }
  return path;
}

}  // namespace

MapFunction arcMap(Path source, const Site& site, const LayerOffset& offset, bool withRootIdentity,
                   RelocatedMaps& relocatedMaps) {
  const MapFunction::Pair pair(source, site.path.withoutVariants());
  if (!site.layerStack->relocates().isEmpty()) {
    const MapFunction map = MapFunction::make({pair}, offset);
    return relocatedMaps.find(*site.layerStack, pair.second, map, withRootIdentity);
  }
  if (!withRootIdentity) return MapFunction::make({pair}, offset);
  return MapFunction::make({{Path::root(), Path::root()}, pair}, offset);
}

void addReferences(NodeIndex node, PrimIndexBuilder& builder) {
  if (!builder.graph()[node].isLive()) return;
  const Site site = builder.graph().site(node);
  std::vector<CompositionError> errors;
  const auto arcs = composeAssetArcs(*site.layerStack, site.path, fields::kReferences,
                                     builder.context().layerStacks->opener(), errors);
  builder.append(errors);
  addAssetArcs(node, arcs, ArcType::Reference, site.path, builder);
}

void addPayloads(NodeIndex node, PrimIndexBuilder& builder) {
  if (!builder.graph()[node].isLive()) return;
  const Site site = builder.graph().site(node);
  std::vector<CompositionError> errors;
  const auto arcs = composeAssetArcs(*site.layerStack, site.path, fields::kPayload,
                                     builder.context().layerStacks->opener(), errors);
  builder.append(errors);
  builder.append(errors);  // OpenUSD composes payloads, and reports this, twice.
  if (arcs.empty()) return;
  builder.setHasPayloads();

  // A site without a stage path has no load rule, so it is always loaded.
  const Path loadPath = payloadPath(node, builder);
  if (!loadPath.isEmpty()) {
    const auto& includes = builder.context().request.includesPayload;
    const bool isIncluded = !includes || includes(loadPath);
    builder.setPayloadsIncluded(isIncluded);
    if (!isIncluded) return;
  }
  addAssetArcs(node, arcs, ArcType::Payload, site.path, builder);
}

void checkTargetExists(NodeIndex node, PrimIndexBuilder& builder) {
  const Graph& graph = builder.graph();
  const bool isDirect = graph.depthBelowIntroduction(node) == 0;
  for (NodeIndex below = node; below != kNoNode; below = graph.nextInSubtree(below, node)) {
    const bool hasSpecs =
        isDirect ? graph[below].hasSpecs
                 : graph[below].layerStack->hasPrimSpec(graph.pathAtIntroduction(below));
    if (hasSpecs) return;
  }
  const Path target = graph.pathAtIntroduction(node);
  const NodeIndex parent = graph[node].parent;
  const Path introducedAt = ancestorPath(graph[parent].path, graph.depthBelowIntroduction(node));
  builder.report(faults::kNoTargetPrim, {graph[parent].layerStack, introducedAt}, nullptr,
                 {nameOfArc(graph[node].arc), target.text(),
                  graph[node].layerStack->rootLayer()->identifier()});
}

}  // namespace usdscope::detail

namespace usdscope {

std::optional<AuthoredArc> PrimIndex::authoredArc(std::uint32_t node) const {
  const PrimIndexNode& target = nodes_[node];
  const bool isPayload = target.arc == ArcType::Payload;
  if (!isPayload && target.arc != ArcType::Reference) return std::nullopt;
  const LayerStack& stack = *nodes_[target.parent].layerStack;
  std::vector<CompositionError> known;
  const auto arcs = detail::composeAssetArcs(stack, introPath(node),
                                             isPayload ? fields::kPayload : fields::kReferences,
                                             layerStacks_->opener(), known);
  if (target.siblingNumber >= arcs.size()) return std::nullopt;
  return detail::authoredArcOf(arcs[target.siblingNumber], stack);
}

}  // namespace usdscope
