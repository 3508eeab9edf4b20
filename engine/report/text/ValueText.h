// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "engine/value/Value.h"

namespace usdscope {

/// Returns a value as text on one line: `(1, 0.5, 0)`, `[0, 1, 2, … 8,528 in all]`, `@tex.png@`. An
/// array has at most `maxElements` elements in the text. `-0` is written as `0`.
std::string valueToText(const Value& value, std::size_t maxElements = 4);

/// Returns a number rounded for display: `1024`, `1024.25`, `0.3333`.
std::string numberToText(double number);

}  // namespace usdscope
