// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/stage/Property.h"

namespace usdscope {

/// The end of the name of an in-between's normals, after the name of its points.
inline constexpr std::string_view kInbetweenNormals = ":normalOffsets";

/// Weights of in-betweens that are closer than this are equal.
inline constexpr float kWeightTolerance = 1e-6f;
inline bool isSameWeight(float a, float b) { return std::abs(a - b) < kWeightTolerance; }

/// An in-between of a BlendShape prim as authored: `inbetweens:NAME`.
struct AuthoredInbetween {
  Attribute offsets;
  std::optional<float> weight;  ///< Empty if it is missing; then the in-between is ignored.
};

/// Returns the in-betweens of a BlendShape prim, in the order of the prim's properties.
std::vector<AuthoredInbetween> authoredInbetweens(const Prim& shape);

/// The sentence about an in-between without a weight.
inline constexpr std::string_view kInbetweenWithoutWeight =
    "The in-between has no weight; it is ignored.";

/// Returns a sentence that says why an in-between at this weight is ignored; empty if it is used.
std::string inbetweenProblem(float weight);

/// Returns the sentence about two in-betweens at the same weight.
std::string twinInbetweensProblem(float weight);

}  // namespace usdscope
