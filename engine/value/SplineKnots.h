// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "engine/value/KnotSequence.h"
#include "engine/value/Spline.h"

namespace usdscope {

struct KnotTangents {
  SplineTangent pre;
  SplineTangent post;
};

/// Whether the width and the slope of a tangent follow from the neighbouring knots.
inline bool isEased(const SplineTangent& tangent) {
  return tangent.algorithm == SplineTangentAlgorithm::AutoEase;
}

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
/// knots, as a KnotSequence has them.
std::vector<SplineKnot> effectiveKnots(const Spline& spline);

/// The part of a curve that its looping extrapolation repeats, between two knots.
struct ExtrapolationLoop {
  struct Indices {
    std::size_t first = 0;
    std::size_t last = 0;
  };
  std::optional<Indices> knots;
  double firstTime = 0.0;
  double lastTime = 0.0;

  /// False if no knot is at the boundary of the loop. The curve then has no value beyond its knots.
  bool hasKnots() const { return knots.has_value(); }
  /// False if the loop has no length. The curve is then held. Requires: hasKnots().
  bool repeats() const { return firstTime != lastTime; }
};

/// Returns the loop of the extrapolation before or after the curve; empty if the extrapolation does
/// not loop or the curve has fewer than two knots. `knots` are the unrolled knots of the spline.
std::optional<ExtrapolationLoop> extrapolationLoop(const Spline& spline, const KnotSequence& knots,
                                                   bool isBefore);

}  // namespace usdscope
