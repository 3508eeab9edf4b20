// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "engine/asset/DefaultResolver.h"
#include "engine/format/LayerCache.h"
#include "engine/stage/Stage.h"
#include "tests/support/Corpora.h"
#include "tests/support/scene/CheckStage.h"

namespace usdscope {
namespace {

// Every scene with a dump.
std::set<std::string> scenesOf(const std::filesystem::path& corpora) {
  std::set<std::string> scenes;
  std::ifstream index(corpora / "oracle/expected/INDEX.tsv");
  std::string line;
  std::getline(index, line);  // The column headers.
  while (std::getline(index, line)) {
    const std::size_t first = line.find('\t') + 1;
    scenes.insert(line.substr(first, line.find('\t', first) - first));
  }
  return scenes;
}

}  // namespace

TEST(StageCorpora, EveryStageIsSound) {
  const auto corpora = corporaPath();
  if (!corpora) GTEST_SKIP() << kNoCorpora;
  const std::set<std::string> scenes = scenesOf(*corpora);
  ASSERT_GT(scenes.size(), 100u);
  for (const std::string& scene : scenes) {
    StageRequest request;
    request.rootLayer = (*corpora / scene).string();
    const auto resolver =
        std::make_shared<DefaultResolver>(searchFromEnvironment(request.rootLayer));
    const auto result = composeStage(request, std::make_shared<LayerCache>(resolver));
    ASSERT_TRUE(result.stage) << scene;
    EXPECT_EQ(checkStage(*result.stage), std::vector<std::string>()) << scene;
  }
}

}  // namespace usdscope
