// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "engine/value/Value.h"

namespace usdscope {

/// A value of any field as one line for people, in the spelling of usda where that has one:
/// `(1, 2)`, `prepend [</A>]`, `{ 1: 0.5, 2: None }`. Longer texts than `mostBytes` are cut and end
/// in `…`; of arrays and samples no more is looked at than that needs.
std::string valueText(const Value& value, std::size_t mostBytes = 200);

}  // namespace usdscope
