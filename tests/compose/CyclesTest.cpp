// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/compose/LayersOnDisk.h"

namespace usdscope {
namespace {

/// A chain of references from /P0 over `count` prims. The last prim refers to `last`, if it is not
/// empty. /P0 has a child.
std::string chainOfReferences(int count, const std::string& last) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    const std::string target = i + 1 < count ? "/P" + std::to_string(i + 1) : last;
    text += "def \"P" + std::to_string(i) + '"';
    if (!target.empty()) text += " (references = <" + target + ">)";
    text += i == 0 ? " {\n  def \"C\" {\n  }\n}\n" : " {\n}\n";
  }
  return text;
}

}  // namespace

// Expected: the nodes and errors of the prim indexes of the reference. Long ways to the root of the
// graph are searched differently from short ones.
TEST(Cycles, ChainsOfAnyLengthEndAtTheirFirstPrim) {
  for (const int count : {1, 2, 15, 16, 17, 40}) {
    for (const std::string last : {"", "/P0", "/P0/C"}) {
      const LayersOnDisk layers({{"root.usda", chainOfReferences(count, last)}});
      const ComposedScene scene = layers.compose();
      ASSERT_TRUE(scene.composer());
      const auto index = scene.composer()->computeIndex(Path::fromText("/P0"));
      EXPECT_EQ(index->nodes().size(), static_cast<std::size_t>(count)) << last;
      const auto errors = index->errors();
      ASSERT_EQ(errors.size(), last.empty() ? 0u : 1u) << count << ' ' << last;
      for (const CompositionError& error : errors) {
        EXPECT_EQ(error.kind, CompositionErrorKind::ArcCycle) << count << ' ' << last;
      }
    }
  }
}

}  // namespace usdscope
