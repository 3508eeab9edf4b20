// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usda/detail/SamplesReader.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/format/usda/detail/ArcReader.h"

namespace usdscope::usda {
namespace {

bool readSampleValue(ReadContext& context, const TypeText& type, Value& out) {
  if (context.in.takeWord("None")) {
    out = Value(ValueBlock());
    return true;
  }
  return readAttributeValue(context, type, out);
}

// Puts samples in order of time and keeps the last of each time.
void sortSamples(std::vector<double>& times, std::vector<Value>& values) {
  std::vector<std::size_t> order(times.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return times[i]; });
  std::vector<double> sortedTimes;
  std::vector<Value> sortedValues;
  for (const std::size_t i : order) {
    if (!sortedTimes.empty() && sortedTimes.back() == times[i]) {
      sortedValues.back() = std::move(values[i]);
      continue;
    }
    sortedTimes.push_back(times[i]);
    sortedValues.push_back(std::move(values[i]));
  }
  times = std::move(sortedTimes);
  values = std::move(sortedValues);
}

}  // namespace

bool readAttributeValue(ReadContext& context, const TypeText& type, Value& out) {
  if (context.in.peek() == '<') {
    Path path;
    if (!readPath(context, PathUse::Value, path)) return false;
    out = Value(path);
    return true;
  }
  if (type.type) return readValue(context, *type.type, out);
  UnregisteredValue unknown;
  if (!readUnknownValue(context, unknown.text)) return false;
  out = Value(std::move(unknown));
  return true;
}

bool readTimeSamples(ReadContext& context, const TypeText& type, TimeSamples& out) {
  Scanner& in = context.in;
  if (!in.expect('{')) return false;
  std::vector<double> times;
  std::vector<Value> values;
  const bool isRead = readListOrNothing(in, '}', [&] {
    double time = 0.0;
    const std::size_t start = in.offset();
    if (!in.readReal(time)) return false;
    if (std::isnan(time)) return in.failAt(start, "A time must be a number.");
    in.skipInline();
    if (!in.expect(':')) return false;
    in.skipInline();
    times.push_back(time);
    return readSampleValue(context, type, values.emplace_back());
  });
  if (!isRead) return false;
  const bool isAscending =
      std::ranges::adjacent_find(times, std::ranges::greater_equal()) == times.end();
  if (!isAscending) sortSamples(times, values);

  Array<double>& last = context.lastTimes;
  if (!std::ranges::equal(times, last.span())) {
    last = Array<double>(std::vector<double>(times.begin(), times.end()));
  }
  values.shrink_to_fit();
  out = TimeSamples(last, Array<Value>(std::move(values)));
  return true;
}

}  // namespace usdscope::usda
