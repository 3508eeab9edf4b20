// SPDX-License-Identifier: Apache-2.0
#include "engine/layer/ValueCloseness.h"

#include <gtest/gtest.h>

#include "engine/layer/Arcs.h"
#include "engine/value/ArrayEdit.h"
#include "engine/value/Spline.h"
#include "engine/value/TimeSamples.h"

namespace usdscope {
namespace {

Array<double> arrayOf(double x) {
  std::vector<double> numbers;
  numbers.push_back(x);
  return Array<double>(std::move(numbers));
}

}  // namespace

TEST(ValueCloseness, ToleranceAppliesInsideEveryKindOfField) {
  // Each makes a value with the number somewhere inside.
  using Make = Value (*)(double);
  const struct {
    const char* name;
    Make make;
  } cases[] = {
      {"sample times",
       [](double x) { return Value(TimeSamples(arrayOf(x), Array<Value>{Value(1)})); }},
      {"layer offsets",
       [](double x) { return Value(std::vector<LayerOffset>{{1.0, 1.0}, {x, 2.0}}); }},
      {"layer scales", [](double x) { return Value(std::vector<LayerOffset>{{1.0, x}}); }},
      {"references",
       [](double x) {
         return Value(ListOp<Reference>::makeExplicit({{"a.usda", Path(), {x, 1.0}, {}}}));
       }},
      {"customData of references",
       [](double x) {
         Dictionary data;
         data.set("k", Value(x));
         ListOp<Reference> op;
         op.prependedItems = {{"a.usda", Path(), {}, data}};
         return Value(op);
       }},
      {"payloads",
       [](double x) {
         ListOp<Payload> op;
         op.appendedItems = {{"a.usda", Path(), {0.0, x}}};
         return Value(op);
       }},
      {"array edits",
       [](double x) { return Value(ArrayEdit{Value(arrayOf(x)), {ArrayEditStep{}}}); }},
      {"knot values",
       [](double x) {
         Spline spline;
         spline.knots = {{.time = 1.0, .value = x}};
         return Value(spline);
       }},
      {"knot times",
       [](double x) {
         Spline spline;
         spline.knots = {{.time = x}};
         return Value(spline);
       }},
      {"tangents",
       [](double x) {
         Spline spline;
         spline.knots = {{.preValue = 1.0, .post = {.slope = x}}};
         return Value(spline);
       }},
      {"values before knots",
       [](double x) {
         Spline spline;
         spline.knots = {{.preValue = x}};
         return Value(spline);
       }},
      {"slopes", [](double x) { return Value(Spline{.preExtrapolation = {.slope = x}}); }},
      {"loops", [](double x) { return Value(Spline{.innerLoop = SplineInnerLoop{.end = x}}); }},
  };
  for (const auto& c : cases) {
    EXPECT_TRUE(areClose(c.make(1.0), c.make(1.05), 0.1)) << c.name;
    EXPECT_FALSE(areClose(c.make(1.0), c.make(1.2), 0.1)) << c.name;
    EXPECT_FALSE(areClose(c.make(1.0), c.make(1.05), 0.0)) << c.name;
  }
}

}  // namespace usdscope
