// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/stage/Prim.h"

namespace usdscope {

/// Composes the authored fields of a prim, or of its property `property` if that is not empty, for
/// one layer that replaces the whole stage: all fields but arcs, clips, values, targets and lists
/// of children, by name. The asset paths lead to the same place from any layer.
std::vector<MetadataEntry> flattenedMetadata(const Prim& prim, Token property = {});

}  // namespace usdscope
