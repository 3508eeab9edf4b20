// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "engine/stage/clips/ClipSet.h"
#include "engine/stage/resolve/Interpolation.h"
#include "engine/stage/resolve/ResolveInfo.h"
#include "engine/stage/resolve/StageValue.h"

namespace usdscope {

class Attribute;

/// The opinion that gives an attribute its values: found once, it holds for all numeric times or
/// for the default time. (AOUSD core specification 12.3; UsdResolveInfo.)
///
/// Immutable; good as long as the stage lives.
struct ValueOrigin {
  ValueSource source = ValueSource::None;
  bool isBlocked = false;  ///< A block ended the search; then source is None or Fallback.
  Opinion opinion;         ///< That won, of clips their anchor; nothing for None and Fallback.
  ValueAnchor anchor;      ///< Of the opinion.
  LayerOffset layerFromStage;
  Value field;  ///< Default, fallback, TimeSamples or Spline, as authored.
  std::shared_ptr<const ClipSet> clips;
  ClipAttribute inClips;
  Prim prim;  ///< The attribute, for what is weaker than the opinion.
  Token name;
};

enum class TimeKind : std::uint8_t { Default, Numeric };

inline TimeKind kindOf(TimeCode time) {
  return time.isDefault() ? TimeKind::Default : TimeKind::Numeric;
}

/// Walks the opinions, strongest first. In each layer samples come before a spline, that before a
/// default, that before clips anchored at the layer; at the default time only defaults count.
ValueOrigin findOrigin(const Attribute& attribute, TimeKind kind);

/// The same for what is weaker than `above`, an opinion on the attribute.
ValueOrigin findWeakerOrigin(const Attribute& attribute, TimeKind kind, const Opinion& above);

/// Whether the opinion edits arrays instead of giving them: a default, or samples of which the
/// first or the last one is an edit.
bool editsArrays(const ValueOrigin& origin);

/// A value and how it came about.
struct OriginValue {
  SampledValue sampled;  ///< Value as authored, a ValueBlock for none; sample times in stage time.
  std::size_t clip = 0;  ///< For clips: the one that plays, and the layer that the value is from.
  std::shared_ptr<const Layer> layer;
  ClipSample lower;  ///< For clips: what the value is made of, see ClipValue.
  ClipSample upper;
};

/// The value at a time of the kind that `origin` was found for.
/// With `pins` its layers may be good only as long as these.
OriginValue evaluate(const ValueOrigin& origin, TimeCode time, InterpolationType interpolation,
                     ClipPins* pins = nullptr);

/// The same, as the stage has it, edits of arrays done to what is weaker; empty when there is none.
Value valueAt(const ValueOrigin& origin, TimeCode time, InterpolationType interpolation,
              ClipPins* pins = nullptr);

/// Of samples that edit arrays: the array at a time at which an edit is in force. Edits are done at
/// the samples of both, theirs and those of what is weaker; of these stage times the result tells
/// the two around, and how they make the value.
SampledValue evaluateEdits(const ValueOrigin& origin, TimeCode time,
                           InterpolationType interpolation);

/// Sample times on the stage, in the order of the source: a negative scale turns it around. Those
/// that are not finite are left out.
std::vector<double> sampleTimesOf(const ValueOrigin& origin);

/// The samples that flattening writes for clips, by stage time: see ClipSet::mergedSamples(). A
/// ValueBlock where there is nothing.
std::map<double, Value> mergedClipSamples(const ValueOrigin& origin,
                                          InterpolationType interpolation);

/// Whether there is a spline, or more than one sample; of several clips always.
bool mightBeTimeVarying(const ValueOrigin& origin);

/// All that there is to say of the value at a time.
ResolveInfo resolveInfoOf(const ValueOrigin& origin, const Attribute& attribute, TimeCode time,
                          InterpolationType interpolation);

}  // namespace usdscope
