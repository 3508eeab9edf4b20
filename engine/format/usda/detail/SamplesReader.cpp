// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usda/detail/SamplesReader.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/format/usda/detail/ArcReader.h"
#include "engine/format/usda/detail/ValueReader.h"

namespace usdscope::usda {
namespace {

bool readSampleValue(ReadContext& context, const TypeText& type, Value& out) {
  if (context.in.takeWord("None")) {
    out = Value(ValueBlock());
    return true;
  }
  return readAttributeValue(context, type, out);
}

// Sorts samples by time and keeps the last one of each time.
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

// Reads `time :` before a value.
bool readTime(Scanner& in, std::vector<double>& times) {
  double time = 0.0;
  const std::size_t start = in.offset();
  if (!in.readReal(time)) return false;
  if (std::isnan(time)) return in.failAt(start, "A time must be a number.");
  times.push_back(time);
  in.skipInline();
  if (!in.expect(':')) return false;
  in.skipInline();
  return true;
}

bool isAscending(const std::vector<double>& times) {
  return std::ranges::adjacent_find(times, std::ranges::greater_equal()) == times.end();
}

// Returns the times as an array, which is that of the previous samples if equal.
const Array<double>& sharedTimes(ReadContext& context, const std::vector<double>& times) {
  Array<double>& last = context.lastTimes;
  if (!std::ranges::equal(times, last.span())) last = Array<double>(std::vector<double>(times));
  return last;
}

// Reads samples with ascending times and values of one type, the most common case. For others it
// returns to the start of the text and returns false.
bool readPooled(ReadContext& context, ValueKind kind, Value& out) {
  Scanner& in = context.in;
  const Scanner start = in;
  std::vector<double>& times = context.times;
  ValueTable& values = context.buffers.of(kind);
  times.clear();
  values.clear();
  const bool isRead = readListOrNothing(in, '}', [&] {
    return readTime(in, times) && in.peek() != 'N' && in.peek() != '<' &&
           values.readOne(context, in);
  });
  if (!isRead || times.empty() || !isAscending(times)) {
    in = start;
    return false;
  }
  const Array<double>& shared = sharedTimes(context, times);
  out = Value(StoredWord{context.specs.values().addSamples(shared, kind, values)});
  return true;
}

bool readMixed(ReadContext& context, const TypeText& type, Value& out) {
  Scanner& in = context.in;
  std::vector<double> times;
  std::vector<Value> values;
  const bool isRead = readListOrNothing(in, '}', [&] {
    return readTime(in, times) && readSampleValue(context, type, values.emplace_back());
  });
  if (!isRead) return false;
  if (!isAscending(times)) sortSamples(times, values);
  values.shrink_to_fit();
  out = Value(TimeSamples(sharedTimes(context, times), Array<Value>(std::move(values))));
  return true;
}

}  // namespace

bool readAttributeValue(ReadContext& context, const TypeText& type, Value& out) {
  if (context.in.peek() == '<') {
    Path path;
    if (!readPath(context, PathUse::Value, path)) return false;
    out = Value(path);
    return true;
  }
  Scanner& in = context.in;
  if (const std::size_t start = in.offset(); in.takeWord("edit")) {
    const bool isEditable = type.type && type.type->isArray && findTypeName(type.name);
    if (!isEditable) return in.failAt(start, "Only arrays of known types can be edited.");
    in.skipInline();
    return readArrayEdit(context, *type.type, out);
  }
  if (type.type) return readValue(context, *type.type, out);
  UnregisteredValue unknown;
  if (!readUnknownValue(context, unknown.text)) return false;
  out = Value(std::move(unknown));
  return true;
}

bool readTimeSamples(ReadContext& context, const TypeText& type, Value& out) {
  if (!context.in.expect('{')) return false;
  const bool isSingle = type.type && !type.type->isArray && type.type->kind != ValueKind::Other;
  if (isSingle && readPooled(context, type.type->kind, out)) return true;
  return readMixed(context, type, out);
}

}  // namespace usdscope::usda
