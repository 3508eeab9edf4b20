// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "engine/base/Json.h"
#include "engine/stage/Stage.h"

namespace usdscope {

struct DumpOptions {
  std::size_t maxPrims = 2000;  ///< `prims` holds the first of the traversal; 0: all.
};

/// Every fact that the stage resolves to: prims, where their opinions come from, authored
/// attributes at chosen times, transforms, bounds, materials, skinned points. Format
/// "stage-dump 1". What is wrong with skeletons, what they move and point instancers is reported to
/// `problems`.
Json dumpStage(const Stage& stage, const DumpOptions& options, Diagnostics& problems);

/// The document as text, one line for each prim, skeleton or other entry, so that two dumps can be
/// read side by side.
std::string dumpToText(const Json& document);

}  // namespace usdscope
