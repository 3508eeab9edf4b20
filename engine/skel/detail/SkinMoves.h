// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "engine/skel/DualQuaternion.h"
#include "engine/skel/detail/Float4.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define USDSCOPE_HAS_WIDE_SKIN 1
#endif

namespace usdscope::detail {

/// Points that are moved by linear blending. The palette has everything in one matrix for each
/// joint but the last translation: weights need not sum up to one.
struct LinearMove {
  const Columns* palette;
  Float4 offset;
  std::span<const int> joints;
  std::span<const float> weights;
  std::size_t perPoint;
  std::span<const glm::vec3> rest;
  std::span<glm::vec3> out;
};

/// Normals that are: they get unit length before they are taken where they are wanted.
struct NormalMove {
  const Columns* palette;
  std::span<const int> joints;
  std::span<const float> weights;
  std::size_t perPoint;
  Columns outFromSkel;
  std::span<const glm::vec3> rest;
  std::span<glm::vec3> out;
};

/// Up to so many joints the signs of all pairs of quaternions are kept.
inline constexpr std::size_t kMostSigns = 128;

/// Joints as dual quaternions.
struct RigidPalette {
  struct alignas(32) Motion {
    Float4 real;  ///< x y z w
    Float4 dual;
  };
  std::vector<Motion> motions;
  std::vector<Columns> scales;  ///< Empty when none scales.
  std::vector<float> signs;     ///< Per pivot and joint: -1 where its quaternion lies opposite.

  explicit RigidPalette(std::span<const glm::dmat4> matrices) {
    const RigidJoints rigid(matrices);
    for (const DualQuaternion& motion : rigid.motions) {
      motions.push_back({floats(motion.real), floats(motion.dual)});
    }
    if (rigid.hasScale) {
      for (const glm::dmat3& scale : rigid.scales) scales.emplace_back(scale);
    }
    const std::size_t count = matrices.size();
    if (count > kMostSigns) return;
    signs.resize(count * count);
    for (std::size_t pivot = 0; pivot < count; ++pivot) {
      for (std::size_t joint = 0; joint < count; ++joint) {
        signs[pivot * count + joint] = signOf(pivot, joint);
      }
    }
  }

  static Float4 floats(const glm::dquat& q) {
    return Float4{float(q.x), float(q.y), float(q.z), float(q.w)};
  }
  float signOf(std::size_t pivot, std::size_t joint) const {
    const Float4 product = motions[pivot].real * motions[joint].real;
    return product[0] + product[1] + product[2] + product[3] < 0.0f ? -1.0f : 1.0f;
  }
  float sign(std::size_t pivot, std::size_t joint) const {
    return signs.empty() ? signOf(pivot, joint) : signs[pivot * motions.size() + joint];
  }
};

/// Points that are moved by dual quaternions.
struct DualMove {
  const RigidPalette& palette;
  std::span<const int> joints;
  std::span<const float> weights;
  std::size_t perPoint;
  Columns skelFromRest;
  Columns outFromSkel;
  std::span<const glm::vec3> rest;
  std::span<glm::vec3> out;

  /// The joint with the largest weight of a point, the first of several. kPerPoint 0: as many
  /// influences as `perPoint` says.
  template <std::size_t kPerPoint = 0>
  [[gnu::always_inline]] std::size_t pivotOf(std::size_t point) const {
    const std::size_t count = kPerPoint > 0 ? kPerPoint : perPoint;
    const int* joint = joints.data() + point * count;
    const float* weight = weights.data() + point * count;
    int pivot = joint[0];
    float largest = weight[0];
    for (std::size_t i = 1; i < count; ++i) {
      const bool isLarger = weight[i] > largest;
      largest = isLarger ? weight[i] : largest;
      pivot = isLarger ? joint[i] : pivot;
    }
    return static_cast<std::size_t>(pivot);
  }
};

/// The points after blended rigid motions, of which the lanes are x, y, z, w of the real and of the
/// dual quaternions: p + 2 r × (r × p + w p) + 2 (w d − dw r + r × d), all divided by the square of
/// the length of the real ones. Those of no length move nothing.
template <typename Lanes>
[[gnu::always_inline]] inline PointLanes<Lanes> movedRigidly(const Lanes (&real)[4],
                                                             const Lanes (&dual)[4],
                                                             const PointLanes<Lanes>& p) {
  const PointLanes<Lanes> r{real[0], real[1], real[2]};
  const PointLanes<Lanes> d{dual[0], dual[1], dual[2]};
  const Lanes square = r.x * r.x + r.y * r.y + r.z * r.z + real[3] * real[3];
  const Lanes twice = square > 0.0f ? 2.0f / square : square;
  const PointLanes<Lanes> turned = cross(r, cross(r, p) + p * real[3]);
  const PointLanes<Lanes> carried = d * real[3] - r * dual[3] + cross(r, d);
  return p + (turned + carried) * twice;
}

/// Moves what lies from `first` to `last`; the processor must have AVX2 and FMA. Where blocks begin
/// and end makes no difference.
void moveWide(const LinearMove& move, std::size_t first, std::size_t last);
void moveWide(const NormalMove& move, std::size_t first, std::size_t last);
void moveWide(const DualMove& move, std::size_t first, std::size_t last);

}  // namespace usdscope::detail
