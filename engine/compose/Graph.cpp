// SPDX-License-Identifier: Apache-2.0
#include "engine/compose/detail/Graph.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <limits>

#include "engine/base/Hash.h"
#include "engine/compose/detail/StrengthOrder.h"

namespace usdscope::detail {
namespace {

bool isPathChangingAssetArc(const PrimIndexNode& node) {
  const bool isAssetArc = node.arc == ArcType::Reference || node.arc == ArcType::Payload;
  return isAssetArc && !node.parentFromNode.hasRootIdentity() &&
         node.parentFromNode.pairs().size() > 1;
}

/// Whether two sites conflict: a prim cannot lead to its ancestors or descendants. `depthOfB` is
/// the depth of the path of `b`, which is compared with many sites.
bool areOnOneBranch(const Site& a, const Site& b, std::size_t depthOfB) {
  if (a.layerStack != b.layerStack) return false;
  const std::size_t depthOfA = a.path.depth();
  if (depthOfA == depthOfB) return a.path == b.path && !a.path.isEmpty();
  return depthOfA < depthOfB ? b.path.hasPrefix(a.path) : a.path.hasPrefix(b.path);
}

/// The root prim of a path; `/` for `/`.
Path rootPrimOf(Path path) {
  for (std::size_t depth = path.depth(); depth > 1; --depth) path = path.parent();
  return path;
}

void recordRestriction(PrimIndexNode& node, bool isRestricted) {
  constexpr std::size_t kMax = std::numeric_limits<std::uint16_t>::max();
  const std::size_t depth = isRestricted ? node.path.depth() : 0;
  node.restrictedDepth = static_cast<std::uint16_t>(std::min(depth, kMax));
}

MapFunction composeMaps(bool isExact, const MapFunction& outer, const MapFunction& inner) {
  return isExact ? composeExactly(outer, inner) : compose(outer, inner);
}

}  // namespace

std::size_t namespaceDepth(Path path) {
  std::size_t depth = path.depth();
  if (!path.hasVariants()) return depth;
  for (; path.hasVariants(); path = path.parent()) {
    if (path.isVariant()) --depth;
  }
  return depth;
}

Path ancestorPath(Path path, std::size_t levels) {
  for (; levels > 0; --levels) {
    while (path.isVariant()) path = path.parent();
    path = path.parent();
  }
  return path;
}

void setCulled(PrimIndexNode& node) {
  if (node.isCulled) return;
  node.isCulled = true;
  recordRestriction(node, true);
}

Graph::Graph(const Site& root) {
  GraphNode node;
  node.layerStack = root.layerStack;
  node.path = root.path;
  node.parentFromNode = node.rootFromNode = MapFunction::identity();
  nodes_.push_back(node);
}

Graph::Graph(std::span<const PrimIndexNode> nodes) {
  nodes_.reserve(nodes.size());
  for (const PrimIndexNode& given : nodes) {
    const auto index = static_cast<NodeIndex>(nodes_.size());
    GraphNode& node = nodes_.emplace_back(given);
    if (node.parent == kNoNode) continue;
    GraphNode& parent = nodes_[node.parent];
    node.previousSibling = parent.lastChild;
    (parent.lastChild == kNoNode ? parent.firstChild : nodes_[parent.lastChild].nextSibling) =
        index;
    parent.lastChild = index;
  }
}

std::vector<NodeIndex> Graph::children(NodeIndex node) const {
  std::vector<NodeIndex> children;
  for (NodeIndex child = nodes_[node].firstChild; child != kNoNode;
       child = nodes_[child].nextSibling) {
    children.push_back(child);
  }
  return children;
}

NodeIndex Graph::nextInSubtree(NodeIndex node, NodeIndex top, bool skipChildren) const {
  if (!skipChildren && nodes_[node].firstChild != kNoNode) return nodes_[node].firstChild;
  while (node != top) {
    if (nodes_[node].nextSibling != kNoNode) return nodes_[node].nextSibling;
    node = nodes_[node].parent;
  }
  return kNoNode;
}

// True when the arc to a node or to one of its ancestors leads to a file and maps more than one
// path. As in OpenUSD, only maps across such an arc with relocates are composed exactly.
bool Graph::isBelowPathChangingAssetArc(NodeIndex node) {
  // Parents come before their children.
  auto& isBelow = isBelowPathChangingAssetArc_;
  while (isBelow.size() <= node) {
    const GraphNode& next = nodes_[isBelow.size()];
    const bool parentIs = next.parent != kNoNode && isBelow[next.parent];
    isBelow.push_back(parentIs || isPathChangingAssetArc(next));
  }
  return isBelow[node];
}

NodeIndex Graph::insert(const Site& site, const Arc& arc) {
  if (nodes_.size() >= kMaxNodes) return kNoNode;
  GraphNode node;
  node.layerStack = site.layerStack;
  node.path = site.path;
  node.arc = arc.type;
  node.parent = arc.parent;
  node.origin = arc.origin;
  node.parentFromNode = arc.parentFromNode;
  node.namespaceDepth = arc.namespaceDepth;
  node.siblingNumber = arc.siblingNumber;
  const auto index = static_cast<NodeIndex>(nodes_.size());
  nodes_.push_back(node);
  nodes_[index].rootFromNode = composeMaps(isBelowPathChangingAssetArc(index),
                                           nodes_[arc.parent].rootFromNode, arc.parentFromNode);
  link(arc.parent, index);
  return index;
}

NodeIndex Graph::insert(const Graph& subgraph, const Arc& arc) {
  if (nodes_.size() + subgraph.size() > kMaxNodes) return kNoNode;
  const auto base = static_cast<NodeIndex>(nodes_.size());
  nodes_.insert(nodes_.end(), subgraph.nodes_.begin(), subgraph.nodes_.end());
  for (NodeIndex i = base; i < nodes_.size(); ++i) {
    GraphNode& node = nodes_[i];
    for (NodeLink* link : {&node.parent, &node.origin, &node.firstChild, &node.lastChild,
                           &node.nextSibling, &node.previousSibling}) {
      if (*link != kNoNode) *link = *link + base;
    }
  }
  GraphNode& top = nodes_[base];
  top.arc = arc.type;
  top.parent = arc.parent;
  top.origin = arc.origin;
  top.parentFromNode = arc.parentFromNode;
  top.namespaceDepth = arc.namespaceDepth;
  top.siblingNumber = arc.siblingNumber;
  // Parents come before their children.
  std::vector<bool> isBelow(subgraph.size(), isBelowPathChangingAssetArc(base));
  const MapFunction rootFromTop =
      composeMaps(isBelow[0], nodes_[arc.parent].rootFromNode, arc.parentFromNode);
  for (NodeIndex i = base; i < nodes_.size(); ++i) {
    GraphNode& node = nodes_[i];
    if (i != base) isBelow[i - base] = isBelow[node.parent - base] || isPathChangingAssetArc(node);
    node.rootFromNode = composeMaps(isBelow[i - base], rootFromTop, node.rootFromNode);
  }
  link(arc.parent, base);
  return base;
}

void Graph::link(NodeIndex parent, NodeIndex child) {
  // Inserts before the first weaker sibling. The strength of nested specializes can be cyclic, so
  // the order of comparisons matters: the first, the last, then the others in order, as in
  // OpenUSD.
  const auto beats = [&](NodeIndex other) { return compareSiblings(*this, child, other) < 0; };
  const NodeIndex first = nodes_[parent].firstChild;
  const NodeIndex last = nodes_[parent].lastChild;
  NodeIndex after = kNoNode;
  if (first != kNoNode && (beats(first) || beats(last))) {
    after = first;
    while (!beats(after)) after = nodes_[after].nextSibling;
  }
  const NodeIndex before = after == kNoNode ? last : nodes_[after].previousSibling;
  nodes_[child].previousSibling = before;
  nodes_[child].nextSibling = after;
  (before == kNoNode ? nodes_[parent].firstChild : nodes_[before].nextSibling) = child;
  (after == kNoNode ? nodes_[parent].lastChild : nodes_[after].previousSibling) = child;
}

NodeIndex Graph::findLive(const Site& site) const {
  for (NodeIndex i = 0; i < nodes_.size(); ++i) {
    const PrimIndexNode& node = nodes_[i];
    if (node.path == site.path && node.layerStack == site.layerStack && node.isLive()) return i;
  }
  return kNoNode;
}

bool Graph::isOnBranchOf(const Site& site, NodeIndex node) const {
  constexpr std::size_t kShortWay = 16;
  const std::size_t depth = site.path.depth();
  std::size_t steps = 0;
  for (; node != kNoNode; node = nodes_[node].parent) {
    if (++steps == kShortWay && !mayHaveBranchOf(site)) return false;
    if (areOnOneBranch(this->site(node), site, depth)) return true;
    if (steps > kShortWay) countVisits(1);
  }
  return false;
}

// Whether any node has a site on the branch of `site`.
bool Graph::mayHaveBranchOf(const Site& site) const {
  if (nodes_.size() > buckets_.size()) {
    buckets_.assign(std::bit_ceil(2 * nodes_.size()), kNoNode);
    nextInBucket_.clear();
  }
  while (nextInBucket_.size() < nodes_.size()) {
    const auto node = static_cast<NodeIndex>(nextInBucket_.size());
    NodeIndex& first = buckets_[bucketOf(this->site(node))];
    nextInBucket_.push_back(std::exchange(first, node));
    hasRootSite_ = hasRootSite_ || nodes_[node].path.isRoot();
  }
  if (site.path.isRoot() || hasRootSite_) return true;
  const std::size_t depth = site.path.depth();
  for (NodeIndex node = buckets_[bucketOf(site)]; node != kNoNode; node = nextInBucket_[node]) {
    countVisits(1);
    if (areOnOneBranch(this->site(node), site, depth)) return true;
  }
  return false;
}

std::size_t Graph::bucketOf(const Site& site) const {
  const std::size_t stack = std::hash<const LayerStack*>{}(site.layerStack);
  return hashCombine(stack, std::hash<Path>{}(rootPrimOf(site.path))) & (buckets_.size() - 1);
}

std::size_t Graph::depthBelowIntroduction(NodeIndex node) const {
  const NodeIndex parent = nodes_[node].parent;
  if (parent == kNoNode) return 0;
  return detail::namespaceDepth(nodes_[parent].path) - nodes_[node].namespaceDepth;
}

Path Graph::pathAtIntroduction(NodeIndex node) const {
  return ancestorPath(nodes_[node].path, depthBelowIntroduction(node));
}

bool Graph::isImplied(NodeIndex node) const {
  return isClassBased(nodes_[node].arc) && nodes_[node].parent != nodes_[node].origin;
}

ClassHierarchy& Graph::keptClassHierarchy(NodeIndex node) const {
  if (classHierarchies_.size() <= node) classHierarchies_.resize(nodes_.size());
  return classHierarchies_[node];
}

void Graph::setInert(NodeIndex node, bool isInert) {
  const bool was = !nodes_[node].isLive();
  nodes_[node].isInert = isInert;
  if (isInert != was) recordRestriction(nodes_[node], !nodes_[node].isLive());
}

void Graph::setCulled(NodeIndex node) { detail::setCulled(nodes_[node]); }

void Graph::setInertBelow(NodeIndex top) {
  for (NodeIndex node = top; node != kNoNode; node = nextInSubtree(node, top)) {
    setInert(node, true);
  }
}

void Graph::appendChild(Path parentPath, Path childPath) {
  classHierarchies_.clear();
  buckets_.clear();
  hasRootSite_ = false;
  for (GraphNode& node : nodes_) {
    node.path = node.path == parentPath ? childPath : node.path.child(childPath.name());
  }
}

std::span<const GraphNode> Graph::finish() {
  // The usual case: most prims do not have arcs of their own.
  const auto isCulled = [](const GraphNode& node) { return bool(node.isCulled); };
  if (std::ranges::none_of(nodes_, isCulled) && isInOrder()) return nodes_;
  const std::vector<bool> erasable = erasableNodes();
  std::vector<NodeIndex> newIndex(nodes_.size(), kNoNode);
  std::vector<GraphNode> nodes;
  nodes.reserve(nodes_.size());
  for (NodeIndex node = 0; node != kNoNode;
       node = nextInSubtree(node, 0, /*skipChildren=*/erasable[node])) {
    if (erasable[node]) continue;
    newIndex[node] = static_cast<NodeIndex>(nodes.size());
    nodes.push_back(nodes_[node]);
  }
  const auto renumbered = [&](NodeIndex old) { return old == kNoNode ? kNoNode : newIndex[old]; };
  for (GraphNode& node : nodes) {
    node.parent = renumbered(node.parent);
    node.origin = renumbered(node.origin);
  }
  nodes_ = std::move(nodes);
  return nodes_;
}

bool Graph::isInOrder() const {
  NodeIndex expected = 0;
  for (NodeIndex node = 0; node != kNoNode; node = nextInSubtree(node, 0)) {
    if (node != expected++) return false;
  }
  return true;
}

std::vector<bool> Graph::erasableNodes() const {
  // The ancestors of a node that stays must stay, and its origin, because the order of strength
  // depends on it. This applies to these nodes recursively.
  std::vector<bool> erasable(nodes_.size(), true);
  std::vector<NodeIndex> staying;
  const auto keep = [&](NodeIndex node) {
    if (node == kNoNode || !erasable[node]) return;
    erasable[node] = false;
    staying.push_back(node);
  };
  keep(0);
  while (!staying.empty()) {
    const NodeIndex node = staying.back();
    staying.pop_back();
    keep(nodes_[node].parent);
    keep(nodes_[node].origin);
    for (NodeIndex child = nodes_[node].firstChild; child != kNoNode;
         child = nodes_[child].nextSibling) {
      if (!nodes_[child].isCulled) keep(child);
    }
  }
  return erasable;
}

}  // namespace usdscope::detail
