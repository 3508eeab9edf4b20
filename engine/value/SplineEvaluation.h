// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "engine/value/Spline.h"
#include "engine/value/Value.h"

namespace usdscope {

/// Returns the value of a curve at a time of its layer; empty when it has none. With `isPreTime`,
/// returns the left limit. (AOUSD core specification 12.5.3; TsSpline.)
///
/// If time would run backwards along a segment, both of its tangents are scaled by one factor that
/// prevents this. AutoEase tangents are computed from the neighbouring knots.
std::optional<double> splineAt(const Spline& spline, double time, bool isPreTime = false);

/// Returns splineAt() as a value of the spline's type.
Value evaluateSpline(const Spline& spline, double time, bool isPreTime = false);

}  // namespace usdscope
