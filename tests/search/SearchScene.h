// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/Json.h"
#include "engine/stage/Stage.h"
#include "tests/support/TestAssets.h"

namespace usdscope {

/// The scene of tests/assets/search, and the reference's answers about it.
struct SearchScene {
  std::shared_ptr<const Stage> stage;
  Json expected;

  SearchScene() {
    const auto folder = testAssetsPath() / "search";
    StageRequest request;
    request.rootLayer = (folder / "shot.usda").string();
    stage = composeStage(request).stage;
    EXPECT_TRUE(stage);
    std::ifstream file(folder / "expected.json");
    expected = parseJson(file);
  }

  Prim at(const std::string& path) const { return stage->primAt(Path::fromText(path)); }
};

inline std::vector<std::string> textsOf(const std::vector<Path>& paths) {
  std::vector<std::string> texts;
  for (const Path path : paths) texts.push_back(path.text());
  return texts;
}

}  // namespace usdscope
