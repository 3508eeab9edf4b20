// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "engine/stage/Property.h"

namespace usdscope {

/// Returns all times at which at least one of the attributes has a sample: stage times, ascending,
/// without duplicates. (UsdAttribute::GetUnionedTimeSamples.)
///
/// Reads the attributes of one clip set together, each clip once. Works on several threads.
std::vector<double> unionOfSampleTimes(std::span<const Attribute> attributes);

}  // namespace usdscope
