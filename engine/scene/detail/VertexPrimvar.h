// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "engine/scene/MeshGeometry.h"

namespace usdscope {

/// Returns how many values a primvar of a mesh needs.
std::size_t dueCount(Interpolation interpolation, const MeshInput& input);

/// Says that a primvar has too few values.
std::string primvarSizeProblem(std::string_view name, std::size_t count, std::size_t due);

/// Returns whether a primvar has enough values for a mesh. Sets `problem` to a sentence if it has
/// too few and `problem` is still empty.
template <typename T>
bool isUsable(const MeshPrimvar<T>& primvar, const MeshInput& input, std::string_view name,
              std::string& problem) {
  if (primvar.isEmpty()) return false;
  const std::size_t due = dueCount(primvar.interpolation, input);
  if (primvar.values.size() >= due && due > 0) return true;
  if (problem.empty()) problem = primvarSizeProblem(name, primvar.values.size(), due);
  return false;
}

}  // namespace usdscope
