// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/value/Spline.h"

namespace usdscope {

/// True when effectiveKnots() may differ from the authored knots.
bool hasComputedKnots(const Spline& spline);

/// The authored knots with the tangents of the AutoEase algorithm.
std::vector<SplineKnot> easedKnots(const Spline& spline);

/// The knots that a spline really has: inner loops written out, tangents of the AutoEase algorithm
/// computed from the knots around.
std::vector<SplineKnot> effectiveKnots(const Spline& spline);

}  // namespace usdscope
