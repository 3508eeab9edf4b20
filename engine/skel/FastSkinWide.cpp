// SPDX-License-Identifier: Apache-2.0
#include "engine/skel/detail/SkinMoves.h"

#ifdef USDSCOPE_HAS_WIDE_SKIN

#include <immintrin.h>

#include <algorithm>
#include <array>

#define USDSCOPE_WIDE [[gnu::target("avx2,fma")]]

namespace usdscope::detail {
namespace {

using Float8 = float __attribute__((vector_size(32)));
using Points8 = PointLanes<Float8>;

/// Joint matrices of one point, blended: two columns in each register.
struct BlendedColumns {
  __m256 xy;
  __m256 z1;
};

// kPerPoint 0: as many influences as `perPoint` says.
template <std::size_t kPerPoint>
USDSCOPE_WIDE inline BlendedColumns blendColumns(const Columns* palette, const int* joints,
                                                 const float* weights, std::size_t perPoint) {
  BlendedColumns sum{_mm256_setzero_ps(), _mm256_setzero_ps()};
  const std::size_t count = kPerPoint > 0 ? kPerPoint : perPoint;
  for (std::size_t i = 0; i < count; ++i) {
    const auto* columns = reinterpret_cast<const float*>(&palette[joints[i]]);
    const __m256 weight = _mm256_broadcast_ss(weights + i);
    sum.xy = _mm256_fmadd_ps(weight, _mm256_load_ps(columns), sum.xy);
    sum.z1 = _mm256_fmadd_ps(weight, _mm256_load_ps(columns + 8), sum.z1);
  }
  return sum;
}

USDSCOPE_WIDE inline __m128 moved(const BlendedColumns& m, const glm::vec3& p) {
  const __m256 x = _mm256_broadcast_ss(&p.x);
  const __m256 y = _mm256_broadcast_ss(&p.y);
  const __m256 z = _mm256_broadcast_ss(&p.z);
  const __m256 xy = _mm256_blend_ps(x, y, 0xF0);
  const __m256 z1 = _mm256_blend_ps(z, _mm256_set1_ps(1.0f), 0xF0);
  const __m256 sum = _mm256_fmadd_ps(m.xy, xy, _mm256_mul_ps(m.z1, z1));
  return _mm_add_ps(_mm256_castps256_ps128(sum), _mm256_extractf128_ps(sum, 1));
}

// Three numbers: what lies behind them belongs to another thread.
USDSCOPE_WIDE inline void store(__m128 from, glm::vec3& to) {
  _mm_storel_pi(reinterpret_cast<__m64*>(&to.x), from);
  _mm_store_ss(&to.z, _mm_movehl_ps(from, from));
}

template <std::size_t kPerPoint>
USDSCOPE_WIDE void blendPoints(const LinearMove& m, std::size_t first, std::size_t last) {
  const int* joints = m.joints.data() + first * m.perPoint;
  const float* weights = m.weights.data() + first * m.perPoint;
  const glm::vec3* rest = m.rest.data();
  glm::vec3* out = m.out.data();
  const __m128 offset = __m128(m.offset);
  for (std::size_t i = first; i < last; ++i) {
    const BlendedColumns blended = blendColumns<kPerPoint>(m.palette, joints, weights, m.perPoint);
    store(_mm_add_ps(moved(blended, rest[i]), offset), out[i]);
    joints += m.perPoint;
    weights += m.perPoint;
  }
}

template <std::size_t kPerPoint>
USDSCOPE_WIDE void blendNormals(const NormalMove& m, std::size_t first, std::size_t last) {
  for (std::size_t i = first; i < last; i += 4) {
    __m128 n[4];
    for (std::size_t k = 0; k < 4; ++k) {
      const std::size_t at = std::min(i + k, last - 1);
      n[k] = moved(blendColumns<kPerPoint>(m.palette, m.joints.data() + at * m.perPoint,
                                           m.weights.data() + at * m.perPoint, m.perPoint),
                   m.rest[at]);
    }
    _MM_TRANSPOSE4_PS(n[0], n[1], n[2], n[3]);
    const Float4 square = Float4(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    const Float4 length = Float4(_mm_sqrt_ps(__m128(square)));
    const Float4 inverse = square > 0.0f ? 1.0f / length : Float4{};
    const Points4 turned =
        m.outFromSkel(Points4{Float4(n[0]), Float4(n[1]), Float4(n[2])} * inverse);
    __m128 x = __m128(turned.x);
    __m128 y = __m128(turned.y);
    __m128 z = __m128(turned.z);
    __m128 w = _mm_setzero_ps();
    _MM_TRANSPOSE4_PS(x, y, z, w);
    const __m128 rows[] = {x, y, z, w};
    for (std::size_t k = 0; k < std::min<std::size_t>(4, last - i); ++k)
      store(rows[k], m.out[i + k]);
  }
}

USDSCOPE_WIDE inline __m256 loadHalves(const float* low, const float* high) {
  return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(low)), _mm_loadu_ps(high), 1);
}

// Eight points that lie one after the other, by coordinates.
USDSCOPE_WIDE inline Points8 loadEight(const float* p) {
  const __m256 a = loadHalves(p, p + 12);
  const __m256 b = loadHalves(p + 4, p + 16);
  const __m256 c = loadHalves(p + 8, p + 20);
  const __m256 xy = _mm256_shuffle_ps(b, c, _MM_SHUFFLE(2, 1, 3, 2));
  const __m256 yz = _mm256_shuffle_ps(a, b, _MM_SHUFFLE(1, 0, 2, 1));
  return {Float8(_mm256_shuffle_ps(a, xy, _MM_SHUFFLE(2, 0, 3, 0))),
          Float8(_mm256_shuffle_ps(yz, xy, _MM_SHUFFLE(3, 1, 2, 0))),
          Float8(_mm256_shuffle_ps(yz, c, _MM_SHUFFLE(3, 0, 3, 1)))};
}

USDSCOPE_WIDE inline void storeEight(const Points8& from, float* p) {
  const __m256 x = __m256(from.x);
  const __m256 y = __m256(from.y);
  const __m256 z = __m256(from.z);
  const __m256 xy = _mm256_shuffle_ps(x, y, _MM_SHUFFLE(2, 0, 2, 0));
  const __m256 yz = _mm256_shuffle_ps(y, z, _MM_SHUFFLE(3, 1, 3, 1));
  const __m256 zx = _mm256_shuffle_ps(z, x, _MM_SHUFFLE(3, 1, 2, 0));
  const __m256 a = _mm256_shuffle_ps(xy, zx, _MM_SHUFFLE(2, 0, 2, 0));
  const __m256 b = _mm256_shuffle_ps(yz, xy, _MM_SHUFFLE(3, 1, 2, 0));
  const __m256 c = _mm256_shuffle_ps(zx, yz, _MM_SHUFFLE(3, 1, 3, 1));
  _mm_storeu_ps(p, _mm256_castps256_ps128(a));
  _mm_storeu_ps(p + 4, _mm256_castps256_ps128(b));
  _mm_storeu_ps(p + 8, _mm256_castps256_ps128(c));
  _mm_storeu_ps(p + 12, _mm256_extractf128_ps(a, 1));
  _mm_storeu_ps(p + 16, _mm256_extractf128_ps(b, 1));
  _mm_storeu_ps(p + 20, _mm256_extractf128_ps(c, 1));
}

// Rows and columns of four by four exchanged, in both halves.
USDSCOPE_WIDE inline void transposeHalves(__m256& a, __m256& b, __m256& c, __m256& d) {
  const __m256 ab = _mm256_unpacklo_ps(a, b);
  const __m256 cd = _mm256_unpacklo_ps(c, d);
  const __m256 abHigh = _mm256_unpackhi_ps(a, b);
  const __m256 cdHigh = _mm256_unpackhi_ps(c, d);
  a = _mm256_shuffle_ps(ab, cd, _MM_SHUFFLE(1, 0, 1, 0));
  b = _mm256_shuffle_ps(ab, cd, _MM_SHUFFLE(3, 2, 3, 2));
  c = _mm256_shuffle_ps(abHigh, cdHigh, _MM_SHUFFLE(1, 0, 1, 0));
  d = _mm256_shuffle_ps(abHigh, cdHigh, _MM_SHUFFLE(3, 2, 3, 2));
}

// As DualMove::pivotOf(), without a branch that nobody can foresee.
template <std::size_t kPerPoint>
USDSCOPE_WIDE inline std::size_t pivotOf(const DualMove& m, std::size_t point) {
  if constexpr (kPerPoint == 4) {
    const __m128 weights = _mm_loadu_ps(m.weights.data() + point * 4);
    __m128 largest = _mm_max_ps(weights, _mm_permute_ps(weights, _MM_SHUFFLE(2, 3, 0, 1)));
    largest = _mm_max_ps(largest, _mm_permute_ps(largest, _MM_SHUFFLE(1, 0, 3, 2)));
    const int equal = _mm_movemask_ps(_mm_cmpeq_ps(weights, largest));
    const int lane = __builtin_ctz(static_cast<unsigned>(equal) | 8u);
    return static_cast<std::size_t>(m.joints[point * 4 + static_cast<std::size_t>(lane)]);
  } else {
    return m.pivotOf<kPerPoint>(point);
  }
}

// The motion of a point, real and dual part in one register.
template <std::size_t kPerPoint>
USDSCOPE_WIDE inline __m256 blendMotion(const DualMove& m, std::size_t point) {
  const std::size_t count = kPerPoint > 0 ? kPerPoint : m.perPoint;
  const int* joints = m.joints.data() + point * count;
  const float* weights = m.weights.data() + point * count;
  const std::size_t pivot = pivotOf<kPerPoint>(m, point);
  __m256 sum = _mm256_setzero_ps();
  for (std::size_t k = 0; k < count; ++k) {
    const auto joint = static_cast<std::size_t>(joints[k]);
    const auto* motion = reinterpret_cast<const float*>(&m.palette.motions[joint]);
    const __m256 weight = _mm256_set1_ps(weights[k] * m.palette.sign(pivot, joint));
    sum = _mm256_fmadd_ps(weight, _mm256_load_ps(motion), sum);
  }
  return sum;
}

// What blended scales make of eight points.
template <std::size_t kPerPoint>
USDSCOPE_WIDE inline Points8 scaled(const DualMove& m, const std::array<std::size_t, 8>& points,
                                    const Points8& p) {
  __m256 rows[4];
  for (std::size_t k = 0; k < 4; ++k) {
    __m128 halves[2];
    for (const std::size_t half : {0u, 1u}) {
      const std::size_t lane = half * 4 + k;
      const std::size_t at = points[lane] * m.perPoint;
      const glm::vec3 point(p.x[lane], p.y[lane], p.z[lane]);
      halves[half] = moved(blendColumns<kPerPoint>(m.palette.scales.data(), m.joints.data() + at,
                                                   m.weights.data() + at, m.perPoint),
                           point);
    }
    rows[k] = _mm256_insertf128_ps(_mm256_castps128_ps256(halves[0]), halves[1], 1);
  }
  transposeHalves(rows[0], rows[1], rows[2], rows[3]);
  return {Float8(rows[0]), Float8(rows[1]), Float8(rows[2])};
}

template <std::size_t kPerPoint>
USDSCOPE_WIDE void blendMotions(const DualMove& m, std::size_t first, std::size_t last) {
  const bool hasScales = !m.palette.scales.empty();
  for (std::size_t i = first; i < last; i += 8) {
    const std::size_t count = std::min<std::size_t>(8, last - i);
    // The last stands in for those that are missing.
    std::array<std::size_t, 8> points;
    for (std::size_t k = 0; k < 8; ++k) points[k] = std::min(i + k, last - 1);
    __m256 low[4];  // Real and dual parts of four points, then of the next.
    __m256 high[4];
    for (std::size_t k = 0; k < 4; ++k) {
      low[k] = blendMotion<kPerPoint>(m, points[k]);
      high[k] = blendMotion<kPerPoint>(m, points[k + 4]);
    }
    transposeHalves(low[0], low[1], low[2], low[3]);
    transposeHalves(high[0], high[1], high[2], high[3]);
    Float8 real[4];
    Float8 dual[4];
    for (int c = 0; c < 4; ++c) {
      real[c] = Float8(_mm256_permute2f128_ps(low[c], high[c], 0x20));
      dual[c] = Float8(_mm256_permute2f128_ps(low[c], high[c], 0x31));
    }
    std::array<glm::vec3, 8> few;
    if (count < 8) {
      for (std::size_t k = 0; k < 8; ++k) few[k] = m.rest[points[k]];
    }
    Points8 p = m.skelFromRest(loadEight(count < 8 ? &few[0].x : &m.rest[i].x));
    if (hasScales) p = scaled<kPerPoint>(m, points, p);
    const Points8 result = m.outFromSkel(movedRigidly(real, dual, p));
    storeEight(result, count < 8 ? &few[0].x : &m.out[i].x);
    if (count < 8) std::copy_n(few.begin(), count, m.out.begin() + std::ptrdiff_t(i));
  }
}

}  // namespace

void moveWide(const LinearMove& move, std::size_t first, std::size_t last) {
  if (move.perPoint == 1) return blendPoints<1>(move, first, last);
  if (move.perPoint == 2) return blendPoints<2>(move, first, last);
  if (move.perPoint == 4) return blendPoints<4>(move, first, last);
  if (move.perPoint == 8) return blendPoints<8>(move, first, last);
  blendPoints<0>(move, first, last);
}

void moveWide(const NormalMove& move, std::size_t first, std::size_t last) {
  if (move.perPoint == 4) return blendNormals<4>(move, first, last);
  if (move.perPoint == 8) return blendNormals<8>(move, first, last);
  blendNormals<0>(move, first, last);
}

void moveWide(const DualMove& move, std::size_t first, std::size_t last) {
  if (move.perPoint == 4) return blendMotions<4>(move, first, last);
  if (move.perPoint == 8) return blendMotions<8>(move, first, last);
  blendMotions<0>(move, first, last);
}

}  // namespace usdscope::detail

#undef USDSCOPE_WIDE
#endif
