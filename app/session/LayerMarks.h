// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <unordered_set>
#include <vector>

#include "engine/scene/Scene.h"
#include "engine/stage/Stage.h"

namespace usdscope {

/// The prims of a stage that a layer touches: those with specs in the layer or, for the file of a
/// clip set, those that the set is authored on.
struct LayerMarks {
  std::shared_ptr<const Stage> stage;
  std::string identifier;
  std::vector<bool> rows;  ///< By Prim::row(), so proxies are marked with the prims they show.
  /// The marked rows without marked descendants: the layer says nothing more below them.
  std::vector<bool> ends;
  std::size_t count = 0;  ///< The number of marked rows.
};

/// Finds the prims that a layer touches; null when stopped.
std::shared_ptr<const LayerMarks> computeLayerMarks(const std::shared_ptr<const Stage>& stage,
                                                    const std::string& identifier,
                                                    std::stop_token stop);

/// Returns the paths of the items that a layer touches: items of marked prims, and everything below
/// marked prims that have no marked descendants, such as a transform with a new value.
std::unordered_set<Path> markedItems(const LayerMarks& marks, const Scene& scene,
                                     const std::stop_token& stop);

}  // namespace usdscope
