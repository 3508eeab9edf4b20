// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "engine/stage/Property.h"

namespace usdscope {

/// All times at which one of the attributes has a sample, in stage time: ascending, each once.
/// (UsdAttribute::GetUnionedTimeSamples.)
///
/// Attributes of one clip set are read together, each clip once. Works on several threads.
std::vector<double> unionOfSampleTimes(std::span<const Attribute> attributes);

}  // namespace usdscope
