// SPDX-License-Identifier: Apache-2.0
#include "engine/schema/Primvars.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "engine/stage/Stage.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {

TEST(Primvars, ConstantOnesAreInheritedAndOthersHideThem) {
  const auto result = stageFromText(R"(
def Xform "A" {
  int primvars:far = 1
  int primvars:near = 1
  int primvars:hidden = 1
  int[] primvars:own = [1] (interpolation = "vertex")
  int primvars:blank
  def Xform "B" {
    int primvars:near = 2
    int[] primvars:hidden = [2] (interpolation = "uniform")
    def Mesh "C" {
      int[] primvars:mine = [3] (interpolation = "faceVarying"
elementSize = 2)
      int[] primvars:mine:indices = [0]
    }
  }
}
)");
  ASSERT_TRUE(result.stage);
  const struct {
    const char* path;
    std::vector<std::string> names;  // Each with the prim that authors it.
  } cases[] = {
      {"/A", {"far /A", "hidden /A", "near /A", "own /A"}},
      {"/A/B", {"far /A", "hidden /A/B", "near /A/B"}},
      {"/A/B/C", {"far /A", "mine /A/B/C", "near /A/B"}},
  };
  for (const auto& c : cases) {
    const Prim prim = result.stage->primAt(Path::fromText(c.path));
    std::vector<std::string> names;
    for (const Primvar& primvar : findPrimvarsWithInheritance(prim)) {
      names.push_back(primvar.name.string() + " " + primvar.attribute.prim().path().text());
      const Primvar single = findPrimvarWithInheritance(prim, primvar.name);
      EXPECT_EQ(single.attribute.path(), primvar.attribute.path()) << c.path;
    }
    std::ranges::sort(names);
    EXPECT_EQ(names, c.names) << c.path;
    EXPECT_FALSE(findPrimvarWithInheritance(prim, Token("blank")).attribute) << c.path;
  }
  const Prim c = result.stage->primAt(Path::fromText("/A/B/C"));
  EXPECT_FALSE(findPrimvarWithInheritance(c, Token("hidden")).attribute);
  EXPECT_EQ(findPrimvarWithInheritance(c, Token("mine")).elementSize, 2);
  EXPECT_EQ(findPrimvarWithInheritance(c, Token("mine")).interpolation, "faceVarying");
}

TEST(Primvars, IndicesAreAppliedAndBadOnesGiveTheDefault) {
  const struct {
    const char* name;
    const char* text;
    Array<int> expected;
  } cases[] = {
      {"no indices", "int[] primvars:x = [5, 6]", {5, 6}},
      {"indices", "int[] primvars:x = [5, 6]\nint[] primvars:x:indices = [1, 1, 0]", {6, 6, 5}},
      {"out of range",
       "int[] primvars:x = [5, 6]\nint[] primvars:x:indices = [2, -1, 1]",
       {0, 0, 6}},
      {"elements of two",
       "int[] primvars:x = [5, 6, 7, 8] (elementSize = 2)\nint[] primvars:x:indices = [1, 0]",
       {7, 8, 5, 6}},
      {"a part of an element",
       "int[] primvars:x = [5, 6, 7] (elementSize = 2)\nint[] primvars:x:indices = [0, 1]",
       {5, 6, 0, 0}},
      {"elements larger than all values",
       "int[] primvars:x = [5, 6] (elementSize = 2000000000)\nint[] primvars:x:indices = [0, 0, 0]",
       {}},
  };
  for (const auto& c : cases) {
    const auto result = stageFromText(std::string("def Mesh \"M\" {\n") + c.text + "\n}\n");
    ASSERT_TRUE(result.stage) << c.name;
    const Primvar primvar =
        findPrimvarWithInheritance(result.stage->primAt(Path::fromText("/M")), Token("x"));
    ASSERT_TRUE(primvar.attribute) << c.name;
    EXPECT_EQ(flattenedPrimvar(primvar, {}).valueOr(Array<int>()), c.expected) << c.name;
  }
}

TEST(Primvars, LargeElementsDoNotMultiplyWithoutEnd) {
  const int count = 6000;
  const auto list = [&](const char* text) {
    return fmt::format("[{}]", fmt::join(std::vector(count, text), ", "));
  };
  const auto sizeWith = [&](int elementSize) {
    const auto result =
        stageFromText(fmt::format("def Mesh \"M\" {{\nint[] primvars:x = {} (elementSize = "
                                  "{})\nint[] primvars:x:indices = {}\n}}\n",
                                  list("1"), elementSize, list("0")));
    const Primvar primvar =
        findPrimvarWithInheritance(result.stage->primAt(Path::fromText("/M")), Token("x"));
    return flattenedPrimvar(primvar, {}).valueOr(Array<int>()).size();
  };
  EXPECT_EQ(sizeWith(100), 600'000u);
  EXPECT_EQ(sizeWith(count), 0u);
}

}  // namespace usdscope
