// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "engine/value/Value.h"

namespace usdscope {

/// Reads a value of a MaterialX type: numbers are separated by commas or spaces. Empty if the text
/// is not such a value, or if the type is unknown or a matrix.
Value valueFromMtlx(std::string_view text, std::string_view type);

}  // namespace usdscope
