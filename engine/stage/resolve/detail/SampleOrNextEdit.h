// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/stage/resolve/Interpolation.h"

namespace usdscope {

/// Like sampleAt(), but returns the edit for a time between an array and an array edit, if arrays
/// are interpolated there. The value is then made of the edited arrays, as between two edits.
/// Requires: `samples` is not empty.
SampledValue sampleOrNextEdit(const TimeSamples& samples, double time, bool isPreTime,
                              InterpolationType interpolation);

}  // namespace usdscope
