// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "engine/stage/resolve/Interpolation.h"
#include "engine/stage/resolve/ValueOrigin.h"

namespace usdscope {

struct ResolveTrace;

/// A value as its file has it, and the samples from which it was made.
struct OriginValue {
  /// The authored value, or a ValueBlock if there is none. Sample times are stage times.
  SampledValue sampled;

  // Times in the file.
  double fileTime = 0.0;   ///< The requested time, mapped to the file.
  double fileLower = 0.0;  ///< The bracketing samples; not set for clips.
  double fileUpper = 0.0;
  bool isLeftLimit = false;  ///< The value is the left limit; not set for clips.

  // Set for clips; see ClipValue.
  ClipTimeMap::Place place;
  std::size_t clip = 0;
  std::shared_ptr<const Layer> layer;
  ClipSample lower;
  ClipSample upper;
};

/// Returns the authored value at a time. Requires: `time` is of the kind (default or numeric) for
/// which `origin` was found. With `pins`, the layers of the result are valid only while `pins`
/// lives.
OriginValue evaluate(const ValueOrigin& origin, TimeCode time, InterpolationType interpolation,
                     ClipPins* pins = nullptr);

/// Returns the value on the stage: asset paths are resolved, time codes mapped and array edits
/// applied. Empty when there is no value. Fills in `trace` if it is not null.
Value valueAt(const ValueOrigin& origin, TimeCode time, InterpolationType interpolation,
              ClipPins* pins = nullptr, ResolveTrace* trace = nullptr);

/// Returns the sample times in stage time, in the order of the samples in the source; a negative
/// scale reverses them. Omits non-finite times.
std::vector<double> sampleTimesOf(const ValueOrigin& origin);

/// Returns the samples that flattening writes for clips, by stage time; see
/// ClipSet::mergedSamples(). The value is a ValueBlock at times without a value.
std::map<double, Value> mergedClipSamples(const ValueOrigin& origin,
                                          InterpolationType interpolation);

/// Whether the origin has a spline, several samples or several clips.
bool mightBeTimeVarying(const ValueOrigin& origin);

/// Returns the source of the value at a time.
ResolveInfo resolveInfoAt(const ValueOrigin& origin, TimeCode time,
                          InterpolationType interpolation);

}  // namespace usdscope
