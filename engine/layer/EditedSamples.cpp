// SPDX-License-Identifier: Apache-2.0
#include "engine/layer/EditedSamples.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace usdscope {
namespace {

// The samples of another set, by their index, and one more value.
class OneMore final : public ValueDecoder {
 public:
  OneMore(TimeSamples samples, Value value)
      : samples_(std::move(samples)), value_(std::move(value)) {}
  Value decode(std::uint64_t stored) const override {
    return stored < samples_.size() ? samples_.value(stored) : value_;
  }

 private:
  TimeSamples samples_;
  Value value_;
};

// Up to this number, samples are decoded. This also ends chains of OneMore.
constexpr std::size_t kFew = 16;

}  // namespace

TimeSamples withSample(const TimeSamples& samples, double time, const Value& value) {
  const Array<double>& before = samples.times();
  std::vector<double> times(before.begin(), before.end());
  std::vector<std::uint64_t> order(times.size());
  std::iota(order.begin(), order.end(), std::uint64_t{0});

  const auto at = std::ranges::lower_bound(times, time) - times.begin();
  const bool isThere = at != std::ssize(times) && times[static_cast<std::size_t>(at)] == time;
  if (value.isEmpty()) {
    if (!isThere) return samples;
    times.erase(times.begin() + at);
    order.erase(order.begin() + at);
  } else if (isThere) {
    order[static_cast<std::size_t>(at)] = samples.size();
  } else {
    times.insert(times.begin() + at, time);
    order.insert(order.begin() + at, samples.size());
  }
  if (times.empty()) return {};

  auto decoder = std::make_shared<const OneMore>(samples, value);
  if (times.size() > kFew) {
    return {Array<double>(std::move(times)), Array<std::uint64_t>(std::move(order)),
            std::move(decoder)};
  }
  std::vector<Value> values;
  for (const std::uint64_t stored : order) values.push_back(decoder->decode(stored));
  return {Array<double>(std::move(times)), Array<Value>(std::move(values))};
}

}  // namespace usdscope
