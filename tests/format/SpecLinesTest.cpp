// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usda/SpecLines.h"

#include <gtest/gtest.h>

namespace usdscope {
namespace {

constexpr const char* kText = R"(#usda 1.0
(
    subLayers = [
        @./lost.usda@
    ]
)

# A comment with { braces and "quotes.
def Xform "World" (
    variants = { string look = "red" }
    prepend variantSets = "look"
)
{
    string text = """two
lines"""
    custom rel points = [
        </World/A>,
    ]
    def "A" (
        references = [
            @a.usda@,
            @b.usda@</B>
        ]
    )
    {
        float x.timeSamples = {
            1: 2,
        }
        float x = 3
    }
    variantSet "look" = {
        "blue" {
            over "A" { int y = 1; }
        }
        "red" (
            kind = "component"
        ) {
            int z = 1
        }
    }
}
over "Last"
{
}
)";

TEST(SpecLines, NameTheFirstStatementOfEachSpec) {
  const SpecLines lines = SpecLines::read(kText);
  ASSERT_FALSE(lines.isEmpty());
  const struct {
    const char* path;
    int line;
  } cases[] = {{"/", 1},
               {"/World", 9},
               {"/World.text", 14},
               {"/World.points", 16},
               {"/World/A", 19},
               {"/World/A.x", 26},
               {"/World{look=blue}", 32},
               {"/World{look=blue}A", 33},
               {"/World{look=blue}A.y", 33},
               {"/World{look=red}", 35},
               {"/World{look=red}.z", 38},
               {"/Last", 42},
               {"/World/B", 0},
               {"/World.z", 0}};
  for (const auto& c : cases) EXPECT_EQ(lines.lineOf(Path::fromText(c.path)), c.line) << c.path;
}

TEST(SpecLines, FindAPartOfASpec) {
  SpecLines lines = SpecLines::read(kText);
  for (const bool isIndexed : {false, true}) {
    if (isIndexed) lines.indexAssets();
    EXPECT_EQ(lines.lineOf(Path::root(), "@./lost.usda@"), 4);
    EXPECT_EQ(lines.lineOf(Path::fromText("/World/A"), "@b.usda@"), 22);
    EXPECT_EQ(lines.lineOf(Path::fromText("/World/A"), "@c.usda@"), 19) << "the spec itself";
    EXPECT_EQ(lines.lineOf(Path::fromText("/Nothing"), "@b.usda@"), 0);
    EXPECT_EQ(lines.lineOf(Path::fromText("/World/A"), "references"), 20) << "no asset path";
  }
}

TEST(SpecLines, CountAllKindsOfLineEnds) {
  const SpecLines lines = SpecLines::read("#usda 1.0\r\n\rdef \"A\"\r\n{\r}\ndef \"B\"\n{\n}\n");
  EXPECT_EQ(lines.lineOf(Path::fromText("/A")), 3);
  EXPECT_EQ(lines.lineOf(Path::fromText("/B")), 6);
}

TEST(SpecLines, OtherTextsHaveNoLines) {
  for (const char* text : {"", "PXR-USDC", "#usda 1.0\ndef \"A\" {"}) {
    const SpecLines lines = SpecLines::read(text);
    EXPECT_TRUE(lines.isEmpty()) << text;
    EXPECT_EQ(lines.lineOf(Path::root()), 0) << text;
    EXPECT_EQ(lines.lineOf(Path::root(), "def"), 0) << text;
  }
}

}  // namespace
}  // namespace usdscope
