// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench/BenchPhases.h"
#include "app/cli/bench/PlainPrims.h"
#include "app/cli/bench/Process.h"
#include "engine/base/Parallel.h"

namespace usdscope {
namespace {

constexpr PrimFilter kAllPrims{true, true, true, true, false};

// Counts the descendants of `root`.
std::size_t countBelow(const Prim& root) {
  std::size_t count = 0;
  traverse(root, kAllPrims, [&](const Prim& prim) {
    if (prim.path() != root.path()) ++count;
    return true;
  });
  return count;
}

}  // namespace

void benchOpen(BenchRun& run) {
  std::shared_ptr<const Stage> stage;
  run.time("open", [&] { stage = run.composeStage(); });
  if (!stage) return;
  run.watchLayers(*stage);
  run.check("open", [&]() -> OrderedJson {
    std::size_t inPrototypes = 0;
    for (const Prim& prototype : stage->prototypes()) inPrototypes += countBelow(prototype);
    return {{"prims", countBelow(stage->pseudoRoot())},
            {"prototypes", stage->prototypes().size()},
            {"primsInPrototypes", inPrototypes}};
  });
}

void benchClose(BenchRun& run) {
  std::shared_ptr<const Stage> stage = run.openStage();
  if (!stage) return;
  const double before = processorMilliseconds();
  const double milliseconds = run.millisecondsOf([&] { stage.reset(); });
  BenchResult& result = run.record("close", milliseconds);
  waitUntilIdle();
  result.processorMilliseconds = processorMilliseconds() - before;
  run.check("close", [&]() -> OrderedJson { return {{"layers", run.openLayerCount()}}; });
}

void benchProperties(BenchRun& run) {
  const std::shared_ptr<const Stage> stage = run.openStage();
  if (!stage) return;
  const std::vector<Prim> prims = plainPrims(*stage);
  std::vector<std::vector<Token>> names(prims.size());
  run.time("properties", [&] {
    parallelFor(prims.size(), 64, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) names[i] = prims[i].propertyNames();
    });
  });
  run.check("properties", [&]() -> OrderedJson {
    std::size_t count = 0;
    for (const auto& list : names) count += list.size();
    return {{"prims", prims.size()}, {"properties", count}};
  });
}

}  // namespace usdscope
