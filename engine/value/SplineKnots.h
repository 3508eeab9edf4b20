// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/value/Spline.h"

namespace usdscope {

struct KnotTangents {
  SplineTangent pre;
  SplineTangent post;
};

/// The tangents of a knot, with the widths and slopes of those that are eased. The knots before and
/// after it are null where there are none.
KnotTangents easedTangents(const SplineKnot* before, const SplineKnot& knot,
                           const SplineKnot* after);

/// True when effectiveKnots() may differ from the authored knots.
bool hasComputedKnots(const Spline& spline);

/// Returns the authored knots with AutoEase tangents computed.
std::vector<SplineKnot> easedKnots(const Spline& spline);

/// Whether the spline has an inner loop that repeats. A loop is ignored if it has no length, no
/// turns, no knot at its start, or more than a million knots in all turns.
bool hasRepeatingInnerLoop(const Spline& spline);

/// Returns the knots with inner loops unrolled and AutoEase tangents computed from the neighbouring
/// knots.
std::vector<SplineKnot> effectiveKnots(const Spline& spline);

/// The part of a curve that its looping extrapolation repeats: from the knot `first` to the knot
/// `last`.
struct ExtrapolationLoop {
  const SplineKnot* first = nullptr;
  const SplineKnot* last = nullptr;

  /// False if no knot is at the boundary of the loop. The curve then has no value beyond its knots.
  bool hasKnots() const { return first && last; }
  /// False if the loop has no length. The curve is then held. Requires: hasKnots().
  bool repeats() const { return first->time != last->time; }
};

/// Returns the loop of the extrapolation before or after the curve; empty if the extrapolation does
/// not loop or the curve has fewer than two knots. The result points into `knots`, the effective
/// knots.
std::optional<ExtrapolationLoop> extrapolationLoop(const Spline& spline,
                                                   std::span<const SplineKnot> knots,
                                                   bool isBefore);

}  // namespace usdscope
