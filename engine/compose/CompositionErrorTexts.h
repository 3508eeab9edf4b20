// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "engine/compose/CompositionError.h"

namespace usdscope {

/// A fault that composition reports: the kind of its errors, and its sentence. Each `{}` in the
/// sentence stands for a name that messageOf() inserts. The sentence says what composition does
/// about the fault.
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
inline constexpr CompositionFault kMutedLayer{MutedAssetPath,
                                              "The {} {} is ignored: it leads to a muted layer."};
inline constexpr CompositionFault kUnreadableLayer{
    InvalidAssetPath, "The {} {} is ignored, because its layer cannot be opened: {}"};
inline constexpr CompositionFault kArcOffset{
    InvalidReferenceOffset,
    "The time offset of the {} {} is ignored: its scale must be positive and finite."};
inline constexpr CompositionFault kArcTarget{
    InvalidPrimPath, "The {} {} is ignored: it does not lead to the path of a prim."};
inline constexpr CompositionFault kNoDefaultPrim{
    UnresolvedPrimPath,
    "The {} {} is ignored: it does not name a prim, and its target has no default prim."};
inline constexpr CompositionFault kNoTargetPrim{
    UnresolvedPrimPath,
    "The {} leads to <{}> in {}, where there is no prim; it contributes nothing."};

// Other arcs.
inline constexpr CompositionFault kClassPath{
    InvalidPrimPath, "The arc to <{}> is ignored: this is not the path of a prim."};
inline constexpr CompositionFault kRelocatedTarget{
    ArcToProhibitedChild, "The arc to <{}> is ignored, because <{}> is relocated."};
inline constexpr CompositionFault kArcCycle{ArcCycle,
                                            "{} is ignored, because it forms a cycle: {}."};
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
inline constexpr CompositionFault kExpression{
    VariableExpressionError, "The expression {} is ignored, because it cannot be evaluated: {}"};
inline constexpr CompositionFault kSublayerExpression{
    VariableExpressionError,
    "The sublayer {} is ignored, because its expression cannot be evaluated: {}"};

// Sublayers, by their paths as authored.
inline constexpr CompositionFault kUnreadableSublayer{
    InvalidSublayerPath, "The sublayer {} is ignored, because it cannot be loaded: {}"};
inline constexpr CompositionFault kSublayerCycle{
    SublayerCycle, "The sublayer {} is ignored: it includes the layer that names it."};
inline constexpr CompositionFault kSublayerOffset{
    InvalidSublayerOffset,
    "The time offset of the sublayer {} is ignored: its scale must be positive and finite."};
inline constexpr CompositionFault kSharedOwner{
    InvalidSublayerOwnership,
    "More than one sublayer is owned by {}; all of these are stronger than the other sublayers."};

// Single relocates: source and target.
inline constexpr CompositionFault kEmptyRelocateSource{
    InvalidAuthoredRelocation, "A relocate is ignored: its source is empty (<{}> to <{}>)."};
inline constexpr CompositionFault kRelocateFromNonPrim{
    InvalidAuthoredRelocation,
    "A relocate is ignored: its source is not the path of a prim (<{}> to <{}>)."};
inline constexpr CompositionFault kRelocateFromRootPrim{
    InvalidAuthoredRelocation, "A relocate is ignored: its source is a root prim (<{}> to <{}>)."};
inline constexpr CompositionFault kRelocateToNonPrim{
    InvalidAuthoredRelocation,
    "A relocate is ignored: its target is not the path of a prim (<{}> to <{}>)."};
inline constexpr CompositionFault kRelocateToItself{
    InvalidAuthoredRelocation,
    "A relocate is ignored: its target is its own source (<{}> to <{}>)."};
inline constexpr CompositionFault kRelocateToDescendant{
    InvalidAuthoredRelocation,
    "A relocate is ignored: its target is a descendant of its source (<{}> to <{}>)."};
inline constexpr CompositionFault kRelocateToAncestor{
    InvalidAuthoredRelocation,
    "A relocate is ignored: its target is an ancestor of its source (<{}> to <{}>)."};

// Relocates in conflict: the source of the ignored one, and a path of the other.
inline constexpr CompositionFault kSharedTarget{
    InvalidSameTargetRelocations,
    "All relocates to <{}> are ignored, because there is more than one: {}."};
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
    InvalidExternalTargetPath,
    "The path <{}> is ignored: it is not in the namespace that the arc at <{}> brings in."};
inline constexpr CompositionFault kTargetInInstance{
    InvalidInstanceTargetPath,
    "The path <{}> is ignored: it belongs to an instance of the class that names it."};

}  // namespace faults
}  // namespace usdscope
