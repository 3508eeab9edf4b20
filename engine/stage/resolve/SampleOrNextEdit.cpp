// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/resolve/detail/SampleOrNextEdit.h"

#include <utility>

#include "engine/value/ArrayEdit.h"

namespace usdscope {

SampledValue sampleOrNextEdit(const TimeSamples& samples, double time, bool isPreTime,
                              InterpolationType interpolation) {
  const Array<double>& times = samples.times();
  const SampleBracket around = findBracket(times, time, isPreTime);
  Value edit;
  SampledValue result = combineSamples(
      time, times[around.lower], times[around.upper], samples.value(around.lower),
      [&] {
        Value upper = samples.value(around.upper);
        if (upper.holds<ArrayEdit>()) edit = upper;
        return upper;
      },
      interpolation);
  if (edit && result.value.isArray()) result.value = std::move(edit);
  return result;
}

}  // namespace usdscope
