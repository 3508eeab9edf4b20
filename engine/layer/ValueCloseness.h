// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/value/Value.h"

namespace usdscope {

/// True when two values are the same, numbers up to `tolerance`: |a − b| ≤ tolerance · max(1, |a|,
/// |b|) for floating-point numbers wherever they stand: alone or in vectors, arrays, edits of
/// arrays, dictionaries, splines, layer offsets and samples, whose times may differ likewise. A NaN
/// is equal to a NaN.
bool areClose(const Value& a, const Value& b, double tolerance);

}  // namespace usdscope
