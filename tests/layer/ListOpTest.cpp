// SPDX-License-Identifier: Apache-2.0
#include "engine/layer/ListOp.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

using Strings = std::vector<std::string>;

ListOp<std::string> listOpOf(const nlohmann::json& json) {
  ListOp<std::string> op;
  op.isExplicit = json.contains("explicitItems");
  const auto read = [&](const char* name, Strings& items) {
    if (json.contains(name)) items = json[name].get<Strings>();
  };
  read("explicitItems", op.explicitItems);
  read("addedItems", op.addedItems);
  read("prependedItems", op.prependedItems);
  read("appendedItems", op.appendedItems);
  read("deletedItems", op.deletedItems);
  read("orderedItems", op.orderedItems);
  return op;
}

Strings applied(const ListOp<std::string>& op, Strings items) {
  op.applyTo(items);
  return items;
}

}  // namespace

// Random edits from tests/oracle/make_core_cases.py, duplicates and legacy lists among them.
TEST(ListOp, AppliesAndComposesAsTheReference) {
  std::ifstream file(testAssetsPath() / "core/listOps.json");
  const auto cases = nlohmann::json::parse(file, nullptr, false);
  ASSERT_TRUE(cases.is_array() && cases.size() > 100);
  for (const auto& c : cases) {
    const auto strong = listOpOf(c["strong"]);
    const auto weak = listOpOf(c["weak"]);
    const auto items = c["items"].get<Strings>();
    EXPECT_EQ(applied(weak, items), c["weakApplied"].get<Strings>()) << c;
    EXPECT_EQ(applied(strong, applied(weak, items)), c["bothApplied"].get<Strings>()) << c;
    const auto both = composed(strong, weak);
    // Ours finds one edit in some cases where the reference gives up, never the reverse.
    EXPECT_TRUE(both || c["composed"].is_null()) << c;
    if (both) {
      EXPECT_EQ(applied(*both, items), c["bothApplied"].get<Strings>()) << c;
    }
  }
}

TEST(ListOp, LongListsFollowTheSameRules) {
  Strings items;
  Strings reversed;
  for (int i = 0; i < 3000; ++i) items.push_back(std::to_string(i));
  reversed.assign(items.rbegin(), items.rend());
  ListOp<std::string> op;
  op.deletedItems = {items.begin(), items.begin() + 1000};
  op.appendedItems = {items.begin() + 1000, items.begin() + 1500};
  op.addedItems = items;
  op.orderedItems = reversed;
  EXPECT_EQ(applied(op, items), reversed);
  op.orderedItems.clear();
  op.addedItems.clear();
  const Strings result = applied(op, items);
  ASSERT_EQ(result.size(), 2000u);
  EXPECT_EQ(result.front(), "1500");
  EXPECT_EQ(result.back(), "1499");
}

TEST(ListOp, EmptyExplicitListIsNotANoOp) {
  EXPECT_TRUE(ListOp<int>().isNoOp());
  EXPECT_FALSE(ListOp<int>::makeExplicit({}).isNoOp());
  std::vector<int> items{1};
  ListOp<int>::makeExplicit({}).applyTo(items);
  EXPECT_TRUE(items.empty());
  EXPECT_EQ(ListOp<int>::makeExplicit({3, 1, 3}).appliedItems(), (std::vector<int>{3, 1}));
}

TEST(ListOp, ItemsFollowTheNamedOneBeforeThem) {
  const struct {
    std::vector<int> order;
    std::vector<int> items;
    std::vector<int> result;
  } cases[] = {
      {{}, {1, 2}, {1, 2}},
      {{9}, {1, 2}, {1, 2}},
      {{2, 1}, {1, 2}, {2, 1}},
      {{3, 1}, {0, 1, 2, 3, 4}, {0, 3, 4, 1, 2}},
      {{4, 4, 9, 1}, {1, 2, 3, 4}, {4, 1, 2, 3}},
  };
  for (const auto& c : cases) {
    std::vector<int> items = c.items;
    applyOrder(c.order, items);
    EXPECT_EQ(items, c.result);
  }
}

}  // namespace usdscope
