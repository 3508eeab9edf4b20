// SPDX-License-Identifier: Apache-2.0
#include "engine/value/Dictionary.h"

#include <algorithm>

namespace usdscope {
namespace {

constexpr auto kKeyLess = [](const Dictionary::Entry& entry, std::string_view key) {
  return entry.first < key;
};

}  // namespace

const Value* Dictionary::find(std::string_view key) const {
  const auto it = std::lower_bound(entries_.begin(), entries_.end(), key, kKeyLess);
  return it != entries_.end() && it->first == key ? &it->second : nullptr;
}

void Dictionary::set(std::string key, Value value) {
  // Readers add keys in order, which makes this an append.
  if (entries_.empty() || entries_.back().first < key) {
    entries_.emplace_back(std::move(key), std::move(value));
    return;
  }
  const auto it = std::lower_bound(entries_.begin(), entries_.end(), key, kKeyLess);
  if (it != entries_.end() && it->first == key) {
    it->second = std::move(value);
  } else {
    entries_.insert(it, {std::move(key), std::move(value)});
  }
}

void Dictionary::erase(std::string_view key) {
  const auto it = std::lower_bound(entries_.begin(), entries_.end(), key, kKeyLess);
  if (it != entries_.end() && it->first == key) entries_.erase(it);
}

Dictionary composed(const Dictionary& strong, const Dictionary& weak) {
  Dictionary result = weak;
  for (const auto& [key, value] : strong.entries()) {
    const Value* below = result.find(key);
    const auto* strongDictionary = value.find<Dictionary>();
    const auto* weakDictionary = below ? below->find<Dictionary>() : nullptr;
    if (strongDictionary && weakDictionary) {
      result.set(key, Value(composed(*strongDictionary, *weakDictionary)));
    } else {
      result.set(key, value);
    }
  }
  return result;
}

}  // namespace usdscope
