// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "engine/layer/LayerEdit.h"
#include "engine/stage/Prim.h"

namespace usdscope {

/// The visibility that a prim is to have.
struct WantedVisibility {
  Path prim;
  bool isVisible = false;
};

/// Returns the changes that make prims visible at a time, and everything else invisible. They fit a
/// session layer without other visibility. (Vis Only of usdview.)
std::vector<WantedVisibility> visibilityOfOnly(const Stage& stage, const std::vector<Path>& prims,
                                               TimeCode time);

/// Whether a layer has a spec for the visibility of a prim.
bool hasVisibility(const Layer& layer, Path prim);

/// Returns the edit that removes the spec for the visibility of a prim from a layer.
LayerEdit visibilityRemoval(Path prim);

/// Returns the edits that remove all visibility from a layer; none if it is null.
std::vector<LayerEdit> visibilityRemovals(const Layer* layer);

}  // namespace usdscope
