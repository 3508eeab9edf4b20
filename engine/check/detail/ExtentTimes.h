// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/stage/Property.h"

namespace usdscope::detail {

/// Returns the authored attributes of a prim on which its extent depends, of all kinds of geometry.
std::vector<Attribute> shapeAttributes(const Prim& prim);

/// Returns the times at which an extent must be right: those of all samples of these attributes and
/// of the extent, ascending; TimeCode::earliest() when there are none.
std::vector<TimeCode> extentTimes(const Prim& prim, const std::vector<Attribute>& attributes);

}  // namespace usdscope::detail
