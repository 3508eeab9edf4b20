// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/value/TimeSamples.h"

namespace usdscope {

/// Returns the samples with the one at `time` replaced or added, or removed if `value` is empty.
/// The values of the other samples stay encoded if there are many.
TimeSamples withSample(const TimeSamples& samples, double time, const Value& value);

}  // namespace usdscope
