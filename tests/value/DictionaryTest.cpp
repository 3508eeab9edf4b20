// SPDX-License-Identifier: Apache-2.0
#include "engine/value/Dictionary.h"

#include <gtest/gtest.h>

namespace usdscope {
namespace {

Dictionary make(std::initializer_list<std::pair<const char*, Value>> entries) {
  Dictionary dictionary;
  for (const auto& [key, value] : entries) dictionary.set(key, value);
  return dictionary;
}

}  // namespace

TEST(Dictionary, KeysAreSortedAndReplaced) {
  Dictionary d = make({{"b", Value(1)}, {"a", Value(2)}, {"c", Value(3)}, {"b", Value(4)}});
  ASSERT_EQ(d.entries().size(), 3u);
  EXPECT_EQ(d.entries()[0].first, "a");
  EXPECT_EQ(d.entries()[1].second, Value(4));
  EXPECT_EQ(d.entries()[2].first, "c");
  ASSERT_NE(d.find("b"), nullptr);
  EXPECT_EQ(d.find("bb"), nullptr);
  EXPECT_EQ(d.find(""), nullptr);
  d.erase("b");
  d.erase("no such key");
  EXPECT_EQ(d, make({{"c", Value(3)}, {"a", Value(2)}}));
  EXPECT_EQ(Dictionary().find("a"), nullptr);
}

TEST(Dictionary, StrongValuesHideWeakOnesAndNestedOnesCompose) {
  const Value one(1);
  const Value two(2);
  const struct {
    const char* name;
    Dictionary strong;
    Dictionary weak;
    Dictionary result;
  } cases[] = {
      {"nothing", {}, {}, {}},
      {"only strong", make({{"a", one}}), {}, make({{"a", one}})},
      {"only weak", {}, make({{"a", one}}), make({{"a", one}})},
      {"both", make({{"a", one}, {"b", one}}), make({{"b", two}, {"c", two}}),
       make({{"a", one}, {"b", one}, {"c", two}})},
      {"nested", make({{"d", Value(make({{"a", one}}))}}),
       make({{"d", Value(make({{"a", two}, {"b", two}}))}}),
       make({{"d", Value(make({{"a", one}, {"b", two}}))}})},
      {"value over dictionary", make({{"d", one}}), make({{"d", Value(make({{"a", two}}))}}),
       make({{"d", one}})},
      {"dictionary over value", make({{"d", Value(make({{"a", one}}))}}), make({{"d", two}}),
       make({{"d", Value(make({{"a", one}}))}})},
      {"empty over dictionary", make({{"d", Value(Dictionary())}}),
       make({{"d", Value(make({{"a", two}}))}}), make({{"d", Value(make({{"a", two}}))}})},
  };
  for (const auto& c : cases) EXPECT_EQ(composed(c.strong, c.weak), c.result) << c.name;
}

}  // namespace usdscope
