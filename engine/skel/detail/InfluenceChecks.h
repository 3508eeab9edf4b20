// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

namespace usdscope::detail {

/// Returns a sentence that says why influences cannot move `pointCount` points; empty when they
/// can.
std::string influenceSizeProblem(std::size_t jointIndices, std::size_t weights,
                                 std::size_t influencesPerPoint, std::size_t pointCount);

/// Returns a sentence that names the first joint index outside of [0, jointCount); empty when there
/// is none.
std::string jointRangeProblem(std::span<const int> joints, std::size_t jointCount);

}  // namespace usdscope::detail
