// SPDX-License-Identifier: Apache-2.0
#include "engine/base/Counted.h"

#include <fmt/format.h>

namespace usdscope {

std::string counted(std::size_t count, std::string_view noun, std::string_view plural) {
  if (count == 1) return fmt::format("1 {}", noun);
  return plural.empty() ? fmt::format("{} {}s", count, noun) : fmt::format("{} {}", count, plural);
}

std::string thereAre(std::size_t count, std::string_view noun, std::string_view plural) {
  return (count == 1 ? "There is " : "There are ") + counted(count, noun, plural);
}

}  // namespace usdscope
