// SPDX-License-Identifier: Apache-2.0
#include "engine/value/TimeSamples.h"

#include <algorithm>
#include <cassert>

namespace usdscope {

SampleBracket findBracket(std::span<const double> times, double time) {
  assert(!times.empty());
  const auto it = std::lower_bound(times.begin(), times.end(), time);
  if (it == times.end()) return {times.size() - 1, times.size() - 1};
  const auto at = static_cast<std::size_t>(it - times.begin());
  if (at == 0 || *it == time) return {at, at};
  return {at - 1, at};
}

TimeSamples::TimeSamples(Array<double> times, Array<Value> values)
    : times_(std::move(times)), values_(std::move(values)) {
  assert(times_.size() == values_.size());
}

TimeSamples::TimeSamples(Array<double> times, Array<std::uint64_t> stored,
                         std::shared_ptr<const ValueDecoder> decoder)
    : times_(std::move(times)), stored_(std::move(stored)), decoder_(std::move(decoder)) {
  assert(times_.size() == stored_.size());
}

Value TimeSamples::value(std::size_t index) const {
  return decoder_ ? decoder_->decode(stored_[index]) : values_[index];
}

bool operator==(const TimeSamples& a, const TimeSamples& b) {
  if (!(a.times_ == b.times_)) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!(a.value(i) == b.value(i))) return false;
  }
  return true;
}

}  // namespace usdscope
