// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/format/usda/detail/ReadContext.h"
#include "engine/value/Spline.h"

namespace usdscope::usda {

/// Reads `{ bezier, pre: linear, loop: (0, 10, 0, 2, 5), 1: 2; post curve (1, 0.5), … }`, the
/// spline of an attribute whose values are of this kind.
bool readSpline(ReadContext& context, ValueKind kind, Spline& out);

}  // namespace usdscope::usda
