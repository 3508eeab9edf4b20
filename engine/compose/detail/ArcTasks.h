// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compose/detail/InstanceNodes.h"
#include "engine/compose/detail/PrimIndexBuilder.h"

/// One function per kind of arc. Each visits a node and adds its arcs, which add nodes and tasks.
namespace usdscope::detail {

// Relocations.cpp
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
/// Adds one class arc. Returns the existing node if the parent has that class. An arc to
/// `ignoredSite` stays a placeholder.
NodeIndex addClassArc(Arc arc, Path classPath, const Site& ignoredSite, PrimIndexBuilder& builder);
/// Finds a child of `parent` for the same arc; else kNoNode. `parentArc` is the parent's arc in the
/// whole graph.
NodeIndex findMatchingChild(const Graph& graph, NodeIndex parent, ArcType parentArc,
                            const Site& site, ArcType arc, MapFunction parentFromNode,
                            std::size_t depthBelowIntroduction);
/// A node's arc after the graph of an inner builder is inserted.
ArcType arcInWholeGraph(NodeIndex node, const PrimIndexBuilder& builder);

// ImpliedClasses.cpp
/// True when a node, or its propagated node, has classes as children.
bool hasClassBasedChild(const Graph& graph, NodeIndex node);
/// The node from which a class arc is implied to stronger sites, with all of its hierarchy.
NodeIndex impliedClassesStart(const Graph& graph, NodeIndex classNode);
void addImpliedClasses(NodeIndex node, PrimIndexBuilder& builder);

// PropagatedSpecializes.cpp
bool hasSpecializesBelow(const Graph& graph, NodeIndex node);
/// Propagates a placeholder to the root. Returns the node there, which may be shared, or kNoNode.
NodeIndex propagateToRoot(NodeIndex placeholder, PrimIndexBuilder& builder);
/// Propagates all placeholders in a tree.
void propagateSpecializes(NodeIndex top, PrimIndexBuilder& builder);
/// True when a class below a relocate's source is only in the graph to be implied further.
bool isRelocatePlaceholder(const Graph& graph, NodeIndex node);

// Variants.cpp
void addVariantSets(NodeIndex node, PrimIndexBuilder& builder);
void addAncestralVariantSets(NodeIndex node, PrimIndexBuilder& builder);
void addAuthoredVariant(const Task& task, PrimIndexBuilder& builder);
void addFallbackVariant(const Task& task, PrimIndexBuilder& builder);

// Instancing.cpp
bool isInstanceable(const Graph& graph, SharedBy sharedBy);
/// Makes the nodes inert that an instance does not share, so that they do not contribute below it.
void disableUnsharedNodes(Graph& graph, SharedBy sharedBy);

// Culling.cpp
void cullNodesWithoutOpinions(Graph& graph);

}  // namespace usdscope::detail
