// SPDX-License-Identifier: Apache-2.0
#include "engine/math/detail/LerpAvx2.h"

#ifdef USDSCOPE_HAS_AVX2

#include <immintrin.h>

namespace usdscope::detail {
namespace {

[[gnu::target("avx2")]] inline Float32x4 toFloats(Float64x4 v) {
  return __builtin_convertvector(v, Float32x4);
}

[[gnu::target("avx2")]] inline Float64x4 toDoubles(Float32x4 v) {
  return __builtin_convertvector(v, Float64x4);
}

[[gnu::target("avx2,f16c")]] inline __m128i toHalfs(Float32x4 v) {
  return _mm_cvtps_ph(__m128(v), _MM_FROUND_TO_NEAREST_INT);
}

[[gnu::target("avx2,f16c")]] inline Float32x4 fromHalfs(__m128i halfs) {
  return Float32x4(_mm_cvtph_ps(halfs));
}

// Rounds like lerpComponent().
[[gnu::target("avx2,f16c")]] inline Float32x4 product(double weight, const Half* from) {
  const Float32x4 factors = fromHalfs(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(from)));
  return fromHalfs(toHalfs(toFloats(toDoubles(factors) * weight)));
}

// Sines for x from 0 to pi / 2, by a Taylor series to the precision of doubles.
[[gnu::target("avx2")]] inline Float64x4 sines(Float64x4 x) {
  constexpr double kTerms[] = {-1.0 / 6,
                               1.0 / 120,
                               -1.0 / 5040,
                               1.0 / 362880,
                               -1.0 / 39916800,
                               1.0 / 6227020800,
                               -1.0 / 1307674368000,
                               1.0 / 355687428096000,
                               -1.0 / 121645100408832000,
                               1.0 / 51090942171709440000.0};
  const Float64x4 square = x * x;
  Float64x4 sum = square * kTerms[9];
  for (int i = 8; i >= 0; --i) sum = (sum + kTerms[i]) * square;
  return x + x * sum;
}

// Arc cosines for x from 0 to 1, by the rational function of fdlibm's e_acos.c (Sun Microsystems).
[[gnu::target("avx2")]] inline Float64x4 arcCosines(Float64x4 x) {
  constexpr double kAbove[] = {1.66666666666666657415e-01, -3.25565818622400915405e-01,
                               2.01212532134862925881e-01, -4.00555345006794114027e-02,
                               7.91534994289814532176e-04, 3.47933107596021167570e-05};
  constexpr double kBelow[] = {1.0, -2.40339491173441421878e+00, 2.02094576023350569471e+00,
                               -6.88283971605453293030e-01, 7.70381505559019352791e-02};
  const auto isLarge = x >= 0.5;
  const Float64x4 square = isLarge ? (1.0 - x) * 0.5 : x * x;
  Float64x4 above = square * kAbove[5];
  for (int i = 4; i >= 1; --i) above = (above + kAbove[i]) * square;
  Float64x4 below = square * kBelow[4];
  for (int i = 3; i >= 1; --i) below = (below + kBelow[i]) * square;
  const Float64x4 start = isLarge ? Float64x4(_mm256_sqrt_pd(__m256d(square))) : x;
  const Float64x4 arcSine = start + start * (square * (above + kAbove[0]) / (below + kBelow[0]));
  return isLarge ? arcSine * 2.0 : 1.57079632679489655800 - (arcSine - 6.12323399573676603587e-17);
}

// Computes slerp() for four pairs, for t from 0 to 1. Products and sums of floats round like those
// of doubles that are stored as floats.
[[gnu::target("avx2")]] inline void slerpFour(double t, const glm::quat* a, const glm::quat* b,
                                              glm::quat* result) {
  Float32x4 from[4];
  Float32x4 to[4];
  for (int i = 0; i < 4; ++i) {
    load(&a[i].x, from[i]);
    load(&b[i].x, to[i]);
  }
  Float32x4 x = from[0] * to[0];
  Float32x4 y = from[1] * to[1];
  Float32x4 z = from[2] * to[2];
  Float32x4 w = from[3] * to[3];
  transpose(x, y, z, w);
  const Float64x4 signedCosine = toDoubles(((x + y) + z) + w);
  const Float64x4 cosine = signedCosine < 0.0 ? -signedCosine : signedCosine;
  const Float64x4 angle = toDoubles(toFloats(arcCosines(cosine)));
  const Float64x4 sine = toDoubles(toFloats(sines(angle)));
  const auto isApart = 1.0 - cosine > 0.00001;
  const Float64x4 none{};
  const Float64x4 fromWeight = isApart ? sines((1.0 - t) * angle) / sine : none + (1.0 - t);
  const Float64x4 toWeight = isApart ? sines(t * angle) / sine : none + t;
  const Float32x4 fromWeights = toFloats(fromWeight);
  const Float32x4 toWeights = toFloats(signedCosine < 0.0 ? -toWeight : toWeight);
  for (int i = 0; i < 4; ++i) {
    store(from[i] * fromWeights[i] + to[i] * toWeights[i], &result[i].x);
  }
}

[[gnu::target("avx2")]] inline Float64x4 doublesAt(const float* from) {
  Float32x4 floats;
  load(from, floats);
  return toDoubles(floats);
}

}  // namespace

// Conversions, not arithmetic, limit these loops. Four floats that are converted as they are loaded
// need no other move between the halves of registers, which a compiler's loop over eight does.
[[gnu::target("avx2")]] std::size_t lerpScalarFours(double t, const float* a, const float* b,
                                                    float* result, std::size_t count) {
  std::size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    store(toFloats(doublesAt(a + i) * (1.0 - t) + doublesAt(b + i) * t), result + i);
  }
  return i;
}

[[gnu::target("avx2")]] std::size_t lerpComponentFours(double t, const float* a, const float* b,
                                                       float* result, std::size_t count) {
  const double fromWeight = 1.0 - t;
  const auto narrowFrom = static_cast<float>(fromWeight);
  const auto narrowTo = static_cast<float>(t);
  std::size_t i = 0;
  // The product of two floats is exact as a double. Rounded to a float, it is the product of
  // floats.
  if (double(narrowFrom) == fromWeight && double(narrowTo) == t) {
    for (; i + 8 <= count; i += 8) {
      Float32x8 from;
      Float32x8 to;
      load(a + i, from);
      load(b + i, to);
      store(from * narrowFrom + to * narrowTo, result + i);
    }
    return i;
  }
  for (; i + 4 <= count; i += 4) {
    store(toFloats(doublesAt(a + i) * fromWeight) + toFloats(doublesAt(b + i) * t), result + i);
  }
  return i;
}

[[gnu::target("avx2,f16c")]] std::size_t lerpFours(double t, const Half* a, const Half* b,
                                                   Half* result, std::size_t count) {
  std::size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    const Float32x4 sum = product(1.0 - t, a + i) + product(t, b + i);
    _mm_storel_epi64(reinterpret_cast<__m128i*>(result + i), toHalfs(sum));
  }
  return i;
}

[[gnu::target("avx2")]] std::size_t slerpFours(double t, const glm::quat* a, const glm::quat* b,
                                               glm::quat* result, std::size_t count) {
  static_assert(sizeof(glm::quat) == 16 && offsetof(glm::quat, w) == 12);
  std::size_t i = 0;
  for (; i + 4 <= count; i += 4) slerpFour(t, a + i, b + i, result + i);
  return i;
}

}  // namespace usdscope::detail

#endif
