// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "engine/scene/SceneExtractor.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {

/// The scene of one layer at the time 0; empty, and a failure, when the layer is not a stage.
inline std::shared_ptr<const Scene> sceneOf(const std::string& text) {
  const auto result = stageFromText(text);
  EXPECT_TRUE(result.stage) << text;
  return result.stage ? SceneExtractor(result.stage).extract(0.0) : std::make_shared<Scene>();
}

}  // namespace usdscope
