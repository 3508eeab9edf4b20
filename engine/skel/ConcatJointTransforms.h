// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cassert>
#include <span>

#include "engine/math/Types.h"

namespace usdscope {

/// Concatenates joint-local transforms down a skeleton:
/// `skelFromJoint[i] = skelFromJoint[parents[i]] * parentFromJoint[i]`.
///
/// Spans of one size; parents come before their children (see SkelTopology::problem()).
/// `skelFromJoint` may alias `parentFromJoint`.
inline void concatJointTransforms(std::span<const int> parents,
                                  std::span<const glm::dmat4> parentFromJoint,
                                  std::span<glm::dmat4> skelFromJoint) {
  assert(parents.size() == parentFromJoint.size() && parents.size() == skelFromJoint.size());
  for (std::size_t i = 0; i < parents.size(); ++i) {
    skelFromJoint[i] =
        parents[i] < 0 ? parentFromJoint[i]
                       : skelFromJoint[static_cast<std::size_t>(parents[i])] * parentFromJoint[i];
  }
}

}  // namespace usdscope
