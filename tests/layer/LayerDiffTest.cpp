// SPDX-License-Identifier: Apache-2.0
#include "engine/layer/LayerDiff.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/layer/LayerBuilder.h"
#include "engine/layer/ValueCloseness.h"

namespace usdscope {
namespace {

using Kind = LayerDifference::Kind;

// `/A` with an attribute `x` of this value, and children `B` and `C`.
std::shared_ptr<const Layer> layerWith(Value value, std::initializer_list<const char*> children) {
  LayerBuilder builder;
  const auto prim = builder.addPrim(LayerBuilder::kRoot, Token("A"));
  const auto property = builder.addProperty(prim, Token("x"), PropertyKind::Attribute);
  builder.setPropertyField(property, fields::kDefault, std::move(value));
  for (const char* child : children) builder.addPrim(prim, Token(child));
  return builder.build({"anon:test"});
}

}  // namespace

TEST(LayerDiff, ValuesAreCloseUpToTheTolerance) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  Dictionary small;
  small.set("k", Value(1.0));
  Dictionary large;
  large.set("k", Value(1.05));
  const Array<double> times{1.0};
  const struct {
    const char* name;
    Value a;
    Value b;
    bool isClose;
  } cases[] = {
      {"equal", Value(1.0), Value(1.0), true},
      {"near", Value(1.0), Value(1.05), true},
      {"relative to the larger one", Value(1000.0), Value(1050.0), true},
      {"far", Value(1.0), Value(1.2), false},
      {"other type", Value(1.0), Value(1.0f), false},
      {"nan", Value(nan), Value(nan), true},
      {"integers are exact", Value(100), Value(101), false},
      {"vectors", Value(glm::vec3(1, 2, 3)), Value(glm::vec3(1, 2, 3.1f)), true},
      {"vectors apart", Value(glm::vec3(1, 2, 3)), Value(glm::vec3(1, 2, 4)), false},
      {"lengths", Value(Array<double>{1.0}), Value(Array<double>{1.0, 1.0}), false},
      {"arrays", Value(Array<double>{1.0, 2.0}), Value(Array<double>{1.0, 2.1}), true},
      {"dictionaries", Value(small), Value(large), true},
      {"samples", Value(TimeSamples(times, Array<Value>{Value(1.0)})),
       Value(TimeSamples(times, Array<Value>{Value(1.05)})), true},
      {"nothing", Value(), Value(1.0), false},
  };
  for (const auto& c : cases) EXPECT_EQ(areClose(c.a, c.b, 0.1), c.isClose) << c.name;
}

TEST(LayerDiff, DefaultFieldsOfPropertiesMayBeOmitted) {
  const auto layer = [](const Value& isCustom) {
    LayerBuilder builder;
    const auto prim = builder.addPrim(LayerBuilder::kRoot, Token("A"));
    const auto property = builder.addProperty(prim, Token("r"), PropertyKind::Relationship);
    if (isCustom) builder.setPropertyField(property, fields::kCustom, isCustom);
    return builder.build({"anon:test"});
  };
  EXPECT_TRUE(findDifferences(*layer({}), *layer(Value(false)), 0.0).empty());
  EXPECT_TRUE(findDifferences(*layer(Value(false)), *layer({}), 0.0).empty());
  EXPECT_EQ(findDifferences(*layer({}), *layer(Value(true)), 0.0).size(), 1u);
  EXPECT_EQ(findDifferences(*layer(Value(false)), *layer(Value(true)), 0.0).size(), 1u);
}

TEST(LayerDiff, FindsSpecsFieldsAndOrder) {
  const auto a = layerWith(Value(1), {"B", "C", "D"});
  const auto b = layerWith(Value(2), {"C", "B", "E"});
  const auto found = findDifferences(*a, *b, 0.0);
  const struct {
    Kind kind;
    const char* path;
    const char* field;
  } expected[] = {
      {Kind::OnlyInFirst, "/A/D", ""},
      {Kind::OnlyInSecond, "/A/E", ""},
      {Kind::Field, "/A.x", "default"},
      {Kind::Order, "/A", "primChildren"},
  };
  ASSERT_EQ(found.size(), std::size(expected));
  for (const auto& e : expected) {
    const bool isThere = std::ranges::any_of(found, [&](const LayerDifference& d) {
      return d.kind == e.kind && d.path == e.path && d.field == e.field;
    });
    EXPECT_TRUE(isThere) << e.path << ' ' << e.field;
  }
  EXPECT_TRUE(findDifferences(*a, *a, 0.0).empty());
}

}  // namespace usdscope
