// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/value/Value.h"

namespace usdscope {

/// True when two values are equal, floating-point numbers up to a tolerance: |a − b| ≤ tolerance ·
/// max(1, |a|, |b|). This applies to numbers alone and in vectors, arrays, edits of arrays,
/// dictionaries, splines, layer offsets and samples, also to the times of samples. A NaN equals a
/// NaN.
bool areClose(const Value& a, const Value& b, double tolerance);

}  // namespace usdscope
