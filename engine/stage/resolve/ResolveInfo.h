// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "engine/layer/Layer.h"
#include "engine/stage/resolve/Interpolation.h"
#include "engine/value/TimeCode.h"

namespace usdscope {

enum class ValueSource : std::uint8_t { None, Fallback, Default, TimeSamples, Clips, Spline };

/// Returns the name of a source in dumps, for example "timeSamples".
std::string_view nameOf(ValueSource source);

/// The clip that a value comes from.
struct ClipUse {
  std::string set;
  Path anchor;            ///< The prim that has the clip set.
  std::size_t index = 0;  ///< Index into the set's asset paths.
  std::string file;
  double time = 0.0;  ///< Clip time.
};

/// The source of the value of an attribute at one time.
struct ResolveInfo {
  ValueSource source = ValueSource::None;
  bool isBlocked = false;  ///< A block ended the search. `source` is then None or Fallback.
  /// The layer with the winning opinion; null for None and Fallback.
  std::shared_ptr<const Layer> layer;
  Path specPath;           ///< The path of the winning spec in `layer`.
  LayerOffset offset;      ///< Maps layer time to stage time; for clips, set time to stage time.
  std::uint32_t node = 0;  ///< Index into the nodes of the prim index.
  SampleUse samples = SampleUse::None;
  double lowerTime = 0.0;  ///< The bracketing samples, in stage time.
  double upperTime = 0.0;
  std::shared_ptr<const ClipUse> clip;  ///< Null if the value does not come from a clip set.
};

}  // namespace usdscope
