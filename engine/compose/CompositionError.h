// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/base/Diagnostics.h"
#include "engine/layer/Path.h"

namespace usdscope {

/// The kinds of composition errors, named like OpenUSD's error types. Only
/// LayerStackCapacityExceeded does not exist in OpenUSD. The sentences are in
/// CompositionErrorTexts.h.
enum class CompositionErrorKind : std::uint8_t {
  ArcCycle,
  ArcPermissionDenied,
  ArcToProhibitedChild,
  InconsistentPropertyType,
  IndexCapacityExceeded,
  InvalidAssetPath,
  InvalidAuthoredRelocation,
  InvalidConflictingRelocation,
  InvalidExternalTargetPath,
  InvalidInstanceTargetPath,
  InvalidPrimPath,
  InvalidReferenceOffset,
  InvalidSameTargetRelocations,
  InvalidSublayerOffset,
  InvalidSublayerOwnership,
  InvalidSublayerPath,
  InvalidTargetPath,
  InvalidVariantSelection,
  LayerStackCapacityExceeded,
  MutedAssetPath,
  OpinionAtRelocationSource,
  PrimPermissionDenied,
  SublayerCycle,
  UnresolvedPrimPath,
  VariableExpressionError,
};

/// Returns the name of a kind in dumps, for example "ArcCycle".
std::string_view nameOf(CompositionErrorKind kind);

/// A problem found by composition, with the site of the faulty opinion.
struct CompositionError {
  CompositionErrorKind kind = CompositionErrorKind::ArcCycle;
  SourceSite site;
  Path rootPath;        ///< The stage path of the prim whose index reports the error.
  std::string message;  ///< One sentence.

  bool operator==(const CompositionError&) const = default;
};

/// Converts an error to a diagnostic with the code "compose.<kind>".
Diagnostic toDiagnostic(const CompositionError& error);

}  // namespace usdscope
