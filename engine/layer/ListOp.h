// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

namespace usdscope {

/// Edits to a list: either an explicit list, or items to delete, add, prepend, append and reorder.
/// (AOUSD core specification 12.2.6; Sdf list operations.)
///
/// Requires: T has operator== and std::hash.
template <typename T>
struct ListOp {
  bool isExplicit = false;  ///< Whether `explicitItems` replace the weaker list.
  std::vector<T> explicitItems;
  std::vector<T> addedItems;  ///< Legacy `add`: appends items that the list does not have.
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

  /// True when applying it changes no list. An explicit empty list changes lists.
  bool isNoOp() const {
    return !isExplicit && addedItems.empty() && prependedItems.empty() && appendedItems.empty() &&
           deletedItems.empty() && orderedItems.empty();
  }

  bool operator==(const ListOp&) const = default;

  /// Applies the edits to the list of the weaker opinions. Items stay unique: the first of
  /// explicit, prepended or added duplicates is kept, and the last of appended ones.
  void applyTo(std::vector<T>& items) const;

  /// Returns the result of applying the edits to an empty list.
  std::vector<T> appliedItems() const {
    std::vector<T> items;
    applyTo(items);
    return items;
  }
};

/// Combines `strong` over `weak` into one edit. Empty when no single edit is equivalent for every
/// list, which legacy items (added, ordered) can cause.
template <typename T>
std::optional<ListOp<T>> composed(const ListOp<T>& strong, const ListOp<T>& weak);

/// Sorts the items that are in `order` accordingly. Each other item stays behind the item of
/// `order` that it followed; items in front of all these stay in front. (Sdf's reordering rule.)
template <typename T>
void applyOrder(const std::vector<T>& order, std::vector<T>& items);

}  // namespace usdscope

#include "engine/layer/detail/ListOp.inl"
