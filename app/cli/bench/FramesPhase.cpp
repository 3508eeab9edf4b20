// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "app/cli/bench/BenchPhases.h"
#include "app/cli/bench/PlainPrims.h"
#include "app/cli/bench/ValueSum.h"
#include "engine/stage/resolve/VaryingAttributes.h"

namespace usdscope {
namespace {

// Times one pass over the frames in the given order. Each frame's values replace the previous ones.
void timePass(BenchRun& run, std::string name, const VaryingAttributes& attributes,
              const std::vector<double>& times) {
  std::vector<Value> values(attributes.size());
  double total = 0.0;
  double worst = 0.0;
  for (const double time : times) {
    const double milliseconds =
        BenchRun::millisecondsOf([&] { attributes.evaluate(TimeCode(time), values); });
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

OrderedJson checkOf(const VaryingAttributes& attributes, const std::vector<double>& times) {
  std::vector<Value> values(attributes.size());
  std::size_t count = 0;
  double sum = 0.0;
  for (const double time : times) {
    attributes.evaluate(TimeCode(time), values);
    for (const Value& value : values) {
      count += value.isEmpty() ? 0 : 1;
      sum += sumOfEnds(value);
    }
  }
  return {{"varying", attributes.size()}, {"values", count}, {"sum", sum}};
}

}  // namespace

void benchFrames(BenchRun& run) {
  const std::shared_ptr<const Stage> stage = run.openStage();
  if (!stage) return;
  const std::vector<Attribute> all = allAttributes(*stage);
  const std::vector<double> times = run.framesOf(*stage);
  VaryingAttributes attributes;
  run.time("frames.prepare", [&] { attributes = VaryingAttributes(all); });
  timePass(run, "frames.cold", attributes, times);
  timePass(run, "frames.warm", attributes, times);
  timePass(run, "frames.random", attributes, jumping(times));

  OrderedJson found;
  run.check("frames.prepare", [&] { return found = checkOf(attributes, times); });
  for (const char* name : {"frames.cold", "frames.warm", "frames.random"}) {
    run.check(name, [&] { return found; });
  }
}

}  // namespace usdscope
