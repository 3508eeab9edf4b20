// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/math/VectorRegisters.h"

namespace usdscope::detail {

/// The columns of an affine transform, with the translation last.
struct alignas(64) Columns {
  Float32x4 c[4];

  explicit Columns(const glm::dmat4& matrix);
  explicit Columns(const glm::dmat3& matrix);  ///< Without translation.

  template <typename Register>
  [[gnu::always_inline]] WideVec3<Register> operator()(const WideVec3<Register>& p) const {
    return {c[0][0] * p.x + c[1][0] * p.y + c[2][0] * p.z + c[3][0],
            c[0][1] * p.x + c[1][1] * p.y + c[2][1] * p.z + c[3][1],
            c[0][2] * p.x + c[1][2] * p.y + c[2][2] * p.z + c[3][2]};
  }
};

/// The arrays that a kernel reads and writes. The influences of point i begin at index i ×
/// perPoint.
template <typename Joint>
struct SkinArrays {
  std::span<const Joint> joints;
  std::span<const float> weights;
  std::size_t perPoint = 0;
  std::span<const glm::vec3> rest;
  /// As many as `rest`; empty if the kernel computes no normals.
  std::span<const glm::vec3> restNormals;
  glm::vec3* out = nullptr;
  std::size_t stride = 1;  ///< Vectors per point in `out`: 1, or 2 (point and normal) with normals.
};

/// Skins points by linear blending. Normals are transformed by the cofactors of the blended matrix,
/// so that they are normals of the deformed surface, and get unit length.
template <typename Joint>
struct LinearSkin {
  SkinArrays<Joint> arrays;
  const Columns* outFromRest;  ///< Per joint, without the translation of `outFromSkel`.
  /// The translation of `outFromSkel`. It is added once per point, because weights need not sum up
  /// to 1.
  Float32x4 offset;
};

/// Skins normals by linear blending of normal matrices, as the reference bakes them: normals get
/// unit length first, then `outFromSkel` applies.
struct NormalSkin {
  SkinArrays<int> arrays;       ///< `rest` and `out` are normals.
  const Columns* skelFromRest;  ///< Per joint.
  Columns outFromSkel;
};

/// Joint matrices as rigid motions, each with a scale and shear that applies first.
struct DualQuaternionJoints {
  struct alignas(32) Motion {
    Float32x4 real;  ///< x y z w
    Float32x4 dual;
  };
  std::vector<Motion> motions;
  std::vector<Columns> scales;  ///< Empty when no joint scales and `alwaysScales` is false.
  /// The sign() of each pair of pivot and joint; empty for more than kMostSigns joints.
  std::vector<float> signs;

  static constexpr std::size_t kMostSigns = 128;

  DualQuaternionJoints(std::span<const glm::dmat4> matrices, bool alwaysScales);

  /// The blendSign() of a joint, given the pivot joint. The dot product is in single precision, so
  /// rotations half a turn apart may have another sign than in blendMotions().
  float sign(std::size_t pivot, std::size_t joint) const {
    return signs.empty() ? computeSign(pivot, joint) : signs[pivot * motions.size() + joint];
  }

 private:
  float computeSign(std::size_t pivot, std::size_t joint) const;
};

/// Skins points with dual quaternions. Normals get unit length.
template <typename Joint>
struct DualQuaternionSkin {
  SkinArrays<Joint> arrays;
  const DualQuaternionJoints& joints;
  Columns skelFromRest;
  Columns skelFromRestNormals;
  Columns outFromSkel;
};

/// Runs a kernel over all points on all cores. Uses AVX2 if the processor has it and `mayUseAvx2`
/// is true. Returns false when a joint is not in [0, jointCount); `out` is then written in part.
/// `areJointsInRange` skips this check.
template <typename Kernel>
bool runSkinKernel(const Kernel& kernel, std::size_t jointCount, bool areJointsInRange,
                   bool mayUseAvx2);

extern template bool runSkinKernel(const LinearSkin<int>&, std::size_t, bool, bool);
extern template bool runSkinKernel(const LinearSkin<std::uint16_t>&, std::size_t, bool, bool);
extern template bool runSkinKernel(const NormalSkin&, std::size_t, bool, bool);
extern template bool runSkinKernel(const DualQuaternionSkin<int>&, std::size_t, bool, bool);
extern template bool runSkinKernel(const DualQuaternionSkin<std::uint16_t>&, std::size_t, bool,
                                   bool);

}  // namespace usdscope::detail
