// SPDX-License-Identifier: Apache-2.0
#include "engine/report/detail/ItemRows.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/layer/Arcs.h"
#include "engine/report/text/ValueText.h"

namespace usdscope::detail {
namespace {

MetadataRow itemRow(const MetadataRow& parent, std::string name, std::string value) {
  return {.name = std::move(name), .value = std::move(value), .origin = parent.origin};
}

/// Adds rows for `count` items; `textOf` returns the text of the item with a number.
template <typename TextOf>
void addRows(MetadataRow& parent, std::size_t count, TextOf textOf) {
  if (count < 2) return;
  const auto addTo = [&](MetadataRow& to, std::size_t from, std::size_t end) {
    to.children.reserve(to.children.size() + (end - from));
    for (std::size_t i = from; i < end; ++i) {
      to.children.push_back(itemRow(parent, fmt::format("[{}]", i), textOf(i)));
    }
  };
  if (count <= 2 * kItemsOfBlock) return addTo(parent, 0, count);
  const std::size_t listed = std::min(count, kMostItems);
  for (std::size_t from = 0; from < listed; from += kItemsOfBlock) {
    const std::size_t end = std::min(from + kItemsOfBlock, listed);
    MetadataRow block = itemRow(parent, fmt::format("[{} … {}]", from, end - 1),
                                fmt::format("{} items", end - from));
    addTo(block, from, end);
    parent.children.push_back(std::move(block));
  }
  if (listed == count) return;
  parent.children.push_back(
      itemRow(parent, fmt::format("[{} … {}]", listed, count - 1),
              fmt::format("{} more items are not listed; `usdscope cat LAYER` writes all of them",
                          count - listed)));
}

template <typename... T>
void addRowsOfLists(MetadataRow& row, const Value& value) {
  const auto addOf = [&]<typename Item>(const std::vector<Item>* items) {
    if (!items) return false;
    addRows(row, items->size(), [&](std::size_t i) {
      const std::string text = valueToText(Value(std::vector<Item>{(*items)[i]}), 1);
      return text.substr(1, text.size() - 2);  // Without the brackets of the list.
    });
    return true;
  };
  (addOf(value.find<std::vector<T>>()) || ...);
}

}  // namespace

void addItemRows(MetadataRow& row, const Value& value) {
  if (!value.isArray()) {
    return addRowsOfLists<Token, std::string, Path, Reference, Payload, std::int32_t, std::uint32_t,
                          std::int64_t, std::uint64_t, std::pair<Path, Path>>(row, value);
  }
  visitData(value, [&](const auto& items) {
    if constexpr (requires { items.span(); }) {
      addRows(row, items.size(), [&](std::size_t i) {
        if constexpr (std::is_same_v<std::decay_t<decltype(items[i])>, BoolByte>) {
          return valueToText(Value(bool(items[i])));
        } else {
          return valueToText(Value(items[i]));
        }
      });
    }
  });
}

}  // namespace usdscope::detail
