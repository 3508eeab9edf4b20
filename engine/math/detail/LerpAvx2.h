// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "engine/math/Types.h"
#include "engine/math/VectorRegisters.h"

namespace usdscope::detail {

// These functions interpolate whole groups of four or eight elements and return how many elements
// they have interpolated. Results are the same as for one element at a time. Requires: usesAvx2().
std::size_t lerpScalarFours(double t, const float* a, const float* b, float* result,
                            std::size_t count);
std::size_t lerpComponentFours(double t, const float* a, const float* b, float* result,
                               std::size_t count);
std::size_t lerpFours(double t, const Half* a, const Half* b, Half* result, std::size_t count);
/// Requires: `t` is from 0 to 1. (Beyond that, sines differ in the last bit.)
std::size_t slerpFours(double t, const glm::quat* a, const glm::quat* b, glm::quat* result,
                       std::size_t count);

}  // namespace usdscope::detail
