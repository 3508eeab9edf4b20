// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/check/Fixes.h"
#include "engine/stage/Property.h"

namespace usdscope::detail {

/// A spec to write to.
struct FixSite {
  std::string layer;
  Path path;                   ///< The path of the spec in the layer.
  LayerOffset layerFromStage;  ///< Maps stage time to layer time.
};

/// Fixes for one finding, or the sentence why it has none.
struct FixOrRefusal {
  std::optional<Fix> fix;
  std::string refusal;
};

/// Returns the spec that holds an opinion; for FixTarget::SessionLayer, the spec of `stagePath` in
/// the session layer. Empty when its time cannot be mapped back.
std::optional<FixSite> fixSite(const Stage& stage, FixTarget target, const std::string& layer,
                               Path spec, const LayerOffset& stageFromLayer, Path stagePath);

// ExtentFix.cpp
FixOrRefusal fixExtent(const Stage& stage, const Finding& finding, FixTarget target);
// InfluenceFix.cpp: normalises, sorts, or both.
FixOrRefusal fixInfluences(const Stage& stage, Path weights, bool normalizes, bool sorts,
                           FixTarget target);

}  // namespace usdscope::detail
