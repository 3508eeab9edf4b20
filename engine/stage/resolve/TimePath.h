// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/stage/Prim.h"
#include "engine/value/TimeCode.h"

namespace usdscope {

/// The rate of a layer's time, and the field that says it.
struct LayerRate {
  std::shared_ptr<const Layer> layer;
  /// `timeCodesPerSecond`, or `framesPerSecond` in its place. Empty: neither is authored.
  Token field;
  double rate = 24.0;  ///< Time codes per second.
};

/// One step of time on the way from the stage to a file, as it is authored.
struct TimeStep {
  enum class Kind : std::uint8_t {
    SubLayer,
    Reference,
    Payload,
    Rate,       ///< The two layers count a different number of time codes per second.
    ClipTimes,  ///< The `times` of a clip set.
    Arc         ///< Another arc that carries time.
  };
  Kind kind = Kind::SubLayer;
  std::shared_ptr<const Layer> layer;   ///< The layer that has it; the inner one of a Rate.
  Path path;                            ///< The prim there that has it; empty: the layer itself.
  std::shared_ptr<const Layer> target;  ///< The layer that it leads to; null for ClipTimes.
  LayerRate outerRate;                  ///< Set for a Rate only, like innerRate.
  LayerRate innerRate;
  LayerOffset offset;  ///< Outer time from inner time; for ClipTimes the segment in force.
  double from = 0.0;   ///< Outer time.
  double to = 0.0;     ///< Inner time.
  bool isInnerTimeConstant = false;  ///< Inner time stands still: no offset leads back.
};

/// The steps of time from the stage down to a layer: entry `entry` of the layer stack of node
/// `node` of the prim's index. Each step leads from `from` to `to`, the first one from `stageTime`;
/// together they are the whole way, to rounding. Steps that change nothing are left out. The
/// earliest time stays the earliest on the whole way.
std::vector<TimeStep> timePath(const Prim& prim, std::uint32_t node, std::uint32_t entry,
                               TimeCode stageTime);

}  // namespace usdscope
