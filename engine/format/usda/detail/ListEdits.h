// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <optional>
#include <unordered_set>
#include <vector>

#include "engine/format/usda/detail/Scanner.h"
#include "engine/layer/ListOp.h"

namespace usdscope::usda {

/// The list of a ListOp that a statement sets.
enum class ListEdit { Explicit, Add, Delete, Append, Prepend, Reorder };

/// Takes `add`, `delete`, `append`, `prepend` or `reorder` if another word follows.
std::optional<ListEdit> takeListEdit(Scanner& in);

/// Returns the keyword in text; empty for Explicit.
std::string_view wordOf(ListEdit edit);

template <typename T>
const std::vector<T>& itemsOf(const ListOp<T>& op, ListEdit edit) {
  switch (edit) {
    case ListEdit::Explicit:
      return op.explicitItems;
    case ListEdit::Add:
      return op.addedItems;
    case ListEdit::Delete:
      return op.deletedItems;
    case ListEdit::Append:
      return op.appendedItems;
    case ListEdit::Prepend:
      return op.prependedItems;
    case ListEdit::Reorder:
      return op.orderedItems;
  }
  return op.explicitItems;
}

/// Sets one list. An explicit list and edits exclude each other: the last statement wins.
template <typename T>
void setItems(ListOp<T>& op, ListEdit edit, std::vector<T> items) {
  const bool isExplicit = edit == ListEdit::Explicit;
  if (op.isExplicit != isExplicit) {
    op = {};
    op.isExplicit = isExplicit;
  }
  const_cast<std::vector<T>&>(itemsOf(op, edit)) = std::move(items);
}

template <typename T>
bool hasDuplicates(const std::vector<T>& items) {
  constexpr std::size_t kFew = 8;
  if (items.size() <= kFew) {
    for (auto it = items.begin(); it != items.end(); ++it) {
      if (std::find(items.begin(), it, *it) != it) return true;
    }
    return false;
  }
  std::unordered_set<T> seen;
  for (const T& item : items) {
    if (!seen.insert(item).second) return true;
  }
  return false;
}

}  // namespace usdscope::usda
