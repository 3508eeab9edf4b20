// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/stage/Prim.h"
#include "engine/value/TimeCode.h"

namespace usdscope {

/// The rate of a layer's time, and the field that authors it.
struct LayerRate {
  std::shared_ptr<const Layer> layer;
  /// `timeCodesPerSecond`, or `framesPerSecond` in its place. Empty if neither is authored.
  Token field;
  double rate = 24.0;  ///< Time codes per second.
};

/// One authored mapping of time between the stage and a file. Outer time is on the stage's side,
/// inner time on the file's side.
struct TimeStep {
  enum class Kind : std::uint8_t {
    SubLayer,
    Reference,
    Payload,
    Rate,       ///< The outer and the inner layer have different numbers of time codes per second.
    ClipTimes,  ///< The `times` of a clip set.
    Arc         ///< Another arc that maps time.
  };
  Kind kind = Kind::SubLayer;
  /// The layer that authors this step; for Rate the inner layer.
  std::shared_ptr<const Layer> layer;
  /// The prim that authors the step in this layer. Empty if the layer's own metadata does.
  Path path;
  /// The layer whose time is the inner time; null for ClipTimes.
  std::shared_ptr<const Layer> target;
  LayerRate outerRate;  ///< The rates are set for Rate only.
  LayerRate innerRate;
  /// Maps inner time to outer time; for ClipTimes the map of the segment that applies at this time.
  LayerOffset offset;
  double from = 0.0;  ///< Outer time.
  double to = 0.0;    ///< Inner time.
  /// Inner time is constant here, so it cannot be mapped back to outer time.
  bool isInnerTimeConstant = false;
};

/// Returns the steps from stage time to the time of a layer: entry `entry` of the layer stack of
/// node `node` of the prim's index. The first step maps `stageTime`, and each further step the
/// result of the step before. Composed, the steps equal the complete mapping, apart from rounding.
/// Steps that change nothing are omitted. TimeCode::earliest() is not mapped; every step keeps it.
std::vector<TimeStep> timePath(const Prim& prim, std::uint32_t node, std::uint32_t entry,
                               TimeCode stageTime);

}  // namespace usdscope
