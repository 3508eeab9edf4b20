// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/stage/Prim.h"

namespace usdscope {

/// Composes the authored fields of a prim, or of its property `property` if that is not empty, for
/// one layer that replaces the whole stage. Returns all fields except arcs, clips, values, targets
/// and lists of children, sorted by name. Asset paths are rewritten so that they lead to the same
/// file from any layer.
std::vector<MetadataEntry> flattenedMetadata(const Prim& prim, Token property = {});

}  // namespace usdscope
