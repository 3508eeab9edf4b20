// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "engine/layer/Layer.h"
#include "engine/stage/resolve/Interpolation.h"
#include "engine/value/TimeCode.h"

namespace usdscope {

enum class ValueSource : std::uint8_t { None, Fallback, Default, TimeSamples, Clips, Spline };

/// "timeSamples", as dumps spell it.
std::string_view nameOf(ValueSource source);

/// The clip that a value comes from.
struct ClipUse {
  std::string set;
  Path anchor;            ///< Prim that has the clip set.
  std::size_t index = 0;  ///< Into the set's asset paths.
  std::string file;
  double time = 0.0;  ///< Inside the clip.
};

/// The source of the value of an attribute at one time.
struct ResolveInfo {
  ValueSource source = ValueSource::None;
  bool isBlocked = false;  ///< A block ended the search; then source is None or Fallback.
  std::shared_ptr<const Layer> layer;  ///< That holds the winning opinion; null for None, Fallback.
  Path specPath;                       ///< In that layer.
  LayerOffset offset;      ///< Stage time from layer time; for clips from the time of their set.
  std::uint32_t node = 0;  ///< Into the nodes of the prim index.
  SampleUse samples = SampleUse::None;
  double lowerTime = 0.0;  ///< Bracketing samples, in stage time.
  double upperTime = 0.0;
  std::shared_ptr<const ClipUse> clip;  ///< Null when no clip is involved.
};

}  // namespace usdscope
