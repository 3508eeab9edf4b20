// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compose/detail/InstanceNodes.h"
#include "engine/compose/detail/PrimIndexBuilder.h"

/// One function per kind of arc. Each visits a node and adds its arcs with
/// PrimIndexBuilder::addArc(), which adds nodes and tasks.
namespace usdscope::detail {

// RelocateArcs.cpp
void addRelocation(NodeIndex node, PrimIndexBuilder& builder);
void addImpliedRelocation(NodeIndex node, PrimIndexBuilder& builder);
/// Removes a subtree that a relocate supersedes.
void elideSubtree(Graph& graph, NodeIndex top);

// References.cpp
void addReferences(NodeIndex node, PrimIndexBuilder& builder);
void addPayloads(NodeIndex node, PrimIndexBuilder& builder);
/// Reports a reference or payload whose target has no specs.
void checkTargetExists(NodeIndex node, PrimIndexBuilder& builder);

// ClassArcs.cpp
void addInherits(NodeIndex node, PrimIndexBuilder& builder);
void addSpecializes(NodeIndex node, PrimIndexBuilder& builder);
/// Adds one class arc. Returns the existing node if the parent already has this class. If the class
/// is `ignoredSite`, the new node is inert: a placeholder.
NodeIndex addClassArc(Arc arc, Path classPath, const Site& ignoredSite, PrimIndexBuilder& builder);
/// Returns the child of `parent` that the same arc has already added; else kNoNode. `parentArc` is
/// the parent's arc in the whole graph.
NodeIndex findMatchingChild(const Graph& graph, NodeIndex parent, ArcType parentArc,
                            const Site& site, ArcType arc, MapFunction parentFromNode,
                            std::size_t depthBelowIntroduction);
/// Returns the arc that a node will have after the graph of an inner builder is inserted into the
/// outer graph.
ArcType arcInWholeGraph(NodeIndex node, const PrimIndexBuilder& builder);

// ImpliedClasses.cpp
/// Whether a node, or its propagated node, has children by class arcs.
bool hasClassBasedChild(const Graph& graph, NodeIndex node);
/// Returns the node from which a class arc is implied to stronger sites, together with its whole
/// hierarchy of classes.
NodeIndex impliedClassesStart(const Graph& graph, NodeIndex classNode);
void addImpliedClasses(NodeIndex node, PrimIndexBuilder& builder);

// PropagatedSpecializes.cpp
bool hasSpecializesBelow(const Graph& graph, NodeIndex node);
/// Propagates a specializes placeholder to the root. Returns the propagated node, which several
/// placeholders may share, or kNoNode.
NodeIndex propagateToRoot(NodeIndex placeholder, PrimIndexBuilder& builder);
/// Propagates all placeholders in a tree.
void propagateSpecializes(NodeIndex top, PrimIndexBuilder& builder);
/// Whether a class node below a relocate node exists only so that the class is implied further.
bool isRelocatePlaceholder(const Graph& graph, NodeIndex node);

// Variants.cpp
void addVariantSets(NodeIndex node, PrimIndexBuilder& builder);
void addAncestralVariantSets(NodeIndex node, PrimIndexBuilder& builder);
void addAuthoredVariant(const Task& task, PrimIndexBuilder& builder);
void addFallbackVariant(const Task& task, PrimIndexBuilder& builder);

// Instancing.cpp
bool isInstanceable(const Graph& graph, SharedBy sharedBy);
/// Makes the nodes that an instance does not share inert, so that they do not contribute to its
/// descendants.
void disableUnsharedNodes(Graph& graph, SharedBy sharedBy);

// Culling.cpp
void cullNodesWithoutOpinions(Graph& graph, bool mayHaveClips);
/// Returns whether some node is culled. Requires: at most kMostNodesWithoutGraph nodes in order.
bool cullNodesWithoutOpinions(std::span<PrimIndexNode> nodes, bool mayHaveClips);
/// Prims with more nodes are always built on a graph.
inline constexpr std::size_t kMostNodesWithoutGraph = 32;

}  // namespace usdscope::detail
