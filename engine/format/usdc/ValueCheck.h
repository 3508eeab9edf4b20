// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/Diagnostics.h"
#include "engine/layer/Layer.h"

namespace usdscope {

inline constexpr DiagnosticCode kBrokenValue{"format.broken-value"};

/// Decodes all values of a layer that was read from a crate, and reports each that cannot be: for
/// those who are about to use them all. Of what breaks many values in
/// the same way (a table cut short) the first are listed, the rest counted. Not reported again is
/// what readUsdc() has found already. Layers of other formats have no such values.
void checkValues(const Layer& layer, Diagnostics& diagnostics);

namespace usdc {

/// Reports values that are broken already by their reps: it is enough to look at each rep once.
void checkReps(const Layer& layer, Diagnostics& diagnostics);

}  // namespace usdc
}  // namespace usdscope
