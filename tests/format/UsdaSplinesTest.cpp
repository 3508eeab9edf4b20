// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "engine/value/Spline.h"
#include "tests/support/UsdaText.h"

namespace usdscope {

TEST(UsdaSplines, Splines) {
  const auto layer = readInPrim(
      "double a.spline = {\n hermite, bezier, pre: sloped(2), post: loop repeat (3),\n"
      "loop: (1, 5, 1, 2, 0.5),\n 5: 1 & 2; post held; { string s = \"x\" },\n"
      "1: 0.5; pre (1, 2); post curve (3, 4, autoEase),\n 5: 9\n}");
  ASSERT_TRUE(layer);
  const Value value = layer->findProperty(Path::fromText("/A.a")).field(fields::kSpline);
  Dictionary customData;
  customData.set("s", Value(std::string("x")));
  const Spline expected{
      .curve = SplineCurve::Bezier,
      .preExtrapolation = {.mode = SplineExtrapolationMode::Sloped, .slope = 2},
      .postExtrapolation = {.mode = SplineExtrapolationMode::LoopRepeat, .boundary = 3},
      .innerLoop = SplineInnerLoop{1, 5, 1, 2, 0.5},
      .knots = {{.time = 1,
                 .value = 0.5,
                 .next = SplineInterpolation::Curve,
                 .pre = {1, 2},
                 .post = {4.0 / 3.0, 0, SplineTangentAlgorithm::AutoEase}},
                {.time = 5, .value = 2, .preValue = 1, .customData = customData}}};
  EXPECT_EQ(value, Value(expected));
}

// The expected tangents are those that the reference writes after reading the text.
TEST(UsdaSplines, EasedTangentsAreComputed) {
  using Algorithm = SplineTangentAlgorithm;
  const struct {
    const char* type;
    double pre, slope;
  } cases[] = {{"double", 1.0 / 3.0, 0.912962962962963},
               {"float", 1.0 / 3.0, double(0.912963f)},
               {"half", 1.0 / 3.0, 0.9130859375}};
  for (const auto& c : cases) {
    const auto layer = readInPrim(
        std::string(c.type) +
        " a.spline = { 0: 0; post curve (9, 9, autoEase), 1: 1.3; pre (9, 9, autoEase); "
        "post curve (8, 8, autoEase), 3: 2; pre (9, 9, custom); post curve (7, 6, autoEase) }");
    ASSERT_TRUE(layer);
    const Value value = layer->findProperty(Path::fromText("/A.a")).field(fields::kSpline);
    ASSERT_TRUE(value.holds<Spline>());
    const std::vector<SplineKnot>& knots = value.find<Spline>()->knots;
    ASSERT_EQ(knots.size(), 3u);
    EXPECT_EQ(knots[0].post, (SplineTangent{1.0 / 3.0, 0, Algorithm::AutoEase})) << c.type;
    EXPECT_EQ(knots[1].pre.width, c.pre) << c.type;
    EXPECT_NEAR(knots[1].pre.slope, c.slope, 1e-7) << c.type;
    EXPECT_EQ(knots[1].post.slope, knots[1].pre.slope) << c.type;
    EXPECT_EQ(knots[1].post.width, 2.0 / 3.0) << c.type;
    EXPECT_EQ(knots[2].pre, (SplineTangent{9, 9, Algorithm::Custom})) << c.type;
    // Nothing follows the last knot, so its tangent stays.
    EXPECT_EQ(knots[2].post, (SplineTangent{7, 6, Algorithm::AutoEase})) << c.type;
  }
}

TEST(UsdaSplines, LoopsOfSplinesAreNeverLessThanNone) {
  const auto layer = readInPrim("double a.spline = { loop: (1, 3, -1, 2, 0), 1: 2; post held }");
  ASSERT_TRUE(layer);
  const Value value = layer->findProperty(Path::fromText("/A.a")).field(fields::kSpline);
  const auto* spline = value.find<Spline>();
  ASSERT_TRUE(spline && spline->innerLoop);
  EXPECT_EQ(spline->innerLoop->preCount, 0);
  EXPECT_EQ(spline->innerLoop->postCount, 2);
}

// As in the reference.
TEST(UsdaSplines, KnotsAreReadOrRefused) {
  const struct {
    const char* type;
    std::vector<std::string> read;
    std::vector<std::string> refused;
  } cases[] = {
      {"double",
       {"1: 2; post curve (4, autoEase)", "1: 2; pre (3, custom)",
        "hermite, 1: 2; pre (3, autoEase)", "1: 2; post curve (4, 5, custom)", "1: 2; post held;",
        "pre: sloped(inf)", "1: 2; post held\n,2: 3; post held",
        "1: 2; post held\n\n,\n\n3: 4; post held",
        "1: 2; post held;\n\n{string s = \"x\"}\n,\n3: 4; post held",
        "1: 2; post held\n{string s = \"x\"},3: 4; post held",
        "1: 2; post held\n#c\n{string s = \"x\"}\n", "1: 2\n{string s = \"x\"},3: 4; post held",
        "1: 2\npost held", "1: 2; pre (1, 2)\npost held,3: 4; post held",
        "1: 2; pre (1,2) ;\n post held ;\n {}\n,3: 4; post held",
        "1: 2; post held; #c\n,3: 4; post held", "1: 2; {}\n{}\n{},3: 4; post held",
        "1: 2 & 3\n{}"},
       {"bezier, 1: 2;",
        "1: 2; pre (inf, 1)",
        "1: 2; post curve (1, nan)",
        "1: 2; pre (-1, 2)",
        "1: 2; post curve (autoEase)",
        "1: 2; post curve (4, custom, autoEase)",
        "1: 2; post curve (4, 5, 6)",
        "1: inf; post held",
        "1: 2\n,3: 4; post held",
        "1: 2;\npost held",
        "1: 2\n; post held",
        "1: 2; post held\n; pre (1, 2)",
        "1: 2; post held {}",
        "1: 2 {}",
        "1: 2; post held,\n{}",
        "1: 2; post held;;{}",
        "1: 2;\n",
        "1: 2\n\n#c\n{}",
        "1: 2;\n{}",
        "1: 2; pre\n(1, 2)",
        "pre: held\n,1: 2",
        "1: 2; post held\n3: 4; post held",
        "1: 2; {} pre (1, 2)"}},
      {"half", {"1: 65504; post held"}, {"1: 70000; post held", "1: 1; pre (1, 70000)"}},
  };
  for (const auto& c : cases) {
    for (const auto* texts : {&c.read, &c.refused}) {
      for (const std::string& text : *texts) {
        Diagnostics diagnostics;
        const std::string whole =
            fmt::format("#usda 1.0\ndef \"A\" {{\n{} z.spline = {{\n{}\n}}\n}}\n", c.type, text);
        EXPECT_EQ(readText(whole, diagnostics) != nullptr, texts == &c.read) << whole;
        EXPECT_EQ(diagnostics.entries().size(), texts == &c.read ? 0u : 1u) << whole;
      }
    }
  }
}

}  // namespace usdscope
