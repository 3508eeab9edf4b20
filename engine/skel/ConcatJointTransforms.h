// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "engine/math/Types.h"

namespace usdscope {

/// Concatenates joint-local transforms down a skeleton:
/// `skelFromJoint[i] = skelFromJoint[parents[i]] * parentFromJoint[i]`.
///
/// Requires: the spans have equal sizes; parents come before children (SkelTopology::problem()).
/// `skelFromJoint` may alias `parentFromJoint`.
void concatJointTransforms(std::span<const int> parents,
                           std::span<const glm::dmat4> parentFromJoint,
                           std::span<glm::dmat4> skelFromJoint);

}  // namespace usdscope
