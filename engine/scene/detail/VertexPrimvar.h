// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/math/Finite.h"
#include "engine/scene/MeshGeometry.h"

namespace usdscope {

/// Returns how many values a primvar of a mesh needs.
std::size_t dueCount(Interpolation interpolation, const MeshInput& input);

/// Says that a primvar has too few values.
std::string primvarSizeProblem(std::string_view name, std::size_t count, std::size_t due);

/// Says that some or all values of a primvar are not finite.
std::string primvarFiniteProblem(std::string_view name, std::size_t badCount, std::size_t count);

template <typename T>
bool isFiniteValue(const T& value) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::isfinite(value);
  } else {
    return isFinite(value);
  }
}

template <typename T>
std::size_t countNotFinite(std::span<const T> values) {
  return static_cast<std::size_t>(
      std::ranges::count_if(values, [](const T& value) { return !isFiniteValue(value); }));
}

/// Returns a copy with `replacement` in place of each value that is not finite.
template <typename T>
Array<T> withoutNotFinite(std::span<const T> values, const T& replacement) {
  std::vector<T> repaired(values.begin(), values.end());
  std::ranges::replace_if(
      repaired, [](const T& value) { return !isFiniteValue(value); }, replacement);
  return Array<T>(std::move(repaired));
}

/// Returns whether a primvar has enough values for a mesh, and a finite one among them.
template <typename T>
bool isUsable(const MeshPrimvar<T>& primvar, const MeshInput& input) {
  const std::size_t due = dueCount(primvar.interpolation, input);
  return primvar.values.size() >= due &&
         std::ranges::any_of(primvar.values.span().first(due), isFiniteValue<T>);
}

/// Returns the values of a primvar for a mesh, with `replacement` for those that are not finite;
/// empty if the primvar is not usable. Sets `problem` to a sentence about both if it is still
/// empty.
template <typename T>
Array<T> usableValues(const MeshPrimvar<T>& primvar, const MeshInput& input, std::string_view name,
                      const T& replacement, std::string& problem) {
  if (primvar.isEmpty()) return {};
  const std::size_t due = dueCount(primvar.interpolation, input);
  if (primvar.values.size() < due || due == 0) {
    if (problem.empty()) problem = primvarSizeProblem(name, primvar.values.size(), due);
    return {};
  }
  const std::span<const T> values = primvar.values.span().first(due);
  const std::size_t badCount = countNotFinite(values);
  if (badCount == 0) return primvar.values;
  if (problem.empty()) problem = primvarFiniteProblem(name, badCount, due);
  return badCount < due ? withoutNotFinite(values, replacement) : Array<T>();
}

}  // namespace usdscope
