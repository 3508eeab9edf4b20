// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "engine/value/Array.h"
#include "engine/value/Value.h"
#include "engine/value/ValueDecoder.h"

namespace usdscope {

/// The samples on either side of a time. Equal on a sample, before the first and after the last.
struct SampleBracket {
  std::size_t lower = 0;
  std::size_t upper = 0;
};

/// Finds the samples around `time` in ascending `times`, of which there is at least one.
SampleBracket findBracket(std::span<const double> times, double time);

/// Values at times of a layer, ascending, each time once. Times are often shared between
/// attributes; values are decoded one by one when asked. Immutable; any thread may read.
class TimeSamples {
 public:
  TimeSamples() = default;
  /// Decoded values, as many as times.
  TimeSamples(Array<double> times, Array<Value> values);
  /// Values that `decoder` makes from `stored`, as many as times.
  TimeSamples(Array<double> times, Array<std::uint64_t> stored,
              std::shared_ptr<const ValueDecoder> decoder);

  const Array<double>& times() const { return times_; }
  std::size_t size() const { return times_.size(); }
  bool isEmpty() const { return times_.empty(); }

  /// The value at times()[index]. A ValueBlock is a blocked sample.
  Value value(std::size_t index) const;

  /// Same times and values; decodes those that are not decoded.
  friend bool operator==(const TimeSamples& a, const TimeSamples& b);

 private:
  Array<double> times_;
  Array<Value> values_;
  Array<std::uint64_t> stored_;
  std::shared_ptr<const ValueDecoder> decoder_;
};

}  // namespace usdscope
