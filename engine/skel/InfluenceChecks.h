// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace usdscope {

/// Returns a sentence that says why influences cannot move `pointCount` points; empty when they
/// can.
std::string influenceSizeProblem(std::size_t jointIndices, std::size_t weights,
                                 std::size_t influencesPerPoint, std::size_t pointCount);

/// Returns a sentence that names the first joint index outside of [0, jointCount); empty when all
/// are inside.
std::string jointRangeProblem(std::span<const int> joints, std::size_t jointCount);

/// Why the joints of a skeleton without skinning matrices (SkelPose::skelFromBind) move nothing.
inline constexpr std::string_view kNoSkinningMatrices =
    "The skeleton has no usable bind or rest transforms.";

/// The consequence of a problem that disables joints and blend shapes.
inline constexpr std::string_view kNotSkinned = "the prim is not skinned";
/// The consequence of a problem that disables only the joints.
inline constexpr std::string_view kJointsIgnored = "its joints do not move the prim";

/// Returns "<problem>; <consequence>.". Requires: `problem` is a sentence that ends in a full stop.
std::string withConsequence(std::string_view problem, std::string_view consequence);

}  // namespace usdscope
