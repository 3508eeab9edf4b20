// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/resolve/Interpolation.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <memory>
#include <span>
#include <type_traits>

#include "engine/math/Lerp.h"

namespace usdscope {
namespace {

TimeCodeValue between(double t, TimeCodeValue a, TimeCodeValue b) {
  return {lerp(t, a.time, b.time)};
}

DurationValue between(double t, DurationValue a, DurationValue b) {
  return {lerp(t, a.time, b.time)};
}

template <typename T>
inline constexpr bool kIsQuaternion =
    std::is_same_v<T, HalfQuat> || std::is_same_v<T, glm::quat> || std::is_same_v<T, glm::dquat>;

template <typename T>
T between(double t, const T& a, const T& b) {
  if constexpr (kIsQuaternion<T>) {
    return slerp(t, a, b);
  } else {
    return lerp(t, a, b);
  }
}

/// The numbers that make up an element of an array. An element of another type is a single part and
/// is not interpolated by component.
template <typename T>
struct Components {
  using Type = T;
  static constexpr int kCount = 0;
};
template <>
struct Components<float> {
  using Type = float;
  static constexpr int kCount = 1;
};
template <>
struct Components<double> {
  using Type = double;
  static constexpr int kCount = 1;
};
template <int N, typename T>
  requires std::is_floating_point_v<T>
struct Components<glm::vec<N, T>> {
  using Type = T;
  static constexpr int kCount = N;
};
template <int C, int R, typename T>
struct Components<glm::mat<C, R, T>> {
  using Type = T;
  static constexpr int kCount = C * R;
};

template <std::size_t N>
struct Components<std::array<Half, N>> {
  using Type = Half;
  static constexpr int kCount = int(N);
};

/// Whether a value between two equal ones is the same, but for the last bit of a float or double.
/// Slerp changes the length of quaternions that are not of unit length. The products of a lerp are
/// rounded to halves, so that their sum may differ visibly.
template <typename T>
inline constexpr bool kKeepsEqual = !kIsQuaternion<T> && !std::is_same_v<T, Half> &&
                                    !std::is_same_v<typename Components<T>::Type, Half>;

template <typename Part, typename T>
std::span<const Part> partsOf(const Array<T>& array) {
  static_assert(sizeof(T) == sizeof(Part) * std::size_t(Components<T>::kCount));
  return {reinterpret_cast<const Part*>(array.data()),
          array.size() * std::size_t(Components<T>::kCount)};
}

template <typename T>
Array<T> arrayBetween(double t, const Array<T>& a, const Array<T>& b) {
  constexpr int kCount = Components<T>::kCount;
  using Part = typename Components<T>::Type;
  // A vector would fill its elements before they are written to.
  const std::size_t partCount = a.size() * std::size_t(std::max(kCount, 1));
  const auto parts = std::make_shared_for_overwrite<Part[]>(partCount);
  const std::span<Part> result(parts.get(), partCount);
  if constexpr (std::is_same_v<T, float>) {
    lerpScalars(t, a.span(), b.span(), result);
  } else if constexpr (kCount > 0) {
    lerpComponents(t, partsOf<Part>(a), partsOf<Part>(b), result);
  } else if constexpr (std::is_same_v<T, glm::quat>) {
    slerpEach(t, a.span(), b.span(), result);
  } else {
    for (std::size_t i = 0; i < a.size(); ++i) result[i] = between(t, a[i], b[i]);
  }
  return Array<T>({reinterpret_cast<const T*>(parts.get()), a.size()}, parts);
}

template <typename T>
Value valueBetween(double t, const Value& lower, const Value& upper) {
  if (!lower.isArray()) return Value(between(t, *lower.find<T>(), *upper.find<T>()));
  const Array<T>& a = *lower.find<Array<T>>();
  const Array<T>& b = *upper.find<Array<T>>();
  // Returns the same storage, so that caches recognise an unchanged value.
  if (t == 0.0 || (kKeepsEqual<T> && a.sharesStorageWith(b))) return lower;
  if (t == 1.0) return upper;
  return Value(arrayBetween(t, a, b));
}

std::size_t arraySize(const Value& value) {
  std::size_t size = 0;
  visitData(value, [&](const auto& object) {
    if constexpr (requires { object.sharesStorageWith(object); }) size = object.size();
  });
  return size;
}

}  // namespace

bool interpolatesLinearly(const Value& lower, const Value& upper) {
  return isInterpolating(lower.kind()) && lower.kind() == upper.kind() &&
         lower.isArray() == upper.isArray() &&
         (!lower.isArray() || arraySize(lower) == arraySize(upper));
}

Value interpolate(double t, const Value& lower, const Value& upper) {
  assert(interpolatesLinearly(lower, upper));
  switch (lower.kind()) {
#define USDSCOPE_BETWEEN(Kind, Type) \
  case ValueKind::Kind:              \
    return valueBetween<Type>(t, lower, upper);
    USDSCOPE_BETWEEN(Half, Half)
    USDSCOPE_BETWEEN(Float, float)
    USDSCOPE_BETWEEN(Double, double)
    USDSCOPE_BETWEEN(TimeCode, TimeCodeValue)
    USDSCOPE_BETWEEN(Duration, DurationValue)
    USDSCOPE_BETWEEN(Half2, HalfVec2)
    USDSCOPE_BETWEEN(Half3, HalfVec3)
    USDSCOPE_BETWEEN(Half4, HalfVec4)
    USDSCOPE_BETWEEN(Float2, glm::vec2)
    USDSCOPE_BETWEEN(Float3, glm::vec3)
    USDSCOPE_BETWEEN(Float4, glm::vec4)
    USDSCOPE_BETWEEN(Double2, glm::dvec2)
    USDSCOPE_BETWEEN(Double3, glm::dvec3)
    USDSCOPE_BETWEEN(Double4, glm::dvec4)
    USDSCOPE_BETWEEN(Matrix2d, glm::dmat2)
    USDSCOPE_BETWEEN(Matrix3d, glm::dmat3)
    USDSCOPE_BETWEEN(Matrix4d, glm::dmat4)
    USDSCOPE_BETWEEN(Quath, HalfQuat)
    USDSCOPE_BETWEEN(Quatf, glm::quat)
    USDSCOPE_BETWEEN(Quatd, glm::dquat)
#undef USDSCOPE_BETWEEN
    default:
      return lower;
  }
}

SampleBracket findBracket(const Array<double>& times, double time, bool isPreTime) {
  SampleBracket bracket = findBracket(times.span(), time);
  const bool isOnSample = bracket.lower == bracket.upper && times[bracket.lower] == time;
  if (isPreTime && isOnSample && bracket.lower > 0) --bracket.lower;
  return bracket;
}

SampledValue sampleAt(const TimeSamples& samples, double time, bool isPreTime,
                      InterpolationType interpolation) {
  const Array<double>& times = samples.times();
  const SampleBracket bracket = findBracket(times, time, isPreTime);
  return combineSamples(
      time, times[bracket.lower], times[bracket.upper], samples.value(bracket.lower),
      [&] { return samples.value(bracket.upper); }, interpolation);
}

}  // namespace usdscope
