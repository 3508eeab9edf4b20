// SPDX-License-Identifier: Apache-2.0
#include "engine/skel/detail/SkinKernels.h"

#include <algorithm>
#include <atomic>

#include "engine/base/Parallel.h"
#include "engine/skel/DualQuaternion.h"

// Kernels are templates over the register: Float32x4 for any processor, Float32x8 for AVX2. They
// must be inlined into the function that has the target attribute, hence no lambdas in them.
#define USDSCOPE_KERNEL        \
  template <typename Register> \
  [[gnu::always_inline]] inline

namespace usdscope::detail {

Columns::Columns(const glm::dmat4& matrix) {
  for (int i = 0; i < 4; ++i) {
    c[i] = Float32x4{float(matrix[i].x), float(matrix[i].y), float(matrix[i].z), 0.0f};
  }
}

Columns::Columns(const glm::dmat3& matrix) : Columns(glm::dmat4(matrix)) { c[3] = Float32x4{}; }

DualQuaternionJoints::DualQuaternionJoints(std::span<const glm::dmat4> matrices,
                                           bool alwaysScales) {
  const RigidJoints rigid(matrices);
  const auto floats = [](const glm::dquat& q) {
    return Float32x4{float(q.x), float(q.y), float(q.z), float(q.w)};
  };
  for (const DualQuaternion& motion : rigid.motions) {
    motions.push_back({floats(motion.real), floats(motion.dual)});
  }
  if (rigid.hasScale || alwaysScales) {
    for (const glm::dmat3& scale : rigid.scales) scales.emplace_back(scale);
  }
  const std::size_t count = matrices.size();
  if (count > kMostSigns) return;
  signs.resize(count * count);
  for (std::size_t pivot = 0; pivot < count; ++pivot) {
    for (std::size_t joint = 0; joint < count; ++joint) {
      signs[pivot * count + joint] = computeSign(pivot, joint);
    }
  }
}

float DualQuaternionJoints::computeSign(std::size_t pivot, std::size_t joint) const {
  const Float32x4 product = motions[pivot].real * motions[joint].real;
  return blendSign(product[0] + product[1] + product[2] + product[3]);
}

namespace {

constexpr std::size_t kGrain = 8192;
// Joint indices are checked in blocks, so that they are still in the cache when points are moved.
constexpr std::size_t kBlock = 1024;

/// The influences of one point. kCount 0: as many as the arrays say.
template <std::size_t kCount, typename Joint>
struct PointInfluences {
  const Joint* joints;
  const float* weights;
  std::size_t count;

  [[gnu::always_inline]] PointInfluences(const SkinArrays<Joint>& arrays, std::size_t point)
      : count(kCount > 0 ? kCount : arrays.perPoint) {
    joints = arrays.joints.data() + point * count;
    weights = arrays.weights.data() + point * count;
  }
  [[gnu::always_inline]] std::size_t joint(std::size_t i) const {
    return static_cast<std::size_t>(joints[i]);
  }

  /// Returns the joint of the largest weight, the first one if several are equal. Four influences
  /// are compared without branches.
  [[gnu::always_inline]] std::size_t pivot() const {
#ifdef __SSE__
    if constexpr (kCount == 4) {
      Float32x4 own;
      load(weights, own);
      Float32x4 largest = _mm_max_ps(own, __builtin_shufflevector(own, own, 1, 0, 3, 2));
      largest = _mm_max_ps(largest, __builtin_shufflevector(largest, largest, 2, 3, 0, 1));
      const int equal = _mm_movemask_ps(_mm_cmpeq_ps(own, largest));
      return joint(static_cast<std::size_t>(__builtin_ctz(static_cast<unsigned>(equal) | 8u)));
    }
#endif
    std::size_t pivot = joint(0);
    float largest = weights[0];
    for (std::size_t i = 1; i < count; ++i) {
      const bool isLarger = weights[i] > largest;
      largest = isLarger ? weights[i] : largest;
      pivot = isLarger ? joint(i) : pivot;
    }
    return pivot;
  }
};

// Points between memory and registers.

[[gnu::always_inline]] inline void storeXyz(const Float32x4& from, glm::vec3& to) {
  using Float2 = float __attribute__((vector_size(8)));
  store(Float2(__builtin_shufflevector(from, from, 0, 1)), &to.x);
  to.z = from[2];
}

[[gnu::always_inline]] inline void loadPoints(const glm::vec3* from, WideVec3<Float32x4>& to) {
  Float32x4 a, b, c;
  load(&from[0].x, a);
  load(&from[0].x + 4, b);
  load(&from[0].x + 8, c);
  const Float32x4 xy = __builtin_shufflevector(b, c, 2, 3, 5, 6);
  const Float32x4 yz = __builtin_shufflevector(a, b, 1, 2, 4, 5);
  to.x = __builtin_shufflevector(a, xy, 0, 3, 4, 6);
  to.y = __builtin_shufflevector(yz, xy, 0, 2, 5, 7);
  to.z = __builtin_shufflevector(yz, c, 1, 3, 4, 7);
}
[[gnu::always_inline]] inline void loadPoints(const glm::vec3* from, WideVec3<Float32x8>& to) {
  WideVec3<Float32x4> low, high;
  loadPoints(from, low);
  loadPoints(from + 4, high);
  join(low.x, high.x, to.x);
  join(low.y, high.y, to.y);
  join(low.z, high.z, to.z);
}

[[gnu::always_inline]] inline void storePoints(const WideVec3<Float32x4>& from, glm::vec3* to) {
  const Float32x4 xy = __builtin_shufflevector(from.x, from.y, 0, 2, 4, 6);
  const Float32x4 yz = __builtin_shufflevector(from.y, from.z, 1, 3, 5, 7);
  const Float32x4 zx = __builtin_shufflevector(from.z, from.x, 0, 2, 5, 7);
  store(Float32x4(__builtin_shufflevector(xy, zx, 0, 2, 4, 6)), &to[0].x);
  store(Float32x4(__builtin_shufflevector(yz, xy, 0, 2, 5, 7)), &to[0].x + 4);
  store(Float32x4(__builtin_shufflevector(zx, yz, 1, 3, 5, 7)), &to[0].x + 8);
}
[[gnu::always_inline]] inline void storePoints(const WideVec3<Float32x8>& from, glm::vec3* to) {
  WideVec3<Float32x4> low, high;
  split(from.x, low.x, high.x);
  split(from.y, low.y, high.y);
  split(from.z, low.z, high.z);
  storePoints(low, to);
  storePoints(high, to + 4);
}

// Loads `count` points. When the register has room for more, the last point is repeated.
USDSCOPE_KERNEL void loadSome(const glm::vec3* from, std::size_t count, WideVec3<Register>& to) {
  constexpr std::size_t kWidth = kComponents<Register>;
  if (count == kWidth) return loadPoints(from, to);
  glm::vec3 all[kWidth];
  for (std::size_t i = 0; i < kWidth; ++i) all[i] = from[std::min(i, count - 1)];
  loadPoints(all, to);
}

USDSCOPE_KERNEL void storeSome(const WideVec3<Register>& from, std::size_t count,
                               std::size_t stride, glm::vec3* to) {
  constexpr std::size_t kWidth = kComponents<Register>;
  if (count == kWidth && stride == 1) return storePoints(from, to);
  glm::vec3 all[kWidth];
  storePoints(from, all);
  for (std::size_t i = 0; i < count; ++i) to[i * stride] = all[i];
}

// Sum of the joints' matrices, weighted.
template <typename Register, std::size_t kCount, typename Joint>
[[gnu::always_inline]] inline void blendColumns(const Columns* matrices,
                                                const PointInfluences<kCount, Joint>& influences,
                                                Float32x4 (&columns)[4]) {
  constexpr std::size_t kWidth = kComponents<Register>;
  Register sum[16 / kWidth] = {};
  for (std::size_t i = 0; i < influences.count; ++i) {
    const auto* matrix = reinterpret_cast<const float*>(&matrices[influences.joint(i)]);
    for (std::size_t k = 0; k < 16 / kWidth; ++k) {
      Register part;
      load(matrix + k * kWidth, part);
      sum[k] += part * influences.weights[i];
    }
  }
  if constexpr (kWidth == 8) {
    split(sum[0], columns[0], columns[1]);
    split(sum[1], columns[2], columns[3]);
  } else {
    for (std::size_t k = 0; k < 4; ++k) columns[k] = sum[k];
  }
}

[[gnu::always_inline]] inline Float32x4 transformed(const Float32x4 (&m)[4], const glm::vec3& p) {
  return (m[0] * p.x + m[1] * p.y) + (m[2] * p.z + m[3]);
}

// The cofactor matrix is the transposed inverse times the determinant.
[[gnu::always_inline]] inline Float32x4 transformedByCofactors(const Float32x4 (&m)[4],
                                                               const glm::vec3& n) {
  Float32x4 turned[3];  // y z x
  for (int i = 0; i < 3; ++i) turned[i] = __builtin_shufflevector(m[i], m[i], 1, 2, 0, 3);
  const Float32x4 sum = (m[1] * turned[2] - turned[1] * m[2]) * n.x +
                        (m[2] * turned[0] - turned[2] * m[0]) * n.y +
                        (m[0] * turned[1] - turned[0] * m[1]) * n.z;
  return __builtin_shufflevector(sum, sum, 1, 2, 0, 3);
}

// Gives up to four normals unit length, applies `outFromSkel` where there is one, and stores them.
[[gnu::always_inline]] inline void storeNormals(Float32x4 (&n)[4], std::size_t count,
                                                const Columns* outFromSkel, std::size_t stride,
                                                glm::vec3* out) {
  transpose(n[0], n[1], n[2], n[3]);
  WideVec3<Float32x4> normals{n[0], n[1], n[2]};
  normalizeOrZero(normals);
  if (outFromSkel) normals = (*outFromSkel)(normals);
  storeSome(normals, count, stride, out);
}

template <typename Register, std::size_t kCount, typename Joint>
[[gnu::always_inline]] inline void skinBlock(const LinearSkin<Joint>& k, std::size_t first,
                                             std::size_t last) {
  const SkinArrays<Joint>& a = k.arrays;
  for (std::size_t i = first; i < last; ++i) {
    Float32x4 columns[4];
    blendColumns<Register>(k.outFromRest, PointInfluences<kCount, Joint>(a, i), columns);
    storeXyz(transformed(columns, a.rest[i]) + k.offset, a.out[i * a.stride]);
  }
}

template <typename Register, std::size_t kCount, typename Joint>
[[gnu::always_inline]] inline void skinBlockWithNormals(const LinearSkin<Joint>& k,
                                                        std::size_t first, std::size_t last) {
  const SkinArrays<Joint>& a = k.arrays;
  for (std::size_t i = first; i < last; i += 4) {
    const std::size_t count = std::min<std::size_t>(4, last - i);
    Float32x4 normals[4] = {};
    for (std::size_t j = 0; j < count; ++j) {
      Float32x4 columns[4];
      blendColumns<Register>(k.outFromRest, PointInfluences<kCount, Joint>(a, i + j), columns);
      storeXyz(transformed(columns, a.rest[i + j]) + k.offset, a.out[(i + j) * a.stride]);
      normals[j] = transformedByCofactors(columns, a.restNormals[i + j]);
    }
    storeNormals(normals, count, nullptr, a.stride, a.out + i * a.stride + 1);
  }
}

template <typename Register, std::size_t kCount>
[[gnu::always_inline]] inline void skinBlock(const NormalSkin& k, std::size_t first,
                                             std::size_t last) {
  const SkinArrays<int>& a = k.arrays;
  for (std::size_t i = first; i < last; i += 4) {
    const std::size_t count = std::min<std::size_t>(4, last - i);
    Float32x4 normals[4] = {};
    for (std::size_t j = 0; j < count; ++j) {
      Float32x4 columns[4];
      blendColumns<Register>(k.skelFromRest, PointInfluences<kCount, int>(a, i + j), columns);
      normals[j] = transformed(columns, a.rest[i + j]);
    }
    storeNormals(normals, count, &k.outFromSkel, 1, a.out + i);
  }
}

/// The motions and signs of a block of points, so that the loops need not look them up again.
template <std::size_t kCount, typename Joint>
struct BlockMotions {
  const SkinArrays<Joint>& arrays;
  const DualQuaternionJoints& joints;
  const DualQuaternionJoints::Motion* motions = joints.motions.data();
  std::size_t jointCount = joints.motions.size();
  const float* signs = joints.signs.empty() ? nullptr : joints.signs.data();
};

// The blended motion of a point: the real part, then the dual part.
template <typename Register, std::size_t kCount, typename Joint>
[[gnu::always_inline]] inline void blendMotion(const BlockMotions<kCount, Joint>& k,
                                               std::size_t point,
                                               Register (&sum)[8 / kComponents<Register>]) {
  const PointInfluences<kCount, Joint> influences(k.arrays, point);
  const std::size_t pivot = influences.pivot();
  const float* const signs = k.signs ? k.signs + pivot * k.jointCount : nullptr;
  for (Register& part : sum) part = Register{};
  for (std::size_t i = 0; i < influences.count; ++i) {
    const std::size_t joint = influences.joint(i);
    const auto* motion = reinterpret_cast<const float*>(&k.motions[joint]);
    const float sign = signs ? signs[joint] : k.joints.sign(pivot, joint);
    const float weight = influences.weights[i] * sign;
    for (std::size_t r = 0; r < 8 / kComponents<Register>; ++r) {
      Register part;
      load(motion + r * kComponents<Register>, part);
      sum[r] += part * weight;
    }
  }
}

// The motions of as many points as fit a register: x, y, z, w of the real and of the dual parts.
template <std::size_t kCount, typename Joint>
[[gnu::always_inline]] inline void blendMotions(const BlockMotions<kCount, Joint>& k,
                                                const std::size_t (&points)[4],
                                                Float32x4 (&real)[4], Float32x4 (&dual)[4]) {
  for (std::size_t i = 0; i < 4; ++i) {
    Float32x4 motion[2];
    blendMotion<Float32x4>(k, points[i], motion);
    real[i] = motion[0];
    dual[i] = motion[1];
  }
  transpose(real[0], real[1], real[2], real[3]);
  transpose(dual[0], dual[1], dual[2], dual[3]);
}
template <std::size_t kCount, typename Joint>
[[gnu::always_inline]] inline void blendMotions(const BlockMotions<kCount, Joint>& k,
                                                const std::size_t (&points)[8],
                                                Float32x8 (&real)[4], Float32x8 (&dual)[4]) {
  Float32x8 low[4][1];
  Float32x8 high[4][1];
  for (std::size_t i = 0; i < 4; ++i) {
    blendMotion<Float32x8>(k, points[i], low[i]);
    blendMotion<Float32x8>(k, points[i + 4], high[i]);
  }
  transpose(low[0][0], low[1][0], low[2][0], low[3][0]);
  transpose(high[0][0], high[1][0], high[2][0], high[3][0]);
  for (std::size_t i = 0; i < 4; ++i) {
    real[i] = __builtin_shufflevector(low[i][0], high[i][0], 0, 1, 2, 3, 8, 9, 10, 11);
    dual[i] = __builtin_shufflevector(low[i][0], high[i][0], 4, 5, 6, 7, 12, 13, 14, 15);
  }
}

// Scales points and normals by the blended scale of their joints, before the rigid motion.
template <typename Register, std::size_t kCount, typename Joint>
[[gnu::always_inline]] inline void blendScales(const DualQuaternionSkin<Joint>& k,
                                               const std::size_t (&points)[kComponents<Register>],
                                               WideVec3<Register>& p, WideVec3<Register>* normals) {
  constexpr std::size_t kWidth = kComponents<Register>;
  glm::vec3 positions[kWidth];
  glm::vec3 directions[kWidth];
  storePoints(p, positions);
  if (normals) storePoints(*normals, directions);
  for (std::size_t i = 0; i < kWidth; ++i) {
    Float32x4 columns[4];
    blendColumns<Register>(k.joints.scales.data(),
                           PointInfluences<kCount, Joint>(k.arrays, points[i]), columns);
    storeXyz(transformed(columns, positions[i]), positions[i]);
    if (normals) storeXyz(transformedByCofactors(columns, directions[i]), directions[i]);
  }
  loadPoints(positions, p);
  if (normals) loadPoints(directions, *normals);
}

// A rigid motion is p + 2 r × (r × p + w p) + 2 (w d − dw r + r × d), divided by the square of the
// length of the real part. A motion without length moves nothing.
template <typename Register, std::size_t kCount, typename Joint>
[[gnu::always_inline]] inline void skinBlock(const DualQuaternionSkin<Joint>& k, std::size_t first,
                                             std::size_t last) {
  constexpr std::size_t kWidth = kComponents<Register>;
  const SkinArrays<Joint>& a = k.arrays;
  const bool hasNormals = !a.restNormals.empty();
  const BlockMotions<kCount, Joint> motions{a, k.joints};
  for (std::size_t i = first; i < last; i += kWidth) {
    const std::size_t count = std::min(kWidth, last - i);
    std::size_t points[kWidth];
    for (std::size_t j = 0; j < kWidth; ++j) points[j] = std::min(i + j, last - 1);
    Register real[4];
    Register dual[4];
    blendMotions(motions, points, real, dual);
    WideVec3<Register> p;
    WideVec3<Register> normals;
    loadSome(&a.rest[i], count, p);
    p = k.skelFromRest(p);
    if (hasNormals) {
      loadSome(&a.restNormals[i], count, normals);
      normals = k.skelFromRestNormals(normals);
    }
    if (!k.joints.scales.empty()) {
      blendScales<Register, kCount>(k, points, p, hasNormals ? &normals : nullptr);
    }
    const WideVec3<Register> r{real[0], real[1], real[2]};
    const WideVec3<Register> d{dual[0], dual[1], dual[2]};
    const Register square = r.x * r.x + r.y * r.y + r.z * r.z + real[3] * real[3];
    const Register twice = square > 0.0f ? 2.0f / square : square;
    const WideVec3<Register> turned = cross(r, cross(r, p) + p * real[3]);
    const WideVec3<Register> carried = d * real[3] - r * dual[3] + cross(r, d);
    storeSome(k.outFromSkel(p + (turned + carried) * twice), count, a.stride, a.out + i * a.stride);
    if (!hasNormals) continue;
    normals = normals + cross(r, cross(r, normals) + normals * real[3]) * twice;
    normalizeOrZero(normals);
    storeSome(normals, count, a.stride, a.out + i * a.stride + 1);
  }
}

// The usual numbers of influences are compiled for themselves.
template <typename Register, typename Joint>
[[gnu::always_inline]] inline void skin(const LinearSkin<Joint>& k, std::size_t first,
                                        std::size_t last) {
  const std::size_t count = k.arrays.perPoint;
  if (!k.arrays.restNormals.empty()) {
    if (count == 4) return skinBlockWithNormals<Register, 4>(k, first, last);
    return skinBlockWithNormals<Register, 0>(k, first, last);
  }
  if (count == 1) return skinBlock<Register, 1>(k, first, last);
  if (count == 2) return skinBlock<Register, 2>(k, first, last);
  if (count == 4) return skinBlock<Register, 4>(k, first, last);
  if (count == 8) return skinBlock<Register, 8>(k, first, last);
  skinBlock<Register, 0>(k, first, last);
}
template <typename Register, typename Kernel>
[[gnu::always_inline]] inline void skin(const Kernel& k, std::size_t first, std::size_t last) {
  const std::size_t count = k.arrays.perPoint;
  if (count == 4) return skinBlock<Register, 4>(k, first, last);
  if (count == 8) return skinBlock<Register, 8>(k, first, last);
  skinBlock<Register, 0>(k, first, last);
}

template <typename Kernel>
void skinAnywhere(const Kernel& kernel, std::size_t first, std::size_t last) {
  skin<Float32x4>(kernel, first, last);
}

#ifdef USDSCOPE_HAS_AVX2
template <typename Kernel>
[[gnu::target("avx2,fma")]] void skinWithAvx2(const Kernel& kernel, std::size_t first,
                                              std::size_t last) {
  skin<Float32x8>(kernel, first, last);
}
#endif

template <typename Joint>
bool areInRange(std::span<const Joint> joints, std::size_t jointCount) {
  if (jointCount == 0) return joints.empty();
  // The sign bit of either number is set for a joint out of range. Plain registers have no maximum
  // of 32-bit integers.
  const auto last = static_cast<std::uint32_t>(std::min(jointCount - 1, std::size_t{INT32_MAX}));
  std::uint32_t bits = 0;
  for (const Joint joint : joints) {
    const auto number = static_cast<std::uint32_t>(joint);
    bits |= number | (last - number);
  }
  return bits <= INT32_MAX;
}

}  // namespace

template <typename Kernel>
bool runSkinKernel(const Kernel& kernel, std::size_t jointCount, bool areJointsInRange,
                   bool mayUseAvx2) {
  auto* skinPoints = &skinAnywhere<Kernel>;
#ifdef USDSCOPE_HAS_AVX2
  if (mayUseAvx2 && usesAvx2()) skinPoints = &skinWithAvx2<Kernel>;
#endif
  const auto& arrays = kernel.arrays;
  const std::size_t perPoint = arrays.perPoint;
  std::atomic<bool> isInRange{true};
  parallelFor(arrays.rest.size(), kGrain, [&](std::size_t first, std::size_t last) {
    for (std::size_t begin = first; begin < last && isInRange; begin += kBlock) {
      const std::size_t end = std::min(begin + kBlock, last);
      if (areJointsInRange ||
          areInRange(arrays.joints.subspan(begin * perPoint, (end - begin) * perPoint),
                     jointCount)) {
        skinPoints(kernel, begin, end);
      } else {
        isInRange = false;
      }
    }
  });
  return isInRange;
}

template bool runSkinKernel(const LinearSkin<int>&, std::size_t, bool, bool);
template bool runSkinKernel(const LinearSkin<std::uint16_t>&, std::size_t, bool, bool);
template bool runSkinKernel(const NormalSkin&, std::size_t, bool, bool);
template bool runSkinKernel(const DualQuaternionSkin<int>&, std::size_t, bool, bool);
template bool runSkinKernel(const DualQuaternionSkin<std::uint16_t>&, std::size_t, bool, bool);

}  // namespace usdscope::detail
