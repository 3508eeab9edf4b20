// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/stage/Prim.h"
#include "engine/stage/ResolveInfo.h"

namespace usdscope {

/// The rate of a layer's time, and where it is said.
struct LayerRate {
  std::shared_ptr<const Layer> layer;
  /// `timeCodesPerSecond`, or `framesPerSecond` that stands in for it. Empty: neither is authored.
  Token field;
  double rate = 24.0;  ///< Time codes per second.
};

/// One step of time on the way from the stage to a file, as it is authored: an offset, a rate, the
/// times of a clip set. (A TimeRung has all steps of an arc together.)
struct LadderRung {
  TimeRung::By by = TimeRung::By::SubLayer;
  std::shared_ptr<const Layer> layer;   ///< In which it is authored; of a Rate the inner one.
  Path path;                            ///< Of the prim there that has it; empty: the layer has it.
  std::shared_ptr<const Layer> target;  ///< The layer that it leads to, if it leads to one.
  LayerRate outerRate;                  ///< Only of a Rate, as innerRate.
  LayerRate innerRate;
  LayerOffset offset;    ///< Outer time from inner time; of ClipTimes the segment in force.
  double from = 0.0;     ///< Time outside.
  double to = 0.0;       ///< Time inside.
  bool isStill = false;  ///< Time inside stands still: no offset leads back.
};

/// The mappings of time from the stage down to a layer, one by one: entry `entry` of the layer
/// stack of node `node` of the prim's index. Each leads from `from` to `to`, the first from
/// `stageTime`; together they are the whole way, to rounding. Mappings that change nothing are
/// left out; where time is the earliest of all it stays so.
///
/// Composition keeps only products. The factors are found again in the layers; a product whose
/// factors are not is one rung by Arc.
std::vector<LadderRung> timeLadder(const Prim& prim, std::uint32_t node, std::uint32_t entry,
                                   TimeCode stageTime);

}  // namespace usdscope
