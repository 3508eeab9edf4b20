// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <unordered_set>

namespace usdscope {
namespace detail {

/// The set of items in a list. Short lists are searched, long ones hashed, because relationships of
/// crowds have tens of thousands of targets.
template <typename T>
class Membership {
 public:
  Membership() = default;
  explicit Membership(const std::vector<T>& items) {
    for (const T& item : items) insert(item);
  }
  bool contains(const T& item) const {
    if (!hashed_.empty()) return hashed_.contains(item);
    return std::find(few_.begin(), few_.end(), item) != few_.end();
  }
  /// Returns false when the item was in the set.
  bool insert(const T& item) {
    if (!hashed_.empty()) return hashed_.insert(item).second;
    if (contains(item)) return false;
    few_.push_back(item);
    if (few_.size() > kFew) hashed_.insert(few_.begin(), few_.end());
    return true;
  }

 private:
  static constexpr std::size_t kFew = 16;
  std::vector<T> few_;
  std::unordered_set<T> hashed_;
};

template <typename T>
std::vector<T> firstOccurrences(const std::vector<T>& items) {
  if (items.empty()) return {};
  if (items.size() == 1) return std::vector<T>(1, items.front());
  Membership<T> seen;
  std::vector<T> unique;
  unique.reserve(items.size());
  for (const T& item : items) {
    if (seen.insert(item)) unique.push_back(item);
  }
  return unique;
}

template <typename T>
std::vector<T> lastOccurrences(const std::vector<T>& items) {
  if (items.size() < 2) return firstOccurrences(items);
  std::vector<T> reversed(items.rbegin(), items.rend());
  reversed = firstOccurrences(reversed);
  std::reverse(reversed.begin(), reversed.end());
  return reversed;
}

template <typename T>
void removeMembers(std::vector<T>& items, const Membership<T>& members) {
  std::erase_if(items, [&](const T& item) { return members.contains(item); });
}

}  // namespace detail

template <typename T>
void applyOrder(const std::vector<T>& order, std::vector<T>& items) {
  const std::vector<T> unique = detail::firstOccurrences(order);
  const detail::Membership<T> named(unique);
  std::unordered_map<T, std::size_t> indexOf;
  for (std::size_t i = 0; i < items.size(); ++i) indexOf.emplace(items[i], i);

  std::vector<T> result;
  result.reserve(items.size());
  const auto isNamed = [&](const T& item) { return named.contains(item); };
  auto firstNamed = std::find_if(items.begin(), items.end(), isNamed);
  result.insert(result.end(), items.begin(), firstNamed);
  for (const T& name : unique) {
    const auto found = indexOf.find(name);
    if (found == indexOf.end()) continue;
    const auto at = items.begin() + static_cast<std::ptrdiff_t>(found->second);
    const auto end = std::find_if(at + 1, items.end(), isNamed);
    result.insert(result.end(), at, end);
  }
  items = std::move(result);
}

template <typename T>
void ListOp<T>::applyTo(std::vector<T>& items) const {
  if (isExplicit) {
    items = detail::firstOccurrences(explicitItems);
    return;
  }
  if (!deletedItems.empty()) {
    detail::removeMembers(items, detail::Membership<T>(deletedItems));
  }
  if (!addedItems.empty()) {
    detail::Membership<T> present(items);
    for (const T& item : addedItems) {
      if (present.insert(item)) items.push_back(item);
    }
  }
  if (!prependedItems.empty()) {
    std::vector<T> front = detail::firstOccurrences(prependedItems);
    detail::removeMembers(items, detail::Membership<T>(front));
    items.insert(items.begin(), front.begin(), front.end());
  }
  if (!appendedItems.empty()) {
    const std::vector<T> back = detail::lastOccurrences(appendedItems);
    detail::removeMembers(items, detail::Membership<T>(back));
    items.insert(items.end(), back.begin(), back.end());
  }
  if (!orderedItems.empty()) applyOrder(orderedItems, items);
}

template <typename T>
std::optional<ListOp<T>> composed(const ListOp<T>& strong, const ListOp<T>& weak) {
  if (strong.isExplicit || weak.isNoOp()) return strong;
  if (strong.isNoOp()) return weak;
  if (weak.isExplicit) {
    std::vector<T> items = weak.explicitItems;
    strong.applyTo(items);
    return ListOp<T>::makeExplicit(std::move(items));
  }
  if (!strong.addedItems.empty() || !strong.orderedItems.empty() || !weak.addedItems.empty() ||
      !weak.orderedItems.empty()) {
    return std::nullopt;
  }
  ListOp<T> result = weak;
  const auto removeFrom = [](std::vector<T>& items, const std::vector<T>& gone) {
    detail::removeMembers(items, detail::Membership<T>(gone));
  };
  removeFrom(result.prependedItems, strong.deletedItems);
  removeFrom(result.appendedItems, strong.deletedItems);
  for (auto* items : {&strong.prependedItems, &strong.appendedItems}) {
    removeFrom(result.prependedItems, *items);
    removeFrom(result.appendedItems, *items);
    removeFrom(result.deletedItems, *items);
  }
  detail::Membership<T> deleted(result.deletedItems);
  for (const T& item : strong.deletedItems) {
    if (deleted.insert(item)) result.deletedItems.push_back(item);
  }
  result.prependedItems.insert(result.prependedItems.begin(), strong.prependedItems.begin(),
                               strong.prependedItems.end());
  result.appendedItems.insert(result.appendedItems.end(), strong.appendedItems.begin(),
                              strong.appendedItems.end());
  return result;
}

}  // namespace usdscope
