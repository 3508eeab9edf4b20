// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/value/Value.h"

namespace usdscope {

/// Names and values, sorted by name (code points). Nested dictionaries are values of this type.
class Dictionary {
 public:
  using Entry = std::pair<std::string, Value>;

  Dictionary() = default;

  const std::vector<Entry>& entries() const { return entries_; }
  bool isEmpty() const { return entries_.empty(); }

  /// The value of a key, or null.
  const Value* find(std::string_view key) const;

  /// Adds a key or replaces its value.
  void set(std::string key, Value value);
  void erase(std::string_view key);

  bool operator==(const Dictionary&) const = default;

 private:
  std::vector<Entry> entries_;
};

/// Merges two dictionaries: the result has the keys of both, and `strong` wins. Two values that are
/// dictionaries are merged recursively.
Dictionary composed(const Dictionary& strong, const Dictionary& weak);

}  // namespace usdscope
