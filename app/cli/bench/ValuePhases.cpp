// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "app/cli/bench/BenchPhases.h"
#include "app/cli/bench/PlainPrims.h"
#include "app/cli/bench/ValueSum.h"
#include "engine/base/Parallel.h"

namespace usdscope {
namespace {

void sortOut(std::vector<double>& times) {
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
}

// The sample times of some attributes, ascending, each once.
std::vector<double> unionOfTimes(std::span<const Attribute> attributes) {
  std::vector<double> all;
  std::vector<double> previous;  // Neighbours often have the same times.
  for (const Attribute& attribute : attributes) {
    std::vector<double> own = attribute.timeSamples();
    if (own == previous) continue;
    all.insert(all.end(), own.begin(), own.end());
    previous = std::move(own);
  }
  sortOut(all);
  return all;
}

}  // namespace

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
  run.time("samples", [&] {
    constexpr std::size_t kPartSize = 1024;
    std::vector<std::vector<double>> parts((attributes.size() + kPartSize - 1) / kPartSize);
    parallelFor(parts.size(), 1, [&](std::size_t first, std::size_t last) {
      for (std::size_t part = first; part < last; ++part) {
        const std::size_t begin = part * kPartSize;
        const std::size_t count = std::min(kPartSize, attributes.size() - begin);
        parts[part] = unionOfTimes(std::span(attributes).subspan(begin, count));
      }
    });
    for (const auto& part : parts) times.insert(times.end(), part.begin(), part.end());
    sortOut(times);
  });
  run.check("samples", [&]() -> OrderedJson {
    const auto end = [&](auto which) { return times.empty() ? OrderedJson() : which(times); };
    return {{"count", times.size()},
            {"first", end([](const auto& list) { return OrderedJson(list.front()); })},
            {"last", end([](const auto& list) { return OrderedJson(list.back()); })}};
  });
}

}  // namespace usdscope
