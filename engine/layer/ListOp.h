// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

namespace usdscope {

/// Edits to a list: either the whole list, or what to delete, add, prepend, append and reorder.
/// (AOUSD core specification 12.2.6; Sdf list operations.)
///
/// T needs operator== and std::hash.
template <typename T>
struct ListOp {
  bool isExplicit = false;  ///< Then only explicitItems count, and what is weaker does not.
  std::vector<T> explicitItems;
  std::vector<T> addedItems;  ///< Legacy `add`: appended where not yet there.
  std::vector<T> prependedItems;
  std::vector<T> appendedItems;
  std::vector<T> deletedItems;
  std::vector<T> orderedItems;  ///< `reorder`.

  static ListOp makeExplicit(std::vector<T> items) {
    ListOp op;
    op.isExplicit = true;
    op.explicitItems = std::move(items);
    return op;
  }

  /// True when applying it changes no list. An explicit empty list does.
  bool isNoOp() const {
    return !isExplicit && addedItems.empty() && prependedItems.empty() && appendedItems.empty() &&
           deletedItems.empty() && orderedItems.empty();
  }

  bool operator==(const ListOp&) const = default;

  /// Applies the edits to the list that weaker opinions gave. Items stay unique: of explicit,
  /// prepended and added duplicates the first is kept, of appended ones the last.
  void applyTo(std::vector<T>& items) const;

  /// The list that this gives over nothing.
  std::vector<T> appliedItems() const {
    std::vector<T> items;
    applyTo(items);
    return items;
  }
};

/// `strong` over `weak` as one edit. Empty when the legacy items (added, ordered) leave no single
/// edit that does the same to every list.
template <typename T>
std::optional<ListOp<T>> composed(const ListOp<T>& strong, const ListOp<T>& weak);

/// Moves the items named in `order` behind one another as it says; items that it does not name
/// follow the named item that they stood behind, and those before any named item stay in front.
/// (Sdf's reordering rule.)
template <typename T>
void applyOrder(const std::vector<T>& order, std::vector<T>& items);

}  // namespace usdscope

#include "engine/layer/detail/ListOp.inl"
