// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/stage/Stage.h"
#include "tests/support/scene/LayerTexts.h"

namespace usdscope {

/// The stage of the layer `/root.usda` among these texts. The root layer of `request` is ignored.
StageResult stageFromTexts(LayerTexts texts, StageRequest request = {});

/// The stage of one layer.
StageResult stageFromText(std::string text);

}  // namespace usdscope
