// SPDX-License-Identifier: Apache-2.0
#include "app/session/edits/EditSentences.h"

#include <fmt/format.h>

#include <algorithm>

namespace usdscope {

std::string sentenceOf(const std::string& verb, const std::vector<Path>& objects) {
  if (objects.size() == 1) return verb + " " + objects[0].text();
  const bool isProperties = !objects.empty() && objects[0].isProperty();
  return fmt::format("{} {} {}", verb, objects.size(), isProperties ? "properties" : "prims");
}

std::string shortened(std::string text) {
  constexpr std::size_t kMost = 60;
  std::ranges::replace(text, '\n', ' ');
  if (text.size() <= kMost) return text;
  std::size_t end = kMost;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;  // UTF-8.
  return text.substr(0, end) + "…";
}

}  // namespace usdscope
