// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>
#include <type_traits>

#include "engine/value/Value.h"

namespace usdscope {

/// The components of one element of a value, as numbers or as texts.
template <typename T>
struct Parts {
  static constexpr int kCount = 1;
  static const T& at(const T& item, int) { return item; }
};
template <int N, typename T>
struct Parts<glm::vec<N, T>> {
  static constexpr int kCount = N;
  static T at(const glm::vec<N, T>& item, int i) { return item[i]; }
};
template <std::size_t N>
struct Parts<std::array<Half, N>> {
  static constexpr int kCount = int(N);
  static Half at(const std::array<Half, N>& item, int i) { return item[std::size_t(i)]; }
};
template <int N, typename T>
struct Parts<glm::mat<N, N, T>> {
  static constexpr int kCount = N * N;
  static T at(const glm::mat<N, N, T>& item, int i) { return item[i / N][i % N]; }
};
template <typename T>
struct Parts<glm::qua<T>> {
  static constexpr int kCount = 4;
  static T at(const glm::qua<T>& item, int i) {
    return std::array<T, 4>{item.w, item.x, item.y, item.z}[std::size_t(i)];
  }
};
template <>
struct Parts<HalfQuat> {
  static constexpr int kCount = 4;
  static Half at(const HalfQuat& item, int i) { return item.ijkr[std::size_t((i + 3) % 4)]; }
};

/// Returns a component as a number; empty if it is not a number.
template <typename T>
std::optional<double> numberOfPart(const T& part) {
  if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, BoolByte>) {
    return std::nullopt;
  } else if constexpr (std::is_arithmetic_v<T>) {
    return double(part);
  } else if constexpr (std::is_same_v<T, Half>) {
    return double(float(part));
  } else if constexpr (requires { part.time; }) {
    return part.time;
  } else {
    return std::nullopt;
  }
}

/// Whether values of the type have components.
template <typename T>
constexpr bool kHasNumbers = requires(const T& item) { Parts<T>::at(item, 0); } &&
                             !std::is_same_v<T, std::string> && !std::is_same_v<T, Token>;

}  // namespace usdscope
