// SPDX-License-Identifier: Apache-2.0
#include "engine/check/detail/Sites.h"

#include <string>

#include "engine/compose/PrimIndex.h"

namespace usdscope::detail {

bool isRepeated(const Prim& prim) {
  return prim.isInstanceProxy() && prim.index().path() != prim.path();
}

std::string_view errorNameOf(std::string_view id) {
  const std::size_t dot = id.rfind('.');
  if (dot != std::string_view::npos) id.remove_prefix(dot + 1);
  std::string name;
  bool isStart = true;
  for (const char c : id) {
    if (c == '-') {
      isStart = true;
      continue;
    }
    name += isStart && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    isStart = false;
  }
  return Token(name).text();
}

}  // namespace usdscope::detail
