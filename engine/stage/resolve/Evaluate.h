// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <vector>

#include "engine/stage/resolve/Interpolation.h"
#include "engine/stage/resolve/ValueOrigin.h"

namespace usdscope {

struct ResolveTrace;

/// A value before its conversion to the stage, and the samples from which it was made. Asset paths
/// and array edits are as authored. Time codes are as authored, too, except that clip sets have
/// already mapped theirs to stage time.
struct OriginValue {
  /// A ValueBlock if a block applies; empty if there is no value. Only the times in this member are
  /// stage times.
  SampledValue sampled;

  // File times.
  double fileTime = 0.0;   ///< The requested time, mapped to the file.
  double fileLower = 0.0;  ///< The times of the bracketing samples; not set for clips.
  double fileUpper = 0.0;
  bool isLeftLimit = false;  ///< The value is the left limit; not set for clips.

  // Set only if the source is a clip set.
  std::size_t clip = 0;  ///< ClipOrigin::clip.
  /// The clip or manifest that gives the value.
  std::shared_ptr<const Layer> clipLayer;
};

/// Returns the authored value at a time. Requires: `time` is of the kind (default or numeric) for
/// which `origin` was found. With `pins`, the layer pointers in the result may not own their
/// layers: keep `pins` alive while you use them. If the source is a clip set, sets `clips` if it is
/// not null: values are evaluated far more often than explained.
OriginValue evaluate(const ValueOrigin& origin, TimeCode time, InterpolationType interpolation,
                     ClipPins* pins = nullptr, ClipOrigin* clips = nullptr);

/// Returns the value on the stage: asset paths are resolved, time codes mapped and array edits
/// applied. Empty when there is no value. Fills in `trace` if it is not null.
Value valueAt(const ValueOrigin& origin, TimeCode time, InterpolationType interpolation,
              ClipPins* pins = nullptr, ResolveTrace* trace = nullptr);

/// Returns the sample times in stage time. The times of layer samples have the order of the file,
/// and those of clip samples the order of set time: they descend if time runs backwards there (an
/// offset with negative scale). Omits non-finite times.
std::vector<double> sampleTimesOf(const ValueOrigin& origin);

/// Returns the samples that flattening writes for clips, by stage time; see
/// ClipSet::mergedSamples(). The value is a ValueBlock at times without a value.
std::map<double, Value> mergedClipSamples(const ValueOrigin& origin,
                                          InterpolationType interpolation);

/// Whether the origin has a spline, several samples or several clips, or joins samples and array
/// edits, even if the result is the same at all times.
bool mightBeTimeVarying(const ValueOrigin& origin);

/// Returns the source of the value at a time.
ResolveInfo resolveInfoAt(const ValueOrigin& origin, TimeCode time,
                          InterpolationType interpolation);

}  // namespace usdscope
