// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/Diagnostics.h"
#include "engine/layer/Layer.h"

namespace usdscope {

inline constexpr DiagnosticCode kBrokenValue{"format.broken-value"};

/// Decodes all values of a layer that was read from a crate, and reports broken values. For callers
/// that are about to use all values. If one fault breaks many values (for example a truncated
/// table), reports the first ones and the number of the others. Faults that readUsdc() has reported
/// are not reported again. Layers of other formats have no broken values.
void checkValues(const Layer& layer, Diagnostics& diagnostics);

namespace usdc {

/// Reports values with a broken ValueRep. Checks each ValueRep once.
void checkReps(const Layer& layer, Diagnostics& diagnostics);

}  // namespace usdc
}  // namespace usdscope
