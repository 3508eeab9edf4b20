// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/value/Spline.h"

namespace usdscope {

/// True when effectiveKnots() may differ from the authored knots.
bool hasComputedKnots(const Spline& spline);

/// Returns the authored knots with AutoEase tangents computed.
std::vector<SplineKnot> easedKnots(const Spline& spline);

/// Returns the knots with inner loops unrolled and AutoEase tangents computed from the neighbouring
/// knots.
std::vector<SplineKnot> effectiveKnots(const Spline& spline);

}  // namespace usdscope
