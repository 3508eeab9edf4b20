// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "engine/asset/DefaultResolver.h"
#include "engine/base/Parallel.h"
#include "engine/format/LayerCache.h"
#include "engine/stage/Stage.h"
#include "tests/support/Corpora.h"
#include "tests/support/TestAssets.h"
#include "tests/support/scene/StageText.h"

namespace usdscope {
namespace {

std::string textWithThreads(const std::string& root, std::size_t count) {
  setThreadCount(count);
  StageRequest request;
  request.rootLayer = root;
  const auto resolver = std::make_shared<DefaultResolver>(searchFromEnvironment(root));
  const StageResult result = composeStage(request, std::make_shared<LayerCache>(resolver));
  std::string text = result.stage ? stageText(*result.stage) : std::string();
  for (const Diagnostic& diagnostic : result.diagnostics.entries()) {
    text += toText(diagnostic) + "\n";
  }
  setThreadCount(0);
  return text;
}

void expectSameText(const std::string& root) {
  const std::string one = textWithThreads(root, 1);
  EXPECT_FALSE(one.empty()) << root;
  EXPECT_EQ(firstDifference(one, textWithThreads(root, 8)), "") << root;
}

}  // namespace

TEST(StageThreads, OwnScenesDoNotDependOnTheirNumber) {
  for (const auto& entry : std::filesystem::directory_iterator(testAssetsPath() / "museum")) {
    if (entry.is_directory()) expectSameText((entry.path() / "root.usda").string());
  }
}

// Every 20th scene, or all if USDSCOPE_ALL_SCENES is set.
TEST(StageThreads, ExpectedScenesDoNotDependOnTheirNumber) {
  const auto corpora = corporaPath();
  if (!corpora) GTEST_SKIP() << kNoCorpora;
  std::ifstream index(*corpora / "oracle/expected/INDEX.tsv");
  std::string line;
  std::getline(index, line);  // The column headers.
  const std::size_t stride = std::getenv("USDSCOPE_ALL_SCENES") ? 1 : 20;
  std::size_t count = 0;
  for (std::size_t i = 0; std::getline(index, line); ++i) {
    if (i % stride != 0) continue;
    const std::size_t first = line.find('\t') + 1;
    expectSameText((*corpora / line.substr(first, line.find('\t', first) - first)).string());
    ++count;
  }
  EXPECT_GT(count, 40u);
}

}  // namespace usdscope
