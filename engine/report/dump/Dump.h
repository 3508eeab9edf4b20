// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "engine/base/Json.h"
#include "engine/stage/Stage.h"

namespace usdscope {

struct DumpOptions {
  /// Maximal number of prims in the dump, in traversal order; 0 for all.
  std::size_t maxPrims = 2000;
};

/// Writes the contents of a composed stage as JSON, in the format "stage-dump 1": prims, the layers
/// of their opinions, authored attributes at some times, transforms, bounds, materials and skinned
/// points. Reports faults of skeletons, skinned prims and point instancers to `problems`.
Json dumpStage(const Stage& stage, const DumpOptions& options, Diagnostics& problems);

/// Writes the document with one line for each prim, skeleton or other entry, so that two dumps can
/// be compared line by line.
std::string dumpToText(const Json& document);

}  // namespace usdscope
