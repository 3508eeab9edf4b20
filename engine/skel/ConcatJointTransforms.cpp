// SPDX-License-Identifier: Apache-2.0
#include "engine/skel/ConcatJointTransforms.h"

#include <cassert>

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

#if defined(__x86_64__) && defined(__GNUC__)
#define USDSCOPE_HAS_WIDE_CONCAT 1

// A column of a matrix; it may lie at any multiple of a double's size.
using Column = double __attribute__((vector_size(32), aligned(8), may_alias));

[[gnu::target("avx2,fma")]] void concatWide(std::span<const int> parents,
                                            const glm::dmat4* parentFromJoint,
                                            glm::dmat4* skelFromJoint) {
  for (std::size_t i = 0; i < parents.size(); ++i) {
    const double* joint = &parentFromJoint[i][0].x;
    auto* out = reinterpret_cast<Column*>(&skelFromJoint[i][0].x);
    if (parents[i] < 0) {
      skelFromJoint[i] = parentFromJoint[i];
      continue;
    }
    const auto* skel =
        reinterpret_cast<const Column*>(&skelFromJoint[static_cast<std::size_t>(parents[i])][0].x);
    for (int c = 0; c < 4; ++c, joint += 4) {
      out[c] = skel[0] * joint[0] + skel[1] * joint[1] + skel[2] * joint[2] + skel[3] * joint[3];
    }
  }
}
#endif

}  // namespace

void concatJointTransforms(std::span<const int> parents,
                           std::span<const glm::dmat4> parentFromJoint,
                           std::span<glm::dmat4> skelFromJoint) {
  assert(parents.size() == parentFromJoint.size() && parents.size() == skelFromJoint.size());
#ifdef USDSCOPE_HAS_WIDE_CONCAT
  static const bool kIsWide = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (kIsWide) return concatWide(parents, parentFromJoint.data(), skelFromJoint.data());
#endif
  concat(parents, parentFromJoint.data(), skelFromJoint.data());
}

}  // namespace usdscope
