// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "engine/plugins/PluginSet.h"
#include "tests/report/ExpectedScenes.h"
#include "tests/support/TestAssets.h"

namespace usdscope {

// A scene with codeless schemas (auto-applied, built in, overridden, in two versions, in a cycle),
// kinds and metadata. tests/oracle/expected_plugins.py wrote the expected results.
TEST(PluginScene, IsThatOfTheReference) {
  const std::filesystem::path folder = testAssetsPath() / "definitions/plugins";
  usePlugins({folder.string()});
  std::string problem;
  const DumpComparison comparison =
      compareWithReference(folder / "scene.usda", folder / "expected.json", {}, {}, problem);
  usePlugins({});
  EXPECT_EQ(problem, "");
  EXPECT_EQ(comparison.differing, 0u) << comparison.text();
  EXPECT_GT(comparison.agreed, 400u);
}

}  // namespace usdscope
