// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/resolve/AttributeQuery.h"

#include <mutex>

#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"
#include "engine/stage/resolve/Evaluate.h"

namespace usdscope {

/// Playback asks for numeric times only, so the origin at the default time is found when it is
/// first needed. It takes as much time and memory as the other one.
struct AttributeQuery::Bound {
  explicit Bound(const Attribute& attribute)
      : interpolation(attribute.prim().stage().request().interpolation),
        atTimes(findOrigin(attribute, TimeKind::Numeric)) {}

  const ValueOrigin& at(TimeCode time) const {
    if (!time.isDefault()) return atTimes;
    std::call_once(isFound, [&] {
      const Attribute attribute(atTimes.prim, atTimes.name);
      atDefault = std::make_unique<const ValueOrigin>(findOrigin(attribute, TimeKind::Default));
    });
    return *atDefault;
  }

  const InterpolationType interpolation;
  const ValueOrigin atTimes;
  mutable std::once_flag isFound;
  mutable std::unique_ptr<const ValueOrigin> atDefault;
};

AttributeQuery::AttributeQuery(const Attribute& attribute)
    : bound_(std::make_shared<const Bound>(attribute)) {}

Value AttributeQuery::value(TimeCode time, ClipPins* pins) const {
  return bound_ ? valueAt(bound_->at(time), time, bound_->interpolation, pins) : Value();
}

ValueSource AttributeQuery::source(TimeCode time) const {
  return bound_ ? bound_->at(time).source : ValueSource::None;
}

ResolveInfo AttributeQuery::resolveInfo(TimeCode time) const {
  return bound_ ? resolveInfoAt(bound_->at(time), time, bound_->interpolation) : ResolveInfo();
}

bool AttributeQuery::mightBeTimeVarying() const {
  return bound_ && usdscope::mightBeTimeVarying(bound_->atTimes);
}

std::vector<double> AttributeQuery::timeSamples() const {
  return bound_ ? sampleTimesOf(bound_->atTimes) : std::vector<double>();
}

}  // namespace usdscope
