// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/Diagnostics.h"
#include "engine/layer/Layer.h"

namespace usdscope {

inline constexpr DiagnosticCode kBrokenValue{"format.broken-value"};

/// Decodes all values of a layer that was read from a crate, and reports the broken ones. For
/// callers that are about to use all values. If one fault breaks many values (a truncated table),
/// the first are listed and the others counted. Faults that readUsdc() has reported are not
/// reported again. Layers of other formats have no broken values.
void checkValues(const Layer& layer, Diagnostics& diagnostics);

namespace usdc {

/// Reports values with a broken rep. Checks each rep once.
void checkReps(const Layer& layer, Diagnostics& diagnostics);

}  // namespace usdc
}  // namespace usdscope
