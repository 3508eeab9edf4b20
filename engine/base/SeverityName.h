// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "engine/base/Diagnostics.h"

namespace usdscope {

/// Returns `note`, `warning` or `error`.
std::string_view nameOf(Severity severity);

}  // namespace usdscope
