// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "engine/value/Value.h"

namespace usdscope {

/// A value as a person reads it, on one line: `(1, 0.5, 0)`, `[0, 1, 2, … 8,528 in all]`,
/// `@tex.png@`. `-0` is `0`. Arrays show at most `maxElements`.
std::string valueToText(const Value& value, std::size_t maxElements = 4);

/// A number to the digits that matter: `1024`, `1024.25`, `0.3333`.
std::string numberToText(double number);

}  // namespace usdscope
