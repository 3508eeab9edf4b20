// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "engine/value/Spline.h"
#include "engine/value/Value.h"

namespace usdscope {

/// The value of a curve at a time of its layer; empty where it has none. With `isPreTime` the limit
/// that values come up to from the left. (AOUSD core specification 12.5.3; TsSpline.)
///
/// Tangents that would let time run backwards are shortened, both by the same factor, until it
/// stands still at worst. Tangents with the AutoEase algorithm are computed from the knots around.
std::optional<double> splineAt(const Spline& spline, double time, bool isPreTime = false);

/// The same as a value of the spline's type.
Value evaluateSpline(const Spline& spline, double time, bool isPreTime = false);

}  // namespace usdscope
