// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "engine/stage/Stage.h"

namespace usdscope {

/// Makes the layer of usdview's Save Overrides: the session layer with the metadata of the root
/// layer, and the root layer as its last sublayer. Specs without opinions are omitted. With
/// `timeRange`, sets start and end time code. The root layer must have a file.
std::shared_ptr<const Layer> overridesLayer(
    const Stage& stage, std::optional<std::pair<double, double>> timeRange = std::nullopt);

/// Makes the same layer from another session layer, for example one with some of the edits.
std::shared_ptr<const Layer> overridesLayer(
    const Stage& stage, const Layer& session,
    std::optional<std::pair<double, double>> timeRange = std::nullopt);

}  // namespace usdscope
