// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compose/detail/InstanceNodes.h"
#include "engine/compose/detail/PrimIndexBuilder.h"

/// One function per kind of arc: looks at a node and adds arcs, and through them nodes and tasks.
namespace usdscope::detail {

// Relocations.cpp
void addRelocation(NodeIndex node, PrimIndexBuilder& builder);
void addImpliedRelocation(NodeIndex node, PrimIndexBuilder& builder);
/// Takes a subtree out: it is superseded by a relocate.
void elideSubtree(Graph& graph, NodeIndex top);

// References.cpp
void addReferences(NodeIndex node, PrimIndexBuilder& builder);
void addPayloads(NodeIndex node, PrimIndexBuilder& builder);
/// Reports a reference or payload that leads to no spec at all.
void checkTargetExists(NodeIndex node, PrimIndexBuilder& builder);

// ClassArcs.cpp
void addInherits(NodeIndex node, PrimIndexBuilder& builder);
void addSpecializes(NodeIndex node, PrimIndexBuilder& builder);
/// One class arc; the node that is there already where the parent has that class. `ignoredSite`:
/// an arc to it stays a placeholder.
NodeIndex addClassArc(Arc arc, Path classPath, const Site& ignoredSite, PrimIndexBuilder& builder);
/// A child of `parent` that stands for the same arc, or kNoNode. `parentArc` is what the parent
/// will be in the whole graph.
NodeIndex findMatchingChild(const Graph& graph, NodeIndex parent, ArcType parentArc,
                            const Site& site, ArcType arc, MapFunction parentFromNode,
                            std::size_t depthBelowIntroduction);
/// What a node's arc will be once the graph of an inner builder hangs in its place.
ArcType arcInWholeGraph(NodeIndex node, const PrimIndexBuilder& builder);

// ImpliedClasses.cpp
/// Whether classes hang below a node, or below the one at the root that stands for it.
bool hasClassBasedChild(const Graph& graph, NodeIndex node);
/// The node from which a class arc is to be carried to stronger sites, with all of its hierarchy.
NodeIndex impliedClassesStart(const Graph& graph, NodeIndex classNode);
void addImpliedClasses(NodeIndex node, PrimIndexBuilder& builder);

// PropagatedSpecializes.cpp
bool hasSpecializesBelow(const Graph& graph, NodeIndex node);
/// Brings a placeholder to the root: the node there, which may stand for others too, or kNoNode.
NodeIndex propagateToRoot(NodeIndex placeholder, PrimIndexBuilder& builder);
/// The same for all placeholders in a tree.
void propagateSpecializes(NodeIndex top, PrimIndexBuilder& builder);
/// Whether a class is only there to be carried on from below a relocate's source.
bool isRelocatePlaceholder(const Graph& graph, NodeIndex node);

// Variants.cpp
void addVariantSets(NodeIndex node, PrimIndexBuilder& builder);
void addAncestralVariantSets(NodeIndex node, PrimIndexBuilder& builder);
void addAuthoredVariant(const Task& task, PrimIndexBuilder& builder);
void addFallbackVariant(const Task& task, PrimIndexBuilder& builder);

// Instancing.cpp
bool isInstanceable(const Graph& graph, SharedBy sharedBy);
/// Keeps what does not come through an arc of its own from giving opinions below an instance.
void disableUnsharedNodes(Graph& graph, SharedBy sharedBy);

// Culling.cpp
void cullNodesWithoutOpinions(Graph& graph);

}  // namespace usdscope::detail
