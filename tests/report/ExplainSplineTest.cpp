// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "engine/report/explain/Explain.h"
#include "engine/stage/Stage.h"
#include "tests/support/scene/StageTexts.h"

// Explanations of splines: the place on the curve, extrapolation, and times without a value. The
// values are those of the reference.

namespace usdscope {
namespace {

const char* const kSplines = R"(#usda 1.0
def "S" {
  double gap.spline = { pre: none, post: none, 2: 1; post none, 5: 7; post curve (1, 1), 9: 8; pre (1, 1); post none }
  double empty.spline = {}
  double empty = 8
  double linear.spline = { pre: linear, post: sloped(3), 2: 1; post linear, 5: 7; post held, 9: 3 }
  double repeat.spline = { pre: loop repeat, post: loop reset, 2: 1; post linear, 5: 7; post linear, 9: 3 }
  double turn.spline = { pre: loop oscillate, post: loop oscillate, 2: 1; post linear, 5: 7; post none, 9: 3 }
  double inner.spline = { loop: (2, 6, 2, 3, 1.5), 1: 4; post linear, 2: 1; post linear, 4: 3; post linear, 7: 3; post linear, 25: 0 }
  double dual.spline = { 2: 1; post linear, 5: 7 & 3; post linear, 9: 8 }
}
)";

Attribute attributeOf(const Stage& stage, const char* name) {
  return stage.primAt(Path::fromText("/S")).attribute(Token(name));
}

}  // namespace

TEST(ExplainSpline, SaysWhereOnTheCurve) {
  const StageResult result = stageFromText(kSplines);
  ASSERT_TRUE(result.stage);
  const struct {
    const char* name;
    TimeCode time;
    const char* sentence;
    bool hasValue = true;
  } cases[] = {
      {"gap", 4.0, "at 4, on its spline between knots 2 and 5, where it has no value.", false},
      {"gap", 1.0, "at 1, before knot 2, the first of its spline, where it has no value.", false},
      {"gap", 7.0, "at 7, on its spline between knots 5 and 9."},
      {"gap", 5.0, "at 5, on knot 5 of its spline."},
      {"empty", 4.0, "at 4, whose spline has no knots: no value.", false},
      {"linear", 1.0,
       "at 1, before knot 2, the first of its spline, which continues in a straight line."},
      {"linear", 3.0, "at 3, on its spline between knots 2 and 5, which a straight line joins."},
      {"linear", 8.0, "at 8, on its spline between knots 5 and 9, where knot 5 is held."},
      {"linear", 11.0,
       "at 11, after knot 9, the last of its spline, which continues with slope 3."},
      {"repeat", -5.0,
       "at -5, before knot 2, the first of its spline, which loops (repeat) the curve "
       "between knots 2 and 9."},
      {"repeat", 15.0,
       "at 15, after knot 9, the last of its spline, which loops (reset) the curve "
       "between knots 2 and 9."},
      {"turn", 11.0,
       "at 11, after knot 9, the last of its spline, which loops (oscillate) the curve "
       "between knots 2 and 9, where it has no value.",
       false},
      {"inner", 9.0,
       "at 9, on its spline between knots 8 and 10, which a straight line joins, in a repeat of "
       "its "
       "inner loop from 2 to 6."},
      {"inner", 3.0, "at 3, on its spline between knots 2 and 4, which a straight line joins."},
      {"inner", 30.0, "at 30, after knot 25, the last of its spline, which is held."},
      {"dual", TimeCode::preTime(5.0), "at 5, on its spline just before knot 5."},
  };
  for (const auto& c : cases) {
    const Explanation why = explain(attributeOf(*result.stage, c.name), c.time);
    EXPECT_EQ(why.sentence, std::string("`root.usda` ") + c.sentence) << c.name;
    EXPECT_EQ(why.value.isEmpty(), !c.hasValue) << c.sentence;
    EXPECT_EQ(opinionLines(why)[0].reason,
              c.hasValue ? "gives the value" : "has no value at this time")
        << c.sentence;
  }
  const Json none = explanationToJson(explain(attributeOf(*result.stage, "empty"), 4.0));
  EXPECT_EQ(none["samples"], Json({{"how", "spline"}, {"lower", nullptr}, {"upper", nullptr}}));
}

TEST(ExplainSpline, IntervalsAreCutWhereALoopHasNoValue) {
  const StageResult result = stageFromText(kSplines);
  ASSERT_TRUE(result.stage);
  std::vector<std::pair<double, bool>> ends;
  explainRange(attributeOf(*result.stage, "turn"), 5.0, 23.0,
               [&](const ExplainedInterval& interval) {
                 ends.emplace_back(interval.to, !interval.explanation.value.isEmpty());
               });
  // From 9 on it turns: none down to 5, which is at 13, back to 2 at 16, up to 5 again at 19.
  const std::vector<std::pair<double, bool>> expected = {
      {9.0, false}, {13.0, false}, {19.0, true}, {23.0, false}};
  EXPECT_EQ(ends, expected);
}

}  // namespace usdscope
