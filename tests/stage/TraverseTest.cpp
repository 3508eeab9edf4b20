// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "engine/stage/Prim.h"
#include "engine/stage/Stage.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

constexpr const char* kScene = R"(
def "A" {
  def "B" { def "C" {} }
  over "Over" { def "BelowOver" {} }
  def "Off" (active = false) { def "Unseen" {} }
}
class "Base" { def "InBase" {} }
def "Inst" (instanceable = true; references = </A/B>) {}
)";

std::vector<std::string> visited(const Prim& from, const PrimFilter& filter,
                                 std::string_view pruned = {}) {
  std::vector<std::string> out;
  traverse(from, filter, [&](const Prim& prim) {
    out.push_back(prim.path().text());
    return prim.path().text() != pruned;
  });
  return out;
}

using Names = std::vector<std::string>;

}  // namespace

TEST(Traverse, VisitsPrimsThatPassTheFilter) {
  const auto result = stageFromText(kScene);
  ASSERT_TRUE(result.stage);
  const Prim root = result.stage->pseudoRoot();
  EXPECT_EQ(visited(root, PrimFilter::drawn()),
            (Names{"/A", "/A/B", "/A/B/C", "/Inst", "/Inst/C"}));
  EXPECT_EQ(visited(root, PrimFilter::all()),
            (Names{"/A", "/A/B", "/A/B/C", "/A/Over", "/A/Over/BelowOver", "/A/Off", "/Base",
                   "/Base/InBase", "/Inst", "/Inst/C"}));
  EXPECT_EQ(visited(root, {.instanceProxies = false}), (Names{"/A", "/A/B", "/A/B/C", "/Inst"}));
}

TEST(Traverse, StartsAndStopsWhereAsked) {
  const auto result = stageFromText(kScene);
  ASSERT_TRUE(result.stage);
  const Prim a = result.stage->primAt(Path::fromText("/A"));
  EXPECT_EQ(visited(a, {}), (Names{"/A", "/A/B", "/A/B/C"}));
  EXPECT_EQ(visited(a, {}, "/A/B"), (Names{"/A", "/A/B"}));
  EXPECT_EQ(visited(result.stage->primAt(Path::fromText("/Base")), {}), Names());
}

}  // namespace usdscope
