// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/render/ShaderInterface.h"

namespace usdscope {

inline constexpr std::uint32_t kAloneInPlace = 0xFFFFFFFFu;

/// Finds objects with exactly the same transform. `members` are indices of `objects`. Returns for
/// each member the first one with its transform; kAloneInPlace for that first one itself. Returns
/// an empty vector if all transforms differ. A few equal ones may be missed.
std::vector<std::uint32_t> firstInSamePlace(std::span<const ObjectRecord> objects,
                                            std::span<const std::uint32_t> members);

}  // namespace usdscope
