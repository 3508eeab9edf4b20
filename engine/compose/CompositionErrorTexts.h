// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "engine/compose/CompositionError.h"

namespace usdscope {

/// A fault that composition reports: the kind of its errors, and its sentence. Each `{}` in the
/// sentence stands for a name that messageOf() inserts.
struct CompositionFault {
  CompositionErrorKind kind;
  std::string_view text;
};

/// Returns the sentence of a fault with `names` in place of its `{}`, in order.
std::string messageOf(const CompositionFault& fault, std::initializer_list<std::string_view> names);

/// All faults of the module. A kind without a fault here is known from OpenUSD and not reported.
namespace faults {
using enum CompositionErrorKind;

// References and payloads. The first two names are the arc and its target as authored:
// `reference`, `@a.usd@</A>`.
inline constexpr CompositionFault kMutedLayer{MutedAssetPath, "The {} {} leads to a muted layer."};
inline constexpr CompositionFault kUnreadableLayer{InvalidAssetPath,
                                                   "The {} {} cannot be opened: {}"};
inline constexpr CompositionFault kArcOffset{
    InvalidReferenceOffset,
    "The time offset of the {} {} is ignored: its scale must be positive and finite."};
inline constexpr CompositionFault kArcTarget{InvalidPrimPath,
                                             "The {} {} does not lead to the path of a prim."};
inline constexpr CompositionFault kNoDefaultPrim{
    UnresolvedPrimPath, "The {} {} does not name a prim, and its target has no default prim."};
inline constexpr CompositionFault kNoTargetPrim{
    UnresolvedPrimPath, "The {} leads to <{}> in {}, where there is no prim."};

// Other arcs.
inline constexpr CompositionFault kClassPath{InvalidPrimPath, "<{}> is not the path of a prim."};
inline constexpr CompositionFault kRelocatedTarget{ArcToProhibitedChild,
                                                   "The arc leads to <{}>, but <{}> is relocated."};
inline constexpr CompositionFault kArcCycle{ArcCycle, "{} forms a cycle: {}."};
inline constexpr CompositionFault kIgnoredOpinion{
    OpinionAtRelocationSource, "The prim is relocated; opinions at its former path are ignored."};

// Limits.
inline constexpr CompositionFault kTooManyArcs{
    IndexCapacityExceeded, "The prim has too many arcs of one kind; the rest is ignored."};
inline constexpr CompositionFault kTooManyVisits{
    IndexCapacityExceeded, "The arcs of the prim multiply too much; the rest is ignored."};
inline constexpr CompositionFault kTooManySites{
    IndexCapacityExceeded, "The arcs of the prim lead to too many sites; the rest is ignored."};
inline constexpr CompositionFault kTooManyLayers{
    LayerStackCapacityExceeded, "The layer stack has more than {} layers; the rest is ignored."};

// Variable expressions: the expression, and why it has no value.
inline constexpr CompositionFault kExpression{VariableExpressionError,
                                              "The expression {} cannot be evaluated: {}"};
inline constexpr CompositionFault kSublayerExpression{
    VariableExpressionError, "The expression of a sublayer, {}, cannot be evaluated: {}"};

// Sublayers, by their paths as authored.
inline constexpr CompositionFault kUnreadableSublayer{InvalidSublayerPath,
                                                      "The sublayer {} cannot be loaded: {}"};
inline constexpr CompositionFault kSublayerCycle{
    SublayerCycle, "The sublayer {} is ignored: it includes the layer that names it."};
inline constexpr CompositionFault kSublayerOffset{
    InvalidSublayerOffset,
    "The time offset of the sublayer {} is ignored: its scale must be positive and finite."};
inline constexpr CompositionFault kSharedOwner{InvalidSublayerOwnership,
                                               "More than one sublayer is owned by {}."};

// Relocates by themselves: source and target.
inline constexpr CompositionFault kRelocateOfNothing{
    InvalidAuthoredRelocation, "A relocate has an empty source (<{}> to <{}>)."};
inline constexpr CompositionFault kRelocateOfNoPrim{
    InvalidAuthoredRelocation,
    "The source of a relocate is not the path of a prim (<{}> to <{}>)."};
inline constexpr CompositionFault kRelocateOfRootPrim{
    InvalidAuthoredRelocation, "A root prim cannot be relocated (<{}> to <{}>)."};
inline constexpr CompositionFault kRelocateToNoPrim{
    InvalidAuthoredRelocation,
    "The target of a relocate is not the path of a prim (<{}> to <{}>)."};
inline constexpr CompositionFault kRelocateToItself{
    InvalidAuthoredRelocation, "A relocate leads to its own source (<{}> to <{}>)."};
inline constexpr CompositionFault kRelocateToDescendant{
    InvalidAuthoredRelocation,
    "The target of a relocate is a descendant of its source (<{}> to <{}>)."};
inline constexpr CompositionFault kRelocateToAncestor{
    InvalidAuthoredRelocation,
    "The target of a relocate is an ancestor of its source (<{}> to <{}>)."};

// Relocates beside others: the source of the ignored one, and a path of the other.
inline constexpr CompositionFault kSharedTarget{InvalidSameTargetRelocations,
                                                "Several relocates lead to <{}>: {}."};
inline constexpr CompositionFault kTargetIsSource{
    InvalidConflictingRelocation,
    "The relocate of <{}> is ignored: its target is the source of another, <{}>."};
inline constexpr CompositionFault kSourceIsTarget{
    InvalidConflictingRelocation,
    "The relocate of <{}> is ignored: its source is the target of another, from <{}>."};
inline constexpr CompositionFault kTargetBelowSource{
    InvalidConflictingRelocation,
    "The relocate of <{}> is ignored: its target is a descendant of another's source, <{}>."};
inline constexpr CompositionFault kSourceBelowSource{
    InvalidConflictingRelocation,
    "The relocate of <{}> is ignored: its source is a descendant of another's source, <{}>."};

// Properties.
inline constexpr CompositionFault kMixedProperty{
    InconsistentPropertyType,
    "The property is an attribute in one layer and a relationship in another; the strongest "
    "opinion wins."};
inline constexpr CompositionFault kTargetOutsideArc{
    InvalidExternalTargetPath, "<{}> lies outside of what the arc at <{}> brings in."};
inline constexpr CompositionFault kTargetInInstance{
    InvalidInstanceTargetPath, "<{}> belongs to an instance of the class that names it."};

}  // namespace faults
}  // namespace usdscope
