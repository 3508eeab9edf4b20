// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usda/detail/ReadContext.h"

#include <algorithm>

namespace usdscope::usda {

Token TokenCache::token(std::string_view text) {
  // Hashes the size and eight bytes from both ends with FNV-1a, since names differ there.
  std::uint64_t hash = 0xCBF29CE484222325ull ^ text.size();
  const std::size_t count = std::min<std::size_t>(text.size(), 8);
  for (std::size_t i = 0; i < count; ++i) {
    hash = (hash ^ static_cast<unsigned char>(text[i])) * 0x100000001B3ull;
    hash = (hash ^ static_cast<unsigned char>(text[text.size() - 1 - i])) * 0x100000001B3ull;
  }
  Token& slot = recent_[(hash >> 20) % recent_.size()];
  if (slot != text) slot = Token(text);
  return slot;
}

SourceSite siteOf(const ReadContext& context, std::size_t offset) {
  Scanner here = context.in;
  here.rewind(offset);
  const std::string_view before = here.textFrom(0);
  SourceSite site{.layer = std::string(context.layer)};
  if (!context.specs.path().isRoot()) site.path = context.specs.path().text();
  site.line = 1;
  std::size_t lineStart = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const bool isBreak = before[i] == '\n' ||
                         (before[i] == '\r' && !(i + 1 < before.size() && before[i + 1] == '\n'));
    if (!isBreak) continue;
    ++site.line;
    lineStart = i + 1;
  }
  const auto startsCharacter = [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u;
  };
  site.column =
      1 + static_cast<int>(std::ranges::count_if(before.substr(lineStart), startsCharacter));
  return site;
}

}  // namespace usdscope::usda
