// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

#include "engine/base/Diagnostics.h"
#include "engine/stage/Stage.h"
#include "engine/value/TimeCode.h"

namespace usdscope {

/// An attribute without a type name cannot be flattened and is omitted.
inline constexpr DiagnosticCode kUnknownAttributeType{"author.unknown-type", Severity::Warning};

struct FlattenOptions {
  /// Adds a line with the name of the root layer to the documentation of the flattened layer.
  bool hasSourceComment = true;
  /// If set, each attribute has its value at this time as its default, and neither samples nor a
  /// spline.
  std::optional<TimeCode> time = {};
  /// When stop is requested, flattenStage() soon returns null.
  std::stop_token stop = {};
  /// Called from time to time with the share of prims that are flattened, from 0 to 1. May be
  /// empty.
  std::function<void(double share)> onProgress = {};
};

/// Writes the resolved authored values of a stage into one layer without arcs, variants and clips.
/// Omits inactive prims. Asset paths still resolve to the same files. (UsdStage::Flatten.)
std::shared_ptr<const Layer> flattenStage(const Stage& stage, const FlattenOptions& options,
                                          Diagnostics& diagnostics);

}  // namespace usdscope
