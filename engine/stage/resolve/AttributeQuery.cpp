// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/resolve/AttributeQuery.h"

#include <atomic>
#include <cmath>

#include "engine/layer/MappedTime.h"
#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"
#include "engine/stage/resolve/Evaluate.h"
#include "engine/stage/resolve/detail/SampleOrNextEdit.h"
#include "engine/value/ArrayEdit.h"

namespace usdscope {
namespace {

// Whether the values need only the field of the origin and its map of time, unless a sample turns
// out to need more.
bool isPlainOrigin(const ValueOrigin& origin) {
  switch (origin.source) {
    case ValueSource::TimeSamples:
      return true;
    case ValueSource::Default:
    case ValueSource::Fallback:
      return !origin.isBlocked && !dependsOnAnchor(origin.field);
    default:
      return false;
  }
}

}  // namespace

/// The parts of an origin that playback needs, which asks for numeric times only. Scenes have
/// millions of attributes with samples, and a whole origin has three times as many bytes. It is
/// found again when more is asked for, and so is the origin at the default time.
struct AttributeQuery::Bound {
  struct Whole;

  Bound(const ValueOrigin& origin, InterpolationType interpolationType)
      : prim(origin.prim),
        name(origin.name),
        interpolation(interpolationType),
        source(origin.source),
        field(origin.field),
        layerFromStage(origin.layerFromStage),
        stageFromLayer(origin.anchor.stageFromLayer) {}
  Bound(const Bound&) = delete;
  Bound& operator=(const Bound&) = delete;
  ~Bound() {
    if (!isWhole) delete atTimes.load(std::memory_order_relaxed);
    delete atDefault.load(std::memory_order_relaxed);
  }

  const ValueOrigin& at(TimeCode time) const {
    return time.isDefault() ? found(atDefault, TimeKind::Default)
                            : found(atTimes, TimeKind::Numeric);
  }

  // Returns the origin that another thread may have found meanwhile.
  const ValueOrigin& found(std::atomic<const ValueOrigin*>& slot, TimeKind kind) const {
    if (const ValueOrigin* known = slot.load(std::memory_order_acquire)) return *known;
    auto made = std::make_unique<const ValueOrigin>(findOrigin(Attribute(prim, name), kind));
    const ValueOrigin* known = nullptr;
    if (slot.compare_exchange_strong(known, made.get(), std::memory_order_acq_rel)) {
      return *made.release();
    }
    return *known;
  }

  const TimeSamples* samples() const { return field.find<TimeSamples>(); }

  // Requires: the origin is plain and the time is numeric.
  Value plainValue(TimeCode time, ClipPins* pins) const {
    if (source != ValueSource::TimeSamples) return field;
    const TimeCode inLayer = mappedTime(time, layerFromStage);
    SampledValue sampled =
        sampleOrNextEdit(*samples(), inLayer.time(), inLayer.isPreTime(), interpolation);
    if (dependsOnAnchor(sampled.value)) return valueAt(at(time), time, interpolation, pins);
    return sampled.value.isBlock() ? Value() : std::move(sampled.value);
  }

  // Whether a sample may edit an array; see editsArrays(). Requires: the origin is plain.
  bool hasEdits() const {
    const TimeSamples* found = samples();
    return found && (found->value(0).holds<ArrayEdit>() ||
                     found->value(found->size() - 1).holds<ArrayEdit>());
  }

  const Prim prim;
  const Token name;
  const InterpolationType interpolation;
  const ValueSource source;  // At numeric times, and so are the next members.
  bool isWhole = false;      // Whether this is a Whole, which owns the origin of atTimes.
  const Value field;
  const LayerOffset layerFromStage;
  const LayerOffset stageFromLayer;
  mutable std::atomic<const ValueOrigin*> atTimes = nullptr;
  mutable std::atomic<const ValueOrigin*> atDefault = nullptr;
};

/// Has the whole origin for numeric times.
struct AttributeQuery::Bound::Whole : Bound {
  Whole(ValueOrigin&& found, InterpolationType interpolationType)
      : Bound(found, interpolationType), origin(std::move(found)) {
    isWhole = true;
    atTimes = &origin;
  }

  const ValueOrigin origin;
};

AttributeQuery::AttributeQuery(const Attribute& attribute) {
  const InterpolationType interpolation = attribute.prim().stage().request().interpolation;
  ValueOrigin origin = findOrigin(attribute, TimeKind::Numeric);
  if (isPlainOrigin(origin)) {
    bound_ = std::make_shared<const Bound>(origin, interpolation);
  } else {
    bound_ = std::make_shared<const Bound::Whole>(std::move(origin), interpolation);
  }
}

Value AttributeQuery::value(TimeCode time, ClipPins* pins) const {
  if (!bound_) return {};
  if (!bound_->isWhole && time.isNumeric()) return bound_->plainValue(time, pins);
  return valueAt(bound_->at(time), time, bound_->interpolation, pins);
}

ValueSource AttributeQuery::source(TimeCode time) const {
  if (!bound_) return ValueSource::None;
  return time.isDefault() ? bound_->at(time).source : bound_->source;
}

ResolveInfo AttributeQuery::resolveInfo(TimeCode time) const {
  return bound_ ? resolveInfoAt(bound_->at(time), time, bound_->interpolation) : ResolveInfo();
}

bool AttributeQuery::mightBeTimeVarying() const {
  if (!bound_) return false;
  if (!bound_->isWhole) {
    const TimeSamples* samples = bound_->samples();
    if (!samples || samples->size() > 1) return samples;
    if (!bound_->hasEdits()) return false;
  }
  return usdscope::mightBeTimeVarying(bound_->at(TimeCode(0.0)));
}

std::vector<double> AttributeQuery::timeSamples() const {
  if (!bound_) return {};
  if (bound_->isWhole || bound_->hasEdits()) return sampleTimesOf(bound_->at(TimeCode(0.0)));
  std::vector<double> times;
  if (const TimeSamples* samples = bound_->samples()) {
    for (const double time : samples->times()) {
      const double onStage = bound_->stageFromLayer(time);
      if (std::isfinite(onStage)) times.push_back(onStage);
    }
  }
  return times;
}

}  // namespace usdscope
