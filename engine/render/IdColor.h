// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/math/Types.h"

namespace usdscope {

/// Returns bits that differ from name to name. They are the same in every run.
std::uint32_t idBits(std::string_view name);

/// Returns a linear colour for a prim, or for an instance unless it is negative. It is the same in
/// every run.
glm::vec4 idColor(std::string_view path, std::int32_t instance = -1);

}  // namespace usdscope
