// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "engine/value/Array.h"
#include "engine/value/Value.h"
#include "engine/value/ValueDecoder.h"

namespace usdscope {

/// The samples on either side of a time. Both are the same on a sample, before the first sample and
/// after the last.
struct SampleBracket {
  std::size_t lower = 0;
  std::size_t upper = 0;
};

/// Finds the samples that bracket `time`. Requires: `times` is ascending and not empty.
SampleBracket findBracket(std::span<const double> times, double time);

/// Values at times of a layer. Times are ascending without duplicates. Several attributes may share
/// one array of times. Values are decoded on demand. Immutable and thread-safe.
class TimeSamples {
 public:
  TimeSamples() = default;
  /// Takes decoded values. Requires: `times` and `values` have the same size.
  TimeSamples(Array<double> times, Array<Value> values);
  /// Takes values that `decoder` decodes. Requires: `times` and `stored` have the same size.
  TimeSamples(Array<double> times, Array<std::uint64_t> stored,
              std::shared_ptr<const ValueDecoder> decoder);

  const Array<double>& times() const { return times_; }
  std::size_t size() const { return times_.size(); }
  bool isEmpty() const { return times_.empty(); }

  /// Returns the value at times()[index]; a ValueBlock if the sample is blocked.
  Value value(std::size_t index) const;

  /// Compares times and values; decodes values for this.
  friend bool operator==(const TimeSamples& a, const TimeSamples& b);

 private:
  Array<double> times_;
  Array<Value> values_;
  Array<std::uint64_t> stored_;
  std::shared_ptr<const ValueDecoder> decoder_;
};

}  // namespace usdscope
