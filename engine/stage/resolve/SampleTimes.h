// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <stop_token>
#include <vector>

#include "engine/stage/Property.h"

namespace usdscope {

/// Returns all times at which at least one of the attributes has a sample: stage times, ascending,
/// without duplicates. (UsdAttribute::GetUnionedTimeSamples.)
///
/// Reads the attributes in clips together, each file once. Works on several threads. Incomplete
/// when stopped.
std::vector<double> unionOfSampleTimes(std::span<const Attribute> attributes,
                                       const std::stop_token& stop = {});

}  // namespace usdscope
