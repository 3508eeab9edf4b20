// SPDX-License-Identifier: Apache-2.0
#include "engine/author/detail/CombineFields.h"

#include <algorithm>

#include "engine/layer/Layer.h"
#include "engine/layer/ListOp.h"
#include "engine/value/Dictionary.h"

namespace usdscope {
namespace {

template <typename T>
ListOp<T> composable(ListOp<T> op) {
  if (op.isExplicit) return op;
  for (T& item : op.addedItems) {
    if (std::ranges::find(op.appendedItems, item) == op.appendedItems.end()) {
      op.appendedItems.push_back(std::move(item));
    }
  }
  op.addedItems.clear();
  op.orderedItems.clear();
  return op;
}

template <typename T, typename... Others>
Value combinedLists(const Value& strong, const Value& weak) {
  const auto* over = strong.find<ListOp<T>>();
  const auto* under = weak.find<ListOp<T>>();
  if (over && under) {
    const auto both = composed(*over, *under);
    // If the two edits cannot become one, the stronger edit wins.
    return Value(both ? *both : composable(*over));
  }
  if constexpr (sizeof...(Others) > 0) {
    return combinedLists<Others...>(strong, weak);
  } else {
    return strong;
  }
}

template <typename T, typename... Others>
Value composableLists(Value value) {
  if (const auto* op = value.find<ListOp<T>>()) return Value(composable(*op));
  if constexpr (sizeof...(Others) > 0) {
    return composableLists<Others...>(std::move(value));
  } else {
    return value;
  }
}

Value combinedSelections(const VariantSelections& strong, const VariantSelections& weak) {
  VariantSelections both = strong;
  for (const auto& choice : weak) {
    const auto set = &VariantSelections::value_type::first;
    if (std::ranges::find(strong, choice.first, set) == strong.end()) both.push_back(choice);
  }
  return Value(std::move(both));
}

}  // namespace

Value combinedFields(Token field, const Value& strong, const Value& weak) {
  if (field == fields::kSpecifier) {
    return strong.valueOr(Specifier::Def) == Specifier::Over ? weak : strong;
  }
  if (field == fields::kTypeName) return strong.valueOr(Token()).isEmpty() ? weak : strong;
  if (const auto* over = strong.find<Dictionary>()) {
    const auto* under = weak.find<Dictionary>();
    return under ? Value(composed(*over, *under)) : strong;
  }
  if (const auto* over = strong.find<Relocates>()) {
    // A relocate in both layers is repeated, as in the reference.
    Relocates both = *over;
    if (const auto* under = weak.find<Relocates>()) {
      both.insert(both.end(), under->begin(), under->end());
    }
    return Value(std::move(both));
  }
  if (const auto* over = strong.find<VariantSelections>()) {
    return combinedSelections(*over, weak.valueOr(VariantSelections()));
  }
  return combinedLists<Token, std::string, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t,
                       Path, Reference, Payload>(strong, weak);
}

Value withComposableEdits(Value value) {
  return composableLists<Token, std::string, std::int32_t, std::uint32_t, std::int64_t,
                         std::uint64_t, Path, Reference, Payload>(std::move(value));
}

}  // namespace usdscope
