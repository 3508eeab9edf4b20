// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "engine/layer/Arcs.h"

namespace usdscope {

/// The keyword of a specifier in text layers: `def`, `over` or `class`.
constexpr std::string_view keywordOf(Specifier specifier) {
  switch (specifier) {
    case Specifier::Def:
      return "def";
    case Specifier::Over:
      return "over";
    case Specifier::Class:
      return "class";
  }
  return "over";
}

}  // namespace usdscope
