// SPDX-License-Identifier: Apache-2.0
#include "app/cli/Shard.h"

#include <charconv>

namespace usdscope {

std::optional<Shard> parseShard(std::string_view text) {
  const auto read = [](std::string_view digits, std::int64_t& number) {
    const char* end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, number);
    return error == std::errc() && stop == end && number > 0;
  };
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  Shard shard;
  const bool isRead =
      read(text.substr(0, slash), shard.index) && read(text.substr(slash + 1), shard.count);
  if (!isRead || shard.index > shard.count) return std::nullopt;
  return shard;
}

}  // namespace usdscope
