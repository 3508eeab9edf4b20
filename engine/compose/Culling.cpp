// SPDX-License-Identifier: Apache-2.0

// Removes nodes from a graph that neither contribute nor lead to contributing nodes.

#include <algorithm>
#include <array>

#include "engine/compose/detail/ArcTasks.h"
#include "engine/layer/Fields.h"
#include "engine/layer/Layer.h"

namespace usdscope::detail {
namespace {

// `Nodes` is a Graph or a span of nodes, with parents before their children.

template <typename Nodes>
NodeIndex originRoot(const Nodes& nodes, NodeIndex node) {
  while (nodes[node].origin != kNoNode && nodes[node].origin != nodes[node].parent) {
    node = nodes[node].origin;
  }
  return node;
}

template <typename Nodes>
std::size_t depthBelowIntroduction(const Nodes& nodes, NodeIndex node) {
  const NodeIndex parent = nodes[node].parent;
  return parent == kNoNode ? 0 : namespaceDepth(nodes[parent].path) - nodes[node].namespaceDepth;
}

/// Classes below the root prims of the stage's own stack are looked up by name (the bases of a
/// prim), so they are kept even without opinions.
template <typename Nodes>
bool isNamedBase(const Nodes& nodes, NodeIndex node) {
  if (nodes[node].arc != ArcType::Inherit || nodes[node].layerStack != nodes[0].layerStack) {
    return false;
  }
  const NodeIndex origin =
      nodes[node].origin == nodes[node].parent ? node : originRoot(nodes, node);
  const Path introduced = ancestorPath(nodes[origin].path, depthBelowIntroduction(nodes, origin));
  return !(introduced.isPrim() && introduced.depth() == 1);
}

/// The number of levels that a node has been below its prim since all arcs that lead to it.
template <typename Nodes>
std::size_t depthBelowAllArcs(const Nodes& nodes, NodeIndex node) {
  std::size_t depth = depthBelowIntroduction(nodes, node);
  for (node = nodes[node].parent; node != 0; node = nodes[node].parent) {
    depth = std::min(depth, depthBelowIntroduction(nodes, node));
  }
  return depth;
}

/// The greatest depth of a site whose clips still apply to an inert node. An instance makes the
/// nodes of its ancestors' arcs inert only below itself, so that clips at its own site apply.
template <typename Nodes>
std::size_t deepestClips(const Nodes& nodes, NodeIndex node) {
  const std::size_t restricted = nodes[node].restrictedDepth;
  const Path introduced = ancestorPath(nodes[node].path, depthBelowIntroduction(nodes, node));
  const bool wasLive = introduced.depth() < restricted;
  return wasLive ? restricted : 0;
}

/// Whether value clips are authored at the site of an ancestor. They may give values to prims
/// without specs at this site. An arc to a prim also brings the clips of the ancestors of that
/// prim, but not those of a variant that is selected on such an ancestor.
template <typename Nodes>
bool isBelowClips(const Nodes& nodes, NodeIndex node) {
  const auto& entries = nodes[node].layerStack->entries();
  std::size_t levels = depthBelowAllArcs(nodes, node);
  Path reached = nodes[node].path;  // The site for the ancestor of the prim.
  const std::size_t deepest = nodes[node].isInert ? deepestClips(nodes, node) : reached.depth();
  for (Path site = nodes[node].path; !site.isRoot() && !site.isVariant();) {
    site = site.parent();
    if (site.isVariant() && levels == 0) return false;
    if (levels > 0) {
      --levels;
      reached = site;
    }
    if (reached.depth() > deepest) continue;
    const bool hasClips = std::ranges::any_of(entries, [&](const auto& entry) {
      const PrimSpec spec = entry.layer->findPrim(site);
      return spec && spec.hasField(fields::kClips);
    });
    if (hasClips) return true;
  }
  return false;
}

template <typename Nodes>
bool canBeCulled(const Nodes& nodes, NodeIndex node, bool hasStayingChild, bool mayHaveClips) {
  if (node == 0 || hasStayingChild || nodes[node].canContribute()) return false;
  // Arcs authored on the prim itself are kept.
  if (depthBelowIntroduction(nodes, node) == 0 || isNamedBase(nodes, node)) return false;
  return !mayHaveClips || nodes[node].isCulled || !isBelowClips(nodes, node);
}

/// Calls `cull` for the nodes that can be culled. Requires: all elements of `hasStayingChild`, one
/// for each node, are false.
template <typename Nodes, typename Flags, typename Cull>
void visitCullable(const Nodes& nodes, Flags& hasStayingChild, bool mayHaveClips,
                   const Cull& cull) {
  // Children come after their parents in the list; visit them first.
  for (auto node = static_cast<NodeIndex>(nodes.size()); node-- > 0;) {
    if (nodes[node].isCulled) continue;
    if (canBeCulled(nodes, node, hasStayingChild[node], mayHaveClips)) {
      cull(node);
    } else if (node != 0) {
      hasStayingChild[nodes[node].parent] = true;
    }
  }
}

}  // namespace

void cullNodesWithoutOpinions(Graph& graph, bool mayHaveClips) {
  std::vector<bool> hasStayingChild(graph.size());
  visitCullable(graph, hasStayingChild, mayHaveClips,
                [&](NodeIndex node) { graph.setCulled(node); });
}

bool cullNodesWithoutOpinions(std::span<PrimIndexNode> nodes, bool mayHaveClips) {
  std::array<bool, kMostNodesWithoutGraph> hasStayingChild{};
  visitCullable(nodes, hasStayingChild, mayHaveClips,
                [&](NodeIndex node) { setCulled(nodes[node]); });
  return std::ranges::any_of(nodes, [](const PrimIndexNode& node) { return node.isCulled; });
}

}  // namespace usdscope::detail
