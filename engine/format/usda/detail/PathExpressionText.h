// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "engine/layer/Path.h"

namespace usdscope::usda {

/// A path expression with its relative patterns made absolute at `anchor`, as the reference keeps
/// it:
/// `.//x - ../B` in `/A` becomes `/A//x - /B`. What is no expression comes back as it is.
std::string absolutePathExpression(std::string_view text, Path anchor);

}  // namespace usdscope::usda
