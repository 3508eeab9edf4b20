// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "engine/value/Value.h"

namespace usdscope {

/// Returns a value of any field as one line for people, in the spelling of usda if it has one: `(1,
/// 2)`, `prepend [</A>]`, `{ 1: 0.5, 2: None }`. Texts longer than `mostBytes` are cut and end in
/// `…`; arrays and samples are read only as far as necessary.
std::string valueText(const Value& value, std::size_t mostBytes = 200);

}  // namespace usdscope
