// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/WorldTransforms.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "engine/scene/Bounds.h"
#include "engine/schema/Xformable.h"
#include "engine/stage/Stage.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

// Groups of cubes, enough for several threads; each moves, every seventh resets the transform
// stack.
std::string groupsOfCubes() {
  std::string text = "def Xform \"W\" {\n";
  for (int group = 0; group < 40; ++group) {
    text += "def Xform \"G" + std::to_string(group) + "\" {\ndouble3 xformOp:translate = (0, " +
            std::to_string(group) +
            ", 0)\nuniform token[] xformOpOrder = [\"xformOp:translate\"]\n";
    for (int cube = 0; cube < 40; ++cube) {
      const char* reset = cube % 7 == 0 ? "\"!resetXformStack!\", " : "";
      text += "def Cube \"C" + std::to_string(cube) + "\" {\ndouble3 xformOp:translate = (" +
              std::to_string(cube) + ", 0, 0)\nuniform token[] xformOpOrder = [" + reset +
              "\"xformOp:translate\"]\n}\n";
    }
    text += "}\n";
  }
  return text + "}\n";
}

std::vector<Prim> allPrims(const Stage& stage) {
  std::vector<Prim> prims;
  traverse(stage.pseudoRoot(), PrimFilter::all(), [&](const Prim& prim) {
    prims.push_back(prim);
    return true;
  });
  return prims;
}

}  // namespace

TEST(WorldTransforms, TransformsDoNotDependOnTheOrder) {
  const auto result = stageFromText(groupsOfCubes());
  ASSERT_TRUE(result.stage);
  std::vector<Prim> prims = allPrims(*result.stage);
  ASSERT_EQ(prims.size(), 1641u);
  for (int turn = 0; turn < 2; ++turn) {
    const std::vector<glm::dmat4> all = computeWorldTransforms(prims, 0.0);
    WorldTransforms transforms(0.0);
    for (std::size_t i = 0; i < prims.size(); ++i) {
      const glm::dmat4 expected = computeWorldFromLocal(prims[i], 0.0);
      EXPECT_EQ(all[i], expected) << prims[i].path().text();
      EXPECT_EQ(transforms.worldFromLocal(prims[i]), expected) << prims[i].path().text();
    }
    std::ranges::stable_sort(prims, {}, [](const Prim& prim) { return prim.name().string(); });
  }
}

TEST(WorldTransforms, BoundsOfManyPrimsAreThoseOfEachTogether) {
  const auto result = stageFromText(groupsOfCubes());
  ASSERT_TRUE(result.stage);
  Box together;
  for (const Prim& prim : allPrims(*result.stage)) {
    if (prim.typeName() == "Cube") together.add(BoundsCache(0.0).worldBound(prim));
  }
  EXPECT_EQ(together, (Box{{-1, -1, -1}, {40, 40, 1}}));
  EXPECT_EQ(BoundsCache(0.0).worldBound(result.stage->pseudoRoot()), together);
}

}  // namespace usdscope
