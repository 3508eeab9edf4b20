// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "engine/math/Types.h"
#include "engine/math/VectorRegisters.h"

namespace usdscope::detail {

// Interpolate whole groups of four and return how many elements they have done. Requires:
// usesAvx2(). Results are equal to interpolating one element at a time.
std::size_t lerpFours(double t, const Half* a, const Half* b, Half* result, std::size_t count);
/// Requires: `t` is from 0 to 1. (Beyond that, sines differ in the last bit.)
std::size_t slerpFours(double t, const glm::quat* a, const glm::quat* b, glm::quat* result,
                       std::size_t count);

}  // namespace usdscope::detail
