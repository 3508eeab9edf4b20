// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "engine/math/Types.h"
#include "engine/math/VectorRegisters.h"

namespace usdscope::detail {

// Four at a time, as many as there are whole fours: how many have been done. The processor must
// have AVX2, and F16C for halfs; results are those of one at a time.
std::size_t lerpFours(double t, const Half* a, const Half* b, Half* result, std::size_t count);
/// `t` from 0 to 1. (Sines beyond that are not the same to the last bit.)
std::size_t slerpFours(double t, const glm::quat* a, const glm::quat* b, glm::quat* result,
                       std::size_t count);

}  // namespace usdscope::detail
