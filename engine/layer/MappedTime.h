// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/layer/LayerOffset.h"
#include "engine/value/TimeCode.h"

namespace usdscope {

/// Maps a numeric time. A pre-time stays a pre-time, unless the map reverses time: then the sample
/// at the mapped time is itself the left limit. TimeCode::earliest() is kept.
inline TimeCode mappedTime(TimeCode time, const LayerOffset& innerFromOuter) {
  if (time.isEarliest()) return time;
  const double inner = innerFromOuter(time.time());
  const bool isReversed = innerFromOuter.scale < 0.0;
  return time.isPreTime() && !isReversed ? TimeCode::preTime(inner) : TimeCode(inner);
}

}  // namespace usdscope
