// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/base/Diagnostics.h"
#include "engine/layer/Path.h"

namespace usdscope {

/// What the reference distinguishes, by the names of its error types; LayerStackCapacityExceeded
/// is ours: sublayers that multiply without end.
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

/// "ArcCycle", as dumps spell it.
std::string_view nameOf(CompositionErrorKind kind);

/// One problem met while composing, with the site that holds the faulty opinion.
struct CompositionError {
  CompositionErrorKind kind = CompositionErrorKind::ArcCycle;
  SourceSite site;
  Path rootPath;        ///< The prim (in the stage's namespace) whose index met it.
  std::string message;  ///< One sentence.

  bool operator==(const CompositionError&) const = default;
};

/// The same as a diagnostic "compose.<kind>" for the Problems pane.
Diagnostic toDiagnostic(const CompositionError& error);

}  // namespace usdscope
