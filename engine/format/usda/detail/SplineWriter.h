// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/format/usda/detail/WriteContext.h"
#include "engine/value/Spline.h"

namespace usdscope::usda {

/// Writes `{`, a line for each item and knot, and `}` without a line end.
void writeSpline(WriteContext& context, const Spline& spline, int level);

}  // namespace usdscope::usda
