// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "app/cli/bench/BenchPhases.h"
#include "app/cli/bench/PlainPrims.h"
#include "app/cli/bench/ValueSum.h"
#include "engine/base/Parallel.h"
#include "engine/stage/clips/ClipPins.h"
#include "engine/stage/resolve/AttributeQuery.h"

namespace usdscope {
namespace {

using Queries = std::vector<AttributeQuery>;

// Binds the attributes whose values may vary, as playback does, in their order.
Queries varyingOf(const std::vector<Attribute>& attributes) {
  Queries queries(attributes.size());
  std::vector<char> isVarying(attributes.size());
  parallelFor(attributes.size(), 256, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      queries[i] = attributes[i].query();
      isVarying[i] = queries[i].mightBeTimeVarying();
    }
  });
  Queries varying;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    if (isVarying[i]) varying.push_back(std::move(queries[i]));
  }
  return varying;
}

void evaluate(const Queries& queries, double time, std::vector<Value>& values) {
  // The grain is small because values may be large arrays.
  parallelFor(queries.size(), 4, [&](std::size_t first, std::size_t last) {
    ClipPins pins;
    for (std::size_t i = first; i < last; ++i) values[i] = queries[i].value(TimeCode(time), &pins);
  });
}

// Times one pass over the frames in the given order. Each frame's values replace the previous ones.
void timePass(BenchRun& run, std::string name, const Queries& queries,
              const std::vector<double>& times) {
  std::vector<Value> values(queries.size());
  double total = 0.0;
  double worst = 0.0;
  for (const double time : times) {
    const double milliseconds = run.millisecondsOf([&] { evaluate(queries, time, values); });
    total += milliseconds;
    worst = std::max(worst, milliseconds);
  }
  run.record(std::move(name), total / double(times.size())).worst = worst;
}

// Returns the frames in the order 0, 7919, 15838, … modulo their number.
std::vector<double> jumping(const std::vector<double>& times) {
  std::vector<double> jumped(times.size());
  for (std::size_t i = 0; i < times.size(); ++i) jumped[i] = times[i * 7919 % times.size()];
  return jumped;
}

OrderedJson checkOf(const Queries& queries, const std::vector<double>& times) {
  std::vector<Value> values(queries.size());
  std::size_t count = 0;
  double sum = 0.0;
  for (const double time : times) {
    evaluate(queries, time, values);
    for (const Value& value : values) {
      count += value.isEmpty() ? 0 : 1;
      sum += sumOfEnds(value);
    }
  }
  return {{"varying", queries.size()}, {"values", count}, {"sum", sum}};
}

}  // namespace

void benchFrames(BenchRun& run) {
  const std::shared_ptr<const Stage> stage = run.openStage();
  if (!stage) return;
  const std::vector<Attribute> all = allAttributes(*stage);
  const std::vector<double> times = run.framesOf(*stage);
  Queries queries;
  run.time("frames.prepare", [&] { queries = varyingOf(all); });
  timePass(run, "frames.cold", queries, times);
  timePass(run, "frames.warm", queries, times);
  timePass(run, "frames.random", queries, jumping(times));

  OrderedJson found;
  run.check("frames.prepare", [&] { return found = checkOf(queries, times); });
  for (const char* name : {"frames.cold", "frames.warm", "frames.random"}) {
    run.check(name, [&] { return found; });
  }
}

}  // namespace usdscope
