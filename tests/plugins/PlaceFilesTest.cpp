// SPDX-License-Identifier: Apache-2.0
#include "engine/plugins/detail/PlaceFiles.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/support/TemporaryFolder.h"

namespace usdscope::detail {

TEST(PlaceFiles, AWalkThatGivesUpSaysSo) {
  const TemporaryFolder folder;
  for (const char* name : {"a", "b", "c"}) {
    std::filesystem::create_directory(folder / name);
    std::ofstream(folder / name / "plugInfo.json") << "{}\n";
  }
  const std::string stars = (folder / "*/plugInfo.json").string();
  const struct {
    std::size_t left;
    std::size_t found;
    bool isExceeded;
  } cases[] = {{7, 3, false}, {6, 3, false}, {5, 2, true}, {0, 0, true}};
  for (const auto& c : cases) {
    EntryBudget budget{c.left};
    EXPECT_EQ(filesAt(stars, budget).size(), c.found) << c.left;
    EXPECT_EQ(budget.isExceeded, c.isExceeded) << c.left;
    EXPECT_EQ(budget.left, c.left > 6 ? c.left - 6 : 0) << c.left;
  }
  // A place without stars visits no folder.
  EntryBudget none{0};
  const std::string place = (folder / "a/plugInfo.json").string();
  EXPECT_EQ(filesAt(place, none), std::vector<std::string>{place});
  EXPECT_FALSE(none.isExceeded);
}

}  // namespace usdscope::detail
