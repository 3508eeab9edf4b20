// SPDX-License-Identifier: Apache-2.0
#pragma once

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
NodeIndex addClassArc(Arc arc, const Site& ignoredSite, PrimIndexBuilder& builder);
/// A child of `parent` that stands for the same arc, or kNoNode. `parentArc` is what the parent
/// will be in the whole graph.
NodeIndex findMatchingChild(const Graph& graph, NodeIndex parent, ArcType parentArc,
                            const Site& site, ArcType arc, MapFunction parentFromNode,
                            std::size_t depthBelowIntroduction);
/// What a node's arc will be once the graph of an inner builder hangs in its place.
ArcType arcInWholeGraph(NodeIndex node, const PrimIndexBuilder& builder);

// ImpliedClasses.cpp
bool hasClassBasedChild(const Graph& graph, NodeIndex node);
/// The node from which a class arc is to be carried to stronger sites, with all of its hierarchy.
NodeIndex impliedClassesStart(const Graph& graph, NodeIndex classNode);
void addImpliedClasses(NodeIndex node, PrimIndexBuilder& builder);

// ImpliedSpecializes.cpp
/// The same for specializes; kNoNode when there are none at or above the node.
NodeIndex impliedSpecializesStart(const Graph& graph, NodeIndex node);
bool hasSpecializesChild(const Graph& graph, NodeIndex node);
bool isPropagatedSpecializes(const Graph& graph, NodeIndex node);
void addImpliedSpecializes(NodeIndex node, PrimIndexBuilder& builder);

// Variants.cpp
void addVariantSets(NodeIndex node, PrimIndexBuilder& builder);
void addAncestralVariantSets(NodeIndex node, PrimIndexBuilder& builder);
void addAuthoredVariant(const Task& task, PrimIndexBuilder& builder);
void addFallbackVariant(const Task& task, PrimIndexBuilder& builder);

// Instancing.cpp
bool isInstanceable(const Graph& graph);
/// Keeps what does not come through an arc of its own from giving opinions below an instance.
void disableUnsharedNodes(Graph& graph);

// Culling.cpp
void cullNodesWithoutOpinions(Graph& graph);

}  // namespace usdscope::detail
