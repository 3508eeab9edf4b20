// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/report/explain/ExplainFact.h"
#include "engine/report/text/LayerNames.h"

namespace usdscope::detail {

LayerNames layerNamesOf(const Stage& stage);

/// Starts the row of an opinion that a layer has.
FactRow layerRow(const LayerNames& names, const Layer& layer, Path specPath, Path object);

}  // namespace usdscope::detail
