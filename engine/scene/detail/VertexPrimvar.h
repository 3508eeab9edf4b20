// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <type_traits>

#include "engine/math/Finite.h"
#include "engine/scene/MeshGeometry.h"

namespace usdscope {

/// Returns how many values a primvar of a mesh needs.
std::size_t dueCount(Interpolation interpolation, const MeshInput& input);

/// Says that a primvar has too few values.
std::string primvarSizeProblem(std::string_view name, std::size_t count, std::size_t due);

template <typename T>
bool areFinite(const MeshPrimvar<T>& primvar) {
  return std::ranges::all_of(primvar.values, [](const T& value) {
    if constexpr (std::is_floating_point_v<T>) {
      return std::isfinite(value);
    } else {
      return isFinite(value);
    }
  });
}

/// Returns whether a primvar has enough values for a mesh, and all of them are finite. Otherwise
/// sets `problem` to a sentence if it is still empty.
template <typename T>
bool isUsable(const MeshPrimvar<T>& primvar, const MeshInput& input, std::string_view name,
              std::string& problem) {
  if (primvar.isEmpty()) return false;
  const std::size_t due = dueCount(primvar.interpolation, input);
  const bool isEnough = primvar.values.size() >= due && due > 0;
  if (isEnough && areFinite(primvar)) return true;
  if (problem.empty()) {
    problem = isEnough ? std::string(name) + " has values that are not finite; it is ignored."
                       : primvarSizeProblem(name, primvar.values.size(), due);
  }
  return false;
}

}  // namespace usdscope
