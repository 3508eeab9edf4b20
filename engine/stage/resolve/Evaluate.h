// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "engine/stage/resolve/Interpolation.h"
#include "engine/stage/resolve/ValueOrigin.h"

namespace usdscope {

struct ResolveTrace;

/// A value as its file has it, and the samples that made it.
struct OriginValue {
  SampledValue sampled;  ///< Value as authored, a ValueBlock for none; sample times in stage time.

  // Times of the file.
  double fileTime = 0.0;   ///< The time at which the file was asked.
  double fileLower = 0.0;  ///< The samples around; for layers only.
  double fileUpper = 0.0;
  bool isLeftLimit = false;  ///< The value is the limit from the left; for layers only.

  // For clips; see ClipValue.
  ClipTimeMap::Place place;
  std::size_t clip = 0;
  std::shared_ptr<const Layer> layer;
  ClipSample lower;
  ClipSample upper;
};

/// The value at a time of the kind that `origin` was found for. With `pins` its layers are valid
/// only while these live.
OriginValue evaluate(const ValueOrigin& origin, TimeCode time, InterpolationType interpolation,
                     ClipPins* pins = nullptr);

/// The value at a time as the stage has it, with edits of arrays done; empty when there is none.
/// Fills in `trace` where one is given.
Value valueAt(const ValueOrigin& origin, TimeCode time, InterpolationType interpolation,
              ClipPins* pins = nullptr, ResolveTrace* trace = nullptr);

/// Sample times on the stage, in the order of the source: a negative scale reverses it. Times that
/// are not finite are left out.
std::vector<double> sampleTimesOf(const ValueOrigin& origin);

/// The samples that flattening writes for clips, by stage time: see ClipSet::mergedSamples(). A
/// ValueBlock stands where there is no value.
std::map<double, Value> mergedClipSamples(const ValueOrigin& origin,
                                          InterpolationType interpolation);

/// Whether there is a spline, or more than one sample. Always true for several clips.
bool mightBeTimeVarying(const ValueOrigin& origin);

/// The source of the value at a time.
ResolveInfo resolveInfoAt(const ValueOrigin& origin, TimeCode time,
                          InterpolationType interpolation);

}  // namespace usdscope
