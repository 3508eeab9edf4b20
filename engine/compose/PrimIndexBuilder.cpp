// SPDX-License-Identifier: Apache-2.0
#include "engine/compose/detail/PrimIndexBuilder.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "engine/compose/detail/ArcTasks.h"
#include "engine/compose/detail/ComposeSite.h"

namespace usdscope {

using detail::Arc;
using detail::ArcMask;
using detail::Graph;
using detail::kNoNode;
using detail::Site;
using detail::Task;
using detail::TaskKind;

namespace {

/// Builders are nested if arcs to sub-root prims lead to further such arcs. No real scene nests
/// them nearly as deep as this limit.
constexpr int kMaxFrameDepth = 200;
/// The number of visits to nodes that all builders of one prim index may make together. It limits
/// the time, because a task may visit all nodes of its graph. Real prims need far fewer visits, and
/// so do random scenes that OpenUSD can compose (2^22).
constexpr std::size_t kMaxNodesVisited = std::size_t{1} << 24;

void removeDuplicates(std::vector<CompositionInput>& inputs) {
  std::ranges::sort(inputs);
  inputs.erase(std::ranges::unique(inputs).begin(), inputs.end());
}

}  // namespace

PrimIndexBuilder::PrimIndexBuilder(const ComposeContext& context, Path rootPath, Graph graph,
                                   const Frame* frame)
    : context_(context),
      rootPath_(rootPath),
      graph_(std::move(graph)),
      tasks_(graph_),
      frame_(frame) {}

std::shared_ptr<const PrimIndex> PrimIndexBuilder::buildRoot(const ComposeContext& context) {
  const Site site{context.layerStacks->root(), Path::root()};
  PrimIndexBuilder builder(context, site.path, Graph(site), nullptr);
  builder.graph_[0].hasSpecs = site.layerStack->hasPrimSpec(site.path);
  return builder.finish(site.path);
}

std::shared_ptr<const PrimIndex> PrimIndexBuilder::buildChild(const ComposeContext& context,
                                                              const PrimIndex& parent, Token name) {
  const Path path = parent.path().child(name);
  const auto index = buildOrShareChild(context, parent, name);
  return index->path() == path ? index : copyFor(path, *index);
}

std::shared_ptr<const PrimIndex> PrimIndexBuilder::buildOrShareChild(const ComposeContext& context,
                                                                     const PrimIndex& parent,
                                                                     Token name) {
  const Path path = parent.path().child(name);
  if (auto plain = buildWithoutArcs(context, parent, path)) return plain;
  auto arcs = detail::findOwnArcs(parent, path);
  if (arcs) {
    if (auto other = context.indexesByArcs->find(*arcs, path)) return other;
  }
  PrimIndexBuilder builder(context, path, Graph(parent.nodes()), nullptr);
  builder.descend(path, parent.isInstanceable());
  if (!builder.elideIfProhibited()) builder.runTasks();
  auto index = builder.finish(path);
  if (arcs) context.indexesByArcs->add(*arcs, index);
  return index;
}

/// Builds the graph of any site from scratch: from the root, or the innermost variant, down to it.
void PrimIndexBuilder::buildSite(const Site& site, bool rootContributes) {
  std::vector<Path> below;
  Path base = site.path;
  for (; !base.isRoot() && !base.isVariant(); base = base.parent()) below.push_back(base);

  // The ancestors of a variant were composed when its variant set was found.
  graph_ = Graph(Site{site.layerStack, base});
  graph_[0].hasSpecs = site.layerStack->hasPrimSpec(base);
  if (base.isVariant()) {
    if (below.empty() && !rootContributes) graph_.setInert(0, true);
    runTasks();
  }
  for (auto path = below.rbegin(); path != below.rend() && !isExhausted(); ++path) {
    graph_.countVisits(graph_.size() + inputs_.size());
    descend(*path, isInstanceOfRoot(path->parent()) ||
                       detail::isInstanceable(graph_, detail::SharedBy::OwnArc));
    if (*path == site.path && !rootContributes) graph_.setInert(0, true);
    if (!elideIfProhibited()) runTasks();
  }
}

/// Whether `path` is the path of the instance above the prim for which the outermost builder makes
/// an index. This builder's graph may not show this, because it omits arcs to sites that are in the
/// outer graphs already.
bool PrimIndexBuilder::isInstanceOfRoot(Path path) const {
  const PrimIndexBuilder* outermost = this;
  while (outermost->frame_) outermost = outermost->frame_->outer;
  const auto& root = outermost->graph_[0];
  if (root.layerStack != graph_[0].layerStack || root.restrictedDepth == 0) return false;
  return path.depth() == root.restrictedDepth && rootPath_.hasPrefix(path);
}

/// Turns the graph of a prim into the initial graph of its child.
void PrimIndexBuilder::descend(Path childPath, bool isInstance) {
  if (isInstance) {
    detail::disableUnsharedNodes(graph_,
                                 frame_ ? detail::SharedBy::OwnArc : detail::SharedBy::AnyArc);
  }
  graph_.appendChild(childPath.parent(), childPath);
  for (CompositionInput& input : inputs_) input.path = input.path.child(childPath.name());
  hasPayloads_ = false;
  payloadsIncluded_ = false;
  for (detail::NodeIndex i = 0; i < graph_.size(); ++i) {
    auto& node = graph_[i];
    node.hasSpecs = node.hasSpecs && node.layerStack->hasPrimSpec(node.path);
    node.isDueToAncestor = i != 0;
  }
}

/// If the site is relocated elsewhere, it and all its arcs are ignored at its old path.
bool PrimIndexBuilder::elideIfProhibited() {
  for (detail::NodeIndex node = 0; node != kNoNode;) {
    const auto& at = graph_[node];
    if (at.isLive() && at.layerStack->relocates().findBySource(at.path)) {
      if (frame_) {
        report(faults::kRelocatedTarget, frame_->outer->graph_.site(frame_->parent), nullptr,
               {frame_->requested.path.text(), at.path.text()});
      }
      graph_.setInert(0, true);
      for (const auto child : graph_.children(0)) detail::elideSubtree(graph_, child);
      return true;
    }
    node = graph_.nextInSubtree(node, 0, /*skipChildren=*/at.isCulled);
  }
  return false;
}

void PrimIndexBuilder::runTasks() {
  addTasksBelow(0, {}, /*isNew=*/false);
  while (!tasks_.isEmpty()) {
    // Operations on paths visit every element.
    graph_.countVisits(graph_.size() * (1 + rootPath_.depth() / 16));
    if (isExhausted()) return;
    runTask(tasks_.takeNext());
  }
}

/// Whether nodes were visited too often, which is reported.
bool PrimIndexBuilder::isExhausted() {
  std::size_t& visitedCount = frame_ ? *frame_->nodesVisited : nodesVisited_;
  visitedCount += graph_.takeVisitCount();
  if (visitedCount <= kMaxNodesVisited) return false;
  report(faults::kTooManyVisits, graph_.site(0));
  return true;
}

void PrimIndexBuilder::runTask(const Task& task) {
  switch (task.kind) {
    case TaskKind::Relocation:
      return detail::addRelocation(task.node, *this);
    case TaskKind::ImpliedRelocation:
      return detail::addImpliedRelocation(task.node, *this);
    case TaskKind::References:
      return detail::addReferences(task.node, *this);
    case TaskKind::Payloads:
      return detail::addPayloads(task.node, *this);
    case TaskKind::Inherits:
      return detail::addInherits(task.node, *this);
    case TaskKind::ImpliedClasses:
      return detail::addImpliedClasses(task.node, *this);
    case TaskKind::Specializes:
      return detail::addSpecializes(task.node, *this);
    case TaskKind::PropagatedSpecializes:
      return detail::propagateSpecializes(task.node, *this);
    case TaskKind::AncestralVariantSets:
      return detail::addAncestralVariantSets(task.node, *this);
    case TaskKind::VariantSets:
      return detail::addVariantSets(task.node, *this);
    case TaskKind::AncestralVariantAuthored:
    case TaskKind::VariantAuthored:
      return detail::addAuthoredVariant(task, *this);
    case TaskKind::AncestralVariantFallback:
    case TaskKind::VariantFallback:
      return detail::addFallbackVariant(task, *this);
    case TaskKind::AncestralVariantNone:
    case TaskKind::VariantNone:
      return;  // Only waits for retryVariants().
    case TaskKind::TargetExists:
      return detail::checkTargetExists(task.node, *this);
  }
}

detail::NodeIndex PrimIndexBuilder::addArc(const Arc& arc, const Site& site,
                                           const ArcOptions& given) {
  ArcOptions options = given;
  if (arc.type != ArcType::Variant) noteInput(site);
  if (hasCycle(arc.parent, arc.origin, arc.type, site)) {
    reportCycle(arc.parent, arc.type, site);
    return kNoNode;
  }
  if (frame_) options.skipDuplicates = options.skipDuplicates || frame_->skipDuplicates;
  if (options.skipDuplicates) {
    graph_.countVisits(graph_.size());
    if (hasDuplicate(arc.parent, site)) return kNoNode;
  }
  if (isExhausted()) return kNoNode;

  NodeIndex node = kNoNode;
  if (options.withAncestors) {
    node = addSubgraph(arc, site, options);
  } else {
    node = graph_.insert(site, arc);
    if (node != kNoNode) {
      if (!options.nodeContributes || options.isPlaceholder) {
        graph_.setInert(node, true);
        // The node contributes neither to this prim nor to any ancestor.
        graph_[node].restrictedDepth = 1;
      }
      graph_[node].hasSpecs = site.layerStack->hasPrimSpec(site.path);
    }
  }
  if (node == kNoNode) {
    report(faults::kTooManySites, graph_.site(arc.parent));
    return kNoNode;
  }

  if (options.copiesOrigin) graph_[node].isDueToAncestor = graph_[arc.origin].isDueToAncestor;
  if (!options.isPlaceholder) addTasksForNewNode(node, options);
  // A placeholder for a missing default prim.
  if (graph_[node].path.isRoot()) graph_.setInertBelow(node);
  return node;
}

detail::NodeIndex PrimIndexBuilder::addSubgraph(const Arc& arc, const Site& site,
                                                const ArcOptions& options) {
  const Frame frame{.outer = this,
                    .requested = site,
                    .parent = arc.parent,
                    .arc = arc.type,
                    .parentFromNode = arc.parentFromNode,
                    .skipDuplicates = options.skipDuplicates,
                    .depth = frame_ ? frame_->depth + 1 : 1,
                    .nodesVisited = frame_ ? frame_->nodesVisited : &nodesVisited_};
  if (frame.depth > kMaxFrameDepth) return kNoNode;
  PrimIndexBuilder inner(context_, rootPath_, Graph(site), &frame);
  inner.buildSite(site, options.nodeContributes);
  inputs_.insert(inputs_.end(), inner.inputs_.begin(), inner.inputs_.end());
  if (inputs_.size() > mostInputs_) {
    removeDuplicates(inputs_);
    mostInputs_ = std::max(mostInputs_, 2 * inputs_.size());
  }
  missingLayers_.insert(missingLayers_.end(), inner.missingLayers_.begin(),
                        inner.missingLayers_.end());
  hasSubgraphs_ = true;
  const NodeIndex node = graph_.insert(inner.graph_, arc);
  if (node == kNoNode) return kNoNode;
  append(inner.errors_);
  hasPayloads_ = hasPayloads_ || inner.hasPayloads_;
  payloadsIncluded_ = payloadsIncluded_ || inner.payloadsIncluded_;
  return node;
}

void PrimIndexBuilder::addTasksForNewNode(NodeIndex node, const ArcOptions& options) {
  if (detail::isClassBased(graph_[node].arc)) {
    tasks_.add(
        {.kind = TaskKind::ImpliedClasses, .node = detail::impliedClassesStart(graph_, node)});
  } else if (detail::hasClassBasedChild(graph_, node)) {
    tasks_.add({.kind = TaskKind::ImpliedClasses, .node = node});
  }
  // Inner builders do not propagate specializes.
  if (!frame_ && options.withAncestors && detail::hasSpecializesBelow(graph_, node)) {
    tasks_.add({.kind = TaskKind::PropagatedSpecializes, .node = node});
  }
  addTasksBelow(node, options, /*isNew=*/true);
}

void PrimIndexBuilder::addTasksBelow(NodeIndex top, const ArcOptions& options, bool isNew) {
  for (NodeIndex node = top; node != kNoNode; node = graph_.nextInSubtree(node, top)) {
    graph_.countVisits(1 + graph_[node].path.depth());
    addTasksOf(node, options, isNew);
  }
}

void PrimIndexBuilder::addTasksOf(NodeIndex node, const ArcOptions& options, bool isNew) {
  const auto& at = graph_[node];
  const auto add = [&](TaskKind kind) { tasks_.add({.kind = kind, .node = node}); };
  const ArcMask arcs = detail::authoredArcs(at);

  // Only the outermost builder handles variants and tasks that need the complete graph.
  if (!frame_) {
    if (isNew && (at.arc == ArcType::Reference || at.arc == ArcType::Payload)) {
      add(TaskKind::TargetExists);
    }
    if (arcs.variants) add(TaskKind::VariantSets);
  }
  if (!frame_ && options.withAncestors && detail::hasAncestralVariantSets(at)) {
    add(TaskKind::AncestralVariantSets);
  }
  // An inner builder has followed the arcs of these sites, but no variants.
  if (!options.withAncestors) {
    if (arcs.specializes) add(TaskKind::Specializes);
    if (arcs.inherits) add(TaskKind::Inherits);
    if (arcs.payloads) add(TaskKind::Payloads);
    if (arcs.references) add(TaskKind::References);
    if (at.isLive() && !at.layerStack->relocates().isEmpty()) add(TaskKind::Relocation);
  }
  if (at.arc == ArcType::Relocate) add(TaskKind::ImpliedRelocation);
}

void PrimIndexBuilder::report(const CompositionFault& fault, const Site& site, const Layer* layer,
                              std::initializer_list<std::string_view> names) {
  if (!layer) layer = site.layerStack->rootLayer().get();
  append({{.kind = fault.kind,
           .site = {.layer = layer->identifier(), .path = site.path.text()},
           .rootPath = rootPath_,
           .message = messageOf(fault, names)}});
}

void PrimIndexBuilder::append(const std::vector<CompositionError>& errors) {
  for (const CompositionError& error : errors) {
    const bool isListedOnce = error.kind == CompositionErrorKind::IndexCapacityExceeded;
    const bool isKnown =
        isListedOnce && std::any_of(errors_.begin(), errors_.end(),
                                    [&](const auto& known) { return known.kind == error.kind; });
    if (!isKnown) errors_.push_back(error);
  }
}

std::shared_ptr<const PrimIndex> PrimIndexBuilder::finish(Path path) {
  detail::cullNodesWithoutOpinions(graph_, context_.layerStacks->mayHaveClips());
  const bool isInstanceable = detail::isInstanceable(graph_, detail::SharedBy::AnyArc);
  const auto nodes = graph_.finish();
  const auto index = std::make_shared<PrimIndex>();
  index->isInstanceable_ = isInstanceable;
  index->setNodes(nodes);
  assert(index->path() == path);
  // Variant selections for ancestors of a subgraph's target may be authored on ancestors of this
  // prim, too.
  if (hasSubgraphs_) inputs_.push_back({0, rootPath_});
  if (!errors_.empty() || !inputs_.empty()) {
    for (CompositionError& error : errors_) error.rootPath = path;
    removeDuplicates(inputs_);
    inputs_.shrink_to_fit();
    index->notes_ = std::make_unique<const PrimIndex::Notes>(
        PrimIndex::Notes{std::move(errors_), std::move(inputs_), std::move(missingLayers_)});
  }
  index->layerStacks_ = context_.layerStacks;
  index->visitCountLog2_ = static_cast<std::uint8_t>(std::bit_width(nodesVisited_));
  index->hasPayloads_ = hasPayloads_;
  index->payloadsIncluded_ = payloadsIncluded_;
  return index;
}

}  // namespace usdscope
