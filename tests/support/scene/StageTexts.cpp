// SPDX-License-Identifier: Apache-2.0
#include "tests/support/scene/StageTexts.h"

namespace usdscope {

StageResult stageFromTexts(LayerTexts texts, StageRequest request) {
  request.rootLayer = "/root.usda";
  return composeStage(request, layersFromTexts(std::move(texts)));
}

StageResult stageFromText(std::string text) {
  return stageFromTexts({{"/root.usda", std::move(text)}});
}

}  // namespace usdscope
