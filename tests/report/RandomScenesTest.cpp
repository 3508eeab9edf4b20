// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fstream>
#include <iostream>

#include "tests/report/ExpectedScenes.h"
#include "tests/support/TemporaryFolder.h"
#include "tests/support/TestAssets.h"

// Random scenes about composition with the reference's dumps, which tests/oracle/keep_random.py
// keeps.

namespace usdscope {

TEST(RandomScenes, EveryFactIsThatOfTheReference) {
  const std::optional<Json> kept = readDump(testAssetsPath() / "museum/random.json.gz");
  ASSERT_TRUE(kept);
  ASSERT_GE((*kept)["scenes"].size(), 200u);
  std::size_t agreed = 0;
  std::size_t differing = 0;
  for (const Json& scene : (*kept)["scenes"]) {
    const TemporaryFolder folder;
    for (const auto& [name, text] : scene["texts"].items()) {
      std::ofstream(folder / name) << text.get<std::string>();
    }
    StageOptions options;
    options.file = (folder / "root.usda").string();
    std::ostringstream messages;
    const std::shared_ptr<const Stage> stage = openStage(options, {messages, messages});
    ASSERT_TRUE(stage) << "seed " << scene["seed"] << ": " << messages.str();
    Diagnostics problems;
    const DumpComparison comparison =
        compareDumps(dumpStage(*stage, {}, problems), scene["expected"]);
    agreed += comparison.agreed;
    differing += comparison.differing;
    EXPECT_EQ(comparison.differing, 0u) << "seed " << scene["seed"] << ": " << comparison.text();
  }
  std::cout << (*kept)["scenes"].size() << " scenes: " << agreed << " facts agree, " << differing
            << " differ\n";
}

}  // namespace usdscope
