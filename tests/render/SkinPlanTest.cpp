// SPDX-License-Identifier: Apache-2.0
#include "engine/render/SkinPlan.h"

#include <gtest/gtest.h>

namespace usdscope {
namespace {

constexpr SkinLimits kRoomy{.boundBytes = std::size_t{1} << 27};

SkinPart partAt(std::uint32_t page, std::uint32_t firstVertex, std::uint32_t vertexCount,
                std::uint32_t place) {
  SkinPart part{.page = page, .firstVertex = firstVertex, .vertexCount = vertexCount};
  part.positions = std::make_shared<SkinBlock>(SkinBlock{place, vertexCount * 3});
  return part;
}

Skin skinOf(std::uint32_t jointCount, SkinningMethod method = SkinningMethod::Linear) {
  Skin skin;
  skin.method = method;
  skin.jointCount = jointCount;
  skin.influencesPerVertex = 1;
  return skin;
}

}  // namespace

TEST(SkinPlan, OneDispatchForAllThatSharesAPage) {
  const Skin linear = skinOf(10);
  const Skin dual = skinOf(4, SkinningMethod::DualQuaternion);
  const std::vector<SkinPart> first{partAt(0, 0, 100, 7)};
  const std::vector<SkinPart> second{partAt(0, 0, 64, 400)};
  const std::vector<SkinnedItem> items{
      {first, &linear, 0, 0, 0}, {second, &dual, 30, 5, 100}, {first, &linear, 53, 5, 164}};
  const SkinPlan plan = planSkinning(items, kRoomy);
  ASSERT_EQ(plan.dispatches.size(), 1u);
  const SkinDispatch& all = plan.dispatches[0];
  EXPECT_EQ(all.drawCount, 3u);
  EXPECT_EQ(all.groupCount, 5u);
  EXPECT_EQ(all.gridWidth, 5u);
  EXPECT_EQ(all.gridHeight, 1u);
  EXPECT_EQ(all.rows, (BoundRange{0, 83}));
  EXPECT_EQ(all.vertices, (BoundRange{0, 264}));
  ASSERT_EQ(plan.draws.size(), 3u);
  const skinning::Draw expected{.firstGroup = 2,
                                .vertexCount = 64,
                                .firstSkinned = 100,
                                .firstRow = 30,
                                .firstBlendWeight = 5,
                                .influenceCount = 1,
                                .flags = skinning::kIsDualQuaternion,
                                .positions = 400};
  EXPECT_EQ(plan.draws[1], expected);
  EXPECT_EQ(plan.draws[2].firstGroup, 3u);
  EXPECT_EQ(plan.draws[2].positions, 7u) << "the same mesh at another place";
}

TEST(SkinPlan, EachPageHasADispatchOfItsOwn) {
  const Skin skin = skinOf(1);
  const std::vector<SkinPart> whole{partAt(1, 0, 70, 0)};
  const std::vector<SkinPart> split{partAt(0, 0, 65, 0), partAt(1, 65, 35, 300)};
  const std::vector<SkinnedItem> items{{whole, &skin, 0, 0, 0}, {split, &skin, 3, 0, 70}};
  const SkinPlan plan = planSkinning(items, kRoomy);
  ASSERT_EQ(plan.dispatches.size(), 2u);
  EXPECT_EQ(plan.dispatches[0].page, 0u);
  EXPECT_EQ(plan.dispatches[0].drawCount, 1u);
  EXPECT_EQ(plan.dispatches[0].vertices, (BoundRange{64, 135})) << "aligned";
  EXPECT_EQ(plan.draws[0].firstSkinned, 6u);
  EXPECT_EQ(plan.dispatches[1].page, 1u);
  EXPECT_EQ(plan.dispatches[1].firstDraw, 1u);
  EXPECT_EQ(plan.dispatches[1].groupCount, 3u);
  EXPECT_EQ(plan.draws[1].firstGroup, 0u);
  EXPECT_EQ(plan.draws[2].firstSkinned, 135u);
}

TEST(SkinPlan, NoBufferIsBoundBeyondTheLimit) {
  const std::vector<SkinPart> part{partAt(0, 0, 100, 0)};
  const Skin skin = skinOf(20);
  std::vector<SkinnedItem> items;
  for (std::size_t i = 0; i < 50; ++i) items.push_back({part, &skin, i * 60, i * 3, i * 100});
  const SkinPlan plan = planSkinning(items, {.boundBytes = 8192});
  EXPECT_GT(plan.dispatches.size(), 5u);
  std::uint32_t next = 0;
  for (const SkinDispatch& dispatch : plan.dispatches) {
    EXPECT_EQ(dispatch.firstDraw, next);
    next += dispatch.drawCount;
    const auto expectSound = [](const BoundRange& range, std::size_t size) {
      EXPECT_EQ(range.first * size % 256, 0u);
      EXPECT_LE((range.last - range.first) * size, 8192u);
    };
    expectSound(dispatch.rows, 16);
    expectSound(dispatch.blendWeights, 4);
    expectSound(dispatch.vertices, 24);
    for (std::uint32_t i = dispatch.firstDraw; i < next; ++i) {
      EXPECT_EQ(plan.draws[i].firstRow + dispatch.rows.first, i * 60);
      EXPECT_EQ(plan.draws[i].firstBlendWeight + dispatch.blendWeights.first, i * 3);
      EXPECT_EQ(plan.draws[i].firstSkinned + dispatch.vertices.first, i * 100);
    }
  }
  EXPECT_EQ(next, 50u);
}

TEST(SkinPlan, ManyGroupsMakeAGrid) {
  const Skin skin = skinOf(1);
  const struct {
    std::uint32_t vertexCount, columns, rows;
  } cases[] = {
      {1, 1, 1}, {65535 * 64, 65535, 1}, {65535 * 64 + 1, 32768, 2}, {3 * 65535 * 64, 65535, 3}};
  for (const auto& c : cases) {
    const std::vector<SkinPart> part{partAt(0, 0, c.vertexCount, 0)};
    const std::vector<SkinnedItem> items{{part, &skin, 0, 0, 0}};
    const SkinPlan plan = planSkinning(items, {.boundBytes = std::size_t{1} << 30});
    ASSERT_EQ(plan.dispatches.size(), 1u);
    EXPECT_EQ(plan.dispatches[0].gridWidth, c.columns) << c.vertexCount;
    EXPECT_EQ(plan.dispatches[0].gridHeight, c.rows) << c.vertexCount;
  }
}

TEST(SkinPlan, NothingToSkinTakesNoDispatch) {
  EXPECT_TRUE(planSkinning({}, kRoomy).dispatches.empty());
}

}  // namespace usdscope
