// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/stage/Stage.h"
#include "tests/support/scene/LayerTexts.h"

namespace usdscope {

/// The stage of `/root.usda` among these texts. What `request` says of the root layer is ignored.
StageResult stageFromTexts(LayerTexts texts, StageRequest request = {});

/// The stage of one layer.
StageResult stageFromText(std::string text);

}  // namespace usdscope
