// SPDX-License-Identifier: Apache-2.0
#include "engine/skel/ConcatJointTransforms.h"

#include <cassert>

#include "engine/math/VectorRegisters.h"

namespace usdscope {
namespace {

void concat(std::span<const int> parents, const glm::dmat4* parentFromJoint,
            glm::dmat4* skelFromJoint) {
  for (std::size_t i = 0; i < parents.size(); ++i) {
    skelFromJoint[i] =
        parents[i] < 0 ? parentFromJoint[i]
                       : skelFromJoint[static_cast<std::size_t>(parents[i])] * parentFromJoint[i];
  }
}

#ifdef USDSCOPE_HAS_AVX2
[[gnu::target("avx2,fma")]] void concatWide(std::span<const int> parents,
                                            const glm::dmat4* parentFromJoint,
                                            glm::dmat4* skelFromJoint) {
  for (std::size_t i = 0; i < parents.size(); ++i) {
    if (parents[i] < 0) {
      skelFromJoint[i] = parentFromJoint[i];
      continue;
    }
    const double* joint = &parentFromJoint[i][0].x;
    double* out = &skelFromJoint[i][0].x;
    const double* parent = &skelFromJoint[static_cast<std::size_t>(parents[i])][0].x;
    Float64x4 skel[4];
    for (int c = 0; c < 4; ++c) load(parent + 4 * c, skel[c]);
    for (int c = 0; c < 4; ++c, joint += 4, out += 4) {
      store(skel[0] * joint[0] + skel[1] * joint[1] + skel[2] * joint[2] + skel[3] * joint[3], out);
    }
  }
}
#endif

}  // namespace

void concatJointTransforms(std::span<const int> parents,
                           std::span<const glm::dmat4> parentFromJoint,
                           std::span<glm::dmat4> skelFromJoint) {
  assert(parents.size() == parentFromJoint.size() && parents.size() == skelFromJoint.size());
#ifdef USDSCOPE_HAS_AVX2
  if (usesAvx2()) return concatWide(parents, parentFromJoint.data(), skelFromJoint.data());
#endif
  concat(parents, parentFromJoint.data(), skelFromJoint.data());
}

}  // namespace usdscope
