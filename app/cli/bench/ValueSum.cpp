// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench/ValueSum.h"

#include <type_traits>

namespace usdscope {
namespace {

template <typename T>
double components(const T& value) {
  if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, BoolByte>) {
    return 0.0;
  } else if constexpr (std::is_arithmetic_v<T>) {
    return static_cast<double>(value);
  } else if constexpr (std::is_same_v<T, Half>) {
    return double(float(value));
  } else {
    return 0.0;
  }
}

template <typename T, glm::length_t N>
double components(const glm::vec<N, T>& vector) {
  double sum = 0.0;
  for (glm::length_t i = 0; i < N; ++i) sum += static_cast<double>(vector[i]);
  return sum;
}

template <typename T, glm::length_t N>
double components(const glm::mat<N, N, T>& matrix) {
  double sum = 0.0;
  for (glm::length_t i = 0; i < N; ++i) sum += components(matrix[i]);
  return sum;
}

template <typename T>
double components(const glm::qua<T>& q) {
  return double(q.w) + double(q.x) + double(q.y) + double(q.z);
}

template <std::size_t N>
double components(const std::array<Half, N>& vector) {
  double sum = 0.0;
  for (const Half half : vector) sum += double(float(half));
  return sum;
}

double components(const HalfQuat& q) { return components(q.ijkr); }

template <typename T>
double components(const Array<T>& array) {
  double sum = 0.0;
  for (const T& element : array) sum += components(element);
  return sum;
}

template <typename T>
double ends(const T& value) {
  return components(value);
}

template <typename T>
double ends(const Array<T>& array) {
  return array.empty() ? 0.0 : components(array[0]) + components(array[array.size() - 1]);
}

template <typename T>
unsigned touch(const T&) {
  return 0;
}

template <typename T>
unsigned touch(const Array<T>& array) {
  unsigned sum = 0;
  if constexpr (std::is_trivially_copyable_v<T>) {
    constexpr std::size_t kPageSize = 4096;
    const auto* bytes = reinterpret_cast<const volatile unsigned char*>(array.data());
    for (std::size_t i = 0; i < array.size() * sizeof(T); i += kPageSize) sum += bytes[i];
  }
  return sum;
}

}  // namespace

double sumOfComponents(const Value& value) {
  double sum = 0.0;
  visitData(value, [&](const auto& object) { sum = components(object); });
  return sum;
}

double sumOfEnds(const Value& value) {
  double sum = 0.0;
  visitData(value, [&](const auto& object) { sum = ends(object); });
  return sum;
}

std::size_t resolvedAssetCount(const Value& value) {
  if (const auto* asset = value.find<AssetPath>()) return asset->resolved.empty() ? 0 : 1;
  std::size_t count = 0;
  if (const auto* assets = value.find<Array<AssetPath>>()) {
    for (const AssetPath& asset : *assets) count += asset.resolved.empty() ? 0 : 1;
  }
  return count;
}

unsigned touchPages(const Value& value) {
  unsigned sum = 0;
  visitData(value, [&](const auto& object) { sum = touch(object); });
  return sum;
}

}  // namespace usdscope
