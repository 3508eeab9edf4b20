// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace usdscope {

/// The part of a job that one of several processes does: every `count`th item from the `index`th
/// on.
struct Shard {
  std::int64_t index = 1;  ///< From 1 to `count`.
  std::int64_t count = 1;

  bool isAll() const { return count == 1; }
  /// Whether the shard has the item with this number, counted from 0.
  bool has(std::int64_t item) const { return item % count == index - 1; }
};

/// Reads `2/4`. Empty for any other text.
std::optional<Shard> parseShard(std::string_view text);

}  // namespace usdscope
