// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/resolve/AttributeQuery.h"

#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"
#include "engine/stage/resolve/Evaluate.h"

namespace usdscope {

struct AttributeQuery::Bound {
  InterpolationType interpolation = InterpolationType::Linear;
  ValueOrigin atDefault;
  ValueOrigin atTimes;

  const ValueOrigin& at(TimeCode time) const { return time.isDefault() ? atDefault : atTimes; }
};

AttributeQuery::AttributeQuery(const Attribute& attribute) {
  bound_ = std::make_shared<Bound>(
      Bound{.interpolation = attribute.prim().stage().request().interpolation,
            .atDefault = findOrigin(attribute, TimeKind::Default),
            .atTimes = findOrigin(attribute, TimeKind::Numeric)});
}

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
