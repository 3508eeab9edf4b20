// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "app/cli/bench/BenchPhases.h"
#include "app/cli/bench/PlainPrims.h"
#include "app/cli/bench/ValueSum.h"
#include "engine/base/Parallel.h"
#include "engine/stage/resolve/SampleTimes.h"

namespace usdscope {

void benchValues(BenchRun& run) {
  const std::shared_ptr<const Stage> stage = run.openStage();
  if (!stage) return;
  const std::vector<Attribute> attributes = allAttributes(*stage);
  const TimeCode time(run.framesOf(*stage).front() + 0.5);
  std::vector<Value> values(attributes.size());
  run.time("values", [&] {
    parallelFor(attributes.size(), 256, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) values[i] = attributes[i].value(time);
    });
  });
  run.check("values", [&]() -> OrderedJson {
    std::size_t count = 0;
    std::size_t resolved = 0;
    double sum = 0.0;
    for (const Value& value : values) {
      if (value.isEmpty()) continue;
      ++count;
      if (!value.isArray()) sum += sumOfComponents(value);
      resolved += resolvedAssetCount(value);
    }
    return {{"values", count}, {"sum", sum}, {"resolvedAssets", resolved}};
  });
}

void benchSamples(BenchRun& run) {
  const std::shared_ptr<const Stage> stage = run.openStage();
  if (!stage) return;
  const std::vector<Attribute> attributes = allAttributes(*stage);
  std::vector<double> times;
  run.time("samples", [&] { times = unionOfSampleTimes(attributes); });
  run.check("samples", [&]() -> OrderedJson {
    const auto end = [&](auto which) { return times.empty() ? OrderedJson() : which(times); };
    return {{"count", times.size()},
            {"first", end([](const auto& list) { return OrderedJson(list.front()); })},
            {"last", end([](const auto& list) { return OrderedJson(list.back()); })}};
  });
}

}  // namespace usdscope
