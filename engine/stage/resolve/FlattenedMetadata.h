// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/stage/Prim.h"

namespace usdscope {

/// What is authored of a prim, or of a property of it where `property` is not empty, composed, as
/// it goes into one layer that stands for the whole stage: all fields but arcs, clips, values,
/// targets and lists of children, by name. Asset paths lead to the same place from any layer.
std::vector<MetadataEntry> flattenedMetadata(const Prim& prim, Token property = {});

}  // namespace usdscope
