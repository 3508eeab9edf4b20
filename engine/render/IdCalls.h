// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unordered_set>

#include "engine/render/ChosenObjects.h"
#include "engine/render/DrawList.h"

namespace usdscope {

// Draw calls of a frame whose ids are drawn: everything but bones, as far as the grid shows it.

/// All objects.
DrawCalls idCalls(const DrawList& list, const SampleGrid& grid);
/// The chosen objects.
DrawCalls idCalls(const DrawList& list, const SampleGrid& grid, const ChosenObjects& chosen);
/// The objects of the items with these paths.
DrawCalls idCalls(const DrawList& list, const SampleGrid& grid,
                  const std::unordered_set<Path>& items);

}  // namespace usdscope
