// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "engine/layer/Arcs.h"

namespace usdscope {

/// `def`, `over` or `class`, as texts of layers spell it.
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
