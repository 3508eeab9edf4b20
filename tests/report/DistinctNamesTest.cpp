// SPDX-License-Identifier: Apache-2.0
#include "engine/report/text/DistinctNames.h"

#include <gtest/gtest.h>

namespace usdscope {
namespace {

TEST(DistinctNames, FoldersDistinguishFilesOfEqualName) {
  const struct {
    std::vector<std::string> paths;
    std::vector<std::string> names;
  } cases[] = {
      {{}, {}},
      {{"/a/one.usda", "/b/two.usda"}, {"one.usda", "two.usda"}},
      {{"/a/one.usda", "/b/one.usda", "/b/two.usda"}, {"a/one.usda", "b/one.usda", "two.usda"}},
      {{"/x/a/one.usda", "/y/a/one.usda", "/y/b/one.usda"},
       {"x/a/one.usda", "y/a/one.usda", "b/one.usda"}},
      {{"/a/one.usda", "/a/one.usda"}, {"one.usda", "one.usda"}},
      {{"one.usda", "/one.usda", "/a/one.usda"}, {"one.usda", "/one.usda", "a/one.usda"}},
      {{"fallback", ""}, {"fallback", ""}},
  };
  for (const auto& c : cases) EXPECT_EQ(distinctNames(c.paths), c.names);
}

}  // namespace
}  // namespace usdscope
